/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium metric: what synchronisation costs a program, by its records alone.
 */
#include "models/metric.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/process.h"
#include "base/result.h"
#include "base/text.h"
#include "command.h"
#include "machine/compiler.h"
#include "machine/profile.h"
#include "record/loop.h"
#include "record/mechanism.h"
#include "record/records.h"
#include "record/source.h"

struct request {
	struct words paths;
	char **flags;
	const char *gcc, *profile;
	int threads; /* 0: the machine's cores */
	double load;
	bool published, json, csv;
};

/* Of each record, loops first, its program and what came out. */
struct findings {
	struct records records;
	const json_t **list;
	size_t count;
	struct metric_program *programs;
	struct metric_result *results;
	struct metric_weights weights;
	double total;
};

/* ---- reading ---- */

/* What cannot be opened or compiled fails, what has no records is bad. */
static int read_path(const struct request *request, const char *path,
		     struct records *records, struct text *problem)
{
	enum records_kind kind = records_kind(path, problem);

	if (kind == RECORDS_UNREADABLE)
		return COMMAND_FAILED;
	if (kind != RECORDS_OTHER)
		return records_read(records, path, path, problem)
			       ? COMMAND_DONE
			       : COMMAND_USAGE;
	if (compiler_language(path) != COMPILER_NO_LANGUAGE)
		return source_read(records, path, request->gcc, request->flags,
				   problem)
			       ? COMMAND_DONE
			       : COMMAND_FAILED;
	text_print(problem,
		   "%s: is no object, archive, shared library or executable, "
		   "nor named like a source in C, C++ or Fortran",
		   path);
	return COMMAND_USAGE;
}

static int read_paths(const struct request *request, struct records *records)
{
	struct text problem = {0};
	int status = COMMAND_DONE;

	for (size_t i = 0; status == COMMAND_DONE && i < request->paths.count;
	     i++)
		status = read_path(request, request->paths.list[i], records,
				   &problem);
	if (status != COMMAND_DONE && problem.length > 0)
		message_error("%s", text_string(&problem));
	if (status == COMMAND_DONE &&
	    records->count + records->function_count == 0) {
		message_error("no records; build with: gcc -fopenmp $(podium "
			      "cflags)");
		status = COMMAND_USAGE;
	}
	text_free(&problem);
	return status;
}

static bool find_weights(struct request *request, struct findings *findings)
{
	struct text problem = {0};
	struct profile profile = {0};
	bool good = true;

	if (!request->published || request->threads == 0 || request->profile)
		good = profile_choose(request->profile, &profile, &problem);
	if (good)
		profile_check_compiler(&profile, request->gcc);
	else
		message_error("%s", text_string(&problem));
	if (request->threads == 0)
		request->threads = profile.machine.cores;
	if (request->published)
		metric_published(&findings->weights);
	else
		metric_of_machine(&profile.machine, request->threads,
				  &findings->weights);
	profile_free(&profile);
	text_free(&problem);
	return good;
}

static void gather(struct findings *findings)
{
	const struct records *records = &findings->records;

	findings->count = records->count + records->function_count;
	findings->list =
		memory_grow(NULL, findings->count, sizeof(*findings->list));
	for (size_t i = 0; i < records->count; i++)
		findings->list[i] = records->list[i];
	for (size_t i = 0; i < records->function_count; i++)
		findings->list[records->count + i] = records->functions[i];
}

static bool compute(const struct request *request, struct findings *findings)
{
	gather(findings);
	findings->programs =
		memory_grow(NULL, findings->count, sizeof(*findings->programs));
	findings->results =
		memory_grow(NULL, findings->count, sizeof(*findings->results));
	for (size_t i = 0; i < findings->count; i++) {
		enum model_status status;

		mechanism_count(findings->list[i], &findings->programs[i]);
		status = metric_overhead(&findings->programs[i],
					 &findings->weights, request->threads,
					 request->load, &findings->results[i]);
		if (status != MODEL_OK) {
			message_error("%s", model_status_text(status));
			return false;
		}
		findings->total += findings->results[i].overhead;
	}
	return true;
}

/* ---- printing ---- */

/* "barrier 1, critical 4" */
static void add_amounts(const struct metric_program *program, struct text *out)
{
	size_t start = out->length;

	for (int i = 0; i < METRIC_COUNT; i++)
		if (program->amount[i] > 0)
			text_print(out, "%s%s %g",
				   out->length > start ? ", " : "",
				   metric_name(i), program->amount[i]);
}

static const struct result_column columns[] = {
	{"where", "where", .bytes = true},
	{"construct", "construct", .bytes = true},
	{"synchronisation", "synchronisation", .bytes = true},
	{"file", .key = "file", .bytes = true},
	{"of/line", .key = "line"},
	{"id", .key = "id", .bytes = true},
	{"of/amounts/*", .key = "*", .digits = "%g"},
	{"of/statements", .key = "statements", .digits = "%g"},
	{"of/conditional_statements", .key = "conditional", .digits = "%g"},
	{"of/dissimilarity", "dis", "%.2f", .key = "dissimilarity",
	 .digits = "%.6g"},
	{"of/overhead", "O(P)", "%.4g", .key = "overhead", .digits = "%.6g"},
	{0},
};

static json_t *json_amounts(const double *values)
{
	json_t *object = json_object();

	for (int i = 0; i < METRIC_COUNT; i++)
		json_object_set_new(object, metric_name(i),
				    json_real(values[i]));
	return object;
}

static json_t *json_record(const struct findings *findings, size_t i)
{
	const json_t *record = findings->list[i];
	const struct metric_program *program = &findings->programs[i];
	const struct metric_result *result = &findings->results[i];

	return json_pack("{s:o, s:o, s:f, s:f, s:f, s:f, s:O, s:O, s:O}",
			 "amounts", json_amounts(program->amount), "terms",
			 json_amounts(result->term), "statements",
			 program->statements, "conditional_statements",
			 program->conditional, "dissimilarity",
			 result->dissimilarity, "overhead", result->overhead,
			 "id", json_object_get(record, "id"), "file",
			 json_object_get(record, "file"), "line",
			 json_object_get(record, "line"));
}

static json_t *json_member(const json_t *record, const char *key)
{
	struct text text = {0};

	loop_string(&text, record, key);
	return result_text(&text);
}

static json_t *json_row(const struct findings *findings, size_t i, json_t *of)
{
	const json_t *record = findings->list[i];
	bool loop = json_object_get(record, "construct");
	struct text place = {0}, amounts = {0};

	loop_place(&place, record);
	add_amounts(&findings->programs[i], &amounts);
	return json_pack("{s:O, s:o, s:o, s:o, s:o, s:o}", "of", of, "where",
			 result_text(&place), "construct",
			 loop ? json_member(record, "construct")
			      : json_string("function"),
			 "synchronisation", result_text(&amounts), "file",
			 json_member(record, "file"), "id",
			 json_member(record, "id"));
}

static int print(const struct request *request, const struct findings *findings)
{
	json_t *loops = json_array(), *functions = json_array();
	json_t *rows = json_array();
	struct result result = {0};

	for (size_t i = 0; i < findings->count; i++) {
		bool loop = i < findings->records.count;
		json_t *record = json_record(findings, i);

		json_array_append_new(rows, json_row(findings, i, record));
		json_array_append_new(loop ? loops : functions, record);
	}
	result.whole = json_pack(
		"{s:f, s:f, s:f, s:o, s:f, s:o, s:o}", "threads",
		(double)request->threads, "load", request->load, "sigma",
		findings->weights.sigma, "weights",
		json_amounts(findings->weights.weight), "overhead",
		findings->total, "loops", loops, "functions", functions);
	result_rows(&result, columns, rows);
	text_print(&result.page,
		   "\nO(P) of all is %.4g, with %d threads, %g for each core, "
		   "%s.\n",
		   findings->total, request->threads, request->load,
		   request->published ? "by the published weights"
				      : "in cycles of the machine for each "
					"pass of a body");
	result_print(&result, request->json, request->csv);
	return COMMAND_DONE;
}

static int run(struct request *request)
{
	struct findings findings = {0};
	int status;

	process_watch_signals();
	status = read_paths(request, &findings.records);
	if (status == COMMAND_DONE)
		status = find_weights(request, &findings) &&
					 compute(request, &findings)
				 ? print(request, &findings)
				 : COMMAND_FAILED;
	process_unwatch_signals();
	records_free(&findings.records);
	free(findings.list);
	free(findings.programs);
	free(findings.results);
	return status;
}

/* ---- arguments ---- */

static int start(struct request *request)
{
	if (!result_has_one_form(request->json, request->csv))
		return COMMAND_USAGE;
	if (request->paths.count == 0)
		message_error("no file named; see --help");
	else
		return run(request);
	return COMMAND_USAGE;
}

static const struct option table[] = {
	{"threads", "P", "that many threads (default: the machine's cores)",
	 OPTION_SETS(threads), .least = 1, .most = 1024},
	{"load", "W", "threads for each core (default: 1)", OPTION_SETS(load),
	 .least = .001, .most = 1000},
	{"published", NULL, "take the published weights, not the machine's",
	 OPTION_SETS(published)},
	{"profile", "FILE", "take the machine of this profile",
	 OPTION_SETS(profile)},
	{"json", NULL, "print the result as JSON", OPTION_SETS(json)},
	{"csv", NULL, "print the result as CSV", OPTION_SETS(csv)},
	{"gcc", "GCC", "compile a source with this GCC (default: gcc)",
	 OPTION_SETS(gcc)},
	{OPTION_OPERANDS, OPTION_SETS(paths)},
	{OPTION_BEHIND, OPTION_SETS(flags)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium metric [OPTION...] PATH... [-- FLAG...]\n"
		"The synchronisation overhead O(P) of OpenMP and POSIX threads "
		"in sources,\n"
		"objects, libraries and executables. Nothing is run.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium metric --threads 8 app.c -- -O2\n",
};

int command_metric(char **arguments)
{
	struct request request = {.load = 1, .gcc = "gcc"};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		status = start(&request);
	free(request.paths.list);
	return status;
}
