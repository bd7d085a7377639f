/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * c[i] += e: what is loaded goes back to its place with something added, and
 * nowhere else. Two such additions come to the same in either order, but for
 * rounding, as long as "e" is not made of what they load.
 */
#include "base/gcc.h"
#include "collect.h"

/* Longer sums, and values of more operations, are not followed. */
#define DEEPEST 8

enum tree_code collect_code(gimple *statement, tree value)
{
	enum tree_code code = gimple_assign_rhs_code(statement);

	switch (code) {
	case MINUS_EXPR:
		return gimple_assign_rhs1(statement) == value ? PLUS_EXPR
							      : ERROR_MARK;
	case PLUS_EXPR:
	case MULT_EXPR:
	case BIT_AND_EXPR:
	case BIT_IOR_EXPR:
	case BIT_XOR_EXPR:
	case MIN_EXPR:
	case MAX_EXPR:
		return code;
	default:
		return ERROR_MARK;
	}
}

const char *collect_word(enum tree_code code)
{
	switch (code) {
	case MULT_EXPR:
		return "*";
	case MIN_EXPR:
		return "min";
	case MAX_EXPR:
		return "max";
	case BIT_AND_EXPR:
		return "&";
	case BIT_IOR_EXPR:
		return "|";
	case BIT_XOR_EXPR:
		return "^";
	default:
		return "+";
	}
}

/* ---- places ---- */

static bool is_load(gimple *statement)
{
	return gimple_assign_single_p(statement) && gimple_vuse(statement) &&
	       !gimple_vdef(statement) &&
	       TREE_CODE(gimple_assign_lhs(statement)) == SSA_NAME;
}

static bool is_store(gimple *statement)
{
	return gimple_assign_single_p(statement) && gimple_vdef(statement) &&
	       TREE_CODE(gimple_assign_rhs1(statement)) == SSA_NAME;
}

/* Two such numbers lie in one place, or are apart. */
static bool is_whole_number(tree place)
{
	tree type = TREE_TYPE(place);

	return SCALAR_FLOAT_TYPE_P(type) && !TREE_THIS_VOLATILE(place) &&
	       tree_fits_uhwi_p(TYPE_SIZE_UNIT(type)) &&
	       TYPE_ALIGN_UNIT(type) >= tree_to_uhwi(TYPE_SIZE_UNIT(type));
}

/* Is the value, or what it is a sum of, loaded from that place, too? */
static bool is_made_of(tree value, tree place, int depth)
{
	gimple *statement;

	if (TREE_CODE(value) != SSA_NAME)
		return false;
	statement = SSA_NAME_DEF_STMT(value);
	if (!is_gimple_assign(statement))
		return false;
	if (is_load(statement))
		return operand_equal_p(gimple_assign_rhs1(statement), place, 0);
	for (unsigned i = 1; i < gimple_num_ops(statement); i++)
		if (gimple_op(statement, i) &&
		    (depth == DEEPEST ||
		     is_made_of(gimple_op(statement, i), place, depth + 1)))
			return true;
	return false;
}

/* One more addition to a value, by the same operation as those before. */
static bool adds(gimple *statement, tree value, tree place,
		 enum tree_code *code)
{
	enum tree_code its;
	tree one, other;

	if (!is_gimple_assign(statement))
		return false;
	its = collect_code(statement, value);
	if (its == ERROR_MARK || (*code != ERROR_MARK && *code != its))
		return false;
	one = gimple_assign_rhs1(statement);
	other = gimple_assign_rhs2(statement);
	*code = its;
	return one != other &&
	       !is_made_of(one == value ? other : one, place, 0);
}

/* Where what is loaded goes back to, with something added; or NULL. */
static gimple *find_store(gimple *load, enum tree_code *code)
{
	tree value = gimple_assign_lhs(load), place = gimple_assign_rhs1(load);
	use_operand_p use;
	gimple *user;

	*code = ERROR_MARK;
	for (int i = 0; is_whole_number(place) && i < DEEPEST; i++) {
		if (!single_imm_use(value, &use, &user))
			return NULL;
		if (is_store(user))
			return *code != ERROR_MARK &&
					       operand_equal_p(
						       gimple_assign_lhs(user),
						       place, 0) &&
					       gimple_bb(user)->loop_father ==
						       gimple_bb(load)
							       ->loop_father
				       ? user
				       : NULL;
		if (!adds(user, value, place, code))
			return NULL;
		value = gimple_assign_lhs(user);
	}
	return NULL;
}

/* The operation that makes the value of what the store's place had. */
static enum tree_code code_of_value(gimple *store, tree value, int depth)
{
	gimple *statement;
	enum tree_code code;

	if (TREE_CODE(value) != SSA_NAME || depth == DEEPEST)
		return ERROR_MARK;
	statement = SSA_NAME_DEF_STMT(value);
	if (!is_gimple_assign(statement))
		return ERROR_MARK;
	if (is_load(statement))
		return find_store(statement, &code) == store ? code
							     : ERROR_MARK;
	for (unsigned i = 1; i < gimple_num_ops(statement); i++) {
		tree operand = gimple_op(statement, i);

		code = operand ? code_of_value(store, operand, depth + 1)
			       : ERROR_MARK;
		if (code != ERROR_MARK)
			return code;
	}
	return ERROR_MARK;
}

enum tree_code collect_of(gimple *statement, bool write)
{
	enum tree_code code;

	if (write)
		return is_store(statement)
			       ? code_of_value(statement,
					       gimple_assign_rhs1(statement), 0)
			       : ERROR_MARK;
	return is_load(statement) && find_store(statement, &code) ? code
								  : ERROR_MARK;
}
