/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What keeps iterations that meet from being a race; see race.h.
 *
 * A race is claimed where it is certain. Threads may wait for each other
 * in ways that are seen, but not understood: flags that one sets, flushes, and
 * another waits for, or functions of other units that do so. And what one
 * iteration alone does meets nothing of another.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "calls.h"
#include "operation.h"
#include "race.h"
#include "value.h"

static const char *interned(char *text)
{
	const char *kept = IDENTIFIER_POINTER(get_identifier(text));

	free(text);
	return kept;
}

/* ---- order ----------------------------------------------------------------
 */

/* Code that all threads of the region run, where the loop is shared out. */
struct scope {
	const struct nest *nest;
	const vec<struct protection> *protections;
	const struct protection *region; /* NULL: all of the function */
	gimple *start;			 /* of the loop */
};

static bool stands_between(const struct protection *region, gimple *statement)
{
	return nest_stands_before(region->enter, statement) &&
	       !nest_stands_before(region->exit, statement);
}

static void find_region(struct scope *scope)
{
	struct protection *region;
	unsigned i;

	FOR_EACH_VEC_ELT (*scope->protections, i, region)
		if (strcmp(region->kind, "parallel") == 0 && scope->start &&
		    stands_between(region, scope->start))
			scope->region = region;
}

static bool is_in_scope(const struct scope *scope, gimple *statement)
{
	return !scope->region || stands_between(scope->region, statement);
}

/* Fences, and atomic operations that see what others have done. */
static bool is_fence(gimple *statement)
{
	static const char *const names[] = {"sync_synchronize",
					    "atomic_thread_fence",
					    "atomic_load",
					    "atomic_compare_exchange",
					    "atomic_exchange",
					    "atomic_test_and_set",
					    "sync_lock_test_and_",
					    "sync_bool_compare_and_swap",
					    "sync_val_compare_and_swap"};
	const char *name;

	if (!gimple_call_builtin_p(statement, BUILT_IN_NORMAL))
		return false;
	name = omp_plain_name(gimple_call_fndecl(statement));
	name += strspn(name, "_");
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		if (startswith(name, names[i]))
			return true;
	return false;
}

/* Does it read what another thread may write meanwhile? */
static bool looks_at_others(const struct scope *scope, gimple *statement)
{
	const char *protection;

	if (!gimple_assign_load_p(statement))
		return is_gimple_call(statement) && is_fence(statement);
	protection = memory_protection(scope->protections, statement);
	return gimple_has_volatile_ops(statement) ||
	       (protection && strcmp(protection, "atomic") == 0);
}

/* A loop that changes nothing and looks at what others do waits for them. */
static bool is_waiting(const struct scope *scope, class loop *loop)
{
	basic_block *blocks = get_loop_body(loop);
	bool looks = false, changes = false;

	for (unsigned i = 0; i < loop->num_nodes; i++)
		for (gimple_stmt_iterator gsi = gsi_start_bb(blocks[i]);
		     !gsi_end_p(gsi); gsi_next(&gsi)) {
			gimple *statement = gsi_stmt(gsi);

			changes |= gimple_store_p(statement) &&
				   !gimple_clobber_p(statement);
			looks |= looks_at_others(scope, statement);
		}
	free(blocks);
	return looks && !changes;
}

static const char *order_of_loops(const struct scope *scope)
{
	FOR_EACH_LOOP_OF (loop, 0) {
		gimple *inside = first_stmt(loop->header);

		if (inside && is_in_scope(scope, inside) &&
		    is_waiting(scope, loop))
			return "unless waiting for others orders them";
	}
	return NULL;
}

/*
 * Threads do not meet at the end of a loop with nowait: who waits for its
 * neighbour does so in a function that was called before.
 */
static bool may_wait(const struct scope *scope, gimple *statement)
{
	return scope->nest->construct->nowait && scope->start &&
	       nest_stands_before(statement, scope->start) &&
	       operation_is_call(statement);
}

static const char *order_of(const struct scope *scope, gimple *statement)
{
	const char *name;

	if (!is_gimple_call(statement) || !is_in_scope(scope, statement))
		return NULL;
	if (is_fence(statement))
		return "unless flushes or atomic operations order them";
	if (!may_wait(scope, statement))
		return NULL;
	name = calls_name(statement);
	return interned(xasprintf("unless '%s' orders the threads",
				  name ? name : "a function"));
}

const char *race_order(const struct nest *nest,
		       const vec<struct protection> *protections)
{
	class loop *outermost = nest->loops[nest->around].loop;
	struct scope scope = {nest, protections, NULL,
			      first_stmt(outermost->header)};
	const char *order;
	basic_block block;

	find_region(&scope);
	FOR_EACH_BB_FN (block, cfun)
		for (gimple_stmt_iterator gsi = gsi_start_bb(block);
		     !gsi_end_p(gsi); gsi_next(&gsi)) {
			order = order_of(&scope, gsi_stmt(gsi));
			if (order)
				return order;
		}
	return order_of_loops(&scope);
}

/* ---- conditions ---------------------------------------------------------- */

static bool is_number_of_thread(tree value)
{
	gimple *from;

	while (TREE_CODE(value) == SSA_NAME) {
		from = SSA_NAME_DEF_STMT(value);
		if (gimple_assign_ssa_name_copy_p(from) ||
		    gimple_assign_cast_p(from)) {
			value = gimple_assign_rhs1(from);
			continue;
		}
		return is_gimple_call(from) && gimple_call_fndecl(from) &&
		       strcmp(omp_plain_name(gimple_call_fndecl(from)),
			      "omp_get_thread_num") == 0;
	}
	return false;
}

/* Is the test true for one iteration, or for one thread? */
static bool picks_one(const struct nest *nest, gcond *test, bool if_true,
		      int loop)
{
	enum tree_code code = gimple_cond_code(test);
	tree left = gimple_cond_lhs(test), right = gimple_cond_rhs(test);
	const struct expr *gap, *factor;

	if (code != (if_true ? EQ_EXPR : NE_EXPR))
		return false;
	if (is_number_of_thread(left) || is_number_of_thread(right))
		return true;
	gap = expr_sub(value_of(left), value_of(right));
	if (!gap || !nest->loops[loop].variable)
		return false;
	factor = expr_coefficient(gap, nest->loops[loop].variable);
	return factor && factor->count;
}

/* The edge by which the test leads to the block and to no other way. */
static edge way_to(basic_block from, basic_block block)
{
	edge out;
	edge_iterator i;

	FOR_EACH_EDGE (out, i, from->succs)
		if (single_pred_p(out->dest) &&
		    dominated_by_p(CDI_DOMINATORS, block, out->dest))
			return out;
	return NULL;
}

bool race_is_for_one(const struct nest *nest, basic_block block, int loop)
{
	basic_block header = nest->loops[loop].loop->header, before = block;

	while (before && before != header) {
		gimple *last;
		edge way;

		before = get_immediate_dominator(CDI_DOMINATORS, before);
		last = before ? last_stmt(before) : NULL;
		way = before ? way_to(before, block) : NULL;
		if (way && last && gimple_code(last) == GIMPLE_COND &&
		    picks_one(nest, as_a<gcond *>(last),
			      way->flags & EDGE_TRUE_VALUE, loop))
			return true;
	}
	return false;
}
