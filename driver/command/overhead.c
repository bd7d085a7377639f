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

#include "base/csv.h"
#include "base/letters.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/process.h"
#include "base/table.h"
#include "base/terminal.h"
#include "base/text.h"
#include "command.h"
#include "look/breakdown.h"
#include "look/stopwatch.h"
#include "machine/plot.h"
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
	const char *plot;
	char **arguments; /* of the program */
	bool json, csv;
	struct text busy; /* the machine, before it began */
};

/* ---- the table ---- */

static void add_range(struct table *cells, const struct scaling_range *range)
{
	if (range->low < range->high)
		table_cell(cells, "%.4g (%.4g..%.4g)", range->value, range->low,
			   range->high);
	else
		table_cell(cells, "%.4g", range->value);
}

static void add_row(struct table *cells, const char *where, const char *calls,
		    const char *what, const struct scaling_range *range,
		    double time)
{
	table_add(cells, where);
	table_add(cells, calls);
	table_add(cells, what);
	add_range(cells, range);
	if (isnan(time) || time <= 0)
		table_add(cells, "");
	else
		table_cell(cells, "%.1f %%", 100 * range->value / time);
}

/* What is unidentified is always shown. */
static bool is_worth(const struct breakdown_place *place, int part)
{
	double value = place->figures.part[part].value;

	return part == OVERHEAD_UNIDENTIFIED ||
	       fabs(value) >= WORTH * place->time.value;
}

static void add_figures(const struct breakdown_place *place,
			struct table *cells)
{
	double time = place->time.value;

	add_row(cells, "", "", "ideal", &place->ideal, NAN);
	add_row(cells, "", "", "overhead", &place->figures.total, time);
	for (int i = 0; i < OVERHEADS; i++) {
		char *what = memory_print("- %s", overhead_name(i));

		if (is_worth(place, i))
			add_row(cells, "", "", what, &place->figures.part[i],
				time);
		free(what);
	}
}

static char *where(const struct breakdown_place *place)
{
	struct text name = {0};

	if (place->kind == BREAKDOWN_INTERVAL)
		text_add(&name, "  up to ");
	text_add_safe(&name, place->name);
	return name.bytes;
}

static void add_place(const struct breakdown_place *place, struct table *cells)
{
	char *calls = memory_print("%.0f", place->calls), *name = where(place);

	add_row(cells, name, calls, "time", &place->time, NAN);
	if (place->why) {
		char *note = memory_print("Not attributed: %s.", place->why);

		table_note(cells, STYLE_WARN, note);
		free(note);
	} else {
		add_figures(place, cells);
	}
	free(name);
	free(calls);
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

static size_t fill(const struct breakdown *result, struct table *cells)
{
	static const char *const heads[] = {"where", "calls", "what", "seconds",
					    "of its time"};
	size_t left_out = 0;

	for (int i = 0; i < 5; i++)
		table_add(cells, heads[i]);
	for (size_t i = 0; i < result->count; i++) {
		size_t intervals = intervals_of(result, i);

		if (result->list[i].kind == BREAKDOWN_INTERVAL)
			continue;
		if (!is_shown(result, i)) {
			left_out++;
			continue;
		}
		add_place(&result->list[i], cells);
		for (size_t j = 1; intervals > 1 && j <= intervals; j++)
			add_place(&result->list[i + j], cells);
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

static void print_table(const struct breakdown *result, const struct text *busy)
{
	struct table_layout layout = {.width = terminal_width(), .head = true};
	struct table cells = {.columns = 5};
	struct text out = {0};
	size_t left_out = fill(result, &cells);

	table_print(&cells, &layout, &out);
	text_add(&out, "\n");
	add_notes(result, left_out, busy, &out);
	fputs(text_string(&out), stdout);
	text_free(&out);
	table_free(&cells);
}

/* ---- JSON ---- */

static json_t *json_range(const struct scaling_range *range)
{
	return json_pack("{s:f, s:f, s:f}", "value", range->value, "low",
			 range->low, "high", range->high);
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

static void print_json(const struct breakdown *result,
		       const struct request *request)
{
	json_t *places = json_array(), *object;

	for (size_t i = 0; i < result->count; i++)
		json_array_append_new(
			places, json_place(&result->list[i], result->rounds));
	object = json_pack("{s:o, s:I, s:I, s:f, s:o, s:o, s:o}", "program",
			   letters_json(request->arguments[0]), "threads",
			   (json_int_t)request->threads, "rounds",
			   (json_int_t)result->rounds, "confidence",
			   result->list[0].figures.confidence, "cost",
			   json_range(&result->cost), "remarks",
			   letters_json(text_string(&result->remarks)),
			   "places", places);
	json_dumpf(object, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	putchar('\n');
	json_decref(object);
}

/* ---- CSV ---- */

static void put_row(const struct breakdown_place *place, const char *region,
		    const char *what, const struct scaling_range *range,
		    struct text *out)
{
	text_print(out, "%s,", kinds[place->kind]);
	csv_put(out, region, ',');
	csv_put(out, place->kind == BREAKDOWN_INTERVAL ? place->name : "", ',');
	text_print(out, "%.0f,", place->calls);
	csv_put(out, what, ',');
	text_print(out, "%.9g,%.9g,%.9g\n", range->value, range->low,
		   range->high);
}

static void put_place(const struct breakdown_place *place, const char *region,
		      struct text *out)
{
	put_row(place, region, "time", &place->time, out);
	if (place->why)
		return;
	put_row(place, region, "ideal", &place->ideal, out);
	put_row(place, region, "overhead", &place->figures.total, out);
	for (int i = 0; i < OVERHEADS; i++)
		put_row(place, region, overhead_name(i),
			&place->figures.part[i], out);
}

static void print_csv(const struct breakdown *result)
{
	struct text out = {0};
	const char *region = "";

	text_add(&out, "kind,where,up_to,calls,what,seconds,low,high\n");
	for (size_t i = 0; i < result->count; i++) {
		if (result->list[i].kind != BREAKDOWN_INTERVAL)
			region = result->list[i].name;
		put_place(&result->list[i], region, &out);
	}
	fputs(text_string(&out), stdout);
	text_free(&out);
}

/* ---- a plot ---- */

static bool is_plotted(const struct breakdown *result, size_t place)
{
	return place > 0 && !result->list[place].why && is_shown(result, place);
}

/* Is there anything of this overhead to be seen? */
static bool has_overhead(const struct breakdown *result, int part)
{
	for (size_t i = 0; i < result->count; i++)
		if (is_plotted(result, i) && is_worth(&result->list[i], part))
			return true;
	return false;
}

/* A column for each overhead, a row for each place but the whole. */
static void add_data(const struct breakdown *result, struct text *script)
{
	text_add(script, "$places << END\n");
	for (size_t i = 0; i < result->count; i++) {
		const struct breakdown_place *place = &result->list[i];

		if (!is_plotted(result, i))
			continue;
		plot_word(script, place->name);
		for (int j = 0; j < OVERHEADS; j++)
			text_print(script, " %g", place->figures.part[j].value);
		text_add(script, "\n");
	}
	text_add(script, "END\n");
}

/* Those of which there is anything. */
static void add_plots(const struct breakdown *result, const char *file,
		      struct text *script)
{
	int count = 0;

	for (int i = 0; i < OVERHEADS; i++) {
		if (!has_overhead(result, i))
			continue;
		text_print(script,
			   "%s$places using %d:xtic(1) title '%s%s' lt %d",
			   count ? ", " : "plot ", i + 2,
			   plot_mark(file, count), overhead_name(i), count + 1);
		count++;
	}
	text_add(script, "\n");
}

static bool plot(const struct breakdown *result, const char *file)
{
	struct text script = {0};
	bool good;

	add_data(result, &script);
	text_add(&script, "set style data histograms\n"
			  "set style histogram rowstacked\n"
			  "set style fill solid .6 border\nset boxwidth .7\n"
			  "set xtics rotate by -20 noenhanced\n"
			  "set key outside noenhanced\n"
			  "set ylabel 'seconds of overhead'\n");
	add_plots(result, file, &script);
	good = plot_show(&script, 30, file);
	text_free(&script);
	return good;
}

/* ---- the run ---- */

static int print(const struct request *request, const struct breakdown *result)
{
	if (request->json)
		print_json(result, request);
	else if (request->csv)
		print_csv(result);
	else
		print_table(result, &request->busy);
	fflush(stdout);
	return !request->plot || plot(result, request->plot) ? COMMAND_DONE
							     : COMMAND_FAILED;
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

static bool refuse_operand(void *field, const struct option *option,
			   const char *value)
{
	(void)field, (void)option;
	message_error("unexpected '%s'; write the program behind --: "
		      "podium overhead -- %s",
		      value, value);
	return false;
}

static int run(struct request *request)
{
	if (request->json && request->csv)
		message_error("'--json' and '--csv' exclude each other");
	else if (!*request->arguments)
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
	{"plot", "FILE", "plot it: FILE.svg, FILE.png, or text",
	 OPTION_TAKES(plot, plot_take)},
	{OPTION_OPERANDS, OPTION_TAKES(arguments, refuse_operand)},
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
