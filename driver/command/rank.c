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
#include "machine/profile.h"
#include "rank/lineup.h"
#include "rank/variants.h"
#include "rank/wanting.h"
#include "record/loop.h"
#include "record/records.h"
#include "record/selection.h"
#include "record/source.h"
#include "rows.h"

struct request {
	const char *path;
	const char *loop, *rows, *profile;
	const char *gcc;
	char **flags;
	struct words settings; /* NAME=N */
	struct variants_wish wish;
	struct lineup_style style;
};

/* ---- one loop ---- */

static void ask_for_values(const struct request *request,
			   const struct wanting *wanting)
{
	struct text list = {0};

	wanting_add_options(wanting, &list);
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
	struct lineup ranked = {0};
	struct text problem = {0};
	bool good = true;

	count = loop_keep_taken(prediction_record(prediction),
				prediction_iterations(prediction), list, count);
	for (size_t i = 0; i < count && good; i++)
		good = lineup_add(&ranked, prediction, &list[i], &problem);
	if (good)
		lineup_print(&ranked, prediction, machine, &request->style);
	else
		message_error("%s", text_string(&problem));
	text_free(&problem);
	lineup_free(&ranked);
	free(list);
	return good;
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
	for (size_t i = 0; i < request->settings.count; i++)
		prediction_apply(prediction, request->settings.list[i]);
	if (!wanting_take(wanting, prediction))
		good = rank_variants(request, machine, prediction);
	text_free(&place);
	prediction_free(prediction);
	return good;
}

/* ---- the file ---- */

static bool read_path(const struct request *request, struct records *records)
{
	bool good = source_read_any(records, request->path, request->gcc,
				    request->flags);

	if (good && records->count == 0)
		message_error("%s: %s", request->path,
			      source_no_loops(request->path));
	return good && records->count > 0;
}

static int rank_records(const struct request *request,
			const struct machine *machine, struct records *records)
{
	struct wanting wanting = {0};
	size_t ranked = 0;
	size_t meant = 0;

	records_sort(records);
	lineup_begin(&request->style);
	for (size_t i = 0; i < records->count; i++) {
		const json_t *record = records->list[i];

		if (request->loop && !selection_matches(request->loop, record))
			continue;
		meant++;
		ranked += rank_record(request, machine, record, &wanting);
	}
	lineup_end(&request->style, ranked);
	if (wanting.loops > 0)
		ask_for_values(request, &wanting);
	wanting_free(&wanting);
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

	if (!profile_load(request->profile, request->gcc, &machine, &problem))
		message_error("%s", text_string(&problem));
	else if (read_path(request, &records))
		status = request->rows
				 ? rows_rank(&records, request->rows,
					     request->settings.list, &machine,
					     request->style.json)
				 : rank_records(request, &machine, &records);
	text_free(&problem);
	records_free(&records);
	return status;
}

/* ---- arguments ---- */

static int run(struct request *request)
{
	if (!request->path) {
		message_error("no file named; see --help");
		return COMMAND_USAGE;
	}
	if (*request->flags && !source_is(request->path)) {
		message_error("flags after '--', but no source to compile");
		return COMMAND_USAGE;
	}
	return rank(request);
}

static const struct option table[] = {
	{"loop", "LOOP", "rank only this one: ID, FUNCTION, FILE:LINE or LINE",
	 OPTION_SETS(loop)},
	{"set", "NAME=N", "value of a parameter of the loops",
	 OPTION_TAKES(settings, prediction_take_setting)},
	{"schedule", "LIST",
	 "kinds to choose from: ", OPTION_TAKES(wish, variants_take_kinds),
	 .add_list = variants_list_kinds},
	{"chunk", "LIST", "chunks to choose from",
	 OPTION_TAKES(wish, variants_take_chunks)},
	{"threads", "LIST", "numbers of threads (default: up to the cores)",
	 OPTION_TAKES(wish, variants_take_threads)},
	{"top", "K", "show the best K (default: 10)", OPTION_SETS(style.top),
	 .least = 1},
	{"explain", NULL, "show what each estimate is made of",
	 OPTION_SETS(style.explain)},
	{"rows", "FILE.csv", "rank the rows of a table, for studies",
	 OPTION_SETS(rows)},
	{"profile", "FILE", "predict for the machine of this profile",
	 OPTION_SETS(profile)},
	{"json", NULL, "print the order as JSON", OPTION_SETS(style.json)},
	{"gcc", "GCC", "compile a source with this GCC (default: gcc)",
	 OPTION_SETS(gcc)},
	{OPTION_OPERANDS, OPTION_SETS(path)},
	{OPTION_BEHIND, OPTION_SETS(flags)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium rank [OPTION...] PATH [-- FLAG...]\n"
		"Predicts the order of the variants of every OpenMP loop in a "
		"source,\n"
		"object, library or executable. Nothing is run.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium rank --set n=1000 matmul.c -- -O3 -march=native\n",
};

int command_rank(char **arguments)
{
	struct request request = {.gcc = "gcc", .style = {.top = 10}};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		status = run(&request);
	variants_wish_free(&request.wish);
	free(request.settings.list);
	return status;
}
