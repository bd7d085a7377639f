/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium variants: orders and tiles of the loops of a nest that are legal, and
 * what is predicted of them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/diff.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/process.h"
#include "base/result.h"
#include "base/text.h"
#include "command.h"
#include "machine/profile.h"
#include "nest/reshape.h"
#include "nest/sets.h"
#include "rank/prediction.h"
#include "rank/wanting.h"
#include "record/loop.h"
#include "record/records.h"
#include "record/selection.h"
#include "record/source.h"
#include "record/thread.h"
#include "transform/offer.h"
#include "transform/verify.h"
#include "transform/writing.h"

struct request {
	struct words paths;
	const char *loop, *profile, *gcc;
	char **flags;
	struct words settings; /* NAME=N */
	int top;
	int show, patch; /* which variant, 0 for none */
	bool json;
};

/* What it is answered from, and the answer. */
struct search {
	const struct request *request;
	const struct records *records;
	const struct machine *machine;
	struct writing **writings; /* by path; NULL where that is no source */
	struct result result;
	bool any;    /* variants were shown */
	bool unread; /* of loops whose sources were not named */
};

/* ---- one loop ---- */

static const struct result_column columns[] = {
	{"loop", "loop", NULL, NULL, NULL, NULL, false, 0, NULL},
	{"rank", "#", "%.0f", "", NULL, NULL, false, 0, NULL},
	{"variant", "variant", NULL, NULL, NULL, NULL, false, 0, NULL},
	{"predicted", "predicted", "%.3f", NULL, NULL, NULL, false, 0, NULL},
	{0},
};

static json_t *variant_row(const json_t *record, const struct offers *offers,
			   size_t index)
{
	const struct offer *offer = &offers->list[index];
	struct text name = {0};
	json_t *row;

	reshape_print(&name, &offer->reshape, record);
	row = json_pack("{s:I, s:s, s:f, s:f}", "rank", (json_int_t)index + 1,
			"variant", text_string(&name), "cycles", offer->cycles,
			"predicted", offer->cycles / offers->written);
	text_free(&name);
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

static void show_loop(struct search *search, const json_t *record,
		      const struct offers *offers, bool source_read)
{
	json_t *rows = variant_rows(record, offers, search->request->top);
	json_t *object = json_object();

	print_loop(&search->result, record, offers, rows);
	json_object_set(object, "id", json_object_get(record, "id"));
	json_object_set(object, "file", json_object_get(record, "file"));
	json_object_set(object, "line", json_object_get(record, "line"));
	json_object_set_new(object, "count",
			    json_integer((json_int_t)offers->count));
	json_object_set_new(object, "source_read", json_boolean(source_read));
	json_object_set_new(object, "written", json_real(offers->written));
	json_object_set_new(object, "variants", rows);
	json_object_set(object, "forbidden", offers->forbidden);
	json_array_append_new(search->result.whole, object);
	search->any = search->any || offers->count > 0;
	search->unread = search->unread || (!source_read && offers->count > 0);
}

/* ---- the source of one ---- */

static const char *file_of(const json_t *record)
{
	return json_string_value(json_object_get(record, "file"));
}

/* The source that the loop stands in itself; NULL where that is not named. */
static struct writing *find_writing(const struct search *search,
				    const json_t *record)
{
	const struct words *paths = &search->request->paths;

	for (size_t i = 0; i < paths->count; i++)
		if (search->writings[i] &&
		    strcmp(file_of(record), paths->list[i]) == 0)
			return search->writings[i];
	return NULL;
}

static bool has_objects(const struct search *search)
{
	for (size_t i = 0; i < search->request->paths.count; i++)
		if (!search->writings[i])
			return true;
	return false;
}

/* What a source includes is compiled with others as well. */
static void forbid_all(const json_t *record, struct offers *offers)
{
	struct text reason = {0};

	text_add(&reason, "it stands in '");
	text_add_safe(&reason, file_of(record));
	text_add(&reason, "', which is included; only what is compiled itself "
			  "is changed");
	for (; offers->count > 0; offers->count--)
		offers_forbid(offers, text_string(&reason));
	text_free(&reason);
}

static size_t most_shown(const struct request *request)
{
	if (request->show || request->patch)
		return request->show ? request->show : request->patch;
	return request->top;
}

/* What cannot be written is not offered. False where the source is not known:
   of an object nobody can tell where it is. */
static bool sift(const struct search *search, const json_t *record,
		 struct offers *offers)
{
	struct writing *writing = find_writing(search, record);

	if (writing)
		writing_sift(writing, record, offers,
			     most_shown(search->request));
	else if (!has_objects(search))
		forbid_all(record, offers);
	else
		return false;
	return true;
}

/* Written, compiled, and its record compared with what was meant. */
static bool make_text(const struct search *search, struct writing *writing,
		      const json_t *record, const struct reshape *reshape,
		      struct text *changed, struct text *problem)
{
	const struct request *request = search->request;

	return writing_make(writing, record, reshape, changed, problem) &&
	       verify_text(search->records, record, reshape,
			   request->paths.list[0], text_string(changed),
			   request->gcc, request->flags, problem);
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
	char *name = diff_name(path);

	diff_add(out, name, text_string(source), source->length,
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

static void add_text(struct search *search, const struct writing *writing,
		     const json_t *record, const struct reshape *reshape,
		     const struct text *changed)
{
	const struct request *request = search->request;
	struct text *page = &search->result.page;

	if (request->show) {
		text_add(page, text_string(changed));
		return;
	}
	add_head(page, search->records, record, reshape);
	add_patch(page, request->paths.list[0], writing_source(writing),
		  changed);
}

static bool write_variant(struct search *search, const json_t *record,
			  const struct offers *offers)
{
	const struct request *request = search->request;
	size_t index = request->show ? request->show : request->patch;
	struct writing *writing = find_writing(search, record);
	struct text changed = {0}, problem = {0};
	bool good = false;

	if (!writing)
		text_print(&problem, "the loop stands in '%s'; name that alone",
			   file_of(record));
	else if (index > offers->count)
		text_print(&problem, "there are only %zu", offers->count);
	else
		good = make_text(search, writing, record,
				 &offers->list[index - 1].reshape, &changed,
				 &problem);
	if (good)
		add_text(search, writing, record,
			 &offers->list[index - 1].reshape, &changed);
	else
		tell_unwritten(index, &problem);
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

static bool show_record(struct search *search, const json_t *record)
{
	const struct request *request = search->request;
	struct offers offers;
	struct text problem = {0}, place = {0};
	bool good = false;

	loop_place(&place, record);
	if (!offers_find(search->records, record, search->machine,
			 request->settings.list, request->settings.count, NULL,
			 &offers, &problem))
		message_warning("%s: nothing is predicted: %s",
				text_string(&place), text_string(&problem));
	else {
		bool source_read = sift(search, record, &offers);

		good = !writes(request) ||
		       write_variant(search, record, &offers);
		if (!writes(request))
			show_loop(search, record, &offers, source_read);
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
		message_error("%s%s: %s", request->paths.list[0],
			      request->paths.count > 1 ? " and the others" : "",
			      source_no_loops(request->paths.list[0]));
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

/* What the table does not say of itself. */
static void add_foot(struct search *search)
{
	struct text *page = &search->result.page;

	text_add(page, "predicted: time relative to what the source says now; "
		       "what GCC makes of new innermost loops is a guess.\n");
	if (search->unread)
		text_add(page, "Not all of it may be written: objects do not "
			       "tell that; name the sources themselves.\n");
	else if (search->any)
		text_add(page, "All of it can be written, as far as the text "
			       "of the source tells; --show and --patch ask "
			       "the compiler, too.\n");
}

/* Returns whether all loops that are meant were shown. */
static bool show_meant(struct search *search, struct wanting *wanting)
{
	const struct request *request = search->request;
	size_t meant = 0, shown = 0;

	for (size_t i = 0; i < search->records->count; i++) {
		const json_t *record = search->records->list[i];

		if (request->loop && !selection_matches(request->loop, record))
			continue;
		meant++;
		shown += !lacks_values(request, record, search->machine,
				       wanting) &&
			 show_record(search, record);
	}
	if (shown > 0 && !writes(request))
		add_foot(search);
	if (shown > 0 || request->json)
		result_print(&search->result, request->json, false);
	else
		result_free(&search->result);
	return shown > 0 && shown == meant;
}

/* Sources as they are. What cannot be opened, though it was just compiled, is
   said. */
static void open_sources(struct search *search)
{
	const struct request *request = search->request;
	const struct words *paths = &request->paths;
	struct text problem = {0};

	search->writings =
		memory_grow(NULL, paths->count + 1, sizeof(*search->writings));
	for (size_t i = 0; i < paths->count; i++)
		search->writings[i] =
			source_is(paths->list[i])
				? writing_new(paths->list[i], search->records,
					      request->gcc, request->flags,
					      &problem)
				: NULL;
	if (problem.length)
		message_error("%s", text_string(&problem));
	text_free(&problem);
}

static void close_sources(struct search *search)
{
	for (size_t i = 0; i < search->request->paths.count; i++)
		writing_free(search->writings[i]);
	free(search->writings);
}

static bool show_records(const struct request *request,
			 const struct machine *machine, struct records *records)
{
	struct search search = {
		.request = request, .records = records, .machine = machine};
	struct wanting wanting = {0};
	bool good;

	if (!is_meant_well(request, records))
		return false;
	search.result.whole = json_array();
	records_sort(records);
	open_sources(&search);
	good = show_meant(&search, &wanting);
	close_sources(&search);
	ask_for_values(&wanting);
	wanting_free(&wanting);
	return good;
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
		thread_resolve(&all, 1, &all, 1);
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
