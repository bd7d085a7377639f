/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Types of functions, by which calls through pointers find what they may
 * reach, and casts, which hide them.
 *
 * GIMPLE drops casts among pointers, so that a cast is where a value comes to
 * a place of another type.
 */
#include "base/gcc.h"
#include "pointer.h"

/* ---- types ---- */

/* A letter and a size: pointers to functions are cast from alike to alike. */
static void print_type(char *text, size_t size, tree type)
{
	size_t length = strlen(text);
	char letter = VOID_TYPE_P(type)		   ? 'v'
		      : POINTER_TYPE_P(type)	   ? 'p'
		      : SCALAR_FLOAT_TYPE_P(type)  ? 'f'
		      : INTEGRAL_TYPE_P(type)	   ? 'i'
		      : COMPLEX_FLOAT_TYPE_P(type) ? 'c'
						   : 's';

	if (strchr("fic", letter) && tree_fits_uhwi_p(TYPE_SIZE_UNIT(type)))
		snprintf(text + length, size - length, "%c%d", letter,
			 (int)tree_to_uhwi(TYPE_SIZE_UNIT(type)));
	else
		snprintf(text + length, size - length, "%c", letter);
}

/* Without a prototype nothing is known of the arguments. */
void pointer_print_type(char *text, size_t size, tree type)
{
	text[0] = '\0';
	print_type(text, size, TREE_TYPE(type));
	if (!prototype_p(type)) {
		strncat(text, "(?)", size - strlen(text) - 1);
		return;
	}
	strncat(text, "(", size - strlen(text) - 1);
	for (tree t = TYPE_ARG_TYPES(type); t && t != void_list_node;
	     t = TREE_CHAIN(t))
		print_type(text, size, TREE_VALUE(t));
	strncat(text, ")", size - strlen(text) - 1);
}

void pointer_print_call(char *text, size_t size, tree type)
{
	size_t length = 0;

	if (TREE_CODE(type) == METHOD_TYPE)
		length = snprintf(text, size, "method ");
	pointer_print_type(text + length, size - length, type);
}

/* ---- virtual methods ---- */

static tree method_at(tree type, unsigned HOST_WIDE_INT place)
{
	tree entry =
		TYPE_BINFO(type) ? BINFO_VIRTUALS(TYPE_BINFO(type)) : NULL_TREE;

	for (; entry && place > 0; place--)
		entry = TREE_CHAIN(entry);
	return entry ? TREE_VALUE(entry) : NULL_TREE;
}

tree pointer_method(tree target, tree *type)
{
	tree method, token;

	if (!target || !virtual_method_call_p(target))
		return NULL_TREE;
	token = OBJ_TYPE_REF_TOKEN(target);
	*type = obj_type_ref_class(target);
	if (!*type || !tree_fits_uhwi_p(token))
		return NULL_TREE;
	*type = TYPE_MAIN_VARIANT(*type);
	method = method_at(*type, tree_to_uhwi(token));
	return method && TREE_CODE(method) == FUNCTION_DECL &&
			       DECL_VINDEX(method) &&
			       tree_int_cst_equal(DECL_VINDEX(method), token)
		       ? method
		       : NULL_TREE;
}

static const char *name_of_class(tree type)
{
	tree name = TYPE_IDENTIFIER(type);

	return name ? IDENTIFIER_POINTER(name) : "?";
}

/* Names without what they stand in: more are taken for the same than are. */
void pointer_print_method(char *text, size_t size, tree type, tree method)
{
	int length = snprintf(text, size, "%s::%s ", name_of_class(type),
			      IDENTIFIER_POINTER(DECL_NAME(method)));

	if ((size_t)length < size)
		pointer_print_type(text + length, size - length,
				   TREE_TYPE(method));
}

tree pointer_print_target(char *text, size_t size, tree target, tree type)
{
	tree class_type, method = pointer_method(target, &class_type);

	if (method)
		pointer_print_method(text, size, class_type, method);
	else
		pointer_print_call(text, size, type);
	return method;
}

static bool declares(tree type, tree method)
{
	tree entry =
		TYPE_BINFO(type) ? BINFO_VIRTUALS(TYPE_BINFO(type)) : NULL_TREE;

	for (; entry; entry = TREE_CHAIN(entry))
		if (TREE_CODE(TREE_VALUE(entry)) == FUNCTION_DECL &&
		    DECL_NAME(TREE_VALUE(entry)) == DECL_NAME(method))
			return true;
	return false;
}

static void note_classes(tree binfo, tree method, pointer_note_class *note,
			 void *data)
{
	tree base;

	if (declares(BINFO_TYPE(binfo), method))
		note(BINFO_TYPE(binfo), method, data);
	for (int i = 0; BINFO_BASE_ITERATE(binfo, i, base); i++)
		note_classes(base, method, note, data);
}

void pointer_classes_of(tree method, pointer_note_class *note, void *data)
{
	tree type = DECL_CONTEXT(method);

	if (type && TYPE_P(type) && TYPE_BINFO(type) && DECL_NAME(method))
		note_classes(TYPE_BINFO(type), method, note, data);
}

/* ---- casts ---- */

/* NULL_TREE if it is no pointer to a function. */
static tree pointed_function_type(tree type)
{
	if (!type || !POINTER_TYPE_P(type) || !TREE_TYPE(type) ||
	    !FUNC_OR_METHOD_TYPE_P(TREE_TYPE(type)))
		return NULL_TREE;
	return TREE_TYPE(type);
}

/* C++ looks at a bit of every pointer to a method by itself. */
static bool is_cast(tree from, tree type)
{
	tree to = pointed_function_type(type);
	char text[2][200];

	if (!to)
		return TREE_CODE(from) != METHOD_TYPE || !INTEGRAL_TYPE_P(type);
	pointer_print_type(text[0], sizeof(text[0]), from);
	pointer_print_type(text[1], sizeof(text[1]), to);
	return strcmp(text[0], text[1]) != 0;
}

static void look(tree value, tree type, pointer_note *note)
{
	tree from = pointed_function_type(TREE_TYPE(value));
	tree function = TREE_CODE(value) == ADDR_EXPR ? TREE_OPERAND(value, 0)
						      : NULL_TREE;

	if (!type || TREE_CODE(value) == INTEGER_CST)
		return;
	if (function && TREE_CODE(function) == FUNCTION_DECL) {
		if (is_cast(TREE_TYPE(function), type))
			note(function);
	} else if (from && is_cast(from, type)) {
		note(from);
	} else if (!from && pointed_function_type(type)) {
		note(pointed_function_type(type));
	}
}

/* What has no parameter of its own is taken as any. */
static void casts_of_arguments(gimple *call, pointer_note *note)
{
	tree function = gimple_call_fndecl(call);
	tree type = gimple_call_fntype(call);
	tree parameter = type ? TYPE_ARG_TYPES(type) : NULL_TREE;

	if (gimple_call_internal_p(call) ||
	    (function && fndecl_built_in_p(function)))
		return;
	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		look(gimple_call_arg(call, i),
		     parameter ? TREE_VALUE(parameter) : ptr_type_node, note);
		parameter = parameter ? TREE_CHAIN(parameter) : NULL_TREE;
	}
}

static tree result_type(gimple *call)
{
	return gimple_call_internal_p(call)
		       ? NULL_TREE
		       : gimple_call_return_type(as_a<gcall *>(call));
}

void pointer_casts_of(gimple *statement, pointer_note *note)
{
	tree target = gimple_get_lhs(statement);
	tree from;

	if (is_gimple_call(statement)) {
		casts_of_arguments(statement, note);
		from = pointed_function_type(result_type(statement));
		if (from && target && is_cast(from, TREE_TYPE(target)))
			note(from);
	} else if (gimple_assign_single_p(statement) ||
		   gimple_assign_cast_p(statement)) {
		look(gimple_assign_rhs1(statement), TREE_TYPE(target), note);
	}
}

/* What the compiler itself makes up may leave out the member. */
static tree place_of(tree type, tree index)
{
	if (index && TREE_CODE(index) == FIELD_DECL)
		return TREE_TYPE(index);
	return type && TREE_CODE(type) == ARRAY_TYPE ? TREE_TYPE(type)
						     : NULL_TREE;
}

/* Where a variable begins, casts are still written. */
void pointer_casts_of_initial(tree type, tree value, pointer_note *note)
{
	tree index, element;
	unsigned HOST_WIDE_INT i;

	if (!value || value == error_mark_node)
		return;
	if (TREE_CODE(value) == CONSTRUCTOR)
		FOR_EACH_CONSTRUCTOR_ELT(CONSTRUCTOR_ELTS(value), i, index,
					 element)
	pointer_casts_of_initial(place_of(type, index), element, note);
	while (CONVERT_EXPR_P(value))
		value = TREE_OPERAND(value, 0);
	if (TREE_CODE(value) == ADDR_EXPR)
		look(value, type, note);
}
