/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops that stand behind a condition.
 *
 * The blocks from the last one that every iteration comes to up to the loop
 * form a region; each edge that leaves it elsewhere passes the loop by. Such
 * an edge is harmless where its test only asks whether the loop has any
 * iteration, as Fortran does before each loop.
 */
#include "base/gcc.h"
#include "guard.h"
#include "value.h"

/* Does every iteration of the loop come to the block? */
static bool is_always_reached(const class loop *loop, basic_block block)
{
	return !loop->latch ||
	       dominated_by_p(CDI_DOMINATORS, loop->latch, block);
}

/* The last block before this one to which every iteration comes. */
static basic_block certain_block_before(const class loop *loop,
					basic_block block)
{
	while (!is_always_reached(loop, block))
		block = get_immediate_dominator(CDI_DOMINATORS, block);
	return block;
}

/* Every block on a way from the first one to the last. */
static void collect_region(basic_block first, basic_block last,
			   hash_set<basic_block> *region)
{
	auto_vec<basic_block> worklist;

	region->add(first);
	region->add(last);
	worklist.safe_push(last);
	while (!worklist.is_empty()) {
		basic_block block = worklist.pop();
		edge in;
		edge_iterator ei;

		FOR_EACH_EDGE (in, ei, block->preds)
			if (!region->add(in->src))
				worklist.safe_push(in->src);
	}
}

struct comparison {
	enum tree_code code;
	tree left, right;
};

/* What a truth value was made of: a conversion, an expectation; or NULL. */
static tree source_of_truth(gimple *statement)
{
	if (is_gimple_assign(statement) &&
	    CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(statement)))
		return gimple_assign_rhs1(statement);
	if (is_gimple_call(statement) &&
	    (gimple_call_internal_p(statement, IFN_BUILTIN_EXPECT) ||
	     gimple_call_builtin_p(statement, BUILT_IN_EXPECT)))
		return gimple_call_arg(statement, 0);
	return NULL_TREE;
}

/* The comparison behind truth != 0, if there is one. */
static struct comparison compared(gcond *test)
{
	struct comparison found = {gimple_cond_code(test),
				   gimple_cond_lhs(test),
				   gimple_cond_rhs(test)};
	tree truth = found.left;

	while (found.code == NE_EXPR && integer_zerop(found.right) && truth &&
	       TREE_CODE(truth) == SSA_NAME) {
		gimple *statement = SSA_NAME_DEF_STMT(truth);

		if (is_gimple_assign(statement) &&
		    TREE_CODE_CLASS(gimple_assign_rhs_code(statement)) ==
			    tcc_comparison) {
			found.code = gimple_assign_rhs_code(statement);
			found.left = gimple_assign_rhs1(statement);
			found.right = gimple_assign_rhs2(statement);
			return found;
		}
		truth = source_of_truth(statement);
	}
	return found;
}

/* What is not negative where the test does not take this edge. */
static const struct expr *margin(gcond *test, edge skip)
{
	struct comparison comparison = compared(test);
	enum tree_code code = comparison.code;
	const struct expr *left = value_of(comparison.left);
	const struct expr *right = value_of(comparison.right);

	if (skip->flags & EDGE_TRUE_VALUE)
		code = invert_tree_comparison(code, false);
	switch (code) {
	case GE_EXPR:
		return expr_sub(left, right);
	case GT_EXPR:
		return expr_sub(expr_sub(left, right), expr_int(1));
	case LE_EXPR:
		return expr_sub(right, left);
	case LT_EXPR:
		return expr_sub(expr_sub(right, left), expr_int(1));
	default:
		return NULL;
	}
}

static const struct atom *single_operation(const struct expr *e)
{
	const struct term *term = e && e->count == 1 ? &e->terms[0] : NULL;

	if (!term || term->count != 1 || term->factor != 1 ||
	    term->atoms[0]->kind != ATOM_OPERATION)
		return NULL;
	return term->atoms[0];
}

/*
 * Is "margin" not negative just where "last", the trip without one, is? That
 * of a step other than 1 is a quotient, which may be written as a shift; with
 * a step of unknown sign it is one of two.
 */
static bool decides(const struct expr *margin, const struct expr *last)
{
	const struct atom *atom = single_operation(last);

	if (expr_equal(margin, last))
		return true;
	if (!atom)
		return false;
	if (atom->operation == OP_DIV || atom->operation == OP_SHR)
		return expr_equal(margin, atom->args[0]);
	if (atom->operation != OP_IF)
		return false;
	return decides(margin, atom->args[1]) || decides(margin, atom->args[2]);
}

static bool asks_for_any_iteration(const struct nest_loop *loop, edge skip)
{
	gimple *last = last_stmt(skip->src);
	gcond *test = last ? dyn_cast<gcond *>(last) : NULL;

	return test &&
	       decides(margin(test, skip), expr_sub(loop->trip, expr_int(1)));
}

bool guard_is_conditional(const struct nest *nest, int index)
{
	const struct nest_loop *of = &nest->loops[index];
	class loop *outer = loop_outer(of->loop);
	basic_block before = loop_preheader_edge(of->loop)->src;
	hash_set<basic_block> region;
	edge out;
	edge_iterator ei;

	if (of->parent < 0 || is_always_reached(outer, before))
		return false;
	collect_region(certain_block_before(outer, before), before, &region);
	for (auto block : region)
		FOR_EACH_EDGE (out, ei, block->succs)
			if (out->dest != of->loop->header &&
			    !(out->flags &
			      (EDGE_EH | EDGE_ABNORMAL | EDGE_FAKE)) &&
			    !region.contains(out->dest) &&
			    !asks_for_any_iteration(of, out))
				return true;
	return false;
}
