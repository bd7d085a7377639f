/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium overhead: where the time goes that keeps a program from ideal
 * speed-up.
 */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/letters.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/process.h"
#include "base/result.h"
#include "base/text.h"
#include "command.h"
#include "look/breakdown.h"
#include "look/stopwatch.h"
#include "machine/topology.h"

#define SEED 2385
#define MOST_ROUNDS 1000
#define MOST_THREADS 1024
#define SHOWN .01  /* of the program's time: what the table shows of places */
#define WORTH .001 /* of a place's time: what it shows of overheads */
#define LARGE .05  /* of the program's time: what something is done about */

/* What to do about it. */
static const char *const advice[OVERHEADS] = {
	[OVERHEAD_UNPARALLELISED] = "let more threads share what one does",
	[OVERHEAD_PARTIAL] = "cut the work into as many pieces as threads",
	[OVERHEAD_REPLICATED] = "share out what all threads do, or do it once",
	[OVERHEAD_IMBALANCE] =
		"give threads the same work, by another schedule "
		"or smaller chunks",
	[OVERHEAD_CRITICAL] = "do less in critical sections, or take a "
			      "reduction or atomic",
	[OVERHEAD_LOCK] = "do less under locks, or have several",
	[OVERHEAD_CONDITION] = "let others do something else meanwhile",
	[OVERHEAD_ORDERED] = "do less in ordered parts",
	[OVERHEAD_SCHEDULING] = "take larger chunks, or a static schedule",
	[OVERHEAD_FORK_JOIN] = "have fewer and longer regions, fewer barriers, "
			       "no more threads than free cores",
	[OVERHEAD_UNIDENTIFIED] = "threads slow each other down: look for "
				  "memory that they share or wait for",
	[OVERHEAD_GAIN] = "",
};

static const char *const kinds[] = {
	[BREAKDOWN_PROGRAM] = "program",
	[BREAKDOWN_OUTSIDE] = "outside",
	[BREAKDOWN_REGION] = "region",
	[BREAKDOWN_INTERVAL] = "interval",
};

struct request {
	int threads, rounds; /* 0: not said */
	char **arguments;    /* of the program */
	bool json, csv;
	struct text busy; /* the machine, before it began */
};

/* ---- JSON ---- */

static json_t *json_range(const struct scaling_range *range)
{
	return result_range(range->value, range->low, range->high);
}

/* Part OVERHEADS is the total. */
static json_t *json_part(const struct breakdown_place *place, size_t rounds,
			 int part)
{
	json_t *list = json_array(), *object;

	for (size_t i = 0; i < rounds; i++) {
		const struct overhead_amounts *amounts = &place->rounds[i];

		json_array_append_new(list,
				      json_real(part == OVERHEADS
							? amounts->total
							: amounts->part[part]));
	}
	object = json_range(part == OVERHEADS ? &place->figures.total
					      : &place->figures.part[part]);
	json_object_set_new(object, "rounds", list);
	return object;
}

static json_t *json_place(const struct breakdown_place *place, size_t rounds)
{
	json_t *parts = json_object(), *object;

	for (int i = 0; i < OVERHEADS; i++)
		json_object_set_new(parts, overhead_name(i),
				    json_part(place, rounds, i));
	object = json_pack(
		"{s:s, s:o, s:b, s:f, s:o, s:o, s:o}", "kind",
		kinds[place->kind], "name", letters_json(place->name), "nested",
		place->nested, "calls", place->calls, "why",
		letters_json(place->why), "time", json_range(&place->time),
		"ideal", json_range(&place->ideal));
	json_object_set_new(object, "overhead",
			    json_part(place, rounds, OVERHEADS));
	json_object_set_new(object, "parts", parts);
	return object;
}

/* ---- rows ---- */

static const struct result_column shown_columns[] = {
	{"where", "where", .bytes = true},
	{"calls", "calls", .form = "%.0f"},
	{"shown", .heading = "what"},
	{"range", "seconds", .form = "%.4g"},
	{"share", "of its time", .form = "%.1f %%"},
	{0},
};

static const struct result_column all_columns[] = {
	{"of/kind", .key = "kind"},
	{"region", .key = "where", .bytes = true},
	{"up_to", .key = "up_to", .bytes = true},
	{"of/calls", .key = "calls", .digits = "%.0f"},
	{"what", .key = "what"},
	{"range/value", .key = "seconds", .digits = "%.9g"},
	{"range/low", .key = "low", .digits = "%.9g"},
	{"range/high", .key = "high", .digits = "%.9g"},
	{0},
};

/* What CSV has, and of that the table. */
struct rows {
	json_t *all, *shown;
};

/* What is unidentified is always shown. */
static bool is_worth(const struct breakdown_place *place, int part)
{
	double value = place->figures.part[part].value;

	return part == OVERHEAD_UNIDENTIFIED ||
	       fabs(value) >= WORTH * place->time.value;
}

/* A part stands below the overhead that it is a part of. */
static json_t *row_of(const struct breakdown_place *place, const json_t *start,
		      const char *what, bool part, json_t *range)
{
	double time = place->time.value;
	double value = json_number_value(json_object_get(range, "value"));
	json_t *row = json_copy((json_t *)start);

	json_object_set_new(row, "what", json_string(what));
	json_object_set_new(row, "shown",
			    json_pack("s+", part ? "- " : "", what));
	json_object_set(row, "range", range);
	if ((part || strcmp(what, "overhead") == 0) && time > 0)
		json_object_set_new(row, "share",
				    result_number(100 * value / time));
	return row;
}

static void add_row(struct rows *rows, json_t *row, bool shown)
{
	if (shown)
		json_array_append(rows->shown, row);
	json_array_append_new(rows->all, row);
}

static void add_figures(const struct breakdown_place *place, json_t *of,
			const json_t *start, bool shown, struct rows *rows)
{
	static const char *const names[] = {"ideal", "overhead"};
	json_t *parts = json_object_get(of, "parts");

	for (int i = 0; i < 2; i++)
		add_row(rows,
			row_of(place, start, names[i], false,
			       json_object_get(of, names[i])),
			shown);
	for (int i = 0; i < OVERHEADS; i++)
		add_row(rows,
			row_of(place, start, overhead_name(i), true,
			       json_object_get(parts, overhead_name(i))),
			shown && is_worth(place, i));
}

static void add_place(const struct breakdown_place *place, const char *region,
		      json_t *of, bool shown, struct rows *rows)
{
	bool interval = place->kind == BREAKDOWN_INTERVAL;
	json_t *start = json_pack("{s:O, s:o, s:o}", "of", of, "region",
				  letters_json(region), "up_to",
				  letters_json(interval ? place->name : ""));
	json_t *first = row_of(place, start, "time", false,
			       json_object_get(of, "time"));
	struct text name = {0}, note = {0};

	text_print(&name, "%s%s", interval ? "  up to " : "", place->name);
	json_object_set_new(first, "where", result_text(&name));
	json_object_set(first, "calls", json_object_get(of, "calls"));
	add_row(rows, first, shown);
	if (place->why) {
		text_print(&note, "Not attributed: %s.", place->why);
		json_object_set_new(first, "note", result_text(&note));
	} else {
		add_figures(place, of, start, shown, rows);
	}
	json_decref(start);
}

/* The intervals of a region that has only one are the region. */
static size_t intervals_of(const struct breakdown *result, size_t region)
{
	size_t count = 0;

	while (region + count + 1 < result->count &&
	       result->list[region + count + 1].kind == BREAKDOWN_INTERVAL)
		count++;
	return count;
}

static bool is_shown(const struct breakdown *result, size_t place)
{
	const struct breakdown_place *this = &result->list[place];

	return this->kind < BREAKDOWN_INTERVAL &&
	       this->time.value >= SHOWN * result->list[0].time.value;
}

/* Is it shown, or a part of what is? Of those that are not, count. */
static bool is_in_table(const struct breakdown *result, size_t place,
			size_t region, size_t *left_out)
{
	if (place > region)
		return is_shown(result, region) &&
		       intervals_of(result, region) > 1;
	*left_out += !is_shown(result, place);
	return is_shown(result, place);
}

/* Returns how many places the table leaves out. */
static size_t add_places(const struct breakdown *result, json_t *places,
			 struct rows *rows)
{
	size_t region = 0, left_out = 0;

	for (size_t i = 0; i < result->count; i++) {
		const struct breakdown_place *place = &result->list[i];
		json_t *of = json_place(place, result->rounds);

		if (place->kind != BREAKDOWN_INTERVAL)
			region = i;
		add_place(place, result->list[region].name, of,
			  is_in_table(result, i, region, &left_out), rows);
		json_array_append_new(places, of);
	}
	return left_out;
}

/* The place of the largest part of the program's overhead. */
static const struct breakdown_place *find_largest(const struct breakdown *all,
						  int *part)
{
	const struct breakdown_place *largest = &all->list[1];

	*part = 0;
	for (size_t i = 1; i < all->count; i++) {
		const struct breakdown_place *place = &all->list[i];

		if (place->kind == BREAKDOWN_INTERVAL || place->why ||
		    place->nested)
			continue;
		for (int j = 0; j < OVERHEADS; j++)
			if (place->figures.part[j].value >
			    largest->figures.part[*part].value) {
				largest = place;
				*part = j;
			}
	}
	return largest;
}

static void add_advice(const struct breakdown *result, struct text *out)
{
	int part;
	const struct breakdown_place *place = find_largest(result, &part);
	double share =
		place->figures.part[part].value / result->list[0].time.value;

	if (!(share >= LARGE)) {
		text_print(out,
			   "No overhead of a region is %.0f %% of the "
			   "time.\n",
			   100 * LARGE);
		return;
	}
	text_print(out, "Largest: %s, %.1f %% of the time, ",
		   overhead_name((enum overhead)part), 100 * share);
	text_add(out, place->kind == BREAKDOWN_REGION ? "in " : "");
	text_add_safe(out, place->name);
	text_print(out, ": %s.\n", advice[part]);
}

static void add_cost(const struct scaling_range *cost, struct text *out)
{
	text_print(out, "Looking at it took %.1f %% of the time",
		   100 * cost->value);
	if (cost->low < cost->high)
		text_print(out, " (%.1f..%.1f)", 100 * cost->low,
			   100 * cost->high);
	text_add(out, cost->low < 0 && cost->high > 0
			      ? ", no more than it varies by itself.\n"
			      : ".\n");
}

/* What to do, what the intervals are, and what looking at it cost. */
static void add_notes(const struct breakdown *result, size_t left_out,
		      const struct text *busy, struct text *out)
{
	double confidence = result->list[0].figures.confidence;

	add_advice(result, out);
	if (left_out > 0)
		text_print(out,
			   "%zu place%s of less than %.0f %% of the time left "
			   "out; --csv has all.\n",
			   left_out, left_out > 1 ? "s" : "", 100 * SHOWN);
	text_print(out, "%s%zu round%s; ",
		   result->rounds > 1 ? "Median of " : "", result->rounds,
		   result->rounds > 1 ? "s" : "");
	if (confidence > 0)
		text_print(out, "in brackets its interval of %.4g %%.\n",
			   100 * confidence);
	else
		text_print(out, "no intervals below %d.\n", SCALING_ROUNDS);
	add_cost(&result->cost, out);
	text_add(out, text_string(busy));
	text_add(out, text_string(&result->remarks));
}

/* ---- the run ---- */

static int print(const struct request *request, const struct breakdown *found)
{
	struct rows rows = {json_array(), json_array()};
	json_t *places = json_array();
	size_t left_out = add_places(found, places, &rows);
	struct result result = {0};

	result.whole = json_pack(
		"{s:o, s:I, s:I, s:f, s:o, s:o, s:o}", "program",
		letters_json(request->arguments[0]), "threads",
		(json_int_t)request->threads, "rounds",
		(json_int_t)found->rounds, "confidence",
		found->list[0].figures.confidence, "cost",
		json_range(&found->cost), "remarks",
		letters_json(text_string(&found->remarks)), "places", places);
	result_rows(&result, all_columns, rows.all);
	result_rows(&result, shown_columns, rows.shown);
	text_add(&result.page, "\n");
	add_notes(found, left_out, &request->busy, &result.page);
	result_print(&result, request->json, request->csv);
	return COMMAND_DONE;
}

static int usable_cores(void)
{
	int cores = topology_usable();

	return cores > 2 ? cores : 2;
}

static int run_program(struct request *request)
{
	struct breakdown_order order = {
		.arguments = (const char *const *)request->arguments,
		.seed = SEED,
	};
	struct breakdown result = {0};
	struct text problem = {0};
	int status = COMMAND_FAILED;

	if (request->threads == 0)
		request->threads = usable_cores();
	if (request->rounds == 0)
		request->rounds = SCALING_ROUNDS;
	order.threads = request->threads;
	order.rounds = request->rounds;
	stopwatch_note_load(&request->busy);
	process_watch_signals();
	if (breakdown_run(&order, &result, &problem))
		status = print(request, &result);
	else if (!process_interrupted())
		message_error("%s", text_string(&problem));
	process_unwatch_signals();
	breakdown_free(&result);
	text_free(&request->busy);
	text_free(&problem);
	return status;
}

/* ---- arguments ---- */

static int run(struct request *request)
{
	if (!result_has_one_form(request->json, request->csv))
		return COMMAND_USAGE;
	if (!*request->arguments)
		message_error("no program; write it behind --: podium overhead "
			      "-- ./app");
	else
		return run_program(request);
	return COMMAND_USAGE;
}

static const struct option table[] = {
	{"threads", "N", "number of threads (default: the cores, at least 2)",
	 OPTION_SETS(threads), .least = 2, .most = MOST_THREADS},
	{"rounds", "N", "runs of each kind (default: 5)", OPTION_SETS(rounds),
	 .least = 1, .most = MOST_ROUNDS},
	{"json", NULL, "print the result as JSON", OPTION_SETS(json)},
	{"csv", NULL, "print the result as CSV", OPTION_SETS(csv)},
	{OPTION_OPERANDS, OPTION_TAKES(arguments, option_refuse)},
	{OPTION_BEHIND, OPTION_SETS(arguments)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium overhead [OPTION...] -- PROGRAM [ARGUMENT...]\n"
		"Where the time goes that an OpenMP program takes beyond that "
		"of "
		"one thread\n"
		"divided by the threads: for the program, its parallel "
		"regions, "
		"and the\n"
		"intervals between their barriers.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium overhead --threads 4 -- ./app\n",
};

int command_overhead(char **arguments)
{
	struct request request = {0};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		status = run(&request);
	return status;
}
