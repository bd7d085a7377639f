/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops of a region that may rely on each other's distribution of iterations,
 * and what one thread does alone beside them.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "carry.h"
#include "neighbour.h"
#include "relic.h"
#include "schedule.h"
#include "thread.h"
#include "touch.h"
#include "trail.h"

/* The one last asked for: the loops of a region come one after the other. */
static struct trail last_trail;
static vec<struct hands> last_hands;
static vec<vec<tree>> last_relics; /* of each of these for all, once asked */

static void forget_hands(void)
{
	for (unsigned i = 0; i < last_hands.length(); i++) {
		last_hands[i].left.release();
		last_hands[i].taken.release();
	}
	for (unsigned i = 0; i < last_relics.length(); i++)
		last_relics[i].release();
	last_hands.release();
	last_relics.release();
}

static bool is_static(gimple *loop)
{
	return schedule_of(loop)->is_promised;
}

/* OpenMP promises the same distribution only for static and equal chunks. */
static bool same_distribution(gimple *a, gimple *b)
{
	tree x = schedule_chunk(a), y = schedule_chunk(b);

	if (!is_static(a) || !is_static(b) || !x != !y)
		return false;
	return !x || TREE_CODE(x) != INTEGER_CST ||
	       TREE_CODE(y) != INTEGER_CST || tree_int_cst_equal(x, y);
}

/*
 * Go from the event at "from" as far as the next barrier. True if "second"
 * is reached, or any loop of the same distribution where it is NULL.
 */
static bool reaches(const struct trail *trail, unsigned from, gimple *first,
		    gimple *second, bool *end_reached)
{
	for (unsigned i = from; i < trail->events.length(); i++) {
		const struct trail_event *event = &trail->events[i];

		if (event->kind == TRAIL_BARRIER)
			return false;
		if (event->kind == TRAIL_LOOP &&
		    (!second || event->loop == second) &&
		    same_distribution(first, event->loop))
			return true;
	}
	*end_reached = true;
	return false;
}

/*
 * The loop at "from" has no barrier after it. True if the next one up to a
 * barrier has the same distribution, also by a jump back.
 */
static bool passes_on(const struct trail *trail, unsigned from, gimple *second,
		      bool *end_reached)
{
	gimple *first = trail->events[from].loop;

	if (reaches(trail, from + 1, first, second, end_reached))
		return true;
	for (unsigned i = from + 1; i < trail->events.length(); i++) {
		const struct trail_event *event = &trail->events[i];
		unsigned target;

		if (event->kind == TRAIL_BARRIER)
			return false;
		if (event->kind != TRAIL_JUMP)
			continue;
		target = trail_label(trail, event->label);
		if (target < from &&
		    reaches(trail, target, first, second, end_reached))
			return true;
	}
	return false;
}

static const struct trail *trail_of(const struct construct *construct)
{
	struct trail *trail = &last_trail;

	if (trail->function_uid == construct->function_uid &&
	    trail->parallel == construct->parallel &&
	    trail->events.length() > 0)
		return trail;
	trail->function_uid = construct->function_uid;
	trail->parallel = construct->parallel;
	trail->events.truncate(0);
	forget_hands();
	trail_follow(trail, construct->parallel);
	return trail;
}

/*
 * A static loop with nowait and another of the same distribution after it:
 * each thread may go on with its own part of the first one's results. True
 * if "share" is one of such a pair.
 */
static bool is_one_of_pair(const struct construct *construct,
			   const struct trail *trail, bool *end_reached)
{
	for (unsigned i = 0; i < trail->events.length(); i++) {
		gimple *loop = trail->events[i].loop;
		bool mine = loop == construct->share;
		bool ignored = false;

		if (!loop || !omp_clause(loop, OMP_CLAUSE_NOWAIT))
			continue;
		if (passes_on(trail, i, mine ? NULL : construct->share,
			      mine ? end_reached : &ignored))
			return true;
	}
	return false;
}

/* A static loop that others of its region, or function, may rely on. The nowait
   of a combined `parallel for` is the compiler's own. */
static bool may_have_neighbours(const struct construct *construct)
{
	return schedule_fits(construct->share) && is_static(construct->share) &&
	       !(construct->parallel &&
		 gimple_omp_parallel_combined_p(construct->parallel));
}

bool neighbour_relies(const struct construct *construct)
{
	bool end_reached = false;

	if (!may_have_neighbours(construct))
		return false;
	return is_one_of_pair(construct, trail_of(construct), &end_reached) ||
	       (end_reached && !construct->parallel);
}

/* The place of what the loop leaves and takes. */
static unsigned hands_of(const struct construct *construct, gimple *loop)
{
	struct hands hands = {loop, vNULL, vNULL};
	unsigned place = 0;

	while (place < last_hands.length() && last_hands[place].loop != loop)
		place++;
	if (place < last_hands.length())
		return place;
	carry_hands(loop, construct->parallel, &hands.left, &hands.taken);
	last_hands.safe_push(hands);
	last_relics.safe_push(vNULL);
	return place;
}

/* What the one takes that the other has left; all are known. */
static tree relic_of(const struct construct *construct, unsigned from,
		     unsigned to)
{
	if (last_relics[from].length() < last_hands.length())
		relic_find(construct->parallel, last_hands, from,
			   &last_relics[from]);
	return last_relics[from][to];
}

tree neighbour_hands(const struct construct *construct)
{
	const struct trail *trail;
	tree variable = NULL_TREE;
	unsigned own;

	if (!may_have_neighbours(construct))
		return NULL_TREE;
	trail = trail_of(construct);
	own = hands_of(construct, construct->share);
	for (unsigned i = 0; i < trail->events.length(); i++)
		if (trail->events[i].loop)
			hands_of(construct, trail->events[i].loop);
	for (unsigned i = 0; !variable && i < trail->events.length(); i++) {
		gimple *loop = trail->events[i].loop;
		unsigned other;

		if (!loop)
			continue;
		other = hands_of(construct, loop);
		variable = relic_of(construct, own, other);
		if (!variable)
			variable = relic_of(construct, other, own);
	}
	return variable;
}

/* ---- what one thread does alone ---- */

/*
 * Is there a way from behind one event to the other without a barrier? What a
 * jump passes may be left out; that it is never done so is not known.
 */
static bool comes_to(const struct trail *trail, unsigned from, unsigned to)
{
	vec<unsigned> next = vNULL;
	bitmap known = BITMAP_ALLOC(NULL);
	bool found = false;

	next.safe_push(from + 1);
	while (!found && next.length() > 0) {
		unsigned i = next.pop();
		const struct trail_event *event;

		found = i == to;
		if (i >= trail->events.length() || !bitmap_set_bit(known, i))
			continue;
		event = &trail->events[i];
		if (event->kind == TRAIL_BARRIER)
			continue;
		next.safe_push(i + 1);
		if (event->kind == TRAIL_JUMP)
			next.safe_push(trail_label(trail, event->label));
	}
	next.release();
	BITMAP_FREE(known);
	return found;
}

/* Is the variable one for all threads of the region? */
static bool is_common(const struct construct *construct, tree variable)
{
	gimple *const statements[] = {construct->loop, construct->share,
				      construct->parallel};

	for (unsigned i = 0; i < ARRAY_SIZE(statements); i++) {
		enum omp_clause_code code =
			omp_sharing_of(statements[i], variable);

		if (code != OMP_CLAUSE_ERROR)
			return code == OMP_CLAUSE_SHARED;
	}
	return is_global_var(variable);
}

static bool is_own(const struct construct *construct, const struct touch *touch)
{
	return touch->base && touch->level == 0 && DECL_P(touch->base) &&
	       !is_common(construct, touch->base);
}

/* In memory that all threads have. */
static bool shares_memory(const struct construct *construct,
			  const vec<struct touch> &alone,
			  const vec<struct touch> &loop, tree *name)
{
	for (unsigned i = 0; i < alone.length(); i++) {
		if (is_own(construct, &alone[i]))
			continue;
		for (unsigned j = 0; j < loop.length(); j++)
			if (!is_own(construct, &loop[j]) &&
			    touch_meet(&alone[i], &loop[j])) {
				*name = alone[i].base ? alone[i].base
						      : loop[j].base;
				return true;
			}
	}
	return false;
}

static bool is_written(const vec<struct touch> &touches, tree variable)
{
	for (unsigned i = 0; i < touches.length(); i++)
		if (touches[i].writes && touches[i].level == 0 &&
		    touches[i].base == variable)
			return true;
	return false;
}

/* In what each thread has for itself: it needs no barrier. */
static bool shares_own(const struct construct *construct,
		       const vec<struct touch> &alone, tree *name)
{
	const struct hands *hands =
		&last_hands[hands_of(construct, construct->share)];

	for (unsigned i = 0; i < alone.length(); i++) {
		if (!is_own(construct, &alone[i]))
			continue;
		*name = alone[i].base;
		if (alone[i].writes ? hands->taken.contains(*name)
				    : hands->left.contains(*name) &&
					      !is_written(alone, *name))
			return true;
	}
	return false;
}

/* The event of the construct's loop; their number where it is elsewhere. */
static unsigned event_of(const struct trail *trail, gimple *loop)
{
	unsigned i = 0;

	while (i < trail->events.length() && trail->events[i].loop != loop)
		i++;
	return i;
}

static bool relies_on_one(const struct construct *construct,
			  const struct trail *trail, unsigned event,
			  const vec<struct touch> &loop, tree *name)
{
	unsigned own = event_of(trail, construct->share);
	vec<struct touch> alone = vNULL;
	bool relies;

	touch_add(trail->events[event].first, trail->events[event].end, &alone);
	relies =
		shares_own(construct, alone, name) ||
		((comes_to(trail, event, own) || comes_to(trail, own, event)) &&
		 shares_memory(construct, alone, loop, name));
	alone.release();
	return relies;
}

bool neighbour_alone(const struct construct *construct, tree *name)
{
	const struct trail *trail;
	vec<struct touch> loop = vNULL;
	bool relies = false;

	if (!may_have_neighbours(construct))
		return false;
	trail = trail_of(construct);
	for (unsigned i = 0; !relies && i < trail->events.length(); i++) {
		if (trail->events[i].kind != TRAIL_ALONE)
			continue;
		if (loop.length() == 0)
			touch_add(construct->share, construct->share->next,
				  &loop);
		relies = relies_on_one(construct, trail, i, loop, name);
	}
	loop.release();
	return relies;
}

bool neighbour_is_apart(const struct construct *construct, gimple *alone)
{
	const struct trail *trail = trail_of(construct);
	unsigned own = event_of(trail, construct->share), i = 0;

	while (i < trail->events.length() && trail->events[i].first != alone)
		i++;
	return i < trail->events.length() && own < trail->events.length() &&
	       !comes_to(trail, i, own) && !comes_to(trail, own, i);
}

/* ---- calls ---- */

static void add_function(vec<tree> *functions, const struct trail_event *event)
{
	if (event->kind == TRAIL_CALL && !functions->contains(event->label))
		functions->safe_push(event->label);
}

/*
 * The calls from the event at "from" as far as the next barrier, in steps of
 * 1 or -1. False if there is none.
 */
static bool calls_until_barrier(const struct trail *trail, unsigned from,
				int step, vec<tree> *functions)
{
	for (unsigned i = from; i < trail->events.length(); i += step) {
		if (trail->events[i].kind == TRAIL_BARRIER)
			return true;
		add_function(functions, &trail->events[i]);
	}
	return false;
}

/* The loop's own nowait is no event; its barrier is the next one. */
bool neighbour_calls(const struct construct *construct, vec<tree> *before,
		     vec<tree> *after, bool *open)
{
	const struct trail *trail;

	if (!may_have_neighbours(construct))
		return false;
	trail = trail_of(construct);
	for (unsigned i = 0; i < trail->events.length(); i++) {
		if (trail->events[i].loop != construct->share)
			continue;
		calls_until_barrier(trail, i - 1, -1, before);
		*open = !calls_until_barrier(trail, i + 1, 1, after);
	}
	return true;
}

void neighbour_free_all(void)
{
	last_trail.events.release();
	forget_hands();
}
