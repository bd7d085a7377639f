/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What may be read at any time.
 */
#include "base/gcc.h"
#include "expr.h"
#include "sure.h"
#include "value.h"

static bool is_in_range(tree index, tree domain)
{
	return domain && TREE_CODE(index) == INTEGER_CST &&
	       TYPE_MIN_VALUE(domain) && TYPE_MAX_VALUE(domain) &&
	       TREE_CODE(TYPE_MIN_VALUE(domain)) == INTEGER_CST &&
	       TREE_CODE(TYPE_MAX_VALUE(domain)) == INTEGER_CST &&
	       tree_int_cst_le(TYPE_MIN_VALUE(domain), index) &&
	       tree_int_cst_le(index, TYPE_MAX_VALUE(domain));
}

/* A member, or an element that the array has. */
static bool is_part(tree place)
{
	if (TREE_CODE(place) == COMPONENT_REF)
		return true;
	return TREE_CODE(place) == ARRAY_REF &&
	       is_in_range(TREE_OPERAND(place, 1),
			   TYPE_DOMAIN(TREE_TYPE(TREE_OPERAND(place, 0))));
}

/* What the function was given, if that leads right to the place. */
static tree argument_to(tree place)
{
	tree pointer, argument;

	if (TREE_CODE(place) != MEM_REF ||
	    !integer_zerop(TREE_OPERAND(place, 1)))
		return NULL_TREE;
	pointer = TREE_OPERAND(place, 0);
	if (TREE_CODE(pointer) != SSA_NAME || !SSA_NAME_IS_DEFAULT_DEF(pointer))
		return NULL_TREE;
	argument = SSA_NAME_VAR(pointer);
	return argument && TREE_CODE(argument) == PARM_DECL ? argument
							    : NULL_TREE;
}

/*
 * Fortran hands a dummy argument over by its address, which leads to all of
 * it, unless it may be left out. The variables of the function around this one
 * are there as long as this one runs.
 */
static bool is_given(tree place)
{
	tree argument = argument_to(place);

	if (!argument)
		return false;
	if (argument == cfun->static_chain_decl)
		return true;
	return lang_GNU_Fortran() &&
	       lang_hooks.decls.omp_privatize_by_reference(argument) &&
	       !lang_hooks.decls.omp_check_optional_argument(argument, false);
}

static bool is_sure(tree place)
{
	while (handled_component_p(place)) {
		if (!is_part(place))
			return false;
		place = TREE_OPERAND(place, 0);
	}
	if (VAR_P(place))
		return !DECL_WEAK(place);
	return TREE_CODE(place) == PARM_DECL ||
	       TREE_CODE(place) == RESULT_DECL || is_given(place);
}

bool sure_to_read(const struct atom *parameter)
{
	tree source = value_source(parameter);

	return parameter->version || (source && is_sure(source));
}
