/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The record of the unit: what its functions, regions and loops have to do
 * with their thread. At the end of the unit the parts that reach nothing of
 * interest are dropped; of functions of that kind only the names are kept, for
 * other units.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "base/place.h"
#include "construct/handover.h"
#include "construct/construct.h"
#include "interest.h"
#include "part.h"
#include "reach.h"
#include "taken.h"

static struct json_writer record;

/* ---- calls ---- */

/* Of the unit by its number, elsewhere by its name. */
static void write_call(const char *key, bool *begun,
		       const struct part_call *call)
{
	if (call->part >= 0 ? !parts[call->part]->is_wanted : !call->name)
		return;
	if (!*begun) {
		json_key(&record, key);
		json_array(&record);
	}
	*begun = true;
	if (call->part >= 0)
		json_int(&record, parts[call->part]->number);
	else
		json_string(&record, call->name);
}

static void end_calls(bool begun)
{
	if (begun)
		json_end_array(&record);
}

/* Nothing comes back from most calls of functions elsewhere. */
static void write_calls(const struct part *part)
{
	static const char *const keys[] = {"calls", "does", "inner", "told"};

	for (int i = 0; i < 4; i++) {
		bool begun = false;

		for (unsigned j = 0; j < part->calls.length(); j++) {
			const struct part_call *call = &part->calls[j];
			bool does = call->part < 0 && !call->used;
			int kind = call->inner ? 2 : does ? 1 : 0;

			if (i == 3 ? call->told : i == kind)
				write_call(keys[i], &begun, call);
		}
		end_calls(begun);
	}
}

static void write_neighbours(const char *key, const vec<tree> *functions)
{
	bool begun = false;

	for (unsigned i = 0; i < functions->length(); i++) {
		struct part_call call = part_call_to((*functions)[i]);

		part_resolve(&call);
		write_call(key, &begun, &call);
		free(call.name);
	}
	end_calls(begun);
}

static void write_run(const vec<tree> *calls)
{
	json_object(&record);
	write_neighbours("calls", calls);
	json_end_object(&record);
}

static bool is_written(tree function)
{
	struct part_call call = part_call_to(function);
	bool written;

	part_resolve(&call);
	written = call.part >= 0 ? parts[call.part]->is_wanted
				 : call.name != NULL;
	free(call.name);
	return written;
}

/* Where one call follows another with no barrier between. */
static void write_runs(const struct part *part)
{
	vec<tree> run = vNULL;
	bool begun = false;

	for (unsigned i = 0; i <= part->runs.length(); i++) {
		tree function =
			i < part->runs.length() ? part->runs[i] : NULL_TREE;

		if (function) {
			if (is_written(function))
				run.safe_push(function);
			continue;
		}
		if (run.length() > 1 && !begun) {
			json_key(&record, "runs");
			json_array(&record);
			begun = true;
		}
		if (run.length() > 1)
			write_run(&run);
		run.truncate(0);
	}
	end_calls(begun);
	run.release();
}

static void write_callee(tree function)
{
	struct part_call call = part_call_to(function);

	part_resolve(&call);
	if (call.part >= 0)
		json_int(&record, parts[call.part]->number);
	else
		json_string(&record, call.name);
	free(call.name);
}

/* ---- parts ---- */

/* For the linker, where that says it; for people, where it is told to them. */
static void write_function(const struct part *part)
{
	if (part_is_shared(part->function))
		json_key_string(&record, "function",
				construct_assembler_name(part->function));
	if (part_asks(part) || part_carries(part))
		json_key_string(&record, "name",
				construct_shown_name(part->function));
}

static void write_parameters(const char *key, const vec<int> *parameters)
{
	if (parameters->length() == 0)
		return;
	json_key(&record, key);
	json_array(&record);
	for (unsigned i = 0; i < parameters->length(); i++)
		json_int(&record, (*parameters)[i]);
	json_end_array(&record);
}

static void write_lend(const struct handover_lend *lend, bool *begun)
{
	struct part_call call = part_call_to(lend->function);

	part_resolve(&call);
	if (call.part >= 0 ? parts[call.part]->is_wanted : call.name != NULL) {
		if (!*begun) {
			json_key(&record, "lends");
			json_array(&record);
		}
		*begun = true;
		json_object(&record);
		if (lend->name)
			json_key_string(&record, "name", lend->name);
		else
			json_key_int(&record, "parameter", lend->parameter);
		if (call.part >= 0)
			json_key_int(&record, "call", parts[call.part]->number);
		else
			json_key_string(&record, "call", call.name);
		json_key_int(&record, "argument", lend->argument);
		json_end_object(&record);
	}
	free(call.name);
}

/* What parameters point at, and whose addresses are given away. */
static void write_carried(const struct part *part)
{
	const struct handover *carried = part->carried;
	bool begun = false;

	if (!carried)
		return;
	write_parameters("moves", &carried->moved);
	write_parameters("gathers", &carried->summed);
	for (unsigned i = 0; i < carried->lends.length(); i++)
		write_lend(&carried->lends[i], &begun);
	end_calls(begun);
}

static void write_alone(struct part *part)
{
	if (part->kind == PART_LOOP)
		alone_write_loop(&parts[part->around]->alone, &part->loop,
				 &record);
	else
		alone_write(&part->alone, &record, part->kind == PART_FUNCTION,
			    is_written, write_callee);
}

static void write_part(struct part *part)
{
	json_object(&record);
	if (part->kind == PART_LOOP)
		json_key_string(&record, "loop", part->id);
	else if (part->kind == PART_REGION)
		json_key_bool(&record, "region", true);
	else
		write_function(part);
	if (part->is_orphan)
		json_key_bool(&record, "orphan", true);
	if (part->is_static)
		json_key_bool(&record, "static", true);
	if (part->is_open)
		json_key_bool(&record, "open", true);
	if (part->has_regions)
		json_key_bool(&record, "regions", true);
	names_write(&part->asks[QUESTION_TEAM], &record, "team");
	names_write(&part->asks[QUESTION_WHO], &record, "who");
	names_write(&part->asks[QUESTION_SELF], &record, "self");
	names_write(&part->zero, &record, "zero");
	names_write(&part->own, &record, "own");
	names_write(&part->orders, &record, "orders");
	names_write(&part->through, &record, "through");
	write_calls(part);
	write_neighbours("then", &part->then);
	write_neighbours("since", &part->since);
	write_runs(part);
	write_alone(part);
	write_carried(part);
	json_end_object(&record);
}

static void write_parts(void)
{
	json_key(&record, "parts");
	json_array(&record);
	for (unsigned i = 0; i < parts.length(); i++)
		if (parts[i]->is_wanted)
			write_part(parts[i]);
	json_end_array(&record);
}

/* ---- the unit ---- */

/* Names under which other units call what is of no interest. */
static void write_clean(void)
{
	struct cgraph_node *node;

	json_key(&record, "clean");
	json_array(&record);
	FOR_EACH_FUNCTION(node)
	{
		int part = part_is_shared(node->decl) &&
					   (node->definition || node->alias)
				   ? part_of(node->decl)
				   : -1;

		if (part >= 0 && !parts[part]->is_wanted)
			json_string(&record,
				    construct_assembler_name(node->decl));
	}
	json_end_array(&record);
}

/* Other names of what is of interest. */
static void write_aliases(void)
{
	struct cgraph_node *node;

	json_key(&record, "aliases");
	json_array(&record);
	FOR_EACH_FUNCTION(node)
	{
		int part = node->alias && part_is_shared(node->decl)
				   ? part_of(node->decl)
				   : -1;

		if (part < 0 || !parts[part]->is_wanted)
			continue;
		json_object(&record);
		json_key_string(&record, "function",
				construct_assembler_name(node->decl));
		json_key_int(&record, "part", parts[part]->number);
		json_end_object(&record);
	}
	json_end_array(&record);
}

static void write_unit(void)
{
	json_object(&record);
	json_key_int(&record, "schema", 1);
	json_key_string(&record, "unit", place_name(main_input_filename));
	write_parts();
	write_clean();
	write_aliases();
	taken_write(&record);
	json_end_object(&record);
	record.comma = false;
	json_raw(&record, "\n", 1);
}

void reach_join(void)
{
	taken_note_variables();
	if (parts.length() == 0 && !taken_any())
		return;
	for (unsigned i = 0; i < parts.length(); i++)
		for (unsigned j = 0; j < parts[i]->calls.length(); j++)
			part_resolve(&parts[i]->calls[j]);
	interest_spread();
	write_unit();
}

const struct json_writer *reach_record(void)
{
	return &record;
}

void reach_free_all(void)
{
	part_free_all();
	taken_free_all();
	json_free(&record);
}
