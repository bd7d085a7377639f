/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Takes out what the sanitizers have put into a function before it came to
 * us: checks without a result go, checked arithmetic becomes arithmetic.
 */
#include "base/gcc.h"
#include "unsanitize.h"

static bool is_check(gimple *statement)
{
	static const enum internal_fn checks[] = {
		IFN_ASAN_MARK,	      IFN_ASAN_CHECK, IFN_UBSAN_NULL,
		IFN_UBSAN_BOUNDS,     IFN_UBSAN_VPTR, IFN_UBSAN_PTR,
		IFN_UBSAN_OBJECT_SIZE};

	for (unsigned i = 0; i < ARRAY_SIZE(checks); i++)
		if (gimple_call_internal_p(statement, checks[i]))
			return true;
	return false;
}

/* Calls that report what was found wrong. */
static bool is_report(gimple *statement)
{
	enum built_in_function code;

	if (!gimple_call_builtin_p(statement, BUILT_IN_NORMAL))
		return false;
	code = DECL_FUNCTION_CODE(gimple_call_fndecl(statement));
	return code > BEGIN_SANITIZER_BUILTINS && code < END_SANITIZER_BUILTINS;
}

/* Addition, subtraction or multiplication; ERROR_MARK: none of them. */
static enum tree_code checked_operation(gimple *statement)
{
	if (gimple_call_internal_p(statement, IFN_UBSAN_CHECK_ADD))
		return PLUS_EXPR;
	if (gimple_call_internal_p(statement, IFN_UBSAN_CHECK_SUB))
		return MINUS_EXPR;
	if (gimple_call_internal_p(statement, IFN_UBSAN_CHECK_MUL))
		return MULT_EXPR;
	return ERROR_MARK;
}

bool unsanitize(gimple_stmt_iterator *gsi)
{
	gimple *statement = gsi_stmt(*gsi), *plain;
	enum tree_code operation = checked_operation(statement);
	tree result;

	if (!is_gimple_call(statement))
		return false;
	result = gimple_call_lhs(statement);
	if (!result && (operation != ERROR_MARK || is_check(statement) ||
			is_report(statement))) {
		gsi_remove(gsi, true);
		return true;
	}
	if (!result || operation == ERROR_MARK)
		return false;
	plain = gimple_build_assign(result, operation,
				    gimple_call_arg(statement, 0),
				    gimple_call_arg(statement, 1));
	gimple_set_location(plain, gimple_location(statement));
	gsi_replace(gsi, plain, true);
	gsi_next(gsi);
	return true;
}
