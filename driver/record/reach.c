/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a part of a program reaches through calls.
 */
#include "reach.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "graph.h"
#include "loop.h"

static void find(struct reach_finding *finding, const json_t *part,
		 const char *key)
{
	const json_t *words = json_object_get(part, key);

	if (finding->word || !words)
		return;
	finding->word = json_string_value(json_array_get(words, 0));
	finding->part = part;
}

/* What a thread is in an inner team says nothing of it in this one. */
static void look(struct reach *reach, const struct graph_part *part, bool inner)
{
	const json_t *order;
	size_t i;

	find(&reach->own, part->record, "own");
	find(&reach->who, part->record, "self");
	json_object_update(reach->unknown, part->unknown);
	reach->regions |= loop_true(part->record, "regions");
	if (inner)
		return;
	for (i = 0; (order = json_array_get(
			     json_object_get(part->record, "orders"), i));
	     i++)
		json_object_set_new(reach->orders, json_string_value(order),
				    json_true());
	find(&reach->who, part->record, "who");
	if (!reach->beside)
		find(&reach->who, part->record, "zero");
	find(&reach->team, part->record, "team");
}

void reach_follow(struct reach *reach, size_t number, bool inner)
{
	const struct graph_part *part = &reach->graph->parts[number];
	unsigned char known = reach->visited[number];

	if (known & 1 || (inner && known & 2))
		return;
	reach->visited[number] |= inner ? 2 : 1;
	look(reach, part, inner);
	for (size_t i = 0; i < part->call_count; i++) {
		const struct graph_call *call = &part->calls[i];

		if (!reach->beside ||
		    !graph_is_loop(&reach->graph->parts[call->part]))
			reach_follow(reach, call->part, inner || call->inner);
	}
}

void reach_begin(struct reach *reach, const struct graph *graph, bool beside)
{
	*reach = (struct reach){.graph = graph,
				.beside = beside,
				.unknown = json_object(),
				.orders = json_object()};
	reach->visited = memory_grow(NULL, graph->count + 1, 1);
	memset(reach->visited, 0, graph->count);
}

void reach_end(struct reach *reach)
{
	free(reach->visited);
	json_decref(reach->unknown);
	json_decref(reach->orders);
}

void reach_calls(struct reach *reach, const struct graph_part *part,
		 const char *key)
{
	const json_t *call, *number;
	size_t i, j;

	for (i = 0;
	     (call = json_array_get(json_object_get(part->record, key), i));
	     i++) {
		json_t *found = graph_callees(reach->graph, call, part->base);

		for (j = 0; (number = json_array_get(found, j)); j++)
			reach_follow(reach, (size_t)json_integer_value(number),
				     false);
		json_decref(found);
	}
}
