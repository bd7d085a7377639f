/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium variants: orders and tiles of the loops of a nest that are legal, and
 * what is predicted of them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/option.h"
#include "base/result.h"
#include "base/text.h"
#include "command.h"
#include "machine/compiler.h"
#include "machine/profile.h"
#include "rank/prediction.h"
#include "record/loop.h"
#include "record/records.h"
#include "record/selection.h"
#include "record/source.h"
#include "transform/offer.h"
#include "transform/reshape.h"

struct request {
	struct words paths;
	const char *loop, *profile, *gcc;
	char **flags;
	struct words settings; /* NAME=N */
	int top;
	bool json;
};

static bool is_source(const char *path)
{
	return compiler_language(path) != COMPILER_NO_LANGUAGE;
}

/* ---- one loop ---- */

static const struct result_column columns[] = {
	{"loop", "loop", NULL, NULL, NULL, NULL, false, 0, NULL},
	{"rank", "#", "%.0f", "", NULL, NULL, false, 0, NULL},
	{"variant", "variant", NULL, NULL, NULL, NULL, false, 0, NULL},
	{"predicted", "predicted", "%.3f", NULL, NULL, NULL, false, 0, NULL},
	{"legal", "legal", NULL, NULL, NULL, NULL, false, 0, NULL},
	{0},
};

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
	row = json_pack("{s:I, s:s, s:f, s:f, s:s, s:s}", "rank",
			(json_int_t)index + 1, "variant", text_string(&name),
			"cycles", offer->cycles, "predicted",
			offer->cycles / offers->written, "condition",
			offer->condition, "legal", text_string(&legal));
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
	const char *sentence;
	json_t *count;

	json_object_foreach(offers->forbidden, sentence, count)
	{
		if (json_integer_value(count) > 0)
			text_print(out, "not made: %lld, for ",
				   (long long)json_integer_value(count));
		else
			text_add(out, "kept: ");
		text_add_safe(out, sentence);
		text_add(out, "\n");
	}
}

static void print_loop(struct result *result, const json_t *record,
		       const struct offers *offers, json_t *rows)
{
	struct text place = {0};
	json_t *table = json_deep_copy(rows);

	loop_place(&place, record);
	text_add(&place, " ");
	loop_short_name(&place, record);
	text_print(&result->page, "%s: %zu variant%s\n", text_string(&place),
		   offers->count, offers->count == 1 ? "" : "s");
	if (json_array_size(table) > 0)
		result_rows(result, columns + 1, table);
	else
		json_decref(table);
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

/* The names of parameters without a value, as options. */
static bool lacks_values(const struct request *request, const json_t *record,
			 const struct machine *machine, struct text *missing)
{
	const char *why, *name;
	struct prediction *prediction = prediction_new(record, machine, &why);
	size_t length = missing->length;

	for (size_t i = 0; prediction && i < request->settings.count; i++)
		prediction_apply(prediction, request->settings.list[i]);
	for (int i = 0;
	     prediction && (name = prediction_parameter(prediction, i)); i++)
		if (prediction_misses(prediction, i)) {
			text_add(missing, " --set ");
			text_add_safe(missing, name);
			text_add(missing, "=N");
		}
	prediction_free(prediction);
	return missing->length > length;
}

static bool show_record(const struct request *request, struct result *result,
			const struct machine *machine, const json_t *record)
{
	struct offers offers;
	struct text problem = {0}, place = {0};
	bool good = false;

	loop_place(&place, record);
	if (lacks_values(request, record, machine, &problem))
		message_error("%s: nothing can be predicted without values:%s",
			      text_string(&place), text_string(&problem));
	else if (!offers_find(record, machine, request->settings.list,
			      request->settings.count, &offers, &problem))
		message_warning("%s: nothing is predicted: %s",
				text_string(&place), text_string(&problem));
	else {
		show_loop(request, result, record, &offers);
		offers_free(&offers);
		good = true;
	}
	text_free(&problem);
	text_free(&place);
	return good;
}

/* ---- the files ---- */

static bool read_path(const struct request *request, const char *path,
		      struct records *records)
{
	struct text problem = {0};
	size_t before = records->count;
	bool good = is_source(path)
			    ? source_read(records, path, request->gcc,
					  request->flags, &problem)
			    : records_read(records, path, path, &problem);

	if (problem.length)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	if (good && records->count == before)
		message_error("%s: holds no records of loops; build with "
			      "$(podium cflags) -fopenmp",
			      path);
	return good && records->count > before;
}

static bool show_records(const struct request *request,
			 const struct machine *machine, struct records *records)
{
	struct result result = {.whole = json_array()};
	size_t meant = 0, shown = 0;

	records_sort(records);
	for (size_t i = 0; i < records->count; i++) {
		const json_t *record = records->list[i];

		if (request->loop && !selection_matches(request->loop, record))
			continue;
		meant++;
		shown += show_record(request, &result, machine, record);
	}
	if (meant == 0)
		message_error("no loop '%s' in these files; podium features "
			      "lists them",
			      request->loop);
	if (shown > 0)
		text_add(&result.page,
			 "predicted: time relative to what the source says "
			 "now; what GCC makes of new innermost loops is a "
			 "guess.\n");
	if (shown > 0 || request->json)
		result_print(&result, request->json, false);
	else
		result_free(&result);
	return shown > 0 && shown == meant;
}

static int show(const struct request *request)
{
	struct records records = {0};
	struct machine machine;
	struct text problem = {0};
	bool good = profile_load(request->profile, request->gcc, &machine,
				 &problem);

	if (!good)
		message_error("%s", text_string(&problem));
	for (size_t i = 0; i < request->paths.count && good; i++)
		good = read_path(request, request->paths.list[i], &records);
	good = good && show_records(request, &machine, &records);
	text_free(&problem);
	records_free(&records);
	return good ? COMMAND_DONE : COMMAND_FAILED;
}

/* ---- arguments ---- */

static bool has_source(const struct request *request)
{
	for (size_t i = 0; i < request->paths.count; i++)
		if (is_source(request->paths.list[i]))
			return true;
	return false;
}

static int run(const struct request *request)
{
	if (request->paths.count == 0) {
		message_error("no file named; see --help");
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
