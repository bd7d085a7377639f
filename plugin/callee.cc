/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which functions of the program are put in the place of their calls.
 */
#include "gcc.h"
#include "callee.h"

/* Statements of a function, with those that are put into it. */
#define MOST_STATEMENTS 200

/* Statements that one function with constructs receives from a callee. */
#define MOST_RECEIVED 1500

typedef hash_map<int_hash<int, -1, -2>, unsigned> numbers;

/* By DECL_UID: statements of the small functions so far, and how often those
   with constructs call a function, of them all the one that does most. */
static numbers *small, *calls;

static void begin()
{
	if (small)
		return;
	small = new numbers;
	calls = new numbers;
}

static unsigned number_of(numbers *of, tree function)
{
	unsigned *known = of->get(DECL_UID(function));

	return known ? *known : 0;
}

static bool is_of_the_system(tree function)
{
	return in_system_header_at(DECL_SOURCE_LOCATION(function));
}

/* Statements that come with a call. What was not looked at yet may have any
   number of them. */
static unsigned statements_of(tree callee)
{
	unsigned known = number_of(small, callee);

	if (!DECL_INITIAL(callee) || DECL_UNINLINABLE(callee) ||
	    is_of_the_system(callee))
		return 0;
	return known ? known : MOST_STATEMENTS;
}

static tree callee_of(gimple_stmt_iterator *gsi)
{
	gimple *statement = gsi_stmt(*gsi);

	return is_gimple_call(statement) ? gimple_call_fndecl(statement)
					 : NULL_TREE;
}

static tree count_statement(gimple_stmt_iterator *gsi, bool *,
			    struct walk_stmt_info *info)
{
	tree callee = callee_of(gsi);

	*(unsigned *)info->info += 1 + (callee ? statements_of(callee) : 0);
	return NULL_TREE;
}

bool callee_is_small(tree function, gimple_seq body)
{
	struct walk_stmt_info info = {};
	unsigned count = 0;

	if (is_of_the_system(function))
		return false;
	begin();
	info.info = &count;
	walk_gimple_seq(body, count_statement, NULL, &info);
	if (count == 0 || count >= MOST_STATEMENTS ||
	    count * number_of(calls, function) > MOST_RECEIVED)
		return false;
	small->put(DECL_UID(function), count);
	return true;
}

/* A callee that was looked at before its caller is spared now. */
static tree count_call(gimple_stmt_iterator *gsi, bool *,
		       struct walk_stmt_info *info)
{
	numbers *here = (numbers *)info->info;
	tree callee = callee_of(gsi);
	unsigned count;

	if (!callee)
		return NULL_TREE;
	count = number_of(here, callee) + 1;
	here->put(DECL_UID(callee), count);
	if (count > number_of(calls, callee))
		calls->put(DECL_UID(callee), count);
	if (count * number_of(small, callee) > MOST_RECEIVED)
		DECL_DISREGARD_INLINE_LIMITS(callee) = 0;
	return NULL_TREE;
}

void callee_note(gimple_seq body)
{
	struct walk_stmt_info info = {};
	numbers here;

	begin();
	info.info = &here;
	walk_gimple_seq(body, count_call, NULL, &info);
}
