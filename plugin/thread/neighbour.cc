/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops of a region that may rely on each other's static distribution.
 *
 * OpenMP promises that such loops give the same iterations to the same
 * threads, and programs go on without a barrier. Whether the second one uses
 * what the first one wrote is not asked.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "construct/schedule.h"
#include "callee.h"
#include "neighbour.h"

/* ---- events ---- */

static void add(struct neighbours *all, enum event_kind kind, gimple *statement,
		tree label, bool ends)
{
	all->events.safe_push({kind, statement, label, ends});
}

static void add_jumps(struct neighbours *all, gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_GOTO:
		add(all, EVENT_JUMP, NULL, gimple_goto_dest(statement), true);
		break;
	case GIMPLE_COND: {
		gcond *cond = as_a<gcond *>(statement);

		add(all, EVENT_JUMP, NULL, gimple_cond_true_label(cond), false);
		add(all, EVENT_JUMP, NULL, gimple_cond_false_label(cond), true);
		break;
	}
	case GIMPLE_SWITCH: {
		gswitch *choice = as_a<gswitch *>(statement);
		unsigned count = gimple_switch_num_labels(choice);

		for (unsigned i = 0; i < count; i++)
			add(all, EVENT_JUMP, NULL,
			    CASE_LABEL(gimple_switch_label(choice, i)),
			    i + 1 == count);
		break;
	}
	case GIMPLE_RETURN:
		add(all, EVENT_JUMP, NULL, NULL_TREE, true);
		break;
	case GIMPLE_LABEL:
		add(all, EVENT_LABEL, NULL,
		    gimple_label_label(as_a<glabel *>(statement)), false);
		break;
	default:
		break;
	}
}

static bool is_barrier(gimple *statement)
{
	tree function = is_gimple_call(statement)
				? gimple_call_fndecl(statement)
				: NULL_TREE;

	return function && DECL_NAME(function) &&
	       strcmp(omp_plain_name(function), "GOMP_barrier") == 0;
}

static void barrier_unless_nowait(struct neighbours *all, gimple *statement)
{
	if (!omp_clause(statement, OMP_CLAUSE_NOWAIT))
		add(all, EVENT_BARRIER, NULL, NULL_TREE, false);
}

static tree find_element(tree *at, int *walk_subtrees, void *)
{
	if (TYPE_P(*at))
		*walk_subtrees = 0;
	return TREE_CODE(*at) == ARRAY_REF || TREE_CODE(*at) == MEM_REF
		       ? *at
		       : NULL_TREE;
}

/* One thread of a known number may go on with elements of its own. */
static bool touches_arrays(gimple_seq body)
{
	struct walk_stmt_info info = {};

	return walk_gimple_seq(body, NULL, find_element, &info) != NULL;
}

/* The team of an inner region is another one. */
static tree follow(gimple_stmt_iterator *gsi, bool *handled,
		   struct walk_stmt_info *info)
{
	struct neighbours *all = (struct neighbours *)info->info;
	gimple *statement = gsi_stmt(*gsi);

	*handled = true;
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_PARALLEL:
	case GIMPLE_OMP_TASK:
	case GIMPLE_OMP_TARGET:
	case GIMPLE_OMP_TEAMS:
		return NULL_TREE;
	case GIMPLE_OMP_FOR:
		if (!schedule_fits(statement))
			break;
		add(all, EVENT_LOOP, statement, NULL_TREE, false);
		barrier_unless_nowait(all, statement);
		return NULL_TREE;
	case GIMPLE_OMP_SINGLE:
	case GIMPLE_OMP_SECTIONS:
		barrier_unless_nowait(all, statement);
		return NULL_TREE;
	case GIMPLE_OMP_MASTER:
	case GIMPLE_OMP_MASKED:
		if (touches_arrays(gimple_omp_body(statement)))
			add(all, EVENT_MASTER, statement, NULL_TREE, false);
		return NULL_TREE;
	default:
		if (is_barrier(statement))
			add(all, EVENT_BARRIER, NULL, NULL_TREE, false);
		else if (is_gimple_call(statement))
			add(all, EVENT_CALL, statement, NULL_TREE, false);
		add_jumps(all, statement);
	}
	*handled = false;
	return NULL_TREE;
}

void neighbour_find(struct neighbours *all, gimple *parallel)
{
	struct walk_stmt_info info = {};

	*all = {};
	all->in_region = parallel;
	info.info = all;
	walk_gimple_seq(parallel ? gimple_omp_body(parallel)
				 : gimple_body(current_function_decl),
			follow, NULL, &info);
}

void neighbour_free(struct neighbours *all)
{
	all->events.release();
}

/* ---- ways ---- */

static unsigned place_of(const struct neighbours *all, gimple *statement)
{
	unsigned i = 0;

	while (i < all->events.length() &&
	       all->events[i].statement != statement)
		i++;
	return i;
}

static unsigned target_of(const struct neighbours *all, tree label)
{
	unsigned i = 0;

	while (i < all->events.length() &&
	       (all->events[i].kind != EVENT_LABEL ||
		all->events[i].label != label || !label))
		i++;
	return i;
}

/* Add the events, and the end as their number, that are reached from behind
   one without a barrier. */
static void reach(const struct neighbours *all, unsigned from, bitmap reached)
{
	vec<unsigned> next = vNULL;

	next.safe_push(from + 1);
	while (!next.is_empty()) {
		unsigned i = next.pop();
		const struct event *event;

		if (!bitmap_set_bit(reached, i) || i >= all->events.length())
			continue;
		event = &all->events[i];
		if (event->kind == EVENT_BARRIER)
			continue;
		if (event->kind == EVENT_JUMP)
			next.safe_push(target_of(all, event->label));
		if (event->kind != EVENT_JUMP || !event->ends)
			next.safe_push(i + 1);
	}
	next.release();
}

static bool comes_to(const struct neighbours *all, unsigned from, unsigned to)
{
	bitmap reached = BITMAP_ALLOC(NULL);
	bool comes;

	reach(all, from, reached);
	comes = bitmap_bit_p(reached, to);
	BITMAP_FREE(reached);
	return comes;
}

/* ---- loops ---- */

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

/* Elements of the loop's first thread. */
bool neighbour_of_master(const struct neighbours *all, gimple *loop)
{
	unsigned own = place_of(all, loop);

	if (own == all->events.length() || !is_static(loop))
		return false;
	for (unsigned i = 0; i < all->events.length(); i++)
		if (all->events[i].kind == EVENT_MASTER &&
		    (comes_to(all, own, i) || comes_to(all, i, own)))
			return true;
	return false;
}

static bool may_rely(const struct neighbours *all, unsigned first,
		     unsigned second)
{
	return same_distribution(all->events[first].statement,
				 all->events[second].statement) &&
	       comes_to(all, first, second);
}

/* A call after it may come to a static loop whose region this is. */
static bool comes_to_sharing(const struct neighbours *all, unsigned own)
{
	for (unsigned i = 0; i < all->events.length(); i++) {
		const struct event *event = &all->events[i];
		tree function = event->kind == EVENT_CALL
					? gimple_call_fndecl(event->statement)
					: NULL_TREE;

		if (function && callee_may_share(function) &&
		    comes_to(all, own, i))
			return true;
	}
	return false;
}

bool neighbour_relies(const struct neighbours *all, gimple *loop)
{
	unsigned own = place_of(all, loop), end = all->events.length();

	if (own == end || !is_static(loop))
		return false;
	for (unsigned i = 0; i < end; i++)
		if (all->events[i].kind == EVENT_LOOP &&
		    (may_rely(all, own, i) || may_rely(all, i, own)))
			return true;
	return (!all->in_region && comes_to(all, own, end)) ||
	       comes_to_sharing(all, own);
}

void neighbour_before(const struct neighbours *all, gimple *loop,
		      vec<tree> *functions)
{
	unsigned own = place_of(all, loop);

	if (own == all->events.length() || !is_static(loop))
		return;
	for (unsigned i = 0; i < all->events.length(); i++) {
		const struct event *event = &all->events[i];
		tree function = event->kind == EVENT_CALL
					? gimple_call_fndecl(event->statement)
					: NULL_TREE;

		if (function && callee_may_go_on(function) &&
		    comes_to(all, i, own))
			functions->safe_push(function);
	}
}

bool neighbour_is_open(const struct neighbours *all, gimple *call)
{
	unsigned to = place_of(all, call);

	for (unsigned i = 0; i < all->events.length(); i++)
		if (all->events[i].kind == EVENT_LOOP &&
		    is_static(all->events[i].statement) && comes_to(all, i, to))
			return true;
	return false;
}
