/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The record of the unit; doc/records.md has its keys.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "base/omp.h"
#include "base/place.h"
#include "construct/construct.h"
#include "known.h"
#include "parameter.h"
#include "pointer.h"
#include "rule.h"
#include "unit.h"

static struct json_writer record;
static struct json_writer calls; /* elements */
static vec<tree> cast_functions;
static vec<char *> cast_types;

/* ---- calls ---- */

static void write_list(struct json_writer *json, const char *key,
		       const vec<char *> *list)
{
	names_write(list, json, key);
}

static void write_call(const struct rule_region *region,
		       const struct flow_call *made)
{
	char *of = callee_name(current_function_decl);
	tree function = gimple_call_fndecl(made->call);
	char *call = function ? callee_name(function)
			      : callee_pointer(gimple_call_fn(made->call),
					       gimple_call_fntype(made->call));

	json_object(&calls);
	json_key_string(&calls, "of", of);
	json_key_bool(&calls, "region", region->parallel != NULL);
	json_key_string(&calls, "call", call);
	write_list(&calls, "differs", &made->differs);
	if (neighbour_is_open(&region->neighbours, made->call))
		json_key_bool(&calls, "open", true);
	if (region->parallel) {
		write_list(&calls, "needs", &region->needs.needs);
		write_list(&calls, "unknown", &region->needs.unknown);
	}
	json_end_object(&calls);
	free(of);
	free(call);
}

/* Does the body itself call what may come to an orphaned loop? */
static bool calls_sharing(gimple_seq body, vec<gimple *> *parallels)
{
	bool found = false;

	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);

		if (gimple_code(statement) == GIMPLE_OMP_PARALLEL) {
			parallels->safe_push(statement);
			continue;
		}
		found |= is_gimple_call(statement) &&
			 callee_call_may_share(statement);
		for (unsigned i = 0; i < count; i++)
			found |= calls_sharing(*bodies[i], parallels);
	}
	return found;
}

static void add_calls(gimple_seq body, gimple *parallel)
{
	vec<gimple *> parallels = vNULL;

	if (calls_sharing(body, &parallels)) {
		struct rule_region *region = rule_region(parallel);

		for (unsigned i = 0; i < region->calls.length(); i++)
			write_call(region, &region->calls[i]);
	}
	for (unsigned i = 0; i < parallels.length(); i++)
		add_calls(gimple_omp_body(parallels[i]), parallels[i]);
	parallels.release();
}

/* ---- casts ---- */

/* A function by itself, of pointers only what they may point to. */
static void note_cast(tree what)
{
	char type[POINTER_MOST_TEXT];

	if (TREE_CODE(what) == FUNCTION_DECL) {
		if (!cast_functions.contains(what))
			cast_functions.safe_push(what);
		return;
	}
	pointer_print_type(type, sizeof(type), what);
	names_add(&cast_types, type);
}

static void note_casts(gimple_seq body)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(gsi_stmt(gsi), bodies);

		pointer_casts_of(gsi_stmt(gsi), note_cast);
		for (unsigned i = 0; i < count; i++)
			note_casts(*bodies[i]);
	}
}

void unit_function(gimple_seq body)
{
	note_casts(body);
	add_calls(body, NULL);
	rule_end_function();
}

/* Tables of virtual functions are cast by the compiler. */
static void note_variables(void)
{
	varpool_node *node;

	FOR_EACH_VARIABLE(node)
	if (!DECL_VIRTUAL_P(node->decl))
		pointer_casts_of_initial(TREE_TYPE(node->decl),
					 DECL_INITIAL(node->decl), note_cast);
}

/* ---- functions of which addresses are taken ---- */

/* Type and function; a text once. */
struct taken {
	vec<char *> types;
	vec<vec<char *>> functions;
};

static vec<char *> *functions_of(struct taken *taken, const char *type)
{
	unsigned i = 0;

	while (i < taken->types.length() && strcmp(taken->types[i], type) != 0)
		i++;
	if (i == taken->types.length()) {
		taken->types.safe_push(xstrdup(type));
		taken->functions.safe_push(vNULL);
	}
	return &taken->functions[i];
}

/* Functions of the table are not written. */
static void add_taken(struct taken *taken, const char *type, tree function)
{
	vec<char *> *functions = functions_of(taken, type);
	char *name;

	if (!callee_is_seen(function) && known_function(function) == KNOWN_SAFE)
		return;
	name = callee_name(function);
	names_add(functions, name);
	free(name);
}

static void add_method(tree type, tree method, void *taken)
{
	char text[POINTER_MOST_TEXT];

	pointer_print_method(text, sizeof(text), type, method);
	add_taken((struct taken *)taken, text, method);
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

static void find_taken(struct taken *taken, struct cgraph_node *node)
{
	tree type = TREE_TYPE(node->decl);
	char text[POINTER_MOST_TEXT];

	if (is_taken(node)) {
		pointer_print_type(text, sizeof(text), type);
		add_taken(taken, text, node->decl);
	}
	if (TREE_CODE(type) == METHOD_TYPE) {
		pointer_print_call(text, sizeof(text), type);
		add_taken(taken, text, node->decl);
	}
	if (DECL_VIRTUAL_P(node->decl))
		pointer_classes_of(node->decl, add_method, taken);
}

static void write_taken(void)
{
	struct taken taken = {};
	struct cgraph_node *node;

	FOR_EACH_FUNCTION(node)
	if ((node->address_taken || DECL_VIRTUAL_P(node->decl)) &&
	    (callee_is_known(node->decl) || !node->definition))
		find_taken(&taken, node);
	for (unsigned i = 0; i < cast_functions.length(); i++)
		add_taken(&taken, "*", cast_functions[i]);
	if (taken.types.length() > 0) {
		json_key(&record, "taken");
		json_array(&record);
	}
	for (unsigned i = 0; i < taken.types.length(); i++) {
		json_object(&record);
		json_key_string(&record, "type", taken.types[i]);
		write_list(&record, "functions", &taken.functions[i]);
		json_end_object(&record);
		names_free(&taken.functions[i]);
	}
	if (taken.types.length() > 0)
		json_end_array(&record);
	names_free(&taken.types);
	taken.functions.release();
	names_write(&cast_types, &record, "casts");
}

/* ---- functions ---- */

/* Other units may call it by this name; what is inline they have, too, unless
   a template is instantiated here for them. Pointers lead to others. */
static bool is_asked_for(struct cgraph_node *node)
{
	tree function = node->decl;

	if (!callee_is_known(function))
		return false;
	return (TREE_PUBLIC(function) &&
		(!DECL_COMDAT(function) || node->forced_by_abi)) ||
	       node->address_taken || DECL_VIRTUAL_P(function) ||
	       callee_may_share(function);
}

static void write_function(struct json_writer *safe, struct json_writer *open,
			   tree function)
{
	struct callee_needs needs = {};
	char *name = callee_name(function);

	callee_of_function(function, &needs);
	if (needs.needs.length() == 0 && needs.unknown.length() == 0) {
		json_string(safe, name);
	} else {
		json_object(open);
		json_key_string(open, "function", name);
		write_list(open, "needs", &needs.needs);
		write_list(open, "unknown", &needs.unknown);
		json_end_object(open);
	}
	callee_needs_free(&needs);
	free(name);
}

static void add_fills(struct json_writer *fills, tree function)
{
	unsigned number = 0;

	for (tree parameter = DECL_ARGUMENTS(function); parameter;
	     parameter = DECL_CHAIN(parameter), number++) {
		char *name, *text;

		if (!parameter_fills(parameter_use(function, number)))
			continue;
		name = callee_name(function);
		text = xasprintf("%s,%u", name, number + 1);
		json_string(fills, text);
		free(text);
		free(name);
	}
}

static void add_waits(struct json_writer *waits, tree function)
{
	char *name = callee_name(function);

	if (!callee_may_go_on(function))
		json_string(waits, name);
	free(name);
}

static void write_part(const char *key, struct json_writer *part)
{
	if (part->length > 0) {
		json_key(&record, key);
		json_array(&record);
		json_raw(&record, part->text, part->length);
		json_end_array(&record);
	}
	json_free(part);
}

static void write_functions(void)
{
	struct json_writer safe = {}, open = {}, fills = {}, waits = {};
	struct cgraph_node *node;

	FOR_EACH_FUNCTION(node)
	{
		if (!is_asked_for(node))
			continue;
		write_function(&safe, &open, node->decl);
		add_fills(&fills, node->decl);
		add_waits(&waits, node->decl);
	}
	write_part("safe", &safe);
	write_part("functions", &open);
	write_part("fills", &fills);
	write_part("waits", &waits);
}

/* ---- the unit ---- */

void unit_join(void)
{
	size_t empty;

	note_variables();
	json_object(&record);
	json_key_int(&record, "schema", 1);
	json_key_string(&record, "unit", place_name(main_input_filename));
	empty = record.length;
	write_functions();
	write_taken();
	write_part("calls", &calls);
	if (record.length == empty) {
		json_free(&record);
		return;
	}
	json_end_object(&record);
	record.comma = false;
	json_raw(&record, "\n", 1);
}

const struct json_writer *unit_record(void)
{
	return &record;
}

void unit_free_all(void)
{
	json_free(&record);
	json_free(&calls);
	cast_functions.release();
	names_free(&cast_types);
	parameter_free_all();
	callee_free_all();
}
