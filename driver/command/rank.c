/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium rank: the order of the variants of a loop, without running any.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/process.h"
#include "base/text.h"
#include "command.h"
#include "machine/compiler.h"
#include "machine/profile.h"
#include "rank/ranked.h"
#include "rank/spaced.h"
#include "rank/variants.h"
#include "record/loop.h"
#include "record/records.h"
#include "record/selection.h"
#include "record/source.h"
#include "rows.h"

static const struct option table[] = {
	{"loop", "LOOP", "rank only this one: ID, FUNCTION, FILE:LINE or LINE"},
	{"set", "NAME=N", "value of a parameter of the loops"},
	{"space", "FILE", "choose from the variants of a space file"},
	{"schedule", "LIST", "kinds to choose from: static,dynamic,guided"},
	{"chunk", "LIST", "chunks to choose from"},
	{"threads", "LIST", "numbers of threads (default: up to the cores)"},
	{"top", "K", "show the best K (default: 10)"},
	{"explain", NULL, "show what each estimate is made of"},
	{"rows", "FILE.csv", "rank the rows of a table, for studies"},
	{"no-history", NULL, "changes nothing, for scripts that say it"},
	{"profile", "FILE", "predict for the machine of this profile"},
	{"json", NULL, "print the order as JSON"},
	{"gcc", "GCC", "compile a source with this GCC (default: gcc)"},
	{"help", NULL, "show this"},
	{0},
};

enum {
	LOOP,
	SET,
	SPACE,
	SCHEDULE,
	CHUNK,
	THREADS,
	TOP,
	EXPLAIN,
	ROWS,
	NO_HISTORY,
	PROFILE,
	JSON,
	GCC,
	HELP
};

struct request {
	const char *path;
	const char *loop, *space, *rows, *profile;
	const char *gcc;
	char **flags;
	char **settings; /* NAME=N, then a NULL */
	size_t setting_count;
	struct variants_wish wish;
	struct ranked_style style;
};

static int help(void)
{
	puts("Usage: podium rank [OPTION...] PATH [-- FLAG...]\n"
	     "Predicts the order of the variants of every OpenMP loop in a "
	     "source,\n"
	     "object, library or executable. Nothing is run.\n"
	     "\n"
	     "Options:");
	option_help(table);
	puts("\n"
	     "Example:\n"
	     "  podium rank --set n=1000 matmul.c -- -O3 -march=native");
	return COMMAND_DONE;
}

static bool is_source(const char *path)
{
	return compiler_language(path) != COMPILER_NO_LANGUAGE;
}

/* ---- one loop ---- */

/* Loops that could not be ranked for want of values, and which these are. */
struct wanting {
	size_t loops;
	const char **names;
	size_t count;
};

static void want(struct wanting *wanting, const char *name)
{
	for (size_t i = 0; i < wanting->count; i++)
		if (strcmp(wanting->names[i], name) == 0)
			return;
	wanting->names = memory_grow(wanting->names, wanting->count + 1,
				     sizeof(*wanting->names));
	wanting->names[wanting->count++] = name;
}

/* Add the parameters that have no value; false if none is missing. */
static bool lacks_values(const struct prediction *prediction,
			 struct wanting *wanting)
{
	const char *name;
	bool lacks = false;

	for (int i = 0; (name = prediction_parameter(prediction, i)); i++)
		if (prediction_misses(prediction, i)) {
			want(wanting, name);
			lacks = true;
		}
	wanting->loops += lacks;
	return lacks;
}

static void ask_for_values(const struct request *request,
			   const struct wanting *wanting)
{
	struct text list = {0};

	for (size_t i = 0; i < wanting->count; i++) {
		text_add(&list, i ? " --set " : "--set ");
		text_add_safe(&list, wanting->names[i]);
		text_add(&list, "=N");
	}
	message_error("%s: %zu loop%s cannot be ranked without values: %s",
		      request->path, wanting->loops,
		      wanting->loops == 1 ? "" : "s", text_string(&list));
	text_free(&list);
}

static bool rank_variants(const struct request *request,
			  const struct machine *machine,
			  struct prediction *prediction)
{
	size_t count;
	struct schedule *list =
		variants_list(&request->wish, prediction_iterations(prediction),
			      machine->cores, machine->cores, &count);
	struct ranked ranked = {0};
	struct text problem = {0};
	bool good = true;

	count = loop_keep_taken(prediction_record(prediction),
				prediction_iterations(prediction), list, count);
	for (size_t i = 0; i < count && good; i++)
		good = ranked_add(&ranked, prediction, &list[i], NULL,
				  &problem);
	if (good)
		ranked_print(&ranked, prediction, machine, &request->style);
	else
		message_error("%s", text_string(&problem));
	text_free(&problem);
	ranked_free(&ranked);
	free(list);
	return good;
}

static bool rank_space(const struct request *request,
		       const struct machine *machine,
		       struct prediction *prediction)
{
	struct spaced spaced = {
		.space = request->space,
		.source = is_source(request->path) ? request->path : NULL,
		.gcc = request->gcc,
		.flags = request->flags,
		.record = prediction_record(prediction),
		.settings = request->settings,
		.setting_count = request->setting_count,
		.machine = machine};

	return spaced_rank(&spaced, prediction, &request->style);
}

static bool rank_loop(const struct request *request,
		      const struct machine *machine,
		      struct prediction *prediction)
{
	if (request->space)
		return rank_space(request, machine, prediction);
	return rank_variants(request, machine, prediction);
}

static bool rank_record(const struct request *request,
			const struct machine *machine, const json_t *record,
			struct wanting *wanting)
{
	const char *why;
	struct prediction *prediction = prediction_new(record, machine, &why);
	struct text place = {0};
	bool good = false;

	loop_place(&place, record);
	if (!prediction) {
		message_warning("%s: not ranked: %s", text_string(&place), why);
		text_free(&place);
		return false;
	}
	for (size_t i = 0; i < request->setting_count; i++)
		prediction_apply(prediction, request->settings[i]);
	if (!lacks_values(prediction, wanting))
		good = rank_loop(request, machine, prediction);
	text_free(&place);
	prediction_free(prediction);
	return good;
}

/* ---- the file ---- */

static bool read_path(const struct request *request, struct records *records)
{
	bool source = is_source(request->path);
	struct text problem = {0};
	bool good = source ? source_read(records, request->path, request->gcc,
					 request->flags, &problem)
			   : records_read(records, request->path, request->path,
					  &problem);

	if (problem.length)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	if (good && records->count == 0)
		message_error("%s: holds no records of loops; build with "
			      "$(podium cflags) -fopenmp",
			      request->path);
	return good && records->count > 0;
}

static int rank_records(const struct request *request,
			const struct machine *machine, struct records *records)
{
	struct wanting wanting = {0};
	size_t ranked = 0;
	size_t meant = 0;

	records_sort(records);
	ranked_begin(&request->style);
	for (size_t i = 0; i < records->count; i++) {
		const json_t *record = records->list[i];

		if (request->loop && !selection_matches(request->loop, record))
			continue;
		meant++;
		ranked += rank_record(request, machine, record, &wanting);
	}
	ranked_end(&request->style, ranked);
	if (wanting.loops > 0)
		ask_for_values(request, &wanting);
	free(wanting.names);
	if (meant == 0)
		message_error("no loop '%s' in '%s'", request->loop,
			      request->path);
	return ranked > 0 && ranked == meant ? COMMAND_DONE : COMMAND_FAILED;
}

static int rank(struct request *request)
{
	struct records records = {0};
	struct machine machine;
	struct text problem = {0};
	int status = COMMAND_FAILED;

	if (!profile_load(request->profile, &machine, &problem))
		message_error("%s", text_string(&problem));
	else if (read_path(request, &records))
		status = request->rows
				 ? rows_rank(&records, request->rows,
					     request->settings, &machine,
					     request->style.explain,
					     request->style.json)
				 : rank_records(request, &machine, &records);
	text_free(&problem);
	records_free(&records);
	return status;
}

/* ---- arguments ---- */

static bool is_setting(const char *value)
{
	const char *equals = strchr(value, '=');
	char *end;

	if (!equals || equals == value)
		return false;
	strtod(equals + 1, &end);
	return end != equals + 1 && *end == '\0' &&
	       isfinite(strtod(equals + 1, NULL));
}

static bool add_setting(struct request *request, const char *value)
{
	if (!is_setting(value)) {
		message_error("--set %s: expected NAME=NUMBER", value);
		return false;
	}
	request->settings =
		memory_grow(request->settings, request->setting_count + 2,
			    sizeof(*request->settings));
	request->settings[request->setting_count++] = (char *)value;
	request->settings[request->setting_count] = NULL;
	return true;
}

static bool set_top(struct request *request, const char *value)
{
	char *end;
	long top = strtol(value, &end, 10);

	if (end == value || *end || top < 1 || top > 1000000) {
		message_error("--top %s: expected a whole number above 0",
			      value);
		return false;
	}
	request->style.top = (size_t)top;
	return true;
}

static bool add_wish(bool (*add)(struct variants_wish *, const char *,
				 struct text *),
		     struct request *request, int option, const char *value)
{
	struct text problem = {0};
	bool good = add(&request->wish, value, &problem);

	if (!good)
		message_error("--%s %s: %s", table[option].name, value,
			      text_string(&problem));
	text_free(&problem);
	return good;
}

static bool set_path(struct request *request, const char *value)
{
	if (request->path)
		message_error("one file at a time: '%s' and '%s'",
			      request->path, value);
	else
		request->path = value;
	return request->path == value;
}

static bool take(struct request *request, int option, const char *value)
{
	switch (option) {
	case LOOP:
		request->loop = value;
		return true;
	case SET:
		return add_setting(request, value);
	case SPACE:
		request->space = value;
		return true;
	case SCHEDULE:
		return add_wish(variants_add_kinds, request, option, value);
	case CHUNK:
		return add_wish(variants_add_chunks, request, option, value);
	case THREADS:
		return add_wish(variants_add_threads, request, option, value);
	case TOP:
		return set_top(request, value);
	case EXPLAIN:
		return request->style.explain = true;
	case ROWS:
		request->rows = value;
		return true;
	case NO_HISTORY:
		return true;
	case PROFILE:
		request->profile = value;
		return true;
	case JSON:
		return request->style.json = true;
	case GCC:
		request->gcc = value;
		return true;
	case OPTION_OPERAND:
		return set_path(request, value);
	default:
		return false;
	}
}

static int run(struct request *request)
{
	if (!request->path) {
		message_error("no file named; see --help");
		return COMMAND_USAGE;
	}
	if (*request->flags && !is_source(request->path)) {
		message_error("flags after '--', but no source to compile");
		return COMMAND_USAGE;
	}
	return rank(request);
}

static int parse(struct request *request, char **arguments)
{
	struct options options = {table, arguments};
	const char *value;
	int option;

	while ((option = option_next(&options, &value)) != OPTION_END) {
		if (option == HELP)
			return help();
		if (!take(request, option, value))
			return COMMAND_USAGE;
	}
	request->flags = options.next;
	return run(request);
}

int command_rank(char **arguments)
{
	struct request request = {.gcc = "gcc", .style = {.top = 10}};
	int status = parse(&request, arguments);

	variants_wish_free(&request.wish);
	free(request.settings);
	return status;
}
