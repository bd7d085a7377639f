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

/* ---- ways ---- */

static bool is_barrier(gimple *statement)
{
	tree function = is_gimple_call(statement)
				? gimple_call_fndecl(statement)
				: NULL_TREE;

	return function && DECL_NAME(function) &&
	       strcmp(omp_plain_name(function), "GOMP_barrier") == 0;
}

/* Is the construct one event, whatever is in it? The team of an inner region is
   another one. */
static bool is_closed(const struct step *step)
{
	switch (gimple_code(step->statement)) {
	case GIMPLE_OMP_PARALLEL:
	case GIMPLE_OMP_TASK:
	case GIMPLE_OMP_TARGET:
	case GIMPLE_OMP_TEAMS:
	case GIMPLE_OMP_SINGLE:
	case GIMPLE_OMP_SECTIONS:
	case GIMPLE_OMP_MASTER:
	case GIMPLE_OMP_MASKED:
		return true;
	default:
		return step->kind == STEP_LOOP;
	}
}

/* Do threads wait for each other where they leave it? */
static bool waits(const struct steps *steps, unsigned left)
{
	gimple *statement = steps->list[left].statement;
	enum gimple_code code = gimple_code(statement);

	return (code == GIMPLE_OMP_SINGLE || code == GIMPLE_OMP_SECTIONS ||
		(code == GIMPLE_OMP_FOR && schedule_fits(statement))) &&
	       !omp_clause(statement, OMP_CLAUSE_NOWAIT);
}

/* Add the steps that follow one without a barrier. */
static void add_next(const struct steps *steps, unsigned at,
		     vec<unsigned> *next)
{
	const struct step *step = &steps->list[at];

	if (step->kind == STEP_LEAVE ? waits(steps, at)
				     : is_barrier(step->statement))
		return;
	if (step->kind != STEP_LEAVE && is_closed(step))
		next->safe_push(step->end);
	else if (step->kind != STEP_STATEMENT || !steps_jumps(steps, at, next))
		next->safe_push(at + 1);
}

/* Does the second step, or the end as the number of steps, follow the first one
   without a barrier? */
static bool comes_to(const struct steps *steps, unsigned from, unsigned to)
{
	bitmap reached = BITMAP_ALLOC(NULL);
	vec<unsigned> next = vNULL;
	bool comes;

	next.safe_push(steps->list[from].end ? steps->list[from].end
					     : from + 1);
	while (!next.is_empty()) {
		unsigned at = next.pop();

		if (bitmap_set_bit(reached, at) && at < steps->list.length())
			add_next(steps, at, &next);
	}
	comes = bitmap_bit_p(reached, to);
	BITMAP_FREE(reached);
	next.release();
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

static unsigned place_of(const struct steps *steps, gimple *statement)
{
	unsigned i = 0;

	while (i < steps->list.length() &&
	       steps->list[i].statement != statement)
		i++;
	return i;
}

/* Is it in the row at all, and static? */
static bool is_asked(const struct steps *steps, unsigned place)
{
	return place < steps->list.length() &&
	       is_static(steps->list[place].statement);
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
static bool is_master(const struct step *step)
{
	struct walk_stmt_info info = {};
	enum gimple_code code = gimple_code(step->statement);

	return step->kind == STEP_ENTER &&
	       (code == GIMPLE_OMP_MASTER || code == GIMPLE_OMP_MASKED) &&
	       walk_gimple_seq(gimple_omp_body(step->statement), NULL,
			       find_element, &info);
}

bool neighbour_of_master(const struct steps *steps, gimple *loop)
{
	unsigned own = place_of(steps, loop);

	for (unsigned i = 0; is_asked(steps, own) && i < steps->list.length();
	     i++)
		if (is_master(&steps->list[i]) &&
		    (comes_to(steps, own, i) || comes_to(steps, i, own)))
			return true;
	return false;
}

static tree called(const struct step *step)
{
	return step->kind == STEP_STATEMENT && is_gimple_call(step->statement)
		       ? gimple_call_fndecl(step->statement)
		       : NULL_TREE;
}

/* A call after it may come to a static loop whose region this is. */
static bool relies(const struct steps *steps, unsigned own, unsigned other)
{
	const struct step *step = &steps->list[other];
	tree function = called(step);

	if (function)
		return callee_may_share(function) &&
		       comes_to(steps, own, other);
	return step->kind == STEP_LOOP &&
	       same_distribution(steps->list[own].statement, step->statement) &&
	       (comes_to(steps, own, other) || comes_to(steps, other, own));
}

bool neighbour_relies(const struct steps *steps, bool in_region, gimple *loop)
{
	unsigned own = place_of(steps, loop);

	for (unsigned i = 0; is_asked(steps, own) && i < steps->list.length();
	     i++)
		if (relies(steps, own, i))
			return true;
	return is_asked(steps, own) && !in_region &&
	       comes_to(steps, own, steps->list.length());
}

void neighbour_before(const struct steps *steps, gimple *loop,
		      vec<tree> *functions)
{
	unsigned own = place_of(steps, loop);

	for (unsigned i = 0; is_asked(steps, own) && i < steps->list.length();
	     i++) {
		tree function = called(&steps->list[i]);

		if (function && callee_may_go_on(function) &&
		    comes_to(steps, i, own))
			functions->safe_push(function);
	}
}

bool neighbour_is_open(const struct steps *steps, gimple *call)
{
	unsigned to = place_of(steps, call);

	for (unsigned i = 0; i < steps->list.length(); i++)
		if (steps->list[i].kind == STEP_LOOP &&
		    is_static(steps->list[i].statement) &&
		    comes_to(steps, i, to))
			return true;
	return false;
}
