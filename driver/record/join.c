/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What loops have to do with their threads, seen through calls.
 *
 * The parts of all units, functions, regions and loops, are the nodes of one
 * graph; from each loop and from what it stands in is looked what they reach.
 */
#include "join.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "alone.h"
#include "graph.h"
#include "loop.h"
#include "own.h"
#include "reach.h"
#include "records.h"

/* ---- reasons ---- */

/* " (in helper)" */
static void add_place(struct text *out, const struct reach_finding *finding)
{
	const char *name =
		json_string_value(json_object_get(finding->part, "name"));

	if (name)
		text_print(out, " (in %s)", name);
}

static void add_finding(json_t *record, const char *key, const char *format,
			const char *what, const struct reach_finding *finding)
{
	struct text text = {0};

	if (!finding->word)
		return;
	text_print(&text, format, what, finding->word);
	add_place(&text, finding);
	loop_add_reason(record, key, text_string(&text));
	text_free(&text);
}

static bool is_function(const struct graph_part *part)
{
	return !graph_is_loop(part) && !loop_true(part->record, "region");
}

/* What a part says by itself has been told where it was recorded. */
static void forget_own(struct reach_finding *finding,
		       const struct graph_part *from, bool recorded)
{
	if (recorded && finding->part == from->record)
		finding->word = NULL;
}

/* "what": the loop or its region, which is "from". */
static void add_findings(json_t *record, const char *what, struct reach *reach,
			 const struct graph_part *from)
{
	forget_own(&reach->who, from, true);
	forget_own(&reach->own, from, !is_function(from));
	add_finding(record, "rewrite_why",
		    "better not: the %s asks which thread it is, by %s", what,
		    &reach->who);
	add_finding(record, "rewrite_why",
		    "better not: the %s uses '%s', of which each thread has "
		    "its own",
		    what, &reach->own);
	add_finding(record, "threads_why",
		    "the %s asks of how many threads it is one, by %s", what,
		    &reach->team);
}

static void add_unseen(json_t *record, json_t *unknown)
{
	for (void *at = json_object_iter(unknown); at;
	     at = json_object_iter_next(unknown, at)) {
		const char *name = json_object_iter_key(at);
		struct text text = {0};

		if (*name)
			text_print(&text, "'%s', which has no record", name);
		else
			text_add(&text, "a function behind a pointer");
		loop_add_reason(record, "unseen", text_string(&text));
		text_free(&text);
	}
}

/* ---- loops ---- */

enum effect { EFFECT_NONE, EFFECT_GATHERS, EFFECT_MOVES };

static bool has_number(const json_t *list, json_int_t number)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (json_integer_value(json_array_get(list, i)) == number)
			return true;
	return false;
}

/* What becomes of the thing whose address functions are given. */
struct lending {
	const struct graph *graph;
	json_t *visited; /* parts with arguments, as keys */
	struct reach_finding finding;
};

static enum effect effect_of_lend(struct lending *lending, const json_t *lend,
				  size_t base);

static enum effect effect_of_part(struct lending *lending,
				  const struct graph_part *part, size_t number,
				  json_int_t argument)
{
	enum effect effect = EFFECT_NONE, other;
	char *key = memory_print("%zu %lld", number, (long long)argument);
	const json_t *lends = json_object_get(part->record, "lends");
	bool known = json_object_get(lending->visited, key) != NULL;

	json_object_set_new(lending->visited, key, json_true());
	free(key);
	if (known)
		return EFFECT_NONE;
	if (has_number(json_object_get(part->record, "moves"), argument)) {
		lending->finding.part = part->record;
		return EFFECT_MOVES;
	}
	if (has_number(json_object_get(part->record, "gathers"), argument))
		effect = EFFECT_GATHERS;
	for (size_t i = 0; i < json_array_size(lends); i++) {
		const json_t *lend = json_array_get(lends, i);
		const json_t *parameter = json_object_get(lend, "parameter");

		if (!parameter || json_integer_value(parameter) != argument)
			continue;
		other = effect_of_lend(lending, lend, part->base);
		effect = other > effect ? other : effect;
	}
	return effect;
}

static enum effect effect_of_lend(struct lending *lending, const json_t *lend,
				  size_t base)
{
	const struct graph *graph = lending->graph;
	json_t *found =
		graph_callees(graph, json_object_get(lend, "call"), base);
	json_int_t argument =
		json_integer_value(json_object_get(lend, "argument"));
	enum effect effect = EFFECT_NONE, other;

	for (size_t i = 0; i < json_array_size(found); i++) {
		size_t to =
			(size_t)json_integer_value(json_array_get(found, i));

		other = effect_of_part(lending, &graph->parts[to], to,
				       argument);
		effect = other > effect ? other : effect;
	}
	json_decref(found);
	return effect;
}

/* What a loop lends out of what its threads have for themselves. */
static void judge_lend(const struct graph *graph, const struct graph_part *part,
		       const json_t *lend)
{
	struct lending lending = {.graph = graph, .visited = json_object()};
	enum effect effect = effect_of_lend(&lending, lend, part->base);
	const char *name = json_string_value(json_object_get(lend, "name"));
	struct text text = {0};

	if (effect == EFFECT_MOVES) {
		text_print(&text,
			   "better not: an iteration reads what an earlier "
			   "one of its thread has left in '%s'",
			   name);
		add_place(&text, &lending.finding);
		loop_add_reason(part->loop, "rewrite_why", text_string(&text));
	} else if (effect == EFFECT_GATHERS) {
		text_print(&text,
			   "what each thread gathers in '%s' depends on its "
			   "iterations",
			   name);
		loop_add_reason(part->loop, "reorders", text_string(&text));
	}
	text_free(&text);
	json_decref(lending.visited);
}

static void judge_lends(const struct graph *graph,
			const struct graph_part *part)
{
	const json_t *lends = json_object_get(part->record, "lends");

	for (size_t i = 0; i < json_array_size(lends); i++)
		judge_lend(graph, part, json_array_get(lends, i));
}

static void judge_inside(const struct graph *graph, size_t number)
{
	struct reach reach;

	reach_begin(&reach, graph, false);
	reach_follow(&reach, number, false);
	add_findings(graph->parts[number].loop, "loop", &reach,
		     &graph->parts[number]);
	add_unseen(graph->parts[number].loop, reach.unknown);
	for (void *at = json_object_iter(reach.orders); at;
	     at = json_object_iter_next(reach.orders, at))
		loop_add_reason(graph->parts[number].loop, "reorders",
				json_object_iter_key(at));
	reach_end(&reach);
}

/* What nobody recorded matters there only if it gives something back. */
static void judge_around(const struct graph *graph, size_t number)
{
	const struct graph_part *loop = &graph->parts[number];
	const struct graph_part *part = &graph->parts[loop->parent];
	const json_t *call;
	struct reach reach;
	size_t i;

	reach_begin(&reach, graph, true);
	reach_follow(&reach, loop->parent, false);
	add_findings(loop->loop, "region", &reach, part);
	json_object_clear(reach.unknown);
	for (i = 0;
	     (call = json_array_get(json_object_get(part->record, "calls"), i));
	     i++)
		if (json_is_string(call) &&
		    json_object_get(part->unknown, json_string_value(call)))
			json_object_set_new(reach.unknown,
					    json_string_value(call),
					    json_true());
	add_unseen(loop->loop, reach.unknown);
	reach_end(&reach);
}

/*
 * With one thread for a region, those that are nested in it are no longer
 * nested and get as many as there may be.
 */
static void judge_nested(const struct graph *graph, size_t number)
{
	const struct graph_part *loop = &graph->parts[number];
	struct reach reach;

	if (!loop_true(graph->parts[loop->parent].record, "region"))
		return;
	reach_begin(&reach, graph, false);
	reach_follow(&reach, loop->parent, false);
	if (reach.regions)
		loop_add_reason(
			loop->loop, "threads_why",
			"the region has others within it, which would get "
			"more threads if it had one");
	reach_end(&reach);
}

/* ---- loops whose region is elsewhere ---- */

/* The orphaned loops among what was reached; "mark" must be true of them. */
static bool add_to_orphans(const struct reach *reach, const char *mark,
			   const char *text)
{
	const struct graph *graph = reach->graph;
	bool any = false;

	for (size_t i = 0; i < graph->count; i++) {
		const struct graph_part *part = &graph->parts[i];

		if (!(reach->visited[i] & 1) || !part->loop ||
		    !loop_true(part->record, "orphan") ||
		    !loop_true(part->record, mark))
			continue;
		loop_add_reason(part->loop, "rewrite_why", text);
		any = true;
	}
	return any;
}

static void judge_told(const struct graph *graph, const struct graph_part *part)
{
	struct reach reach;

	if (!json_object_get(part->record, "told"))
		return;
	reach_begin(&reach, graph, false);
	reach_calls(&reach, part, "told");
	add_to_orphans(&reach, "orphan",
		       "better not: it is called by what knows which thread "
		       "it is, and passes it on");
	reach_end(&reach);
}

static const char relies[] =
	"better not: nowait: a loop of another function may rely on the same "
	"static distribution";

/* A static loop and another one of a function, with no barrier between. */
static void judge_neighbours(const struct graph *graph,
			     const struct graph_part *part, const char *key,
			     const char *mark)
{
	struct reach reach;

	if (!json_object_get(part->record, key) || !part->loop)
		return;
	reach_begin(&reach, graph, false);
	reach_calls(&reach, part, key);
	if (add_to_orphans(&reach, mark, relies))
		loop_add_reason(part->loop, "rewrite_why", relies);
	reach_end(&reach);
}

/* Does a call end in a static loop that does not wait? */
static bool ends_open(const struct reach *reach)
{
	for (size_t i = 0; i < reach->graph->count; i++)
		if (reach->visited[i] & 1 &&
		    loop_true(reach->graph->parts[i].record, "open"))
			return true;
	return false;
}

/* Calls one after the other: behind an open one static loops rely on it. */
static void judge_run(const struct graph *graph, const struct graph_part *part,
		      const json_t *run)
{
	const json_t *call, *number;
	bool open = false;
	size_t i, j;

	for (i = 0; (call = json_array_get(json_object_get(run, "calls"), i));
	     i++) {
		json_t *found = graph_callees(graph, call, part->base);
		struct reach reach;

		reach_begin(&reach, graph, false);
		for (j = 0; (number = json_array_get(found, j)); j++)
			reach_follow(&reach, (size_t)json_integer_value(number),
				     false);
		if (open)
			add_to_orphans(&reach, "static", relies);
		open |= ends_open(&reach);
		reach_end(&reach);
		json_decref(found);
	}
}

static bool has_open(const struct graph *graph)
{
	for (size_t i = 0; i < graph->count; i++)
		if (loop_true(graph->parts[i].record, "open"))
			return true;
	return false;
}

static void judge_runs(const struct graph *graph)
{
	const json_t *run;
	size_t i, j;

	if (!has_open(graph))
		return;
	for (i = 0; i < graph->count; i++)
		for (j = 0;
		     (run = json_array_get(
			      json_object_get(graph->parts[i].record, "runs"),
			      j));
		     j++)
			judge_run(graph, &graph->parts[i], run);
}

/* ---- the whole program ---- */

/* The data of threads lives on between regions of as many threads. */
static void keep_threads(const struct graph *graph, struct records *const *list,
			 size_t count)
{
	struct reach reach;

	reach_begin(&reach, graph, false);
	for (size_t i = 0; i < graph->count; i++)
		if (loop_true(graph->parts[i].record, "region"))
			reach_follow(&reach, i, false);
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < list[i]->count; j++)
			add_finding(list[i]->list[j], "threads_why",
				    "%s uses '%s', of which each thread has "
				    "its own",
				    "the program", &reach.own);
	reach_end(&reach);
}

static const char *const reasons[] = {"rewrite_why", "threads_why", "reorders",
				      "unseen"};
#define REASONS (sizeof(reasons) / sizeof(reasons[0]))

/* What is said of one record is said of all. */
static void share_reasons(const json_t *records, const char *key)
{
	json_t *all = json_array();
	const json_t *text;
	json_t *record;
	size_t i, j;

	for (i = 0; (record = json_array_get(records, i)); i++)
		json_array_extend(all, json_object_get(record, key));
	for (i = 0; (record = json_array_get(records, i)); i++)
		for (j = 0; (text = json_array_get(all, j)); j++)
			loop_add_reason(record, key, json_string_value(text));
	json_decref(all);
}

/* Loops of one name, of which nobody knows whose reasons these are. */
static void share_doubts(const struct graph *graph)
{
	const json_t *records;
	size_t i, j;

	for (i = 0; (records = json_array_get(graph->doubtful, i)); i++)
		for (j = 0; j < REASONS; j++)
			share_reasons(records, reasons[j]);
}

static bool has_unit(struct records *const *list, size_t count,
		     const json_t *unit)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < list[i]->unit_count; j++)
			if (json_equal(
				    json_object_get(list[i]->units[j], "unit"),
				    (json_t *)unit))
				return true;
	return false;
}

/* An empty list says that nothing depends on the order. */
static void complete(struct records *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < list[i]->count; j++) {
			json_t *record = list[i]->list[j];

			if (!json_object_get(record, "reorders") &&
			    has_unit(list, count,
				     json_object_get(record, "unit")))
				json_object_set_new(record, "reorders",
						    json_array());
		}
}

/* What each thread does on its own may be summed up by their number. */
static bool part_reorders(const json_t *part)
{
	static const char *const keys[] = {"orders", "who", "team", "self"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (json_object_get(part, keys[i]))
			return true;
	return false;
}

static bool unit_reorders(const json_t *unit)
{
	const json_t *part;
	size_t i;

	for (i = 0; (part = json_array_get(json_object_get(unit, "parts"), i));
	     i++)
		if (part_reorders(part))
			return true;
	return false;
}

static bool loop_reorders(const json_t *record)
{
	const json_t *orders = json_object_get(record, "reorders");

	return !orders || json_array_size(orders) > 0 ||
	       json_object_get(record, "unseen");
}

bool join_reorders(struct records *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < list[i]->count; j++)
			if (loop_reorders(list[i]->list[j]))
				return true;
		for (size_t j = 0; j < list[i]->unit_count; j++)
			if (unit_reorders(list[i]->units[j]))
				return true;
	}
	return false;
}

void join_records(struct records *const *list, size_t count)
{
	struct graph graph;

	graph_read(&graph, list, count);
	for (size_t i = 0; i < graph.count; i++) {
		const struct graph_part *part = &graph.parts[i];

		if (part->loop)
			judge_inside(&graph, i);
		if (part->loop && part->parent != GRAPH_NONE) {
			judge_around(&graph, i);
			judge_nested(&graph, i);
		}
		if (part->loop)
			judge_lends(&graph, part);
		judge_told(&graph, part);
		judge_neighbours(&graph, part, "then", "static");
		judge_neighbours(&graph, part, "since", "open");
	}
	judge_runs(&graph);
	alone_judge(&graph);
	own_judge(&graph);
	share_doubts(&graph);
	complete(list, count);
	keep_threads(&graph, list, count);
	graph_free(&graph);
}

/* ---- loops that one entry of a tuned file names ---- */

static void share_all(const json_t *records)
{
	bool rewritable = true, known = true;
	json_t *record;
	size_t i;

	for (i = 0; (record = json_array_get(records, i)); i++) {
		rewritable &= loop_true(record, "rewritable");
		known &= json_object_get(record, "reorders") != NULL;
	}
	for (i = 0; i < REASONS; i++)
		share_reasons(records, reasons[i]);
	for (i = 0; (record = json_array_get(records, i)); i++) {
		json_object_set_new(record, "rewritable",
				    json_boolean(rewritable));
		if (!known)
			json_object_del(record, "reorders");
	}
}

/* By file and function, as entries are. */
static void add_namesake(json_t *map, json_t *record)
{
	char *key = memory_print(
		"%s\n%s", json_string_value(json_object_get(record, "file")),
		json_string_value(json_object_get(record, "id")));

	json_array_append(loop_list(map, key), record);
	free(key);
}

void join_namesakes(struct records *const *list, size_t count)
{
	json_t *map = json_object(), *records;
	const char *key;

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < list[i]->count; j++)
			add_namesake(map, list[i]->list[j]);
	json_object_foreach(map, key, records) if (json_array_size(records) > 1)
		share_all(records);
	json_decref(map);
}

json_t *join_missing(struct records *const *list, size_t count)
{
	json_t *missing = json_object();
	struct graph graph;
	struct reach reach;

	graph_read(&graph, list, count);
	reach_begin(&reach, &graph, false);
	for (size_t i = 0; i < graph.count; i++)
		if (!json_object_get(graph.parts[i].record, "function"))
			reach_follow(&reach, i, false);
	json_object_update(missing, reach.unknown);
	json_object_del(missing, "");
	reach_end(&reach);
	graph_free(&graph);
	return missing;
}
