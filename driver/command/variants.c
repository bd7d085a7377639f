/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium variants: orders and tiles of the loops of a nest that are legal, and
 * what is predicted of them.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/message.h"
#include "base/option.h"
#include "base/process.h"
#include "base/result.h"
#include "base/text.h"
#include "command.h"
#include "machine/profile.h"
#include "rank/prediction.h"
#include "rank/wanting.h"
#include "record/join.h"
#include "record/loop.h"
#include "record/records.h"
#include "record/selection.h"
#include "record/source.h"
#include "transform/offer.h"
#include "transform/patch.h"
#include "transform/reshape.h"
#include "transform/revise.h"
#include "transform/sets.h"
#include "transform/verify.h"

struct request {
	struct words paths;
	const char *loop, *profile, *gcc;
	char **flags;
	struct words settings; /* NAME=N */
	int top;
	int show, patch; /* which variant, 0 for none */
	bool json;
};

/* ---- one loop ---- */

static const struct result_column columns[] = {
	{"loop", "loop", NULL, NULL, NULL, NULL, false, 0, NULL},
	{"rank", "#", "%.0f", "", NULL, NULL, false, 0, NULL},
	{"variant", "variant", NULL, NULL, NULL, NULL, false, 0, NULL},
	{"predicted", "predicted", "%.3f", NULL, NULL, NULL, false, 0, NULL},
	{"legal", "legal", NULL, NULL, NULL, NULL, false, 0, NULL},
	{0},
};

/* Counters of the loops that GCC is told may fill vectors. */
static json_t *lanes_of(const json_t *record, const struct offer *offer)
{
	json_t *counters = json_array();

	for (int i = 0; i < loop_count(record); i++)
		if (reshape_fills(&offer->reshape, i))
			json_array_append_new(
				counters, json_string(loop_counter(record, i)));
	return counters;
}

static json_t *variant_row(const json_t *record, const struct offers *offers,
			   size_t index)
{
	const struct offer *offer = &offers->list[index];
	struct text name = {0}, legal = {0};
	json_t *row;

	reshape_print(&name, &offer->reshape, record);
	if (*offer->condition)
		text_print(&legal, "if %s", offer->condition);
	else
		text_add(&legal, "proven by isl");
	row = json_pack("{s:I, s:s, s:f, s:f, s:s, s:s, s:o}", "rank",
			(json_int_t)index + 1, "variant", text_string(&name),
			"cycles", offer->cycles, "predicted",
			offer->cycles / offers->written, "condition",
			offer->condition, "legal", text_string(&legal), "ivdep",
			lanes_of(record, offer));
	text_free(&name);
	text_free(&legal);
	return row;
}

static json_t *variant_rows(const json_t *record, const struct offers *offers,
			    size_t top)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < offers->count && i < top; i++)
		json_array_append_new(rows, variant_row(record, offers, i));
	return rows;
}

/* How many orders and tiles the reason forbids, and which it is. */
static void print_forbidden(struct text *out, const struct offers *offers)
{
	json_t *forbidden = offers->forbidden;

	for (void *i = json_object_iter(forbidden); i;
	     i = json_object_iter_next(forbidden, i)) {
		json_int_t count =
			json_integer_value(json_object_iter_value(i));

		if (count > 0)
			text_print(out, "not made: %lld, for ",
				   (long long)count);
		else
			text_add(out, "kept: ");
		text_add_safe(out, json_object_iter_key(i));
		text_add(out, "\n");
	}
}

static void print_loop(struct result *result, const json_t *record,
		       const struct offers *offers, json_t *rows)
{
	struct text place = {0};
	json_t *shown = json_deep_copy(rows);

	loop_place(&place, record);
	text_add(&place, " ");
	loop_short_name(&place, record);
	text_print(&result->page, "%s: %zu variant%s\n", text_string(&place),
		   offers->count, offers->count == 1 ? "" : "s");
	if (json_array_size(shown) > 0)
		result_rows(result, columns + 1, shown);
	else
		json_decref(shown);
	print_forbidden(&result->page, offers);
	text_add(&result->page, "\n");
	text_free(&place);
}

static void show_loop(const struct request *request, struct result *result,
		      const json_t *record, const struct offers *offers)
{
	json_t *rows = variant_rows(record, offers, request->top);
	json_t *object = json_object();

	print_loop(result, record, offers, rows);
	json_object_set(object, "id", json_object_get(record, "id"));
	json_object_set(object, "file", json_object_get(record, "file"));
	json_object_set(object, "line", json_object_get(record, "line"));
	json_object_set_new(object, "count",
			    json_integer((json_int_t)offers->count));
	json_object_set_new(object, "written", json_real(offers->written));
	json_object_set_new(object, "variants", rows);
	json_object_set(object, "forbidden", offers->forbidden);
	json_array_append_new(result->whole, object);
}

/* ---- the source of one ---- */

/* Of the file, which has the loop itself; else *problem says why not. */
static bool read_text(const json_t *record, const char *path,
		      struct text *source, struct text *problem)
{
	const char *file = json_string_value(json_object_get(record, "file"));

	if (!source_is(path) || strcmp(file, path) != 0) {
		text_print(problem, "the loop stands in '%s'; name that alone",
			   file);
		return false;
	}
	if (file_read(path, source))
		return true;
	text_print(problem, "cannot open '%s': %s", path, strerror(errno));
	return false;
}

/* Written, compiled, and its record compared with what was meant. */
static bool make_text(const struct request *request,
		      const struct records *records, const json_t *record,
		      const struct offer *offer, const struct text *source,
		      struct text *changed, struct text *problem)
{
	const char *path = request->paths.list[0];

	return revise(record, &offer->reshape, path, text_string(source),
		      source->length, changed, problem) &&
	       verify_text(records, record, &offer->reshape, path,
			   text_string(changed), request->gcc, request->flags,
			   problem);
}

/*
 * Patches of two loops meet where both define tiles, or stand near each other:
 * the next one is made of the source that has this one.
 */
static void add_head(struct text *out, const struct records *records,
		     const json_t *record, const struct reshape *reshape)
{
	loop_short_name(out, record);
	text_add(out, ", ");
	reshape_print(out, reshape, record);
	text_add(out, "\n");
	if (records->count > 1)
		text_add(out, "Apply it before you ask for the patch of "
			      "another loop of this source.\n");
	text_add(out, "\n");
}

static void add_patch(struct text *out, const char *path,
		      const struct text *source, const struct text *changed)
{
	char *name = patch_name(path);

	patch_add(out, name, text_string(source), source->length,
		  text_string(changed), changed->length);
	free(name);
}

/* Where the compiler has spoken, there is no problem; of a signal, main tells.
 */
static void tell_unwritten(size_t index, const struct text *problem)
{
	if (problem->length)
		message_error("variant %zu: not written: %s", index,
			      text_string(problem));
	else if (!process_interrupted())
		message_error("variant %zu: not written", index);
}

static bool write_variant(const struct request *request, struct result *result,
			  const struct records *records, const json_t *record,
			  const struct offers *offers)
{
	size_t index = request->show ? request->show : request->patch;
	struct text source = {0}, changed = {0}, problem = {0};
	bool good = false;

	if (index > offers->count)
		text_print(&problem, "there are only %zu", offers->count);
	else if (read_text(record, request->paths.list[0], &source, &problem))
		good = make_text(request, records, record,
				 &offers->list[index - 1], &source, &changed,
				 &problem);
	if (!good)
		tell_unwritten(index, &problem);
	else if (request->show)
		text_add(&result->page, text_string(&changed));
	else {
		add_head(&result->page, records, record,
			 &offers->list[index - 1].reshape);
		add_patch(&result->page, request->paths.list[0], &source,
			  &changed);
	}
	text_free(&source);
	text_free(&changed);
	text_free(&problem);
	return good;
}

/* ---- what is asked for ---- */

static bool writes(const struct request *request)
{
	return request->show || request->patch;
}

/* Has it all values? One that cannot be predicted at all needs none. */
static bool lacks_values(const struct request *request, const json_t *record,
			 const struct machine *machine, struct wanting *wanting)
{
	const char *why;
	struct prediction *prediction = prediction_new(record, machine, &why);
	bool lacks;

	if (!prediction)
		return false;
	for (size_t i = 0; i < request->settings.count; i++)
		prediction_apply(prediction, request->settings.list[i]);
	lacks = wanting_take(wanting, prediction);
	prediction_free(prediction);
	return lacks;
}

static bool show_record(const struct request *request, struct result *result,
			const struct machine *machine,
			const struct records *records, const json_t *record)
{
	struct offers offers;
	struct text problem = {0}, place = {0};
	bool good = false;

	loop_place(&place, record);
	if (!offers_find(records, record, machine, request->settings.list,
			 request->settings.count, NULL, &offers, &problem))
		message_warning("%s: nothing is predicted: %s",
				text_string(&place), text_string(&problem));
	else {
		good = !writes(request) ||
		       write_variant(request, result, records, record, &offers);
		if (!writes(request))
			show_loop(request, result, record, &offers);
		offers_free(&offers);
	}
	text_free(&problem);
	text_free(&place);
	return good;
}

/* ---- the files ---- */

/* Of all objects of a program some may have no loops, and their build no
   flags of podium's: podium features says which. */
static bool has_loops(const struct request *request,
		      const struct records *records)
{
	if (records->count == 0)
		message_error("%s%s: no records of loops; build with "
			      "$(podium cflags) -fopenmp",
			      request->paths.list[0],
			      request->paths.count > 1 ? " and the others"
						       : "");
	return records->count > 0;
}

static size_t count_meant(const struct request *request,
			  const struct records *records)
{
	size_t meant = 0;

	for (size_t i = 0; i < records->count; i++)
		meant += !request->loop ||
			 selection_matches(request->loop, records->list[i]);
	return meant;
}

/* One loop at a time can be written. */
static bool is_meant_well(const struct request *request,
			  const struct records *records)
{
	size_t meant = count_meant(request, records);

	if (meant == 0)
		message_error("no loop '%s' in these files; podium features "
			      "lists them",
			      request->loop);
	else if (meant > 1 && writes(request))
		message_error("%zu loops are meant; choose one by --loop",
			      meant);
	return meant > 0 && (meant == 1 || !writes(request));
}

static void ask_for_values(const struct wanting *wanting)
{
	struct text list = {0};

	if (wanting->loops == 0)
		return;
	wanting_add_options(wanting, &list);
	message_error("%zu loop%s cannot be predicted without values: %s",
		      wanting->loops, wanting->loops == 1 ? "" : "s",
		      text_string(&list));
	text_free(&list);
}

static bool show_records(const struct request *request,
			 const struct machine *machine, struct records *records)
{
	struct result result = {0};
	struct wanting wanting = {0};
	size_t meant = 0, shown = 0;

	if (!is_meant_well(request, records))
		return false;
	result.whole = json_array();
	records_sort(records);
	for (size_t i = 0; i < records->count; i++) {
		const json_t *record = records->list[i];

		if (request->loop && !selection_matches(request->loop, record))
			continue;
		meant++;
		shown +=
			!lacks_values(request, record, machine, &wanting) &&
			show_record(request, &result, machine, records, record);
	}
	if (shown > 0 && !writes(request))
		text_add(&result.page,
			 "predicted: time relative to what the source says "
			 "now; what GCC makes of new innermost loops is a "
			 "guess.\n");
	if (shown > 0 || request->json)
		result_print(&result, request->json, false);
	else
		result_free(&result);
	ask_for_values(&wanting);
	wanting_free(&wanting);
	return shown > 0 && shown == meant;
}

static int show(const struct request *request)
{
	struct records records = {0};
	struct records *all = &records;
	struct machine machine;
	struct text problem = {0};
	bool good = profile_load(request->profile, request->gcc, &machine,
				 &problem);

	if (!good)
		message_error("%s", text_string(&problem));
	for (size_t i = 0; i < request->paths.count && good; i++)
		good = source_read_any(&records, request->paths.list[i],
				       request->gcc, request->flags);
	good = good && has_loops(request, &records);
	if (good)
		join_records(&all, 1);
	good = good && show_records(request, &machine, &records);
	text_free(&problem);
	records_free(&records);
	sets_forget();
	return good ? COMMAND_DONE : COMMAND_FAILED;
}

/* ---- arguments ---- */

static bool has_source(const struct request *request)
{
	for (size_t i = 0; i < request->paths.count; i++)
		if (source_is(request->paths.list[i]))
			return true;
	return false;
}

static int run(const struct request *request)
{
	if (request->paths.count == 0) {
		message_error("no file named; see --help");
		return COMMAND_USAGE;
	}
	if (writes(request) && request->paths.count > 1) {
		message_error("--show and --patch take one source");
		return COMMAND_USAGE;
	}
	if (request->show && (request->patch || request->json)) {
		message_error("--show goes with neither --patch nor --json");
		return COMMAND_USAGE;
	}
	if (request->patch && request->json) {
		message_error("--patch does not go with --json");
		return COMMAND_USAGE;
	}
	if (*request->flags && !has_source(request)) {
		message_error("flags after '--', but no source to compile");
		return COMMAND_USAGE;
	}
	return show(request);
}

static const struct option table[] = {
	{"loop", "LOOP", "only this one: ID, FUNCTION, FILE:LINE or LINE",
	 OPTION_SETS(loop)},
	{"set", "NAME=N", "value of a parameter of the loops",
	 OPTION_TAKES(settings, prediction_take_setting)},
	{"top", "K", "show the best K of each loop (default: 10)",
	 OPTION_SETS(top), .least = 1},
	{"show", "K", "print the source changed to the variant of this rank",
	 OPTION_SETS(show), .least = 1},
	{"patch", "K", "print the patch that changes it", OPTION_SETS(patch),
	 .least = 1},
	{"profile", "FILE", "predict for the machine of this profile",
	 OPTION_SETS(profile)},
	{"json", NULL, "print them as JSON", OPTION_SETS(json)},
	{"gcc", "GCC", "compile sources with this GCC (default: gcc)",
	 OPTION_SETS(gcc)},
	{OPTION_OPERANDS, OPTION_SETS(paths)},
	{OPTION_BEHIND, OPTION_SETS(flags)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium variants [OPTION...] PATH... [-- FLAG...]\n"
		"Shows which orders and tiles of the loops in sources, "
		"objects, libraries or\n"
		"executables are legal, and predicts their time. Nothing is "
		"run.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium variants --set n=1000 matmul.c -- -O3 "
		"-march=native\n",
};

int command_variants(char **arguments)
{
	struct request request = {.gcc = "gcc", .top = 10};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		status = run(&request);
	free(request.paths.list);
	free(request.settings.list);
	return status;
}
