/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which functions of the program are put in the place of their calls.
 */
#include "base/gcc.h"
#include "callee.h"

/* Statements of a function, with those that are put into it. */
#define MOST_STATEMENTS 200

/* Those of a function of the system's headers that is one of them, too: most
   are best left to GCC. */
#define MOST_OF_SYSTEM 12
#define MOST_EXPRESSIONS 60
#define MOST_LEVELS 6

/* Statements that one function with constructs receives from a callee. */
#define MOST_RECEIVED 1500

typedef hash_map<int_hash<int, -1, -2>, unsigned> numbers;

/* By DECL_UID: statements of the small functions so far, and how often those
   with constructs call a function, of them all the one that does most; and
   trivial functions that a small one of the system calls. */
static numbers *small, *calls, *promised;

static void begin()
{
	if (small)
		return;
	small = new numbers;
	calls = new numbers;
	promised = new numbers;
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

/* ---- the system's ------------------------------------------------------ */

/*
 * GCC puts nothing into a function that goes into the place of its calls in
 * any case, unless that does so, too: a class that hands on the size of its
 * vector would not be understood. So what is trivial does, with all it calls.
 */

struct trivial {
	bool is;
	unsigned expressions;
	int level;
};

static bool is_trivial(tree function, int level);

static bool is_trivial_call(tree callee, int level)
{
	return callee && (fndecl_built_in_p(callee) || DECL_EXTERNAL(callee) ||
			  is_trivial(callee, level));
}

static tree look_at_expression(tree *expression, int *walk_subtrees, void *data)
{
	struct trivial *trivial = (struct trivial *)data;

	if (TYPE_P(*expression))
		*walk_subtrees = 0;
	else if (TREE_CODE(*expression) == LOOP_EXPR ||
		 TREE_CODE(*expression) == GOTO_EXPR ||
		 TREE_CODE(*expression) == SWITCH_EXPR ||
		 ++trivial->expressions > MOST_EXPRESSIONS)
		trivial->is = false;
	else if (TREE_CODE(*expression) == CALL_EXPR)
		trivial->is = is_trivial_call(get_callee_fndecl(*expression),
					      trivial->level);
	return trivial->is ? NULL_TREE : *expression;
}

/* Of one that was not looked at yet: as the front end has it. */
static bool is_trivial(tree function, int level)
{
	struct trivial trivial = {true, 0, level + 1};
	tree body = DECL_SAVED_TREE(function);

	if (number_of(small, function))
		return true;
	if (!body || level == MOST_LEVELS || !is_of_the_system(function))
		return false;
	walk_tree_without_duplicates(&body, look_at_expression, &trivial);
	if (trivial.is)
		promised->put(DECL_UID(function), 1);
	return trivial.is;
}

static tree look_at_call(gimple_stmt_iterator *gsi, bool *handled,
			 struct walk_stmt_info *info)
{
	gimple *statement = gsi_stmt(*gsi);
	unsigned *count = (unsigned *)info->info;

	*handled = false;
	(*count)++;
	if (is_gimple_call(statement) && !gimple_call_internal_p(statement) &&
	    !is_trivial_call(gimple_call_fndecl(statement), 0))
		*count += MOST_OF_SYSTEM;
	return NULL_TREE;
}

static bool is_trivial_of_system(tree function, gimple_seq body)
{
	struct walk_stmt_info info = {};
	unsigned count = 0;

	info.info = &count;
	walk_gimple_seq(body, look_at_call, NULL, &info);
	if (count == 0 ||
	    (count > MOST_OF_SYSTEM && !number_of(promised, function)))
		return false;
	small->put(DECL_UID(function), count);
	return true;
}

bool callee_is_small(tree function, gimple_seq body)
{
	struct walk_stmt_info info = {};
	unsigned count = 0;

	begin();
	if (is_of_the_system(function))
		return is_trivial_of_system(function, body);
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
