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
#include "rule.h"
#include "unit.h"

static struct json_writer record;
static struct json_writer calls; /* elements */

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
	char *call = callee_name(gimple_call_fndecl(made->call));

	json_object(&calls);
	json_key_string(&calls, "of", of);
	json_key_bool(&calls, "region", region->parallel != NULL);
	json_key_string(&calls, "call", call);
	write_list(&calls, "differs", &made->differs);
	if (neighbour_is_open(&region->steps, made->call))
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

void unit_function(gimple_seq body)
{
	add_calls(body, NULL);
	rule_end_function();
}

/* ---- functions of which addresses are taken ---- */

/* Those that may hold orphaned loops: not all of their calls are seen. */
static void write_taken(void)
{
	vec<char *> taken = vNULL;
	struct cgraph_node *node;

	FOR_EACH_FUNCTION(node)
	{
		char *name;

		if ((!node->address_taken && !DECL_VIRTUAL_P(node->decl)) ||
		    !callee_may_share(node->decl))
			continue;
		name = callee_name(node->decl);
		names_add(&taken, name);
		free(name);
	}
	names_write(&taken, &record, "taken");
	names_free(&taken);
}

/* ---- functions ---- */

/* Other units may call it by this name; what is inline they have, too, unless
   a template is instantiated here for them. */
static bool is_asked_for(struct cgraph_node *node)
{
	tree function = node->decl;

	if (!callee_is_known(function))
		return false;
	return (TREE_PUBLIC(function) &&
		(!DECL_COMDAT(function) || node->forced_by_abi)) ||
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

		if (parameter_effect(function, number) != EFFECT_FILL)
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

static void write_digest(struct json_writer *digests, tree function,
			 unsigned (*digest)(tree function, const char *name))
{
	char *name = callee_name(function), text[16];

	snprintf(text, sizeof(text), "%08x", digest(function, name));
	json_object(digests);
	json_key_string(digests, "function", name);
	json_key_string(digests, "digest", text);
	json_end_object(digests);
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

static void write_functions(unsigned (*digest)(tree function, const char *name))
{
	struct json_writer safe = {}, open = {}, fills = {}, waits = {};
	struct json_writer digests = {};
	struct cgraph_node *node;

	FOR_EACH_FUNCTION(node)
	{
		if (!is_asked_for(node))
			continue;
		write_function(&safe, &open, node->decl);
		add_fills(&fills, node->decl);
		add_waits(&waits, node->decl);
		write_digest(&digests, node->decl, digest);
	}
	write_part("safe", &safe);
	write_part("functions", &open);
	write_part("fills", &fills);
	write_part("waits", &waits);
	write_part("digests", &digests);
}

/* ---- the unit ---- */

void unit_join(unsigned (*digest)(tree function, const char *name))
{
	size_t empty;

	json_object(&record);
	json_key_int(&record, "schema", 1);
	json_key_string(&record, "unit", place_name(main_input_filename));
	empty = record.length;
	write_functions(digest);
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
	parameter_free_all();
	callee_free_all();
}
