/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Does a function write what a parameter points at before it reads it?
 *
 * The body is walked as GENERIC, in the order in which it is written, up to the
 * first statement that names the parameter. Loops are taken to run at least
 * once, and one that writes elements of an array to write all of it.
 */
#include "base/gcc.h"
#include "callee.h"
#include "parameter.h"

/* Functions by their DECL_UID: a bit for each parameter that they fill. */
typedef hash_map<int_hash<int, -1, -2>, unsigned HOST_WIDE_INT> fills;
static fills *known_fills;

enum first { NOTHING, FILLS, OTHER };

struct walk {
	tree body;
	hash_set<tree> roots; /* the parameter, and local copies of it */
	bool left;	      /* in some branch the function has ended */
};

static tree strip(tree t)
{
	while (CONVERT_EXPR_P(t) || TREE_CODE(t) == NON_LVALUE_EXPR ||
	       TREE_CODE(t) == SAVE_EXPR || TREE_CODE(t) == CLEANUP_POINT_EXPR)
		t = TREE_OPERAND(t, 0);
	return t;
}

static bool is_root(struct walk *walk, tree t)
{
	return walk->roots.contains(strip(t));
}

static tree find_local(tree *at, int *walk_subtrees, void *)
{
	if (TYPE_P(*at))
		*walk_subtrees = 0;
	return VAR_P(*at) && !is_global_var(*at) ? *at : NULL_TREE;
}

/* A subscript that a loop may change. */
static bool is_counted(tree subscript)
{
	return walk_tree_without_duplicates(&subscript, find_local, NULL);
}

static tree find_other(tree *at, int *walk_subtrees, void *data)
{
	struct walk *walk = (struct walk *)data;

	if (TREE_CODE(*at) == INDIRECT_REF &&
	    is_root(walk, TREE_OPERAND(*at, 0)))
		*walk_subtrees = 0;
	return walk->roots.contains(*at) ? *at : NULL_TREE;
}

/* Nothing lies behind what "*p" is: the pointer is not used in another way. */
static bool is_single(struct walk *walk)
{
	return !walk_tree_without_duplicates(&walk->body, find_other, walk);
}

/* All of what the parameter points at, or its elements one after the other; not
   a member, nor an element that is always the same. */
static bool is_whole(struct walk *walk, tree place)
{
	place = strip(place);
	switch (TREE_CODE(place)) {
	case ARRAY_REF:
		return is_counted(TREE_OPERAND(place, 1)) &&
		       is_whole(walk, TREE_OPERAND(place, 0));
	case INDIRECT_REF:
	case MEM_REF:
		place = strip(TREE_OPERAND(place, 0));
		if (TREE_CODE(place) == POINTER_PLUS_EXPR)
			return is_counted(TREE_OPERAND(place, 1)) &&
			       is_root(walk, TREE_OPERAND(place, 0));
		return is_root(walk, place) &&
		       (lang_GNU_Fortran() ||
			TREE_CODE(TREE_TYPE(place)) == REFERENCE_TYPE ||
			is_single(walk));
	default:
		return false;
	}
}

static tree find_root(tree *at, int *, void *data)
{
	return ((struct walk *)data)->roots.contains(*at) ? *at : NULL_TREE;
}

static bool names_root(struct walk *walk, tree t)
{
	return t && walk_tree_without_duplicates(&t, find_root, walk);
}

static enum first first_use(struct walk *walk, tree t);

static enum first first_assignment(struct walk *walk, tree t)
{
	tree target = strip(TREE_OPERAND(t, 0)), value = TREE_OPERAND(t, 1);
	enum first first;

	if (is_root(walk, value) && VAR_P(target) && !is_global_var(target)) {
		walk->roots.add(target);
		return NOTHING;
	}
	first = first_use(walk, value);
	if (first != NOTHING || !names_root(walk, target))
		return first;
	return is_whole(walk, target) && !walk->left ? FILLS : OTHER;
}

/* Does a value lead to the beginning of what the parameter points at? */
static bool leads_there(struct walk *walk, tree value)
{
	value = strip(value);
	if (TREE_CODE(value) != ADDR_EXPR)
		return is_root(walk, value);
	value = TREE_OPERAND(value, 0);
	while (TREE_CODE(value) == ARRAY_REF)
		value = TREE_OPERAND(value, 0);
	return (TREE_CODE(value) == INDIRECT_REF ||
		TREE_CODE(value) == MEM_REF) &&
	       is_root(walk, TREE_OPERAND(value, 0));
}

static enum first first_call(struct walk *walk, tree call)
{
	tree function = get_callee_fndecl(call);
	enum first first = NOTHING;

	for (int i = 0; i < call_expr_nargs(call); i++) {
		tree value = CALL_EXPR_ARG(call, i);
		enum effect effect = EFFECT_STATE;

		if (!names_root(walk, value))
			continue;
		if (leads_there(walk, value) && function)
			effect = callee_is_seen(function)
					 ? parameter_effect(function, i)
					 : known_effect(function,
							TREE_TYPE(value), i);
		if (effect != EFFECT_FILL || walk->left || first != NOTHING)
			return OTHER;
		first = FILLS;
	}
	return first;
}

static enum first first_branch(struct walk *walk, tree t)
{
	enum first first = first_use(walk, TREE_OPERAND(t, 0)), other;

	if (first != NOTHING)
		return first;
	first = first_use(walk, TREE_OPERAND(t, 1));
	other = TREE_OPERAND_LENGTH(t) > 2 ? first_use(walk, TREE_OPERAND(t, 2))
					   : NOTHING;
	return first == other ? first : OTHER;
}

static enum first first_initial(struct walk *walk, tree variable)
{
	tree value = VAR_P(variable) && !is_global_var(variable)
			     ? DECL_INITIAL(variable)
			     : NULL_TREE;

	if (!value || !is_root(walk, value))
		return first_use(walk, value);
	walk->roots.add(variable);
	return NOTHING;
}

static enum first first_in_block(struct walk *walk, tree block)
{
	enum first first = NOTHING;

	for (tree variable = BIND_EXPR_VARS(block);
	     variable && first == NOTHING; variable = DECL_CHAIN(variable))
		first = first_initial(walk, variable);
	return first != NOTHING ? first
				: first_use(walk, BIND_EXPR_BODY(block));
}

static enum first first_use(struct walk *walk, tree t)
{
	enum first first = NOTHING;

	if (!t)
		return NOTHING;
	switch (TREE_CODE(t)) {
	case STATEMENT_LIST:
		for (tree_stmt_iterator i = tsi_start(t);
		     !tsi_end_p(i) && first == NOTHING; tsi_next(&i))
			first = first_use(walk, tsi_stmt(i));
		return first;
	case BIND_EXPR:
		return first_in_block(walk, t);
	case DECL_EXPR:
		return first_initial(walk, DECL_EXPR_DECL(t));
	case MODIFY_EXPR:
	case INIT_EXPR:
		return first_assignment(walk, t);
	case CALL_EXPR:
		return first_call(walk, t);
	case COND_EXPR:
	case SWITCH_EXPR:
	case TRUTH_ANDIF_EXPR:
	case TRUTH_ORIF_EXPR:
		return first_branch(walk, t);
	case RETURN_EXPR:
		first = first_use(walk, TREE_OPERAND(t, 0));
		walk->left = true;
		return first;
	default:
		if (is_root(walk, t))
			return OTHER;
		if (!EXPR_P(t) && !REFERENCE_CLASS_P(t))
			return names_root(walk, t) ? OTHER : NOTHING;
		for (int i = 0; i < TREE_OPERAND_LENGTH(t) && first == NOTHING;
		     i++)
			first = first_use(walk, TREE_OPERAND(t, i));
		return first;
	}
}

/* ---- functions ---- */

/* C++ has members that are written all the same. */
static bool has_mutable(tree type)
{
	while (TREE_CODE(type) == ARRAY_TYPE)
		type = TREE_TYPE(type);
	if (!RECORD_OR_UNION_TYPE_P(type))
		return false;
	for (tree field = TYPE_FIELDS(type); field; field = DECL_CHAIN(field))
		if (TREE_CODE(field) == FIELD_DECL &&
		    ((lang_GNU_CXX() && DECL_LANG_FLAG_0(field)) ||
		     has_mutable(TREE_TYPE(field))))
			return true;
	return false;
}

static bool is_constant(tree parameter)
{
	tree type = TREE_TYPE(parameter);

	return POINTER_TYPE_P(type) && TYPE_READONLY(TREE_TYPE(type)) &&
	       !has_mutable(TREE_TYPE(type));
}

static bool fills_parameter(tree function, tree parameter)
{
	struct walk walk;

	if (!POINTER_TYPE_P(TREE_TYPE(parameter)) || is_constant(parameter))
		return false;
	walk.body = DECL_SAVED_TREE(function);
	walk.left = false;
	walk.roots.add(parameter);
	return first_use(&walk, walk.body) == FILLS;
}

/* A function that calls itself fills nothing while it is looked at. */
void parameter_collect(tree function)
{
	unsigned HOST_WIDE_INT filled = 0, bit = 1;

	if (!known_fills)
		known_fills = new fills;
	if (known_fills->get(DECL_UID(function)))
		return;
	known_fills->put(DECL_UID(function), 0);
	for (tree parameter = DECL_ARGUMENTS(function); parameter;
	     parameter = DECL_CHAIN(parameter), bit <<= 1)
		if (fills_parameter(function, parameter))
			filled |= bit;
	known_fills->put(DECL_UID(function), filled);
}

enum effect parameter_effect(tree function, unsigned argument)
{
	unsigned HOST_WIDE_INT *filled;
	tree parameter;

	function = callee_definition(function);
	if (DECL_SAVED_TREE(function))
		parameter_collect(function);
	filled = known_fills ? known_fills->get(DECL_UID(function)) : NULL;
	if (filled && argument < HOST_BITS_PER_WIDE_INT &&
	    (*filled >> argument & 1))
		return EFFECT_FILL;
	parameter = DECL_ARGUMENTS(function);
	for (unsigned i = 0; parameter && i < argument; i++)
		parameter = DECL_CHAIN(parameter);
	return parameter && is_constant(parameter) &&
			       !callee_may_uncover(function)
		       ? EFFECT_READ
		       : EFFECT_STATE;
}

void parameter_free_all(void)
{
	delete known_fills;
	known_fills = NULL;
}
