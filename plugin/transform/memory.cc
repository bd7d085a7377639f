/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loads of statements, and aliases: may a store change them, may they trap?
 */
#include "base/gcc.h"
#include "memory.h"
#include "statement.h"
#include "thread/callee.h"

/* The place that it loads from, or NULL. */
static tree loaded_by(gimple *statement)
{
	tree from;

	if (!gimple_assign_single_p(statement))
		return NULL_TREE;
	from = gimple_assign_rhs1(statement);
	if (is_gimple_min_invariant(from) || TREE_CODE(from) == CONSTRUCTOR)
		return NULL_TREE;
	if ((DECL_P(from) || TREE_CODE(from) == SSA_NAME) &&
	    statement_is_scalar(from))
		return NULL_TREE;
	return from;
}

/* ---- functions that are called ---- */

#define CALLS_DEEP 6

static bool function_stores(tree function, int depth);

/* Does the operation store to what is not the function's own? */
static tree find_store(tree *at, int *walk_subtrees, void *data)
{
	int depth = *(int *)data;
	tree base;

	if (TYPE_P(*at)) {
		*walk_subtrees = 0;
		return NULL_TREE;
	}
	switch (TREE_CODE(*at)) {
	case MODIFY_EXPR:
	case INIT_EXPR:
	case PREINCREMENT_EXPR:
	case PREDECREMENT_EXPR:
	case POSTINCREMENT_EXPR:
	case POSTDECREMENT_EXPR:
		base = get_base_address(TREE_OPERAND(*at, 0));
		return base && DECL_P(base) && !is_global_var(base) &&
				       DECL_CONTEXT(base) &&
				       !DECL_BY_REFERENCE(base)
			       ? NULL_TREE
			       : *at;
	case CALL_EXPR:
		base = get_callee_fndecl(*at);
		return base && !function_stores(base, depth + 1) ? NULL_TREE
								 : *at;
	case ASM_EXPR:
	case VA_ARG_EXPR:
	case OMP_ATOMIC:
	case OMP_PARALLEL:
	case OMP_TASK:
		return *at;
	default:
		return NULL_TREE;
	}
}

/* May a call of it store to memory? Its body is still GENERIC, or not known. */
static bool function_stores(tree function, int depth)
{
	if (flags_from_decl_or_type(function) & (ECF_CONST | ECF_PURE))
		return false;
	return depth > CALLS_DEEP || !callee_is_seen(function) ||
	       !DECL_SAVED_TREE(function) ||
	       walk_tree_without_duplicates(&DECL_SAVED_TREE(function),
					    find_store, &depth);
}

static bool call_stores(gimple *call)
{
	tree function = gimple_call_fndecl(call);

	if (gimple_call_internal_p(call) ||
	    gimple_call_flags(call) & (ECF_CONST | ECF_PURE))
		return false;
	return !function || function_stores(function, 0);
}

/* ---- places ---- */

/* Can nothing but its name lead to it? */
static bool is_unreachable(tree base)
{
	return base && DECL_P(base) && !is_global_var(base) &&
	       !TREE_ADDRESSABLE(base);
}

static bool places_meet(tree from, tree to)
{
	tree from_base = get_base_address(from), to_base = get_base_address(to);

	if (from_base && to_base && DECL_P(from_base) && DECL_P(to_base))
		return from_base == to_base;
	if (is_unreachable(from_base) || is_unreachable(to_base))
		return false;
	return alias_sets_conflict_p(get_alias_set(to), get_alias_set(from));
}

bool memory_may_change(gimple *load, gimple *store)
{
	tree from = loaded_by(load), to = gimple_get_lhs(store);

	if (!from || gimple_clobber_p(store))
		return false;
	if (gimple_code(store) == GIMPLE_OMP_ATOMIC_STORE)
		return true;
	if (is_gimple_call(store) && call_stores(store) &&
	    !is_unreachable(get_base_address(from)))
		return true;
	return to && TREE_CODE(to) != SSA_NAME &&
	       !(DECL_P(to) && statement_is_scalar(to)) &&
	       places_meet(from, to);
}

bool memory_may_trap(gimple *statement)
{
	tree from = loaded_by(statement), base;

	if (is_gimple_call(statement))
		return !(gimple_call_flags(statement) & ECF_CONST);
	if (!from)
		return gimple_could_trap_p(statement);
	base = get_base_address(from);
	if (!base || TREE_CODE(base) != MEM_REF)
		return !base || gimple_could_trap_p(statement);
	base = TREE_OPERAND(base, 0);
	/* references of Fortran and C++, and `this` */
	return TREE_CODE(TREE_TYPE(base)) != REFERENCE_TYPE &&
	       !(TREE_CODE(base) == PARM_DECL && DECL_ARTIFICIAL(base));
}
