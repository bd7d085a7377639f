/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one thread does alone in one function, and static loops in another.
 *
 * A function shows its callers what stands in its first phase and in its last
 * one, as they would name the places in memory. In each phase of each function
 * and region what one thread does alone is compared with the loops, where a
 * call is between them; within one function the plugin has done so.
 */
#include "alone.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "graph.h"
#include "loop.h"
#include "touch.h"

#define MOST_PHASES 100000

/* What stands in a phase. */
struct content {
	json_t *alone; /* places */
	json_t *loops; /* by number of the part: places */
};

struct summary {
	bool known;
	bool passes; /* there is a way through it without a barrier */
	struct content head, tail;
};

struct phases {
	size_t count;
	size_t *up; /* another one that is the same phase, or itself */
	struct content *contents;
};

struct search {
	const struct graph *graph;
	struct summary *summaries; /* by part */
};

static struct content content_new(void)
{
	return (struct content){json_object(), json_object()};
}

static void content_free(struct content *content)
{
	json_decref(content->alone);
	json_decref(content->loops);
}

/* ---- phases of a part ---- */

static size_t phase_of(const struct phases *phases, size_t phase)
{
	while (phases->up[phase] != phase)
		phase = phases->up[phase];
	return phase;
}

static void unite(struct phases *phases, size_t a, size_t b)
{
	a = phase_of(phases, a);
	b = phase_of(phases, b);
	phases->up[a > b ? a : b] = a > b ? b : a;
}

/* Of a function with more of them some are taken for one. */
static size_t number_of(const json_t *object, const char *key)
{
	return (size_t)json_integer_value(json_object_get(object, key)) %
	       MOST_PHASES;
}

static size_t at_least(size_t count, const json_t *object, const char *key)
{
	size_t phase = number_of(object, key);

	return phase < count ? count : phase + 1;
}

static const json_t *steps_of(const struct graph_part *part)
{
	return json_object_get(part->record, "steps");
}

static size_t count_phases(const struct search *search,
			   const struct graph_part *part)
{
	const json_t *steps = steps_of(part), *one;
	size_t count = at_least(0, part->record, "entry"), i;

	count = at_least(count, part->record, "exit");
	for (i = 0; (one = json_array_get(steps, i)); i++) {
		count = at_least(count, one, "from");
		count = at_least(count, one, "to");
	}
	for (i = 0;
	     (one = json_array_get(json_object_get(part->record, "alone"), i));
	     i++)
		count = at_least(count, one, "phase");
	for (i = 0; i < part->call_count; i++)
		count = at_least(
			count, search->graph->parts[part->calls[i].part].record,
			"phase");
	return count;
}

static void phases_begin(struct phases *phases, size_t count)
{
	phases->count = count;
	phases->up = memory_grow(NULL, count, sizeof(*phases->up));
	phases->contents = memory_grow(NULL, count, sizeof(*phases->contents));
	for (size_t i = 0; i < count; i++) {
		phases->up[i] = i;
		phases->contents[i] = content_new();
	}
}

static void phases_end(struct phases *phases)
{
	for (size_t i = 0; i < phases->count; i++)
		content_free(&phases->contents[i]);
	free(phases->contents);
	free(phases->up);
}

static struct content *content_of(struct phases *phases, const json_t *object,
				  const char *key)
{
	return &phases->contents[phase_of(phases, number_of(object, key))];
}

/* ---- what meets ---- */

static void refuse(const struct search *search, const char *loop,
		   const json_t *place)
{
	size_t number = strtoul(loop, NULL, 10);
	struct text text = {0};
	char *name = touch_name(place);

	text_add(&text, "better not: no barrier stands between it and what one "
			"thread does alone in another function");
	if (name)
		text_print(&text, " with '%s'", name);
	loop_add_reason(search->graph->parts[number].loop, "rewrite_why",
			text_string(&text));
	text_free(&text);
	free(name);
}

static void compare(const struct search *search, json_t *alone, json_t *loops)
{
	if (json_object_size(alone) == 0)
		return;
	for (void *at = json_object_iter(loops); at;
	     at = json_object_iter_next(loops, at)) {
		const json_t *place =
			touch_meet(alone, json_object_iter_value(at));

		if (place)
			refuse(search, json_object_iter_key(at), place);
	}
}

static void compare_contents(const struct search *search,
			     const struct content *a, const struct content *b)
{
	compare(search, a->alone, b->loops);
	compare(search, b->alone, a->loops);
}

static void merge(struct content *into, const struct content *from)
{
	json_object_update(into->alone, from->alone);
	for (void *at = json_object_iter(from->loops); at;
	     at = json_object_iter_next(from->loops, at))
		json_object_update(
			touch_set(into->loops, json_object_iter_key(at)),
			json_object_iter_value(at));
}

/* ---- parts ---- */

static void add_loop(struct phases *phases, const struct graph_part *loop,
		     size_t number)
{
	char key[32];

	if (!loop->loop || !json_object_get(loop->record, "touches") ||
	    !json_object_get(loop->record, "phase"))
		return;
	snprintf(key, sizeof(key), "%zu", number);
	touch_add(touch_set(content_of(phases, loop->record, "phase")->loops,
			    key),
		  json_object_get(loop->record, "touches"), loop->base);
}

static void add_own(const struct search *search, struct phases *phases,
		    const struct graph_part *part)
{
	const json_t *one;
	size_t i;

	for (i = 0;
	     (one = json_array_get(json_object_get(part->record, "alone"), i));
	     i++)
		touch_add(content_of(phases, one, "phase")->alone,
			  json_object_get(one, "touches"), part->base);
	for (i = 0; i < part->call_count; i++)
		add_loop(phases, &search->graph->parts[part->calls[i].part],
			 part->calls[i].part);
}

static void translate(struct content *into, const struct content *called,
		      const json_t *step, size_t unit)
{
	const json_t *gives = json_object_get(step, "gives");

	touch_translate(into->alone, called->alone, gives, unit);
	for (void *at = json_object_iter(called->loops); at;
	     at = json_object_iter_next(called->loops, at))
		touch_translate(
			touch_set(into->loops, json_object_iter_key(at)),
			json_object_iter_value(at), gives, unit);
}

/* Beside all that is in its phases already. */
static void add_called(const struct search *search, struct phases *phases,
		       const json_t *step, const struct content *head,
		       const struct content *tail)
{
	struct content *from = content_of(phases, step, "from");
	struct content *to = content_of(phases, step, "to");

	compare_contents(search, head, from);
	compare_contents(search, tail, to);
	if (loop_true(step, "again") && from == to)
		compare_contents(search, head, tail);
	merge(from, head);
	merge(to, tail);
}

static const struct summary *summary_of(struct search *search, size_t number);

/* The callees of a step are known from here on. Of what nobody recorded
   nothing is known but that it may have no barrier. */
static bool passes(struct search *search, const struct graph_part *part,
		   const json_t *step)
{
	json_t *found = graph_step(search->graph, part, step);
	bool any = json_array_size(found) == 0;

	for (size_t i = 0; i < json_array_size(found); i++)
		any |= summary_of(search, (size_t)json_integer_value(
						  json_array_get(found, i)))
			       ->passes;
	json_decref(found);
	return any;
}

/* One call means one of its callees each time. */
static void add_step(struct search *search, struct phases *phases,
		     const struct graph_part *part, const json_t *step)
{
	json_t *found = graph_step(search->graph, part, step);
	struct content head = content_new(), tail = content_new();

	for (size_t i = 0; i < json_array_size(found); i++) {
		const struct summary *called = summary_of(
			search,
			(size_t)json_integer_value(json_array_get(found, i)));

		translate(&head, &called->head, step, part->base);
		translate(&tail, &called->tail, step, part->base);
	}
	add_called(search, phases, step, &head, &tail);
	content_free(&head);
	content_free(&tail);
	json_decref(found);
}

static void sum_up(struct search *search, const struct graph_part *part,
		   struct summary *summary)
{
	const json_t *step;
	struct phases phases;
	size_t i;

	phases_begin(&phases, count_phases(search, part));
	for (i = 0; (step = json_array_get(steps_of(part), i)); i++)
		if (passes(search, part, step))
			unite(&phases, number_of(step, "from"),
			      number_of(step, "to"));
	add_own(search, &phases, part);
	for (i = 0; (step = json_array_get(steps_of(part), i)); i++)
		add_step(search, &phases, part, step);
	merge(&summary->head, content_of(&phases, part->record, "entry"));
	merge(&summary->tail, content_of(&phases, part->record, "exit"));
	summary->passes = content_of(&phases, part->record, "entry") ==
			  content_of(&phases, part->record, "exit");
	phases_end(&phases);
}

/* A function that calls itself passes by itself. */
static const struct summary *summary_of(struct search *search, size_t number)
{
	struct summary *summary = &search->summaries[number];

	if (summary->known)
		return summary;
	*summary = (struct summary){true, true, content_new(), content_new()};
	sum_up(search, &search->graph->parts[number], summary);
	return summary;
}

static bool any_alone(const struct graph *graph)
{
	for (size_t i = 0; i < graph->count; i++)
		if (json_object_get(graph->parts[i].record, "alone"))
			return true;
	return false;
}

void alone_judge(const struct graph *graph)
{
	struct search search = {graph, NULL};

	if (!any_alone(graph))
		return;
	search.summaries =
		memory_grow(NULL, graph->count, sizeof(*search.summaries));
	memset(search.summaries, 0, graph->count * sizeof(*search.summaries));
	for (size_t i = 0; i < graph->count; i++)
		if (!graph_is_loop(&graph->parts[i]))
			summary_of(&search, i);
	for (size_t i = 0; i < graph->count; i++)
		if (search.summaries[i].known) {
			content_free(&search.summaries[i].head);
			content_free(&search.summaries[i].tail);
		}
	free(search.summaries);
}
