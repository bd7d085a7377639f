/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which functions of the program are put in the place of their calls.
 */
#include "gcc.h"
#include "callee.h"

/* Statements of a function, with those that are put into it. */
#define MOST_STATEMENTS 200

/* Of the small functions so far, by DECL_UID: their statements. */
static hash_map<int_hash<int, -1, -2>, unsigned> *small;

static bool is_of_the_system(tree function)
{
	return in_system_header_at(DECL_SOURCE_LOCATION(function));
}

/* Statements that come with a call. What was not looked at yet may have any
   number of them. */
static unsigned statements_of(tree callee)
{
	unsigned *known = small->get(DECL_UID(callee));

	if (!DECL_INITIAL(callee) || DECL_UNINLINABLE(callee) ||
	    is_of_the_system(callee))
		return 0;
	return known ? *known : MOST_STATEMENTS;
}

static tree count_statement(gimple_stmt_iterator *gsi, bool *,
			    struct walk_stmt_info *info)
{
	gimple *statement = gsi_stmt(*gsi);
	unsigned *count = (unsigned *)info->info;
	tree callee = is_gimple_call(statement) ? gimple_call_fndecl(statement)
						: NULL_TREE;

	*count += 1 + (callee ? statements_of(callee) : 0);
	return NULL_TREE;
}

bool callee_is_small(tree function, gimple_seq body)
{
	struct walk_stmt_info info = {};
	unsigned count = 0;

	if (is_of_the_system(function))
		return false;
	if (!small)
		small = new hash_map<int_hash<int, -1, -2>, unsigned>;
	info.info = &count;
	walk_gimple_seq(body, count_statement, NULL, &info);
	if (count == 0 || count >= MOST_STATEMENTS)
		return false;
	small->put(DECL_UID(function), count);
	return true;
}
