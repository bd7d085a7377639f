/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What may be read at any time.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "nest.h"
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
	return names_is_given(argument) ? argument : NULL_TREE;
}

/* Is it what the pointer leads to by its type, and not by a cast? */
static bool has_type_of(tree place, tree pointer)
{
	return TYPE_MAIN_VARIANT(TREE_TYPE(place)) ==
	       TYPE_MAIN_VARIANT(TREE_TYPE(TREE_TYPE(pointer)));
}

/* A reference of C++, or the object of a member function. */
static bool is_object(tree place, tree argument)
{
	tree type = TREE_TYPE(argument);
	bool is_this = DECL_ARTIFICIAL(argument) &&
		       argument == DECL_ARGUMENTS(cfun->decl) &&
		       TREE_CODE(TREE_TYPE(cfun->decl)) == METHOD_TYPE;

	return lang_GNU_CXX() &&
	       (TREE_CODE(type) == REFERENCE_TYPE || is_this) &&
	       has_type_of(place, argument);
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
	if (argument == cfun->static_chain_decl || is_object(place, argument))
		return true;
	return lang_GNU_Fortran() &&
	       lang_hooks.decls.omp_privatize_by_reference(argument) &&
	       !lang_hooks.decls.omp_check_optional_argument(argument, false);
}

/* What the place is a part of; null where it may be none of it. */
static tree whole_of(tree place)
{
	while (handled_component_p(place)) {
		if (!is_part(place))
			return NULL_TREE;
		place = TREE_OPERAND(place, 0);
	}
	return place;
}

static bool is_sure(tree place)
{
	if (VAR_P(place))
		return !DECL_WEAK(place);
	return TREE_CODE(place) == PARM_DECL ||
	       TREE_CODE(place) == RESULT_DECL || is_given(place);
}

static bool is_same_object(tree a, tree b)
{
	return TREE_CODE(a) == MEM_REF && TREE_CODE(b) == MEM_REF &&
	       TREE_OPERAND(a, 0) == TREE_OPERAND(b, 0) &&
	       integer_zerop(TREE_OPERAND(a, 1)) &&
	       integer_zerop(TREE_OPERAND(b, 1)) &&
	       RECORD_OR_UNION_TYPE_P(TREE_TYPE(a)) &&
	       TYPE_MAIN_VARIANT(TREE_TYPE(a)) ==
		       TYPE_MAIN_VARIANT(TREE_TYPE(b));
}

static bool is_member_of(const struct atom *atom, tree object)
{
	tree source = atom->kind == ATOM_PARAM && !atom->version
			      ? value_source(atom)
			      : NULL_TREE;
	tree whole = source ? whole_of(source) : NULL_TREE;

	return whole && is_same_object(whole, object);
}

/* Not within an operation: "grid ? grid->rows : 0" does not always read it. */
static bool reads_member(const struct expr *bound, tree object)
{
	for (unsigned i = 0; bound && i < bound->count; i++)
		for (unsigned j = 0; j < bound->terms[i].count; j++)
			if (is_member_of(bound->terms[i].atoms[j], object))
				return true;
	return false;
}

/*
 * Bounds of the outermost loop are read wherever the nest is come to. Who
 * reads "grid->rows" has all of that grid.
 */
static bool is_there_by_bounds(tree object, const struct nest_loop *outermost)
{
	return reads_member(outermost->from, object) ||
	       reads_member(outermost->to, object);
}

bool sure_to_read(const struct nest *nest, const struct atom *parameter)
{
	tree source = value_source(parameter);
	tree whole = source ? whole_of(source) : NULL_TREE;

	return parameter->version ||
	       (whole &&
		(is_sure(whole) ||
		 is_there_by_bounds(whole, &nest->loops[nest->around])));
}
