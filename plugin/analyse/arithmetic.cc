/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GCC's operations, with the meaning of integers.
 */
#include "base/gcc.h"
#include "arithmetic.h"

/* GCC 15 writes exact divisions by 8 as shifts by 3. */
static const struct expr *shift_right(const struct expr *a,
				      const struct expr *b)
{
	const struct expr *exact = NULL;
	long shift;

	if (expr_is_int(b, &shift) && shift >= 0 && shift <= 40)
		exact = expr_quotient(a, expr_int(1L << shift));
	return exact ? exact : expr_operation(OP_SHR, a, b, NULL);
}

/* a << b, a * b ... with the meaning of integers. */
const struct expr *arithmetic_binary(enum tree_code code, const struct expr *a,
				     const struct expr *b)
{
	long shift;

	switch (code) {
	case PLUS_EXPR:
	case POINTER_PLUS_EXPR:
		return expr_add(a, b);
	case MINUS_EXPR:
	case POINTER_DIFF_EXPR:
		return expr_sub(a, b);
	case MULT_EXPR:
		return expr_mul(a, b);
	case LSHIFT_EXPR:
		if (!expr_is_int(b, &shift) || shift < 0 || shift > 40)
			return NULL;
		return expr_scale(a, 1L << shift);
	case RSHIFT_EXPR:
		return shift_right(a, b);
	case TRUNC_DIV_EXPR: /* the same for what is not negative */
	case FLOOR_DIV_EXPR:
	case EXACT_DIV_EXPR:
		return expr_operation(OP_DIV, a, b, NULL);
	case CEIL_DIV_EXPR:
		return expr_operation(OP_CDIV, a, b, NULL);
	case TRUNC_MOD_EXPR:
	case FLOOR_MOD_EXPR:
		return expr_operation(OP_MOD, a, b, NULL);
	case MIN_EXPR:
		return expr_operation(OP_MIN, a, b, NULL);
	case MAX_EXPR:
		return expr_operation(OP_MAX, a, b, NULL);
	case BIT_AND_EXPR:
		return expr_operation(OP_AND, a, b, NULL);
	case BIT_IOR_EXPR:
		return expr_operation(OP_OR, a, b, NULL);
	case BIT_XOR_EXPR:
		return expr_operation(OP_XOR, a, b, NULL);
	default:
		return NULL;
	}
}

static bool comparison_operation(enum tree_code code, enum operation *operation)
{
	switch (code) {
	case LT_EXPR:
		*operation = OP_LT;
		return true;
	case LE_EXPR:
		*operation = OP_LE;
		return true;
	case EQ_EXPR:
		*operation = OP_EQ;
		return true;
	case NE_EXPR:
		*operation = OP_NE;
		return true;
	case GT_EXPR:
		*operation = OP_GT;
		return true;
	case GE_EXPR:
		*operation = OP_GE;
		return true;
	default:
		return false;
	}
}

/*
 * Is gain never negative when the test more > 0 (strict) or more >= 0 holds,
 * and never positive when it does not? n > t + 31 ? t + 32 : n is a minimum,
 * as these are integers.
 */
static bool follows(const struct expr *gain, const struct expr *more,
		    bool strict)
{
	long difference;

	if (!expr_is_int(expr_sub(gain, more), &difference))
		return false;
	return strict ? difference == 0 || difference == -1
		      : difference == 0 || difference == 1;
}

/*
 * 1 where the comparison holds, else 0: a < b is min(a + 1, b) - min(a, b),
 * so that what is computed from it cancels. NULL if a and b have no order.
 */
static const struct expr *truth(enum tree_code code, const struct expr *a,
				const struct expr *b)
{
	if (code == EQ_EXPR || code == NE_EXPR)
		return NULL;
	if (code == GT_EXPR || code == GE_EXPR)
		std::swap(a, b);
	if (code == LE_EXPR || code == GE_EXPR)
		b = expr_add(b, expr_int(1));
	return expr_sub(
		expr_operation(OP_MIN, expr_add(a, expr_int(1)), b, NULL),
		expr_operation(OP_MIN, a, b, NULL));
}

/* (a OP b) ? yes : no; a < b ? a : b is a minimum. */
const struct expr *arithmetic_choice(enum tree_code code, const struct expr *a,
				     const struct expr *b, bool wraps,
				     const struct expr *yes,
				     const struct expr *no)
{
	const struct expr *gain, *holds;
	enum operation compare;
	bool less = code == LT_EXPR || code == LE_EXPR;
	bool greater = code == GT_EXPR || code == GE_EXPR;
	long by;

	if (!comparison_operation(code, &compare) || !a || !b || !yes || !no)
		return NULL;
	gain = expr_sub(yes, no);
	if (less || greater) {
		const struct expr *more =
			greater ? expr_sub(a, b) : expr_sub(b, a);
		bool strict = code == LT_EXPR || code == GT_EXPR;

		if (follows(expr_scale(gain, -1), more, strict))
			return expr_operation(OP_MIN, yes, no, NULL);
		if (follows(gain, more, strict))
			return expr_operation(OP_MAX, yes, no, NULL);
	}
	if (wraps)
		return NULL;
	holds = truth(code, a, b);
	if (holds && expr_is_int(gain, &by) && (by == 1 || by == -1))
		return expr_add(no, expr_scale(holds, by));
	return expr_operation(OP_IF, expr_operation(compare, a, b, NULL), yes,
			      no);
}
