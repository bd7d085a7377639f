/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What pointers and virtual calls may reach: functions of which addresses are
 * taken, by their types.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "construct/pointer.h"
#include "part.h"
#include "taken.h"

static vec<tree> cast_functions;
static vec<char *> cast_types;
static vec<char *> harmless_types;

void taken_note_harmless(const char *type)
{
	names_add(&harmless_types, type);
}

/* A function by itself, of pointers only what they may point to. */
void taken_note_cast(tree what)
{
	char type[200];

	if (TREE_CODE(what) == FUNCTION_DECL) {
		if (!cast_functions.contains(what))
			cast_functions.safe_push(what);
		return;
	}
	pointer_print_type(type, sizeof(type), what);
	names_add(&cast_types, type);
}

/* Tables of virtual functions are cast by the compiler. */
void taken_note_variables(void)
{
	varpool_node *node;

	FOR_EACH_VARIABLE(node)
	if (!DECL_VIRTUAL_P(node->decl))
		pointer_casts_of_initial(TREE_TYPE(node->decl),
					 DECL_INITIAL(node->decl),
					 taken_note_cast);
}

/* A unit may have nothing but a table of functions. */
bool taken_any(void)
{
	struct cgraph_node *node;

	FOR_EACH_FUNCTION(node)
	if (node->address_taken)
		return true;
	return false;
}

/* ---- writing ---- */

/* The record under way, and types that stand in it by themselves. */
struct list {
	struct json_writer *json;
	vec<char *> known;
};

/* A type, and a function of it where that is of interest; types by
   themselves only once. */
static void write_one(struct list *list, struct part_call *call,
		      const char *type)
{
	struct json_writer *json = list->json;
	unsigned count = list->known.length();
	bool plain;

	part_resolve(call);
	plain = call->part >= 0 ? !parts[call->part]->is_wanted : !call->name;
	names_add(&list->known, type);
	if (plain && list->known.length() == count)
		return;
	json_object(json);
	json_key_string(json, "type", type);
	if (!plain && call->part >= 0)
		json_key_int(json, "call", parts[call->part]->number);
	else if (!plain)
		json_key_string(json, "call", call->name);
	json_end_object(json);
	free(call->name);
}

/* Tables of virtual methods are reached by virtual calls alone. */
static bool is_taken(struct cgraph_node *node)
{
	struct ipa_ref *ref = NULL;

	if (!node->address_taken || !DECL_VIRTUAL_P(node->decl))
		return node->address_taken;
	for (unsigned i = 0; node->iterate_referring(i, ref); i++)
		if (ref->use == IPA_REF_ADDR &&
		    !DECL_VIRTUAL_P(ref->referring->decl))
			return true;
	return false;
}

static void write_method(tree type, tree method, void *list)
{
	struct part_call call = part_call_to(method);
	char text[POINTER_MOST_TEXT];

	pointer_print_method(text, sizeof(text), type, method);
	write_one((struct list *)list, &call, text);
}

static void write_function(struct cgraph_node *node, struct list *list)
{
	tree type = TREE_TYPE(node->decl);
	bool taken = is_taken(node);
	char text[POINTER_MOST_TEXT];

	if (taken) {
		struct part_call call = part_call_to(node->decl);

		pointer_print_type(text, sizeof(text), type);
		write_one(list, &call, text);
	}
	if (TREE_CODE(type) == METHOD_TYPE) {
		struct part_call call = part_call_to(node->decl);

		pointer_print_call(text, sizeof(text), type);
		write_one(list, &call, text);
	}
	if (DECL_VIRTUAL_P(node->decl))
		pointer_classes_of(node->decl, write_method, list);
}

/* What pointers and virtual calls may reach. */
void taken_write(struct json_writer *json)
{
	struct cgraph_node *node;
	struct list list = {json, vNULL};

	json_key(json, "taken");
	json_array(json);
	FOR_EACH_FUNCTION(node)
	{
		if (!node->address_taken && !DECL_VIRTUAL_P(node->decl))
			continue;
		if (part_of(node->decl) >= 0 || !node->definition)
			write_function(node, &list);
	}
	for (unsigned i = 0; i < harmless_types.length(); i++) {
		struct part_call call = part_call_to(NULL_TREE);

		write_one(&list, &call, harmless_types[i]);
	}
	for (unsigned i = 0; i < cast_functions.length(); i++) {
		struct part_call call = part_call_to(cast_functions[i]);

		write_one(&list, &call, "*");
	}
	json_end_array(json);
	names_free(&list.known);
	names_write(&cast_types, json, "cast");
}

void taken_free_all(void)
{
	cast_functions.release();
	names_free(&cast_types);
	names_free(&harmless_types);
}
