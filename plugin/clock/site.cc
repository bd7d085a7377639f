/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an object with clocks holds beside its code: a description of every
 * clocked construct, and a constructor that looks for the runtime library.
 *
 * Neither the linker nor a weak symbol binds the two: a linker settles weak
 * symbols of an executable for good, and then a library that is loaded
 * before the program is not seen. The constructor asks the loader by name
 * instead. Without a library the table stays NULL and a clock costs a load
 * and a branch.
 */
#include "base/gcc.h"
#include "base/place.h"
#include "site.h"

/* Of the layout of struct podium_unit and struct podium_site; the second where
   a site of the unit tells of candidates. */
#define LAYOUT_VERSION 1
#define LAYOUT_VERSION_TRIES 3

static tree site_types[2]; /* the second with candidates */
static bool tries;
static tree hooks;
static vec<tree> sites;

static tree add_field(tree record, tree last, const char *name, tree type)
{
	tree field = build_decl(BUILTINS_LOCATION, FIELD_DECL,
				get_identifier(name), type);

	DECL_CONTEXT(field) = record;
	if (last)
		DECL_CHAIN(last) = field;
	else
		TYPE_FIELDS(record) = field;
	return field;
}

static tree build_record(const char *name, const char *const *fields,
			 tree *types, unsigned count)
{
	tree record = make_node(RECORD_TYPE), last = NULL_TREE;

	for (unsigned i = 0; i < count; i++)
		last = add_field(record, last, fields[i], types[i]);
	TYPE_NAME(record) = get_identifier(name);
	layout_type(record);
	return record;
}

static tree string_type(void)
{
	return build_pointer_type(
		build_qualified_type(char_type_node, TYPE_QUAL_CONST));
}

/* struct podium_site of runtime/site.h, with candidates podium_tried_site. */
static tree build_site_type(bool tried)
{
	static const char *const fields[] = {
		"state", "id",	  "file",  "values",	 "why",
		"line",	 "flags", "heads", "candidates", "why_not_tried"};
	tree text = string_type();
	tree types[] = {ptr_type_node,
			text,
			text,
			text,
			text,
			integer_type_node,
			integer_type_node,
			integer_type_node,
			text,
			text};

	return build_record(tried ? "podium_tried_site" : "podium_site", fields,
			    types, ARRAY_SIZE(types) - (tried ? 0 : 2));
}

static tree site_type(bool tried)
{
	if (!site_types[tried])
		site_types[tried] = build_site_type(tried);
	return site_types[tried];
}

/* struct podium_unit of runtime/site.h. */
static tree build_unit_type(tree list_type)
{
	static const char *const fields[] = {"version", "count", "hooks",
					     "sites"};
	tree types[] = {integer_type_node, integer_type_node, ptr_type_node,
			build_pointer_type(list_type)};

	return build_record("podium_unit", fields, types, ARRAY_SIZE(types));
}

/* A static variable that stays whether or not the compiler sees its use. */
static tree build_variable(const char *prefix, tree type, tree initial)
{
	tree variable = build_decl(BUILTINS_LOCATION, VAR_DECL,
				   create_tmp_var_name(prefix), type);

	TREE_STATIC(variable) = 1;
	TREE_USED(variable) = 1;
	DECL_ARTIFICIAL(variable) = 1;
	DECL_IGNORED_P(variable) = 1;
	DECL_PRESERVE_P(variable) = 1;
	DECL_INITIAL(variable) = initial;
	if (initial)
		TREE_STATIC(initial) = 1;
	varpool_node::finalize_decl(variable);
	if (symtab->state == IPA)
		varpool_node::get(variable)->analyze();
	return variable;
}

static tree build_string(const char *text)
{
	return text ? build_string_literal(strlen(text) + 1, text)
		    : build_int_cst(string_type(), 0);
}

static tree build_contents(tree type, tree *values)
{
	vec<constructor_elt, va_gc> *elements = NULL;
	unsigned i = 0;

	for (tree field = TYPE_FIELDS(type); field; field = DECL_CHAIN(field))
		CONSTRUCTOR_APPEND_ELT(
			elements, field,
			fold_convert(TREE_TYPE(field), values[i++]));
	return build_constructor(type, elements);
}

tree site_build(const struct construct *construct, unsigned flags,
		const struct site_text *text)
{
	expanded_location place = expand_location(construct->location);
	tree type = site_type(text->candidates != NULL);
	tree site;
	tree contents[] = {
		null_pointer_node,
		build_string(construct->id),
		build_string(place.file ? place_name(place.file) : "?"),
		build_string(text->values),
		build_string(text->why),
		build_int_cst(integer_type_node, place.line),
		build_int_cst(integer_type_node, flags),
		build_int_cst(integer_type_node, text->heads),
		build_string(text->candidates),
		build_string(text->why_not_tried)};

	site = build_variable("podium_site", type,
			      build_contents(type, contents));
	sites.safe_push(site);
	tries = tries || text->candidates;
	return site;
}

tree site_hooks(void)
{
	if (!hooks)
		hooks = build_variable("podium_hooks", ptr_type_node,
				       NULL_TREE);
	return hooks;
}

static tree build_list(void)
{
	tree pointer = build_pointer_type(site_type(false));
	tree type = build_array_type_nelts(pointer, sites.length());
	vec<constructor_elt, va_gc> *elements = NULL;

	for (unsigned i = 0; i < sites.length(); i++)
		CONSTRUCTOR_APPEND_ELT(
			elements, size_int(i),
			build_fold_addr_expr_with_type(sites[i], pointer));
	return build_variable("podium_sites", type,
			      build_constructor(type, elements));
}

static tree build_unit(void)
{
	tree list = build_list();
	tree type = build_unit_type(TREE_TYPE(list));
	tree contents[] = {
		build_int_cst(integer_type_node,
			      tries ? LAYOUT_VERSION_TRIES : LAYOUT_VERSION),
		build_int_cst(integer_type_node, sites.length()),
		build_fold_addr_expr(site_hooks()), build_fold_addr_expr(list)};

	return build_variable("podium_unit", type,
			      build_contents(type, contents));
}

/*
 * dlsym, weakly: a static program has none. Where the program itself calls
 * it, its own declaration serves: that must not become weak.
 */
static tree find_dlsym(bool *weak)
{
	tree name = get_identifier("dlsym");
	symtab_node *node = symtab_node::get_for_asmname(name);
	tree function;

	*weak = false;
	if (node && TREE_CODE(node->decl) == FUNCTION_DECL)
		return node->decl;
	function = build_fn_decl(
		"dlsym", build_function_type_list(ptr_type_node, ptr_type_node,
						  string_type(), NULL_TREE));
	*weak = true;
	declare_weak(function);
	return function;
}

/* if (dlsym && (f = dlsym(RTLD_DEFAULT, "podium_register"))) f(unit); */
static tree build_search(tree unit)
{
	bool weak;
	tree function = find_dlsym(&weak), found, call, type;

	type = build_pointer_type(build_function_type_list(
		void_type_node, ptr_type_node, NULL_TREE));
	found = save_expr(fold_convert(
		type, build_call_expr(function, 2, null_pointer_node,
				      build_string("podium_register"))));
	call = build_call_array_loc(BUILTINS_LOCATION, void_type_node, found, 1,
				    &unit);
	call = build3(COND_EXPR, void_type_node,
		      build2(NE_EXPR, boolean_type_node, found,
			     build_int_cst(type, 0)),
		      call, NULL_TREE);
	if (!weak)
		return call;
	function = build_fold_addr_expr(function);
	return build3(COND_EXPR, void_type_node,
		      build2(NE_EXPR, boolean_type_node, function,
			     build_int_cst(TREE_TYPE(function), 0)),
		      call, NULL_TREE);
}

/* As early as a program's constructors may: others may run loops. */
void site_finish(void)
{
	tree body;

	if (sites.is_empty())
		return;
	body = build_search(build_fold_addr_expr(build_unit()));
	sites.release();
	cgraph_build_static_cdtor('I', body, MAX_RESERVED_INIT_PRIORITY + 1);
}
