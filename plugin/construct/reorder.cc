/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What depends on the order in which threads come, to the bit.
 *
 * Sums and products of floating-point numbers do; of integers they do not, nor
 * do the least and the greatest of any. Critical sections and locks may hold
 * anything.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "reorder.h"

/* What the atomic operation under way has loaded, and made of it. */
static hash_set<tree> *loaded;

/* What is behind a pointer in it is another object, perhaps of its own type. */
static bool holds_inexact(tree type)
{
	while (TREE_CODE(type) == ARRAY_TYPE)
		type = TREE_TYPE(type);
	if (!RECORD_OR_UNION_TYPE_P(type))
		return !INTEGRAL_TYPE_P(type) && !VOID_TYPE_P(type) &&
		       !POINTER_TYPE_P(type);
	for (tree field = TYPE_FIELDS(type); field; field = TREE_CHAIN(field))
		if (TREE_CODE(field) == FIELD_DECL &&
		    holds_inexact(TREE_TYPE(field)))
			return true;
	return false;
}

bool reorder_is_inexact(tree type)
{
	while (type && (TREE_CODE(type) == ARRAY_TYPE || POINTER_TYPE_P(type)))
		type = TREE_TYPE(type);
	return type && holds_inexact(type);
}

static const char *of_load(gimple *statement)
{
	gomp_atomic_load *load = as_a<gomp_atomic_load *>(statement);
	tree value = gimple_omp_atomic_load_lhs(load);

	if (!loaded)
		loaded = new hash_set<tree>;
	loaded->empty();
	loaded->add(value);
	if (gimple_omp_atomic_need_value_p(statement))
		return "what an atomic operation finds depends on the order in "
		       "which threads come";
	if (reorder_is_inexact(TREE_TYPE(value)))
		return "an atomic operation adds floating-point numbers up in "
		       "the order in which threads come";
	return NULL;
}

/* A value that is made of nothing that was there before takes its place. */
static const char *of_store(gimple *statement)
{
	gomp_atomic_store *store = as_a<gomp_atomic_store *>(statement);
	tree value = gimple_omp_atomic_store_val(store);

	if (gimple_omp_atomic_need_value_p(statement))
		return "what an atomic operation finds depends on the order in "
		       "which threads come";
	if (is_gimple_min_invariant(value) || !loaded ||
	    loaded->contains(value))
		return NULL;
	return "of several atomic assignments the last one stays";
}

static void follow(gimple *statement)
{
	tree target = gimple_get_lhs(statement);

	if (!loaded || !target || loaded->is_empty())
		return;
	for (unsigned i = 1; i < gimple_num_ops(statement); i++)
		if (gimple_op(statement, i) &&
		    loaded->contains(gimple_op(statement, i)))
			loaded->add(target);
}

/* "__atomic_add_fetch_4" and the like. */
static const char *of_builtin(gimple *call, const char *name)
{
	static const char *const sums[] = {"add", "sub", "and", "or", "xor"};
	static const char text[] =
		"what an atomic operation finds or leaves depends on the order "
		"in which threads come";

	if (!startswith(name, "__atomic_") && !startswith(name, "__sync_"))
		return NULL;
	if (strstr(name, "_load") || strstr(name, "fence") ||
	    strstr(name, "synchronize") || strstr(name, "lock_free"))
		return NULL;
	for (unsigned i = 0; i < ARRAY_SIZE(sums); i++)
		if (strstr(name, sums[i]) && !gimple_call_lhs(call))
			return NULL;
	return text;
}

static const char *of_call(gimple *call)
{
	static const char *const states[] = {
		"rand",	   "random", "drand48",		"lrand48",
		"mrand48", "strtok", "_gfortran_irand", "_gfortran_rand"};
	tree function = gimple_call_fndecl(call);
	const char *name;

	if (omp_locks(call))
		return "what a lock protects is done in the order in which "
		       "threads come";
	if (!function || !DECL_NAME(function))
		return NULL;
	name = IDENTIFIER_POINTER(DECL_NAME(function));
	for (unsigned i = 0; i < ARRAY_SIZE(states); i++)
		if (strcmp(name, states[i]) == 0 && !DECL_INITIAL(function))
			return "random numbers of one sequence are drawn in "
			       "the "
			       "order in which threads come";
	return of_builtin(call, name);
}

const char *reorder_of(gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_CRITICAL:
		return "a critical section is gone through in the order in "
		       "which threads come";
	case GIMPLE_OMP_ATOMIC_LOAD:
		return of_load(statement);
	case GIMPLE_OMP_ATOMIC_STORE:
		return of_store(statement);
	case GIMPLE_CALL:
		follow(statement);
		return of_call(statement);
	case GIMPLE_ASSIGN:
		follow(statement);
		return NULL;
	default:
		return NULL;
	}
}

/* What the user declares may be anything. */
static bool depends_on_order(tree clause, tree variable)
{
	switch (OMP_CLAUSE_REDUCTION_CODE(clause)) {
	case ERROR_MARK:
		return true;
	case PLUS_EXPR:
	case MINUS_EXPR:
	case MULT_EXPR:
		return reorder_is_inexact(TREE_TYPE(variable));
	default:
		return false;
	}
}

char *reorder_of_clause(tree clause)
{
	enum omp_clause_code code = OMP_CLAUSE_CODE(clause);
	tree variable;

	if (code != OMP_CLAUSE_REDUCTION && code != OMP_CLAUSE_IN_REDUCTION &&
	    code != OMP_CLAUSE_TASK_REDUCTION)
		return NULL;
	variable = omp_clause_variable(clause);
	if (!variable || !depends_on_order(clause, variable))
		return NULL;
	return xasprintf("the reduction of '%s' adds floating-point numbers up "
			 "by threads",
			 DECL_NAME(variable)
				 ? IDENTIFIER_POINTER(DECL_NAME(variable))
				 : "?");
}
