/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "base/marker.h"
#include "extreme.h"

/* Numbers made of more operations, one behind the other, are not followed. */
#define DEEPEST 8

/* ---- ways ---------------------------------------------------------------- */

/* Blocks in which nothing happens, one behind the other: more are not passed.
 */
#define MOST_PASSED 8

static bool has_values(basic_block block)
{
	for (gphi_iterator i = gsi_start_phis(block); !gsi_end_p(i);
	     gsi_next(&i))
		if (!virtual_operand_p(gimple_phi_result(i.phi())))
			return true;
	return false;
}

/* Does nothing happen in it on the way to the next one? */
static bool is_passed_through(basic_block block)
{
	if (!single_succ_p(block) || has_values(block))
		return false;
	for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i);
	     gsi_next(&i)) {
		gimple *statement = gsi_stmt(i);

		if (!is_gimple_debug(statement) && !marker_is_any(statement) &&
		    gimple_code(statement) != GIMPLE_LABEL &&
		    gimple_code(statement) != GIMPLE_NOP &&
		    gimple_code(statement) != GIMPLE_PREDICT)
			return false;
	}
	return true;
}

/* Where the way begins that comes in here. */
static edge begin_of(edge way)
{
	for (int i = 0; i < MOST_PASSED && single_pred_p(way->src) &&
			is_passed_through(way->src);
	     i++)
		way = single_pred_edge(way->src);
	return way;
}

static edge end_of(edge way)
{
	for (int i = 0; i < MOST_PASSED && is_passed_through(way->dest); i++)
		way = single_succ_edge(way->dest);
	return way;
}

static edge other_branch(edge branch)
{
	basic_block block = branch->src;

	return EDGE_SUCC(block, 0) == branch ? EDGE_SUCC(block, 1)
					     : EDGE_SUCC(block, 0);
}

/* Does no value but this one tell the ways apart? Nothing is stored on them. */
static bool is_only_difference(gphi *phi, edge one, edge other)
{
	for (gphi_iterator i = gsi_start_phis(gimple_bb(phi)); !gsi_end_p(i);
	     gsi_next(&i))
		if (i.phi() != phi &&
		    !virtual_operand_p(gimple_phi_result(i.phi())) &&
		    !operand_equal_p(PHI_ARG_DEF_FROM_EDGE(i.phi(), one),
				     PHI_ARG_DEF_FROM_EDGE(i.phi(), other)))
			return false;
	return true;
}

/* ---- comparisons --------------------------------------------------------- */

/* "number > before" for "before < number", ERROR_MARK where other values are
   compared. */
static enum tree_code comparison_of(gcond *condition, tree number, tree before)
{
	tree left = gimple_cond_lhs(condition);
	tree right = gimple_cond_rhs(condition);

	if (operand_equal_p(left, number) && operand_equal_p(right, before))
		return gimple_cond_code(condition);
	if (operand_equal_p(left, before) && operand_equal_p(right, number))
		return swap_tree_comparison(gimple_cond_code(condition));
	return ERROR_MARK;
}

/* Of the comparison by which a number is taken: of NaN it must be false. */
static enum tree_code operation_of(enum tree_code comparison)
{
	switch (comparison) {
	case GT_EXPR:
	case GE_EXPR:
		return MAX_EXPR;
	case LT_EXPR:
	case LE_EXPR:
		return MIN_EXPR;
	default:
		return ERROR_MARK;
	}
}

static enum tree_code operation_on(edge branch, const struct extreme *extreme)
{
	gcond *condition = as_a<gcond *>(last_stmt(branch->src));
	enum tree_code comparison =
		comparison_of(condition, extreme->number, extreme->before);

	if (comparison != ERROR_MARK && (branch->flags & EDGE_FALSE_VALUE))
		comparison = invert_tree_comparison(
			comparison, HONOR_NANS(extreme->number));
	return operation_of(comparison);
}

static bool is_condition(basic_block block)
{
	gimple *last = last_stmt(block);

	return last && gimple_code(last) == GIMPLE_COND;
}

bool extreme_of_way(gphi *phi, unsigned way, struct extreme *found)
{
	edge in = gimple_phi_arg_edge(phi, way), branch = begin_of(in), other;

	if (!is_condition(branch->src))
		return false;
	other = end_of(other_branch(branch));
	if (other->dest != gimple_bb(phi) || other == in ||
	    !is_only_difference(phi, in, other))
		return false;
	found->number = gimple_phi_arg_def(phi, way);
	found->before = PHI_ARG_DEF_FROM_EDGE(phi, other);
	found->code = operation_on(branch, found);
	return found->code != ERROR_MARK;
}

bool extreme_of_condition(gcond *condition, tree value, struct extreme *found)
{
	for (unsigned i = 0; i < 2; i++) {
		edge way = end_of(EDGE_SUCC(gimple_bb(condition), i));

		for (gphi_iterator phis = gsi_start_phis(way->dest);
		     !gsi_end_p(phis); gsi_next(&phis))
			if (extreme_of_way(phis.phi(), way->dest_idx, found) &&
			    found->before == value)
				return true;
	}
	return false;
}

/* ---- functions ----------------------------------------------------------- */

bool extreme_of_call(gcall *call, tree value, struct extreme *found)
{
	tree one, other;

	switch (gimple_call_combined_fn(call)) {
	case CFN_BUILT_IN_FMAX:
	case CFN_BUILT_IN_FMAXF:
	case CFN_BUILT_IN_FMAXL:
	case CFN_FMAX:
		found->code = MAX_EXPR;
		break;
	case CFN_BUILT_IN_FMIN:
	case CFN_BUILT_IN_FMINF:
	case CFN_BUILT_IN_FMINL:
	case CFN_FMIN:
		found->code = MIN_EXPR;
		break;
	default:
		return false;
	}
	one = gimple_call_arg(call, 0);
	other = gimple_call_arg(call, 1);
	found->before = value;
	found->number = one == value ? other : one;
	return gimple_call_lhs(call) && found->number != value;
}

/* ---- signs of zeros ------------------------------------------------------ */

static bool is_positive(tree number, int depth);

/* If it is a number, it has no sign. */
static bool makes_positive(gimple *statement, int depth)
{
	tree one = gimple_assign_rhs1(statement);
	tree other = gimple_assign_rhs2(statement);

	switch (gimple_assign_rhs_code(statement)) {
	case ABS_EXPR:
		return true;
	CASE_CONVERT:
		return SCALAR_FLOAT_TYPE_P(TREE_TYPE(one)) &&
		       is_positive(one, depth + 1);
	case MULT_EXPR:
		if (one == other)
			return true;
		/* fall through */
	case PLUS_EXPR:
		return is_positive(one, depth + 1) &&
		       is_positive(other, depth + 1);
	default:
		return false;
	}
}

static bool is_root(gimple *statement)
{
	if (!is_gimple_call(statement))
		return false;
	switch (gimple_call_combined_fn(statement)) {
	case CFN_BUILT_IN_SQRT:
	case CFN_BUILT_IN_SQRTF:
	case CFN_BUILT_IN_SQRTL:
	case CFN_SQRT:
		return true;
	default:
		return false;
	}
}

static bool is_positive(tree number, int depth)
{
	gimple *statement;

	if (TREE_CODE(number) == REAL_CST)
		return !REAL_VALUE_NEGATIVE(TREE_REAL_CST(number));
	if (TREE_CODE(number) != SSA_NAME || depth == DEEPEST)
		return false;
	statement = SSA_NAME_DEF_STMT(number);
	if (is_root(statement))
		return is_positive(gimple_call_arg(statement, 0), depth + 1);
	return is_gimple_assign(statement) && makes_positive(statement, depth);
}

/* A whole number before it was converted? */
static bool was_whole(tree number)
{
	gimple *statement = TREE_CODE(number) == SSA_NAME
				    ? SSA_NAME_DEF_STMT(number)
				    : NULL;

	return statement && is_gimple_assign(statement) &&
	       gimple_assign_rhs_code(statement) == FLOAT_EXPR;
}

bool extreme_has_no_signed_zero(tree number)
{
	return !HONOR_SIGNED_ZEROS(number) || is_positive(number, 0) ||
	       was_whole(number);
}
