/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a thread has for itself and hands to loops of other functions.
 *
 * Of each function and region is gathered what all static loops touch that it
 * comes to through calls, as it would name the places in memory itself. Where
 * one loop writes a place that each thread has for itself, and another one
 * reads it, the thread goes on with its own iterations: barriers do not matter.
 */
#include "own.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "graph.h"
#include "loop.h"
#include "touch.h"

struct search {
	const struct graph *graph;
	json_t **loops; /* by part: by number of the loop: places */
};

/* ---- what loops touch ---- */

static bool has_number(const json_t *list, const json_t *number)
{
	for (size_t i = 0; number && i < json_array_size(list); i++)
		if (json_equal(json_array_get(list, i), (json_t *)number))
			return true;
	return false;
}

/* What it has written itself before, or only adds to, it takes of nobody. */
static bool is_taken(const struct graph_part *loop, const json_t *place)
{
	return loop_true(place, "writes") ||
	       !has_number(json_object_get(loop->record, "fresh"),
			   json_object_get(place, "parameter"));
}

static void add_loop(json_t *loops, const struct graph_part *loop,
		     size_t number)
{
	const json_t *touches = json_object_get(loop->record, "touches");
	json_t *taken = json_array();
	char key[32];

	snprintf(key, sizeof(key), "%zu", number);
	for (size_t i = 0; i < json_array_size(touches); i++)
		if (is_taken(loop, json_array_get(touches, i)))
			json_array_append(taken, json_array_get(touches, i));
	touch_add(touch_set(loops, key), taken, loop->base);
	json_decref(taken);
}

static json_t *loops_of(struct search *search, size_t number);

static void add_step(struct search *search, const struct graph_part *part,
		     json_t *loops, const json_t *step)
{
	json_t *found = graph_step(search->graph, part, step);

	for (size_t i = 0; i < json_array_size(found); i++) {
		json_t *called = loops_of(
			search,
			(size_t)json_integer_value(json_array_get(found, i)));

		for (void *at = json_object_iter(called); at;
		     at = json_object_iter_next(called, at))
			touch_translate(
				touch_set(loops, json_object_iter_key(at)),
				json_object_iter_value(at),
				json_object_get(step, "gives"), part->base);
	}
	json_decref(found);
}

/* A function that calls itself comes to no more by that. */
static json_t *loops_of(struct search *search, size_t number)
{
	const struct graph_part *part = &search->graph->parts[number];
	const json_t *step;
	json_t *loops = search->loops[number];
	size_t i;

	if (loops)
		return loops;
	search->loops[number] = json_object();
	loops = json_object();
	for (i = 0; i < part->call_count; i++)
		if (search->graph->parts[part->calls[i].part].loop)
			add_loop(loops,
				 &search->graph->parts[part->calls[i].part],
				 part->calls[i].part);
	for (i = 0;
	     (step = json_array_get(json_object_get(part->record, "steps"), i));
	     i++)
		add_step(search, part, loops, step);
	json_object_update(search->loops[number], loops);
	json_decref(loops);
	return search->loops[number];
}

/* ---- what the thread has for itself ---- */

static bool is_place(const json_t *place, const json_t *own)
{
	static const char *const keys[] = {"variable", "parameter", "pointers"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		json_t *x = json_object_get(place, keys[i]);
		json_t *y = json_object_get(own, keys[i]);

		if (x != y && !json_equal(x, y))
			return false;
	}
	return true;
}

static bool touches(const json_t *set, const json_t *own, bool writes)
{
	for (void *at = json_object_iter((json_t *)set); at;
	     at = json_object_iter_next((json_t *)set, at)) {
		const json_t *place = json_object_iter_value(at);

		if (loop_true(place, "writes") == writes &&
		    is_place(place, own))
			return true;
	}
	return false;
}

/* "%x.1234" is 'x'; parameters have no names. */
static void refuse(const struct search *search, const char *loop,
		   const json_t *own)
{
	const char *name = json_string_value(json_object_get(own, "variable"));
	size_t number = strtoul(loop, NULL, 10);
	struct text text = {0};

	text_add(&text, "better not: by calls, one loop goes on with what its "
			"thread has left in another one");
	if (name)
		text_print(&text, ", in '%.*s'", (int)strcspn(name + 1, "."),
			   name + 1);
	loop_add_reason(search->graph->parts[number].loop, "rewrite_why",
			text_string(&text));
	text_free(&text);
}

static void judge_own(const struct search *search, json_t *loops,
		      const json_t *own)
{
	const char *from, *to;
	json_t *left, *taken;

	json_object_foreach(loops, from, left)
	{
		if (!touches(left, own, true))
			continue;
		json_object_foreach(loops, to, taken)
		{
			if (strcmp(from, to) == 0 ||
			    !touches(taken, own, false))
				continue;
			refuse(search, from, own);
			refuse(search, to, own);
		}
	}
}

static void judge_step(struct search *search, size_t number, const json_t *step)
{
	const json_t *given;
	size_t i;

	for (i = 0; (given = json_array_get(json_object_get(step, "gives"), i));
	     i++)
		if (loop_true(given, "own"))
			judge_own(search, loops_of(search, number), given);
}

static void judge_part(struct search *search, size_t number)
{
	const json_t *record = search->graph->parts[number].record, *step;
	size_t i;

	for (i = 0;
	     (step = json_array_get(json_object_get(record, "steps"), i)); i++)
		judge_step(search, number, step);
}

void own_judge(const struct graph *graph)
{
	struct search search = {graph, NULL};

	search.loops =
		memory_grow(NULL, graph->count + 1, sizeof(*search.loops));
	memset(search.loops, 0, (graph->count + 1) * sizeof(*search.loops));
	for (size_t i = 0; i < graph->count; i++)
		judge_part(&search, i);
	for (size_t i = 0; i < graph->count; i++)
		json_decref(search.loops[i]);
	free(search.loops);
}
