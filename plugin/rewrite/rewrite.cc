/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Clause rewriting. A clause is exchanged before GCC lowers the construct,
 * so the code is that of a source in which it had been written by hand.
 *
 * What may not or had better not be changed is said once, in the table of
 * reasons; the rest of this file asks and obeys it.
 */
#include "base/gcc.h"
#include "construct/counter.h"
#include "construct/question.h"
#include "construct/schedule.h"
#include "rewrite.h"
#include "tuned.h"

#define MAX_NOTES 20
#define LEFT "; clauses are left as written"

/* ---- what is known between the calls ---- */

static struct tuned *tuned;
static vec<char *> met_files; /* of the constructs, without repetition */

/* The regions of the current function whose threads an entry has set. */
struct set_region {
	gimple *parallel;
	int threads;
	unsigned line;
};
static vec<set_region> set_regions;
static unsigned set_function;

/* ---- the nest ---- */

static gomp_for *as_for(gimple *statement)
{
	if (!statement || gimple_code(statement) != GIMPLE_OMP_FOR)
		return NULL;
	return as_a<gomp_for *>(statement);
}

/* A bound that speaks of an outer counter; GCC crashes in expand_omp_for. */
static bool is_non_rectangular(gimple *statement)
{
	gomp_for *loop = as_for(statement);

	if (!loop)
		return false;
	for (size_t i = 0; i < gimple_omp_for_collapse(loop); i++)
		if (TREE_CODE(gimple_omp_for_initial(loop, i)) == TREE_VEC ||
		    TREE_CODE(gimple_omp_for_final(loop, i)) == TREE_VEC)
			return true;
	return false;
}

static tree find_clause(gimple *statement, enum omp_clause_code code)
{
	gomp_for *loop = as_for(statement);

	return loop ? omp_find_clause(gimple_omp_for_clauses(loop), code)
		    : NULL_TREE;
}

/* A reduction of the inscan kind stands on one half of the construct. */
static bool has_inscan(gimple *statement)
{
	tree clause = find_clause(statement, OMP_CLAUSE_REDUCTION);

	for (; clause; clause = OMP_CLAUSE_CHAIN(clause))
		if (OMP_CLAUSE_CODE(clause) == OMP_CLAUSE_REDUCTION &&
		    OMP_CLAUSE_REDUCTION_INSCAN(clause))
			return true;
	return false;
}

/* The gimplifier has chosen the counter's type by the old schedule. */
static bool has_conditional_lastprivate(gimple *statement)
{
	tree clause = find_clause(statement, OMP_CLAUSE_LASTPRIVATE);

	for (; clause; clause = OMP_CLAUSE_CHAIN(clause))
		if (OMP_CLAUSE_CODE(clause) == OMP_CLAUSE_LASTPRIVATE &&
		    OMP_CLAUSE_LASTPRIVATE_CONDITIONAL(clause))
			return true;
	return false;
}

/*
 * The gimplifier makes `loop` out of these too and gives it this clause;
 * GCC 12 and later then distribute statically whatever schedule says.
 */
static bool has_order(gimple *statement)
{
	return find_clause(statement, OMP_CLAUSE_ORDER) != NULL_TREE;
}

static bool has_private(gimple *statement, tree variable)
{
	tree clause = find_clause(statement, OMP_CLAUSE_PRIVATE);

	for (; clause; clause = OMP_CLAUSE_CHAIN(clause))
		if (OMP_CLAUSE_CODE(clause) == OMP_CLAUSE_PRIVATE &&
		    OMP_CLAUSE_DECL(clause) == variable)
			return true;
	return false;
}

/*
 * The Fortran front end's own loop in a workshare construct: it counts a
 * variable of the compiler's. A do with a step other than 1 does so too, but
 * makes it private by a clause.
 */
static bool is_workshare(gimple *statement)
{
	gomp_for *loop = as_for(statement);
	tree counter = loop ? gimple_omp_for_index(loop, 0) : NULL_TREE;

	if (!counter || !lang_GNU_Fortran() || !DECL_ARTIFICIAL(counter))
		return false;
	return !gimple_omp_for_combined_p(loop) &&
	       !gimple_omp_for_combined_into_p(loop) &&
	       !has_private(loop, counter);
}

static bool is_worksharing(gimple *statement)
{
	gomp_for *loop = as_for(statement);

	return loop && gimple_omp_for_kind(loop) == GF_OMP_FOR_KIND_FOR;
}

/*
 * The front ends drop the modifier simd where there is no simd, but those of
 * C and C++ keep it on a mere `for`, where it still rounds the chunk.
 */
static bool keeps_simd(const struct construct *construct)
{
	gomp_for *loop = as_for(construct->loop);

	if (construct->statement == construct->share && !lang_GNU_Fortran())
		return true;
	return loop && gimple_omp_for_kind(loop) == GF_OMP_FOR_KIND_SIMD;
}

/* ---- loops that rely on each other's distribution ---- */

/* What a thread passes on its way through a region, in source order. */
enum event_kind {
	EVENT_LOOP,
	EVENT_BARRIER,
	EVENT_LABEL,
	EVENT_JUMP,
	EVENT_CALL
};

struct event {
	enum event_kind kind;
	gimple *loop;
	tree label; /* or function */
};

/* Of one region, or of the function that holds orphaned loops. */
struct trail {
	gimple *parallel; /* NULL: the function */
	unsigned function_uid;
	vec<event> events;
};

/* The one last asked for: the loops of a region come one after the other. */
static struct trail last_trail;

static void add_event(struct trail *trail, enum event_kind kind, gimple *loop,
		      tree label)
{
	struct event event = {kind, loop, label};

	trail->events.safe_push(event);
}

static bool is_barrier(gimple *statement)
{
	return gimple_call_builtin_p(statement, BUILT_IN_GOMP_BARRIER) ||
	       gimple_call_builtin_p(statement, BUILT_IN_GOMP_BARRIER_CANCEL);
}

static void add_jumps(struct trail *trail, gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_GOTO:
		add_event(trail, EVENT_JUMP, NULL, gimple_goto_dest(statement));
		break;
	case GIMPLE_COND: {
		gcond *cond = as_a<gcond *>(statement);

		add_event(trail, EVENT_JUMP, NULL,
			  gimple_cond_true_label(cond));
		add_event(trail, EVENT_JUMP, NULL,
			  gimple_cond_false_label(cond));
		break;
	}
	case GIMPLE_LABEL:
		add_event(trail, EVENT_LABEL, NULL,
			  gimple_label_label(as_a<glabel *>(statement)));
		break;
	default:
		break;
	}
}

static void barrier_unless_nowait(struct trail *trail, tree clauses)
{
	if (!omp_find_clause(clauses, OMP_CLAUSE_NOWAIT))
		add_event(trail, EVENT_BARRIER, NULL, NULL_TREE);
}

static void add_call(struct trail *trail, tree function)
{
	if (function && !question_is_harmless(function))
		add_event(trail, EVENT_CALL, NULL, function);
}

/* walk_gimple_seq's callback; the team of an inner region is another one. */
static tree follow(gimple_stmt_iterator *gsi, bool *handled,
		   struct walk_stmt_info *info)
{
	struct trail *trail = (struct trail *)info->info;
	gimple *statement = gsi_stmt(*gsi);

	*handled = true;
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_PARALLEL:
	case GIMPLE_OMP_TASK:
	case GIMPLE_OMP_TARGET:
	case GIMPLE_OMP_TEAMS:
		return NULL_TREE;
	case GIMPLE_OMP_FOR:
		if (!is_worksharing(statement))
			break;
		add_event(trail, EVENT_LOOP, statement, NULL_TREE);
		barrier_unless_nowait(trail, gimple_omp_for_clauses(statement));
		return NULL_TREE;
	case GIMPLE_OMP_SINGLE:
		barrier_unless_nowait(trail,
				      gimple_omp_single_clauses(statement));
		return NULL_TREE;
	case GIMPLE_OMP_SECTIONS:
		barrier_unless_nowait(trail,
				      gimple_omp_sections_clauses(statement));
		return NULL_TREE;
	default:
		if (is_barrier(statement))
			add_event(trail, EVENT_BARRIER, NULL, NULL_TREE);
		else if (is_gimple_call(statement))
			add_call(trail, gimple_call_fndecl(statement));
		add_jumps(trail, statement);
	}
	*handled = false;
	return NULL_TREE;
}

static unsigned position_of_label(const struct trail *trail, tree label)
{
	unsigned i;

	for (i = 0; i < trail->events.length(); i++)
		if (trail->events[i].kind == EVENT_LABEL &&
		    trail->events[i].label == label)
			break;
	return i;
}

static tree schedule_of(gimple *loop)
{
	return find_clause(loop, OMP_CLAUSE_SCHEDULE);
}

static bool is_static(gimple *loop)
{
	return schedule_kind_of(schedule_of(loop))->is_promised;
}

static tree chunk_of(gimple *loop)
{
	tree clause = schedule_of(loop);

	return clause ? OMP_CLAUSE_SCHEDULE_CHUNK_EXPR(clause) : NULL_TREE;
}

/* OpenMP promises the same distribution only for static and equal chunks. */
static bool same_distribution(gimple *a, gimple *b)
{
	tree x = chunk_of(a), y = chunk_of(b);

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
		const struct event *event = &trail->events[i];

		if (event->kind == EVENT_BARRIER)
			return false;
		if (event->kind == EVENT_LOOP &&
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
		const struct event *event = &trail->events[i];
		unsigned target;

		if (event->kind == EVENT_BARRIER)
			return false;
		if (event->kind != EVENT_JUMP)
			continue;
		target = position_of_label(trail, event->label);
		if (target < from &&
		    reaches(trail, target, first, second, end_reached))
			return true;
	}
	return false;
}

static const struct trail *trail_of(const struct construct *construct)
{
	struct trail *trail = &last_trail;
	struct walk_stmt_info info;

	if (trail->function_uid == construct->function_uid &&
	    trail->parallel == construct->parallel &&
	    trail->events.length() > 0)
		return trail;
	trail->function_uid = construct->function_uid;
	trail->parallel = construct->parallel;
	trail->events.truncate(0);
	memset(&info, 0, sizeof(info));
	info.info = trail;
	walk_gimple_seq(construct->parallel
				? gimple_omp_body(construct->parallel)
				: gimple_body(current_function_decl),
			follow, NULL, &info);
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

		if (!loop || !find_clause(loop, OMP_CLAUSE_NOWAIT))
			continue;
		if (passes_on(trail, i, mine ? NULL : construct->share,
			      mine ? end_reached : &ignored))
			return true;
	}
	return false;
}

/* The nowait of a combined `parallel for` is the compiler's own. */
static bool relies_on_static(const struct construct *construct)
{
	bool end_reached = false;

	if (!is_static(construct->share))
		return false;
	if (construct->parallel &&
	    gimple_omp_parallel_combined_p(construct->parallel))
		return false;
	return is_one_of_pair(construct, trail_of(construct), &end_reached) ||
	       (end_reached && !construct->parallel);
}

static void add_function(vec<tree> *functions, const struct event *event)
{
	if (event->kind == EVENT_CALL && !functions->contains(event->label))
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
		if (trail->events[i].kind == EVENT_BARRIER)
			return true;
		add_function(functions, &trail->events[i]);
	}
	return false;
}

/* The loop's own nowait is no event; its barrier is the next one. */
bool rewrite_neighbours(const struct construct *construct, vec<tree> *before,
			vec<tree> *after, bool *open)
{
	const struct trail *trail;

	if (!is_worksharing(construct->share) || !is_static(construct->share) ||
	    (construct->parallel &&
	     gimple_omp_parallel_combined_p(construct->parallel)))
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

static void add_until_barrier(const struct trail *trail, unsigned from,
			      vec<tree> *calls)
{
	for (unsigned i = from; i < trail->events.length(); i++) {
		if (trail->events[i].kind == EVENT_BARRIER)
			break;
		if (trail->events[i].kind == EVENT_CALL)
			calls->safe_push(trail->events[i].label);
	}
	calls->safe_push(NULL_TREE);
}

/* What is called after the last barrier before a jump back goes on there. */
static void add_jump_back(const struct trail *trail, unsigned jump,
			  vec<tree> *calls)
{
	unsigned begin = jump, target;

	target = position_of_label(trail, trail->events[jump].label);
	if (target > jump)
		return;
	while (begin > target && trail->events[begin].kind != EVENT_BARRIER)
		begin--;
	calls->safe_push(NULL_TREE);
	for (unsigned i = begin; i < jump; i++)
		if (trail->events[i].kind == EVENT_CALL)
			calls->safe_push(trail->events[i].label);
	add_until_barrier(trail, target, calls);
}

void rewrite_calls(gimple *parallel, vec<tree> *calls)
{
	struct trail trail = {};
	struct walk_stmt_info info;

	memset(&info, 0, sizeof(info));
	info.info = &trail;
	walk_gimple_seq(parallel ? gimple_omp_body(parallel)
				 : gimple_body(current_function_decl),
			follow, NULL, &info);
	for (unsigned i = 0; i < trail.events.length(); i++)
		if (trail.events[i].kind == EVENT_CALL ||
		    trail.events[i].kind == EVENT_BARRIER)
			calls->safe_push(trail.events[i].label);
	for (unsigned i = 0; i < trail.events.length(); i++)
		if (trail.events[i].kind == EVENT_JUMP)
			add_jump_back(&trail, i, calls);
	trail.events.release();
}

/* ---- the table of reasons ---- */

static bool no_share(const struct construct *c)
{
	return !is_worksharing(c->share);
}

static bool non_rectangular(const struct construct *c)
{
	return is_non_rectangular(c->share) || is_non_rectangular(c->loop);
}

static bool inscan(const struct construct *c)
{
	return has_inscan(c->share) || has_inscan(c->loop);
}

static bool conditional_lastprivate(const struct construct *c)
{
	return has_conditional_lastprivate(c->share) ||
	       has_conditional_lastprivate(c->loop);
}

static bool workshare(const struct construct *c)
{
	return is_workshare(c->share);
}

static bool order(const struct construct *c)
{
	return has_order(c->share);
}

static bool thread_id(const struct construct *c)
{
	return c->thread_matters;
}

static bool threadprivate(const struct construct *c)
{
	return c->uses_threadprivate;
}

static bool carries(const struct construct *c)
{
	return c->carried.states.length() > 0;
}

static bool nowait(const struct construct *c)
{
	return is_worksharing(c->share) && relies_on_static(c);
}

/* The first group forbids a schedule clause, the second advises against
   any change. */
static const struct reason {
	bool forbids;
	bool (*holds)(const struct construct *construct);
	const char *text;
} reasons[] = {
	{true, no_share, "the construct takes no schedule clause"},
	{true, non_rectangular,
	 "the bounds of a collapsed loop depend on an outer counter"},
	{true, inscan, "an inscan reduction excludes a schedule clause"},
	{true, conditional_lastprivate,
	 "lastprivate(conditional:) has fixed the type of the counter"},
	{true, workshare, "the loop of a workshare takes no clause"},
	{true, order,
	 "order(concurrent) or a loop construct: the compiler distributes "
	 "the iterations"},
	{false, thread_id, "the region asks which thread it is"},
	{false, threadprivate, "the region uses threadprivate data"},
	{false, carries,
	 "an iteration reads what an earlier one of its thread has left in"},
	{false, nowait,
	 "nowait: the next loop may rely on the same static distribution"},
};

/* The first reason of the group that holds, or NULL. */
static const struct reason *find_reason(const struct construct *construct,
					bool forbids)
{
	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++)
		if (reasons[i].forbids == forbids &&
		    reasons[i].holds(construct))
			return &reasons[i];
	return NULL;
}

/* In full; the caller frees it. */
static char *text_of(const struct reason *reason,
		     const struct construct *construct)
{
	if (reason->holds != carries)
		return xstrdup(reason->text);
	return concat(reason->text, " '", construct->carried.states[0], "'",
		      NULL);
}

bool rewrite_reasons(const struct construct *construct, struct json *json)
{
	bool allowed = true;

	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++) {
		char *why, *text;

		if (!reasons[i].holds(construct))
			continue;
		why = text_of(&reasons[i], construct);
		text = concat(
			reasons[i].forbids ? "must not: " : "better not: ", why,
			NULL);
		json_string(json, text);
		free(text);
		free(why);
		allowed = allowed && !reasons[i].forbids;
	}
	return allowed;
}

/* ---- notes to the user: never more than a note ---- */

static void refuse(const struct construct *construct,
		   const struct tuned_entry *entry, const char *what,
		   const char *why)
{
	inform(construct->location, "podium: %s:%u: %s is left as written: %s",
	       tuned->name, entry->line, what, why);
}

/* ---- the clauses ---- */

static void unlink_clauses(tree *clauses, enum omp_clause_code code)
{
	while (*clauses)
		if (OMP_CLAUSE_CODE(*clauses) == code)
			*clauses = OMP_CLAUSE_CHAIN(*clauses);
		else
			clauses = &OMP_CLAUSE_CHAIN(*clauses);
}

/* A search for the uses of a variable and for the assignment to it. */
struct search {
	tree variable;
	unsigned uses; /* the assignment included */
	tree operands[3];
};

static tree count_use(tree *operand, int *walk_subtrees, void *data)
{
	struct walk_stmt_info *info = (struct walk_stmt_info *)data;
	struct search *search = (struct search *)info->info;

	if (TYPE_P(*operand))
		*walk_subtrees = 0;
	if (*operand == search->variable)
		search->uses++;
	return NULL_TREE;
}

static tree remove_assignment(gimple_stmt_iterator *gsi, bool *,
			      struct walk_stmt_info *info)
{
	struct search *search = (struct search *)info->info;
	gimple *statement = gsi_stmt(*gsi);

	if (!is_gimple_assign(statement) ||
	    gimple_assign_lhs(statement) != search->variable ||
	    gimple_has_volatile_ops(statement) || gimple_num_ops(statement) > 4)
		return NULL_TREE;
	for (unsigned i = 1; i < gimple_num_ops(statement); i++)
		search->operands[i - 1] = gimple_op(statement, i);
	gsi_remove(gsi, true);
	info->removed_stmt = true;
	return NULL_TREE;
}

static void unlink_sharing(gimple *parallel, tree variable)
{
	tree *clause = gimple_omp_parallel_clauses_ptr(
		as_a<gomp_parallel *>(parallel));

	while (*clause) {
		enum omp_clause_code code = OMP_CLAUSE_CODE(*clause);

		if ((code == OMP_CLAUSE_SHARED ||
		     code == OMP_CLAUSE_FIRSTPRIVATE) &&
		    OMP_CLAUSE_DECL(*clause) == variable)
			*clause = OMP_CLAUSE_CHAIN(*clause);
		else
			clause = &OMP_CLAUSE_CHAIN(*clause);
	}
}

/*
 * What served a chunk that is gone: assignments to the gimplifier's own
 * variables, and the data-sharing clause of what the region does not use any
 * more, which the front end would not have left there.
 */
static void drop_variable(gimple_seq *body, gimple *parallel, tree variable)
{
	struct search search = {variable, 0, {}};
	struct walk_stmt_info info;

	if (!variable || !DECL_P(variable))
		return;
	memset(&info, 0, sizeof(info));
	info.info = &search;
	walk_gimple_seq_mod(body, NULL, count_use, &info);
	if (search.uses == 0 && parallel)
		unlink_sharing(parallel, variable);
	if (search.uses != 1 || !DECL_ARTIFICIAL(variable) ||
	    is_global_var(variable))
		return;
	walk_gimple_seq_mod(body, remove_assignment, NULL, &info);
	for (size_t i = 0; i < ARRAY_SIZE(search.operands); i++)
		drop_variable(body, parallel, search.operands[i]);
}

static void drop_chunk(const struct construct *construct, tree chunk)
{
	gimple *parallel = construct->parallel;
	gimple_seq body = gimple_body(current_function_decl);

	if (parallel)
		drop_variable(gimple_omp_body_ptr(parallel), parallel, chunk);
	else
		drop_variable(&body, NULL, chunk);
}

/* The clause as the front ends build it for a construct of this kind. */
static tree build_schedule(const struct construct *construct,
			   const struct tuned_entry *entry)
{
	location_t location = gimple_location(construct->share);
	tree clause = build_omp_clause(location, OMP_CLAUSE_SCHEDULE);

	schedule_set(clause, entry->kind, entry->modifiers,
		     keeps_simd(construct));
	if (entry->chunk)
		OMP_CLAUSE_SCHEDULE_CHUNK_EXPR(clause) =
			build_int_cst(integer_type_node, entry->chunk);
	return clause;
}

static void set_schedule(const struct construct *construct,
			 const struct tuned_entry *entry)
{
	tree *clauses = gimple_omp_for_clauses_ptr(construct->share);
	tree chunk = chunk_of(construct->share);
	tree clause = build_schedule(construct, entry);

	unlink_clauses(clauses, OMP_CLAUSE_SCHEDULE);
	OMP_CLAUSE_CHAIN(clause) = *clauses;
	*clauses = clause;
	drop_chunk(construct, chunk);
}

static void set_threads(gimple *parallel, int threads)
{
	tree *clauses = gimple_omp_parallel_clauses_ptr(
		as_a<gomp_parallel *>(parallel));
	tree clause = build_omp_clause(gimple_location(parallel),
				       OMP_CLAUSE_NUM_THREADS);

	OMP_CLAUSE_NUM_THREADS_EXPR(clause) =
		build_int_cst(integer_type_node, threads);
	unlink_clauses(clauses, OMP_CLAUSE_NUM_THREADS);
	OMP_CLAUSE_CHAIN(clause) = *clauses;
	*clauses = clause;
}

/* ---- applying an entry ---- */

static struct set_region *find_set_region(const struct construct *construct)
{
	if (set_function != construct->function_uid)
		set_regions.truncate(0);
	set_function = construct->function_uid;
	for (unsigned i = 0; i < set_regions.length(); i++)
		if (set_regions[i].parallel == construct->parallel)
			return &set_regions[i];
	return NULL;
}

/* Several loops share a region: the first entry decides. */
static void apply_threads(const struct construct *construct,
			  const struct tuned_entry *entry)
{
	struct set_region *before;
	struct set_region now = {construct->parallel, entry->threads,
				 entry->line};

	if (!construct->parallel) {
		if (entry->id)
			refuse(construct, entry, "num_threads",
			       "no parallel region stands around the loop in "
			       "this function");
		return;
	}
	if (construct->asks_thread && !entry->force) {
		refuse(construct, entry, "num_threads",
		       "the region asks which thread it is, or of how many; "
		       "'force' changes it nevertheless");
		return;
	}
	before = find_set_region(construct);
	if (!before) {
		set_threads(construct->parallel, entry->threads);
		set_regions.safe_push(now);
		return;
	}
	if (before->threads != entry->threads)
		inform(construct->location,
		       "podium: %s:%u: %<num_threads(%d)%> is ignored: line %u "
		       "gave the region %d threads",
		       tuned->name, entry->line, entry->threads, before->line,
		       before->threads);
}

bool rewrite_is_static(const struct construct *construct)
{
	return schedule_kind_of(schedule_of(construct->share))->is_counted;
}

/* Kinds that GCC's code does not count are safe in the library. */
static const char *cannot_count(const struct construct *construct,
				const struct tuned_entry *entry)
{
	if (!entry->kind->is_counted)
		return NULL;
	if (entry->chunk > counter_chunk_most(construct))
		return "with a chunk as large as that GCC's counter of "
		       "static schedules wraps around";
	if (!rewrite_is_static(construct) && counter_is_too_small(construct))
		return "it has, or may have, more iterations than GCC can "
		       "count for a static schedule";
	return NULL;
}

/* What this schedule must not be combined with, or NULL. */
static const char *illegal_schedule(const struct construct *construct,
				    const struct tuned_entry *entry)
{
	const struct reason *reason = find_reason(construct, true);
	const char *unordered = schedule_unordered(entry->modifiers);

	if (reason)
		return reason->text;
	if (unordered && find_clause(construct->share, OMP_CLAUSE_ORDERED))
		return unordered;
	return cannot_count(construct, entry);
}

static void apply_schedule(const struct construct *construct,
			   const struct tuned_entry *entry)
{
	const char *why = illegal_schedule(construct, entry);

	if (!why)
		set_schedule(construct, entry);
	else if (entry->id || is_worksharing(construct->share))
		refuse(construct, entry, "schedule", why);
}

static void meet_file(char *path)
{
	for (unsigned i = met_files.length(); i-- > 0;)
		if (strcmp(met_files[i], path) == 0) {
			free(path);
			return;
		}
	met_files.safe_push(path);
}

static struct tuned_entry *entry_for(const struct construct *construct)
{
	const char *file = LOCATION_FILE(construct->location);
	char *path = tuned_path(file ? file : main_input_filename);
	struct tuned_entry *entry =
		tuned_find(tuned, path, construct->id, construct->name);

	meet_file(path);
	return entry;
}

void rewrite_construct(const struct construct *construct)
{
	struct tuned_entry *entry;
	const struct reason *unwise;

	if (!tuned)
		return;
	entry = entry_for(construct);
	if (!entry)
		return;
	unwise = entry->force ? NULL : find_reason(construct, false);
	if (unwise) {
		char *why = text_of(unwise, construct);

		inform(construct->location,
		       "podium: %s:%u: the loop is left as written: %s; write "
		       "%<force%> to change it nevertheless",
		       tuned->name, entry->line, why);
		free(why);
		return;
	}
	if (entry->kind)
		apply_schedule(construct, entry);
	if (entry->threads)
		apply_threads(construct, entry);
}

/* ---- beginning and end of the unit ---- */

void rewrite_load(const char *path)
{
	char *error = NULL;

	tuned = tuned_read(path, &error);
	if (!tuned)
		inform(UNKNOWN_LOCATION, "podium: %s" LEFT, error);
	free(error);
}

static bool belongs_here(const struct tuned_entry *entry)
{
	for (unsigned i = 0; i < met_files.length(); i++)
		if (tuned_names(entry, met_files[i]))
			return true;
	return false;
}

static void tell_unmatched(void)
{
	unsigned unmatched = 0;

	for (unsigned i = 0; i < tuned->count; i++) {
		const struct tuned_entry *entry = &tuned->entries[i];

		if (!entry->id || entry->matched || !belongs_here(entry))
			continue;
		if (unmatched++ < MAX_NOTES)
			inform(UNKNOWN_LOCATION,
			       "podium: %s:%u: no loop %s in this unit",
			       tuned->name, entry->line, entry->id);
	}
	if (unmatched > MAX_NOTES)
		inform(UNKNOWN_LOCATION,
		       "podium: %s: and %u more entries without a loop",
		       tuned->name, unmatched - MAX_NOTES);
}

/* After an error the functions were not all seen. */
void rewrite_end(void)
{
	if (tuned && main_input_filename && !seen_error()) {
		meet_file(tuned_path(main_input_filename));
		tell_unmatched();
	}
	for (unsigned i = 0; i < met_files.length(); i++)
		free(met_files[i]);
	met_files.release();
	set_regions.release();
	last_trail.events.release();
	tuned_free(tuned);
	tuned = NULL;
}
