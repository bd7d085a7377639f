/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of all units of a program, as one graph.
 */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "loop.h"
#include "records.h"

/* ---- the parts ---- */

static json_t *number_of(size_t part)
{
	return json_integer((json_int_t)part);
}

bool graph_is_loop(const struct graph_part *part)
{
	return json_object_get(part->record, "loop") != NULL;
}

static void add_part(struct graph *graph, const json_t *record,
		     const char *unit, size_t number, size_t base)
{
	const char *name =
		json_string_value(json_object_get(record, "function"));
	struct graph_part *part;

	graph->parts = memory_grow(graph->parts, graph->count + 1,
				   sizeof(*graph->parts));
	part = &graph->parts[graph->count];
	*part = (struct graph_part){.record = record,
				    .unit = memory_string(unit),
				    .number = number,
				    .base = base,
				    .parent = GRAPH_NONE,
				    .unknown = json_object()};
	if (name)
		json_array_append_new(loop_list(graph->names, name),
				      number_of(graph->count));
	graph->count++;
}

/* As of the whole graph, where it is a number of the unit. */
static json_t *globally(const json_t *call, size_t base)
{
	return json_is_integer(call)
		       ? number_of(base + (size_t)json_integer_value(call))
		       : json_incref((json_t *)call);
}

static void add_taken(struct graph *graph, const json_t *taken, size_t base)
{
	const json_t *call = json_object_get(taken, "call");
	json_t *list =
		loop_list(graph->types,
			  json_string_value(json_object_get(taken, "type")));

	if (call)
		json_array_append_new(list, globally(call, base));
}

/*
 * Two sources may have one name, and one may be compiled twice: what the file
 * with this number tells of them is told apart by how many came before.
 */
static char *unit_key(size_t file, const json_t *record)
{
	return memory_print("%zu\n%s", file,
			    json_string_value(json_object_get(record, "unit")));
}

static void add_parts(struct graph *graph, const json_t *record, size_t file,
		      json_t *units)
{
	char *unit = unit_key(file, record);
	size_t base = graph->count, i;
	json_t *known = loop_list(units, unit);
	const json_t *one;

	for (i = 0; (one = json_array_get(json_object_get(record, "parts"), i));
	     i++)
		add_part(graph, one, unit, json_array_size(known), base);
	json_array_append_new(known, json_null());
	free(unit);
}

static void add_unit(struct graph *graph, const json_t *record, size_t base)
{
	const json_t *one;
	size_t i;

	for (i = 0; (one = json_array_get(json_object_get(record, "clean"), i));
	     i++)
		loop_list(graph->names, json_string_value(one));
	for (i = 0;
	     (one = json_array_get(json_object_get(record, "aliases"), i)); i++)
		json_array_append_new(
			loop_list(graph->names,
				  json_string_value(
					  json_object_get(one, "function"))),
			globally(json_object_get(one, "part"), base));
	for (i = 0; (one = json_array_get(json_object_get(record, "taken"), i));
	     i++)
		add_taken(graph, one, base);
	for (i = 0; (one = json_array_get(json_object_get(record, "cast"), i));
	     i++)
		json_object_set_new(graph->casts, json_string_value(one),
				    json_true());
}

/* ---- calls ---- */

json_t *graph_callees(const struct graph *graph, const json_t *call,
		      size_t base)
{
	if (json_is_string(call))
		return json_incref(
			json_object_get(graph->names, json_string_value(call)));
	return json_pack("[o]", globally(call, base));
}

/* ---- calls through pointers ---- */

/* False if the program takes the address of no such function. */
static bool add_targets(const struct graph *graph, const char *type,
			json_t *calls)
{
	json_t *targets = json_object_get(graph->types, type);

	json_array_extend(calls, targets);
	return targets;
}

/* Functions of other types that were cast, perhaps to the one in question. */
static void add_cast(const struct graph *graph, json_t *calls)
{
	add_targets(graph, "*", calls);
	for (void *at = json_object_iter(graph->casts); at;
	     at = json_object_iter_next(graph->casts, at))
		add_targets(graph, json_object_iter_key(at), calls);
}

json_t *graph_pointed(const struct graph *graph, const char *type)
{
	json_t *calls = json_array(), *list = json_array();
	const json_t *call;
	size_t i;

	add_targets(graph, type, calls);
	add_cast(graph, calls);
	for (i = 0; (call = json_array_get(calls, i)); i++) {
		json_t *found = graph_callees(graph, call, 0);

		json_array_extend(list, found);
		json_decref(found);
	}
	json_decref(calls);
	return list;
}

/* ---- edges ---- */

static void connect(struct graph *graph, struct graph_part *part,
		    const json_t *call, size_t base, bool inner)
{
	json_t *found = graph_callees(graph, call, base);
	const json_t *number;
	size_t i;

	if (!found)
		json_object_set_new(part->unknown, json_string_value(call),
				    json_true());
	for (i = 0; (number = json_array_get(found, i)); i++) {
		part->calls = memory_grow(part->calls, part->call_count + 1,
					  sizeof(*part->calls));
		part->calls[part->call_count++] = (struct graph_call){
			(size_t)json_integer_value(number), inner};
	}
	json_decref(found);
}

static void connect_list(struct graph *graph, struct graph_part *part,
			 const char *key)
{
	const json_t *call;
	size_t i;

	for (i = 0;
	     (call = json_array_get(json_object_get(part->record, key), i));
	     i++)
		connect(graph, part, call, part->base,
			strcmp(key, "inner") == 0);
}

/* Any function of the program of that type whose address is taken. */
static void connect_pointers(struct graph *graph, struct graph_part *part)
{
	const json_t *types = json_object_get(part->record, "through"), *one;
	json_t *calls = json_array();
	size_t i;

	for (i = 0; (one = json_array_get(types, i)); i++)
		if (!add_targets(graph, json_string_value(one), calls))
			json_object_set_new(part->unknown, "", json_true());
	if (types)
		add_cast(graph, calls);
	for (i = 0; (one = json_array_get(calls, i)); i++)
		connect(graph, part, one, 0, false);
	json_decref(calls);
}

static void connect_part(struct graph *graph, size_t number)
{
	struct graph_part *part = &graph->parts[number];

	connect_list(graph, part, "calls");
	connect_list(graph, part, "does");
	connect_list(graph, part, "inner");
	connect_pointers(graph, part);
	for (size_t i = 0; i < part->call_count; i++) {
		struct graph_part *to = &graph->parts[part->calls[i].part];

		if (graph_is_loop(to))
			to->parent = number;
	}
}

/* ---- the whole program ---- */

static char *loop_key(const char *unit, const json_t *id)
{
	return memory_print("%s\n%s", unit, json_string_value(id));
}

static json_t *loops_by_key(struct records *const *list, size_t count)
{
	json_t *map = json_object();

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < list[i]->count; j++) {
			json_t *record = list[i]->list[j];
			char *unit = unit_key(i, record);
			char *key =
				loop_key(unit, json_object_get(record, "id"));

			json_array_append(loop_list(map, key), record);
			free(unit);
			free(key);
		}
	return map;
}

static json_t *parts_by_key(const struct graph *graph)
{
	json_t *map = json_object();

	for (size_t i = 0; i < graph->count; i++) {
		const json_t *id =
			json_object_get(graph->parts[i].record, "loop");
		char *key = id ? loop_key(graph->parts[i].unit, id) : NULL;

		if (id)
			json_array_append_new(loop_list(map, key),
					      number_of(i));
		free(key);
	}
	return map;
}

/*
 * Loops and parts that are called alike stand in one order; loops that do
 * nothing of interest have no part. Where every unit of the name has such a
 * loop it is the one of the part's own unit, else any of them.
 */
static void find_loops(struct graph *graph, const json_t *parts, json_t *loops,
		       const json_t *units)
{
	size_t count = json_array_size(loops);
	bool all = json_array_size(parts) == count, each = false;

	for (size_t i = 0; i < json_array_size(parts) && count > 0; i++) {
		struct graph_part *part = &graph->parts[json_integer_value(
			json_array_get(parts, i))];

		each = json_array_size(json_object_get(units, part->unit)) ==
		       count;
		part->loop = json_array_get(loops, all	       ? i
						   : each      ? part->number
						   : i < count ? i
							       : count - 1);
	}
	if (count > 0 && !all && !each)
		json_array_append(graph->doubtful, loops);
}

static void find_all_loops(struct graph *graph, struct records *const *list,
			   size_t count, const json_t *units)
{
	json_t *loops = loops_by_key(list, count), *parts = parts_by_key(graph);
	json_t *one;
	const char *key;

	json_object_foreach(parts, key, one)
	{
		find_loops(graph, one, json_object_get(loops, key), units);
	}
	json_decref(loops);
	json_decref(parts);
}

static void read_units(struct graph *graph, struct records *const *list,
		       size_t count, json_t *units)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < list[i]->unit_count; j++) {
			size_t base = graph->count;

			add_parts(graph, list[i]->units[j], i, units);
			add_unit(graph, list[i]->units[j], base);
		}
}

void graph_read(struct graph *graph, struct records *const *list, size_t count)
{
	json_t *units = json_object();

	*graph = (struct graph){.names = json_object(),
				.types = json_object(),
				.casts = json_object(),
				.doubtful = json_array()};
	read_units(graph, list, count, units);
	find_all_loops(graph, list, count, units);
	for (size_t i = 0; i < graph->count; i++)
		connect_part(graph, i);
	json_decref(units);
}

void graph_free(struct graph *graph)
{
	for (size_t i = 0; i < graph->count; i++) {
		json_decref(graph->parts[i].unknown);
		free(graph->parts[i].unit);
		free(graph->parts[i].calls);
	}
	free(graph->parts);
	json_decref(graph->names);
	json_decref(graph->types);
	json_decref(graph->casts);
	json_decref(graph->doubtful);
}

json_t *graph_step(const struct graph *graph, const struct graph_part *part,
		   const json_t *step)
{
	const char *type = json_string_value(json_object_get(step, "through"));

	if (type)
		return graph_pointed(graph, type);
	return graph_callees(graph, json_object_get(step, "call"), part->base);
}
