/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium scaling: how a program scales with its threads.
 */
#include "models/scaling.h"

#include <gsl/gsl_sort.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/letters.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/process.h"
#include "base/result.h"
#include "base/text.h"
#include "command.h"
#include "look/sweep.h"
#include "look/stopwatch.h"
#include "machine/compiler.h"
#include "machine/topology.h"

#define SEED 2385
#define MOST_ROUNDS 1000
#define MOST_THREADS 1024

struct request {
	struct numbers threads; /* rising from 1; none: up to the cores */
	int rounds;
	const char *word;
	char **arguments; /* of the program */
	bool json, csv, regions;
	struct text busy; /* the machine, before it began */
};

/* ---- words ---- */

static const char *const notes[] = {
	[SCALING_PLAIN] = "",
	[SCALING_SUPERLINEAR] = "superlinear",
	[SCALING_OUTLIER] = "outlier",
};

static const char *const meanings[] = {
	[SCALING_UNKNOWN] = "without a trend: too few numbers of threads",
	[SCALING_CONSTANT] = "constant: what limits it is work that is not "
			     "parallel",
	[SCALING_GROWING] = "growing: overhead grows with the threads "
			    "(synchronisation, communication, memory)",
	[SCALING_FALLING] = "falling: more threads help more than they should, "
			    "as larger caches do",
	[SCALING_FALLING_GROWING] = "falling, then growing: at first more "
				    "threads help more than they should, then "
				    "overhead grows",
};

static void add_limit(const struct sweep *program, struct text *out)
{
	double limit = program->reading.limit;

	if (isfinite(limit) && limit < .9)
		text_add(out, "More threads make it slower; podium overhead "
			      "says where the time goes.\n");
	else if (isfinite(limit) && limit < 1.1)
		text_add(out, "More threads do not make it faster; was it "
			      "compiled with -fopenmp?\n");
	else if (isfinite(limit))
		text_print(out,
			   "With the last fraction no number of threads makes "
			   "it more than %.3g times faster (Amdahl).\n",
			   limit);
}

static void add_reading(const struct sweep *program, struct text *out)
{
	const struct scaling_reading *reading = &program->reading;

	text_print(out, "Serial fraction %s", meanings[reading->trend]);
	if (reading->trend == SCALING_FALLING_GROWING)
		text_print(out, " from %.0f on", reading->turn);
	text_add(out, ".\n");
	if (reading->outliers)
		text_add(out, "An outlier stands far off both neighbours: "
			      "measure it again; trend and limit leave it "
			      "out.\n");
	if (reading->superlinear)
		text_add(out, "Superlinear: faster than by the number of "
			      "threads, as where data fits caches only when it "
			      "is shared out.\n");
	add_limit(program, out);
}

/* What the intervals are. */
static void add_confidence(const struct sweep *program, struct text *out)
{
	const struct sweep_count *last = &program->counts[program->count - 1];
	double confidence = program->points[program->count - 1].confidence;

	text_print(out, "%s%zu round%s; ", last->rounds > 1 ? "Median of " : "",
		   last->rounds, last->rounds > 1 ? "s" : "");
	if (confidence > 0)
		text_print(out, "in brackets its interval of %.4g %%.\n",
			   100 * confidence);
	else
		text_print(out, "no intervals below %d.\n", SCALING_ROUNDS);
}

/* ---- the result ---- */

static const struct result_column columns[] = {
	{"program", .key = "program", .bytes = true},
	{"of/threads", "threads", "%.0f", .key = "threads", .digits = "%.0f"},
	{"of/median", "time", "%.5g", .key = "time", .digits = "%.9g"},
	{"of/speedup", "speed-up", .form = "%.2f"},
	{"of/speedup/value", .key = "speedup", .digits = "%.6g"},
	{"of/speedup/low", .key = "speedup_low", .digits = "%.6g"},
	{"of/speedup/high", .key = "speedup_high", .digits = "%.6g"},
	{"of/efficiency", "efficiency", .form = "%.3f"},
	{"of/efficiency/value", .key = "efficiency", .digits = "%.6g"},
	{"of/efficiency/low", .key = "efficiency_low", .digits = "%.6g"},
	{"of/efficiency/high", .key = "efficiency_high", .digits = "%.6g"},
	{"of/fraction", "serial fraction", .form = "%.5f"},
	{"of/fraction/value", .key = "fraction", .digits = "%.6g"},
	{"of/fraction/low", .key = "fraction_low", .digits = "%.6g"},
	{"of/fraction/high", .key = "fraction_high", .digits = "%.6g"},
	{"of/note", "note", .key = "note"},
	{0},
};

static json_t *json_range(const struct scaling_range *range)
{
	return result_range(range->value, range->low, range->high);
}

static json_t *json_point(const struct sweep *program, size_t i)
{
	const struct scaling_point *point = &program->points[i];
	const struct sweep_count *count = &program->counts[i];

	return json_pack("{s:f, s:o, s:f, s:o, s:o, s:o, s:f, s:s}", "threads",
			 point->threads, "seconds",
			 result_numbers(count->seconds, count->rounds),
			 "median", point->seconds, "speedup",
			 json_range(&point->speedup), "efficiency",
			 json_range(&point->efficiency), "fraction",
			 json_range(&point->fraction), "confidence",
			 point->confidence, "note", notes[point->note]);
}

static void add_program(const struct sweep *program, struct result *result)
{
	const struct scaling_reading *reading = &program->reading;
	json_t *name = letters_json(program->name);
	json_t *points = json_array(), *rows = json_array();

	for (size_t i = 0; i < program->count; i++) {
		json_t *point = json_point(program, i);

		json_array_append_new(points, point);
		json_array_append_new(rows, json_pack("{s:O, s:O}", "program",
						      name, "of", point));
	}
	json_array_append_new(
		result->whole,
		json_pack("{s:o, s:o, s:s, s:o, s:o}", "name", name, "points",
			  points, "trend", scaling_trend_text(reading->trend),
			  "turn", result_number(reading->turn), "limit",
			  result_number(reading->limit)));
	if (*program->name) {
		text_add_safe(&result->page, program->name);
		text_add(&result->page, ":\n");
	}
	result_rows(result, columns, rows);
	text_add(&result->page, "\n");
	add_confidence(program, &result->page);
	add_reading(program, &result->page);
}

static int print(const struct request *request,
		 const struct sweep_list *programs)
{
	struct result result = {.whole = json_array()};

	for (size_t i = 0; i < programs->count; i++) {
		text_add(&result.page, i > 0 ? "\n" : "");
		add_program(&programs->list[i], &result);
	}
	text_add(&result.page, text_string(&request->busy));
	result_print(&result, request->json, request->csv);
	return COMMAND_DONE;
}

/* ---- the runs ---- */

/* 1, 2, 3 and so on to the cores that may be used. */
static void choose_threads(struct request *request)
{
	int cores = topology_usable();

	request->threads.count = cores > 0 ? cores : 1;
	request->threads.list = memory_grow(NULL, request->threads.count,
					    sizeof(*request->threads.list));
	for (size_t i = 0; i < request->threads.count; i++)
		request->threads.list[i] = i + 1;
}

/* Was it there in all runs, and long enough for the clock? */
static bool is_whole(const struct sweep *region, const struct request *request)
{
	if (region->count != request->threads.count)
		return false;
	for (size_t i = 0; i < region->count; i++) {
		const struct sweep_count *count = &region->counts[i];

		if (count->rounds != (size_t)request->rounds)
			return false;
		for (size_t j = 0; j < count->rounds; j++)
			if (count->seconds[j] <= 0)
				return false;
	}
	return true;
}

static bool read_all(const struct request *request, struct sweep_list *programs,
		     struct text *problem)
{
	for (size_t i = 0; i < programs->count; i++) {
		struct sweep *program = &programs->list[i];
		enum model_status status;

		if (i > 0 && !is_whole(program, request)) {
			sweep_drop(programs, i--);
			continue;
		}
		status = sweep_read(program);
		if (status == MODEL_OK)
			continue;
		text_add(problem, model_status_text(status));
		return false;
	}
	return true;
}

static bool measure(const struct request *request, struct sweep_list *programs,
		    struct text *problem)
{
	char *library = NULL;
	struct stopwatch_order order = {
		.arguments = (const char *const *)request->arguments,
		.threads = request->threads.list,
		.count = request->threads.count,
		.rounds = request->rounds,
		.word = request->word,
		.limited = true,
		.seed = SEED,
	};
	bool good = true;

	if (request->regions) {
		library = compiler_runtime(COMPILER_REGIONS, problem);
		good = library != NULL;
	}
	order.library = library;
	good = good && stopwatch_run(&order, programs, problem) &&
	       read_all(request, programs, problem);
	free(library);
	return good;
}

static int run_program(struct request *request)
{
	struct sweep_list programs = {0};
	struct text problem = {0};
	int status = COMMAND_FAILED;

	if (!request->threads.list)
		choose_threads(request);
	stopwatch_note_load(&request->busy);
	process_watch_signals();
	if (measure(request, &programs, &problem))
		status = print(request, &programs);
	else if (!process_interrupted())
		message_error("%s", text_string(&problem));
	process_unwatch_signals();
	sweep_free(&programs);
	text_free(&request->busy);
	text_free(&problem);
	return status;
}

/* ---- arguments ---- */

/* Sorted, each once, and one thread among them. */
static void tidy(struct numbers *threads)
{
	size_t used = 1;

	threads->list = memory_grow(threads->list, threads->count + 1,
				    sizeof(*threads->list));
	threads->list[threads->count++] = 1;
	gsl_sort(threads->list, 1, threads->count);
	for (size_t i = 1; i < threads->count; i++)
		if (threads->list[i] > threads->list[used - 1])
			threads->list[used++] = threads->list[i];
	threads->count = used;
}

static bool take_threads(void *field, const struct option *option,
			 const char *value)
{
	struct numbers *threads = field;
	char *bad = NULL;

	free(threads->list);
	threads->list = list_numbers(value, &threads->count, &bad);
	for (size_t i = 0; threads->list && i < threads->count; i++) {
		double number = threads->list[i];

		if (!bad && !(number >= 1 && number <= MOST_THREADS &&
			      number == floor(number)))
			bad = memory_print("%g", number);
	}
	if (!bad) {
		tidy(threads);
		return true;
	}
	message_error("'--%s' takes numbers from 1 to %d, not '%s'; try "
		      "--threads 1,2,4",
		      option->name, MOST_THREADS, bad);
	free(bad);
	return false;
}

static int run(struct request *request)
{
	if (!result_has_one_form(request->json, request->csv))
		return COMMAND_USAGE;
	if (*request->arguments)
		return run_program(request);
	message_error("no program; write it behind --: podium scaling -- "
		      "./app");
	return COMMAND_USAGE;
}

static const struct option table[] = {
	{"threads", "LIST", "numbers of threads (default: 1 to the cores)",
	 OPTION_TAKES(threads, take_threads)},
	{"rounds", "N", "runs of each (default: 5)", OPTION_SETS(rounds),
	 .least = 1, .most = 1000},
	{"regions", NULL, "of each parallel region as well",
	 OPTION_SETS(regions)},
	{"time", "WORD", "take the number that the program prints behind WORD",
	 OPTION_SETS(word)},
	{"json", NULL, "print the result as JSON", OPTION_SETS(json)},
	{"csv", NULL, "print the result as CSV", OPTION_SETS(csv)},
	{OPTION_OPERANDS, OPTION_TAKES(arguments, option_refuse)},
	{OPTION_BEHIND, OPTION_SETS(arguments)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium scaling [OPTION...] -- PROGRAM [ARGUMENT...]\n"
		"Speed-up, efficiency and serial fraction by number of "
		"threads, "
		"and what\n"
		"they say.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium scaling --threads 1,2,4 -- ./app\n",
};

int command_scaling(char **arguments)
{
	struct request request = {.rounds = SCALING_ROUNDS};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		status = run(&request);
	free(request.threads.list);
	return status;
}
