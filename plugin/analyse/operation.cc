/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "base/marker.h"
#include "operation.h"

const char *operation_of_code(enum tree_code code)
{
	switch (code) {
	case PLUS_EXPR:
	case MINUS_EXPR:
	case NEGATE_EXPR:
	case POINTER_PLUS_EXPR:
	case POINTER_DIFF_EXPR:
		return "add";
	case MULT_EXPR:
	case MULT_HIGHPART_EXPR:
	case WIDEN_MULT_EXPR:
		return "mul";
	case RDIV_EXPR:
	case TRUNC_DIV_EXPR:
	case FLOOR_DIV_EXPR:
	case CEIL_DIV_EXPR:
	case EXACT_DIV_EXPR:
		return "div";
	case TRUNC_MOD_EXPR:
	case FLOOR_MOD_EXPR:
		return "mod";
	case NOP_EXPR:
	case CONVERT_EXPR:
	case FLOAT_EXPR:
	case FIX_TRUNC_EXPR:
		return "convert";
	case MIN_EXPR:
	case MAX_EXPR:
	case ABS_EXPR:
	case ABSU_EXPR:
	case COND_EXPR:
		return "select";
	case BIT_AND_EXPR:
	case BIT_IOR_EXPR:
	case BIT_XOR_EXPR:
	case BIT_NOT_EXPR:
	case LSHIFT_EXPR:
	case RSHIFT_EXPR:
	case LROTATE_EXPR:
	case RROTATE_EXPR:
		return "logic";
	default:
		return TREE_CODE_CLASS(code) == tcc_comparison ? "compare"
							       : NULL;
	}
}

bool operation_may_fuse(gimple *statement)
{
	tree product = gimple_assign_lhs(statement);
	use_operand_p use;
	gimple *user;

	return gimple_assign_rhs_code(statement) == MULT_EXPR &&
	       SCALAR_FLOAT_TYPE_P(TREE_TYPE(product)) &&
	       single_imm_use(product, &use, &user) && is_gimple_assign(user) &&
	       (gimple_assign_rhs_code(user) == PLUS_EXPR ||
		gimple_assign_rhs_code(user) == MINUS_EXPR);
}

bool operation_is_free(gimple *statement)
{
	tree target = gimple_assign_lhs(statement);
	tree source = gimple_assign_rhs1(statement);

	if (gimple_assign_single_p(statement) ||
	    gimple_assign_rhs_code(statement) == PAREN_EXPR)
		return true;
	return CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(statement)) &&
	       !SCALAR_FLOAT_TYPE_P(TREE_TYPE(target)) &&
	       !SCALAR_FLOAT_TYPE_P(TREE_TYPE(source)) &&
	       TYPE_MODE(TREE_TYPE(target)) == TYPE_MODE(TREE_TYPE(source));
}

bool operation_is_division(gimple *statement)
{
	const char *name = operation_of_code(gimple_assign_rhs_code(statement));

	return name && (strcmp(name, "div") == 0 || strcmp(name, "mod") == 0);
}

/* ---- calls ---- */

static bool is_sqrt(tree function)
{
	switch (DECL_FUNCTION_CODE(function)) {
		CASE_FLT_FN(BUILT_IN_SQRT) : return true;
	default:
		return false;
	}
}

static bool is_select(tree function)
{
	switch (DECL_FUNCTION_CODE(function)) {
		CASE_FLT_FN(BUILT_IN_FABS)
		    : CASE_FLT_FN(BUILT_IN_FMIN)
		    : CASE_FLT_FN(BUILT_IN_FMAX)
		    : CASE_FLT_FN(BUILT_IN_COPYSIGN)
		    : case BUILT_IN_ABS : case BUILT_IN_LABS
		    : case BUILT_IN_LLABS : return true;
	default:
		return false;
	}
}

/* Does the processor have an instruction for it, at these flags? */
static bool is_instruction(gimple *call)
{
	return replacement_internal_fn(as_a<gcall *>(call)) != IFN_LAST;
}

static bool is_fma(tree function)
{
	switch (DECL_FUNCTION_CODE(function)) {
		CASE_FLT_FN(BUILT_IN_FMA) : return true;
	default:
		return false;
	}
}

/* Bits counted, found or swapped. */
static bool is_logic(tree function)
{
	switch (DECL_FUNCTION_CODE(function)) {
		CASE_INT_FN(BUILT_IN_CLZ)
		    : CASE_INT_FN(BUILT_IN_CTZ)
		    : CASE_INT_FN(BUILT_IN_FFS)
		    : CASE_INT_FN(BUILT_IN_CLRSB)
		    : CASE_INT_FN(BUILT_IN_POPCOUNT)
		    : CASE_INT_FN(BUILT_IN_PARITY)
		    : case BUILT_IN_BSWAP16 : case BUILT_IN_BSWAP32
		    : case BUILT_IN_BSWAP64 : return true;
	default:
		return false;
	}
}

/* To a whole number, of the same type. */
static bool is_rounding(tree function)
{
	switch (DECL_FUNCTION_CODE(function)) {
		CASE_FLT_FN(BUILT_IN_FLOOR)
		    : CASE_FLT_FN(BUILT_IN_CEIL)
		    : CASE_FLT_FN(BUILT_IN_TRUNC)
		    : CASE_FLT_FN(BUILT_IN_RINT)
		    : CASE_FLT_FN(BUILT_IN_NEARBYINT)
		    : CASE_FLT_FN(BUILT_IN_ROUND)
		    : CASE_FLT_FN(BUILT_IN_ROUNDEVEN) : return true;
	default:
		return false;
	}
}

bool operation_is_math(tree function)
{
	tree type = TREE_TYPE(TREE_TYPE(function));

	return fndecl_built_in_p(function, BUILT_IN_NORMAL) &&
	       (SCALAR_FLOAT_TYPE_P(type) || TREE_CODE(type) == COMPLEX_TYPE ||
		(INTEGRAL_TYPE_P(type) &&
		 (flags_from_decl_or_type(function) & ECF_CONST)));
}

const char *operation_of_call(gimple *statement)
{
	tree function = gimple_call_fndecl(statement);

	if (gimple_call_internal_p(statement))
		return "other";
	if (!function || !fndecl_built_in_p(function, BUILT_IN_NORMAL))
		return "call";
	if (is_sqrt(function))
		return "sqrt";
	if (is_select(function))
		return "select";
	if (is_logic(function))
		return "logic";
	if (is_rounding(function) && is_instruction(statement))
		return "convert";
	if (is_fma(function) && is_instruction(statement))
		return "fma";
	return operation_is_math(function) ? "math" : "call";
}

bool operation_is_silent(gimple *statement)
{
	return marker_is_any(statement) ||
	       gimple_call_internal_p(statement, IFN_ANNOTATE) ||
	       gimple_call_internal_p(statement, IFN_ABNORMAL_DISPATCHER) ||
	       gimple_call_builtin_p(statement, BUILT_IN_EXPECT) ||
	       gimple_call_builtin_p(statement, BUILT_IN_ASSUME_ALIGNED) ||
	       gimple_call_builtin_p(statement, BUILT_IN_STACK_SAVE) ||
	       gimple_call_builtin_p(statement, BUILT_IN_STACK_RESTORE) ||
	       gimple_alloca_call_p(statement) ||
	       gimple_call_builtin_p(statement, BUILT_IN_UNREACHABLE);
}

/* Does it only make or free memory? */
static bool is_allocation(tree function)
{
	static const enum built_in_function builtins[] = {
		BUILT_IN_MALLOC, BUILT_IN_CALLOC, BUILT_IN_ALIGNED_ALLOC,
		BUILT_IN_FREE};

	if (DECL_IS_OPERATOR_NEW_P(function) ||
	    DECL_IS_OPERATOR_DELETE_P(function))
		return true;
	for (unsigned i = 0; i < ARRAY_SIZE(builtins); i++)
		if (fndecl_built_in_p(function, builtins[i]))
			return true;
	return false;
}

bool operation_is_call(gimple *statement)
{
	tree function;

	if (!is_gimple_call(statement) || operation_is_silent(statement) ||
	    !gimple_vdef(statement) ||
	    strcmp(operation_of_call(statement), "call") != 0)
		return false;
	function = gimple_call_fndecl(statement);
	return !function || !DECL_NAME(function) ||
	       !(is_allocation(function) ||
		 startswith(IDENTIFIER_POINTER(DECL_NAME(function)), "omp_"));
}

const char *operation_class(gimple *statement)
{
	if (is_gimple_call(statement))
		return operation_is_silent(statement)
			       ? NULL
			       : operation_of_call(statement);
	return is_gimple_assign(statement) && !operation_is_free(statement)
		       ? operation_of_code(gimple_assign_rhs_code(statement))
		       : NULL;
}
