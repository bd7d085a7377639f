/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Classes of C++'s standard library that synchronise, and containers.
 *
 * Before GCC inlines them their methods are calls like any other, known by
 * the names of class and method.
 */
#include "gcc.h"
#include "standard.h"

/* A part of the name of the class; "" constructs, "~" destroys. */
static const struct {
	const char *type, *method, *kind;
} methods[] = {
	{"mutex", "lock", "lock"},
	{"mutex", "lock_shared", "lock"},
	{"mutex", "unlock", "unlock"},
	{"mutex", "unlock_shared", "unlock"},
	{"lock_guard", "", "lock"},
	{"lock_guard", "~", "unlock"},
	{"_lock", "", "lock"}, /* unique_lock, scoped_lock, shared_lock */
	{"_lock", "~", "unlock"},
	{"_lock", "lock", "lock"},
	{"_lock", "unlock", "unlock"},
	{"condition_variable", "wait", "condition"},
	{"condition_variable", "wait_for", "condition"},
	{"condition_variable", "wait_until", "condition"},
	{"latch", "wait", "condition"},
	{"latch", "arrive_and_wait", "condition"},
	{"semaphore", "acquire", "condition"},
	{"barrier", "arrive_and_wait", "barrier"},
	{"thread", "join", "join"},
};

static const char *type_name(tree type)
{
	tree name = type ? TYPE_NAME(type) : NULL_TREE;

	if (name && TREE_CODE(name) == TYPE_DECL)
		name = DECL_NAME(name);
	return name ? IDENTIFIER_POINTER(name) : "";
}

/* Also in a namespace within it, as the library's versions are. */
static bool is_standard(tree type)
{
	tree space = TYPE_CONTEXT(type);

	while (space && TREE_CODE(space) == NAMESPACE_DECL &&
	       DECL_NAME(space)) {
		if (id_equal(DECL_NAME(space), "std"))
			return true;
		space = DECL_CONTEXT(space);
	}
	return false;
}

static const char *method_name(tree function)
{
	if (DECL_CXX_CONSTRUCTOR_P(function))
		return "";
	if (DECL_CXX_DESTRUCTOR_P(function))
		return "~";
	return IDENTIFIER_POINTER(DECL_NAME(function));
}

/*
 * Does this constructor lock what it is given? Not if it is told to leave
 * that to others, or is given what holds a lock already.
 */
static bool takes_lock(gimple *call)
{
	static const char *const others[] = {"defer_lock_t", "try_to_lock_t",
					     "adopt_lock_t", "unique_lock",
					     "shared_lock"};

	for (unsigned i = 1; i < gimple_call_num_args(call); i++) {
		tree type = TREE_TYPE(gimple_call_arg(call, i));

		if (POINTER_TYPE_P(type))
			type = TREE_TYPE(type);
		for (unsigned j = 0; j < ARRAY_SIZE(others); j++)
			if (strcmp(type_name(type), others[j]) == 0)
				return false;
	}
	return gimple_call_num_args(call) > 1;
}

static const char *kind_of(const char *type, const char *method)
{
	for (unsigned i = 0; i < ARRAY_SIZE(methods); i++)
		if (strstr(type, methods[i].type) &&
		    strcmp(method, methods[i].method) == 0)
			return methods[i].kind;
	return NULL;
}

const char *standard_kind(gimple *call)
{
	tree function = gimple_call_fndecl(call);
	tree type = function ? DECL_CONTEXT(function) : NULL_TREE;
	const char *method, *kind;

	if (!type || !RECORD_OR_UNION_TYPE_P(type) || !DECL_NAME(function) ||
	    !is_standard(type))
		return NULL;
	method = method_name(function);
	kind = kind_of(type_name(type), method);
	return kind && (*method || takes_lock(call)) ? kind : NULL;
}

bool standard_owns_data(tree type)
{
	static const char *const owners[] = {"vector", "valarray", "deque",
					     "basic_string", "unique_ptr"};

	type = TYPE_MAIN_VARIANT(type);
	if (!RECORD_OR_UNION_TYPE_P(type) || !is_standard(type))
		return false;
	for (unsigned i = 0; i < ARRAY_SIZE(owners); i++)
		if (strcmp(type_name(type), owners[i]) == 0)
			return true;
	return false;
}

bool standard_declares(tree declared)
{
	tree space = TYPE_P(declared) ? TYPE_CONTEXT(declared)
				      : DECL_CONTEXT(declared);

	while (space && TYPE_P(space))
		space = TYPE_CONTEXT(space);
	for (; space && TREE_CODE(space) == NAMESPACE_DECL;
	     space = DECL_CONTEXT(space))
		if (DECL_NAME(space) && id_equal(DECL_NAME(space), "std"))
			return true;
	return false;
}
