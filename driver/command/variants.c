/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium variants: orders and tiles of the loops of a nest that are legal, and
 * what is predicted of them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/result.h"
#include "base/text.h"
#include "build/tuned.h"
#include "command.h"
#include "machine/profile.h"
#include "nest/reshape.h"
#include "nest/sets.h"
#include "rank/prediction.h"
#include "rank/wanting.h"
#include "record/loop.h"
#include "record/proof.h"
#include "record/records.h"
#include "record/selection.h"
#include "record/source.h"
#include "record/thread.h"
#include "transform/offer.h"
#include "transform/sift.h"

struct request {
	struct words paths;
	const char *loop, *profile, *gcc;
	char **flags;
	struct words settings; /* NAME=N */
	int top;
	int show; /* which variant, 0 for none */
	bool json;
};

/* What it is answered from, and the answer. */
struct search {
	const struct request *request;
	const struct records *records;
	const struct machine *machine;
	struct found {
		const json_t *record;
		struct offers offers;
		bool planned; /* the compiler can make these */
	} * found;
	size_t count;
	struct result result;
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

static void show_loop(struct search *search, const struct found *found)
{
	const json_t *record = found->record;
	const struct offers *offers = &found->offers;
	json_t *rows = variant_rows(record, offers, search->request->top);
	json_t *object = json_object();

	print_loop(&search->result, record, offers, rows);
	json_object_set(object, "id", json_object_get(record, "id"));
	json_object_set(object, "file", json_object_get(record, "file"));
	json_object_set(object, "line", json_object_get(record, "line"));
	json_object_set_new(object, "count",
			    json_integer((json_int_t)offers->count));
	json_object_set_new(object, "planned", json_boolean(found->planned));
	json_object_set_new(object, "written", json_real(offers->written));
	json_object_set_new(object, "variants", rows);
	json_object_set(object, "forbidden", offers->forbidden);
	json_array_append_new(search->result.whole, object);
}

/* ---- the entry of one ---- */

/* Functions of other units that the entry needs to be known. */
static void add_needs(struct text *out, const json_t *record)
{
	const json_t *safe = json_object_get(record, "safe"), *need;
	size_t index;

	json_array_foreach(safe, index, need)
	{
		tuned_add_safe(out, json_string_value(need));
		text_add(out, "    # known not to depend on the thread\n");
	}
}

/* A line of podium.tuned. What keeps the plugin from obeying it is told. */
static bool show_entry(struct search *search, const struct found *found)
{
	const struct offers *offers = &found->offers;
	const json_t *record = found->record, *why;
	size_t index = search->request->show;
	struct text *page = &search->result.page;
	json_t *proofs = json_object();
	struct text words = {0};
	char *entry;

	if (index > offers->count) {
		message_error("variant %zu: there are only %zu", index,
			      offers->count);
		json_decref(proofs);
		return false;
	}
	entry = tuned_entry(record);
	reshape_print(&words, &offers->list[index - 1].reshape, record);
	proof_add(proofs, record, text_string(&words));
	text_print(page, "%s %s", entry, text_string(&words));
	proof_print(page, proofs);
	text_add(page, "    # ");
	loop_place(page, record);
	text_print(page, ", predicted %.3g\n",
		   offers->list[index - 1].cycles / offers->written);
	add_needs(page, record);
	why = json_array_get(json_object_get(record, "rewrite_why"), 0);
	if (why)
		message_note("without force it is left as written: %s",
			     json_string_value(why));
	text_free(&words);
	json_decref(proofs);
	free(entry);
	return true;
}

/* ---- what is asked for ---- */

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

static void find(struct search *search, const json_t *record)
{
	const struct request *request = search->request;
	struct found *found = &search->found[search->count];
	struct text problem = {0}, place = {0};

	*found = (struct found){.record = record};
	loop_place(&place, record);
	if (offers_find(record, search->machine, request->settings.list,
			request->settings.count, &found->offers, &problem))
		search->count++;
	else
		message_warning("%s: nothing is predicted: %s",
				text_string(&place), text_string(&problem));
	text_free(&problem);
	text_free(&place);
}

/* Asks the compiler, once a source, which offers it can make. */
static bool plan(struct search *search)
{
	const struct request *request = search->request;
	struct text asked = {0}, problem = {0}, best = {0};
	struct records answers = {0};
	bool good = true;

	for (size_t i = 0; i < search->count; i++)
		sift_ask(&asked, search->found[i].record,
			 &search->found[i].offers);
	for (size_t i = 0; good && asked.length && i < request->paths.count;
	     i++)
		good = !source_is(request->paths.list[i]) ||
		       source_plan(&answers, request->paths.list[i],
				   text_string(&asked), request->gcc,
				   request->flags, &problem);
	for (size_t i = 0; i < search->count; i++)
		search->found[i].planned =
			sift_take(&answers, search->found[i].record,
				  &search->found[i].offers, &best);
	if (problem.length)
		message_error("%s", text_string(&problem));
	records_free(&answers);
	text_free(&asked);
	text_free(&problem);
	text_free(&best);
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
	else if (meant > 1 && request->show)
		message_error("%zu loops are meant; choose one by --loop",
			      meant);
	return meant > 0 && (meant == 1 || !request->show);
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
	bool unplanned = false, any = false;

	for (size_t i = 0; i < search->count; i++) {
		const struct found *found = &search->found[i];

		any |= found->offers.count > 0;
		unplanned |= found->offers.count > 0 && !found->planned;
	}
	text_add(page, "predicted: time relative to the loop as written; "
		       "what GCC makes of new innermost loops is a guess.\n");
	if (unplanned)
		text_add(page, "Not all of it may be made: objects do not "
			       "tell that; name the sources themselves.\n");
	else if (any)
		text_add(page,
			 "The plugin can make each of these; --show K prints "
			 "its entry for podium.tuned.\n");
}

/* Returns whether all loops that are meant were shown. */
static bool show_meant(struct search *search, struct wanting *wanting)
{
	const struct request *request = search->request;
	size_t meant = 0;
	bool good;

	for (size_t i = 0; i < search->records->count; i++) {
		const json_t *record = search->records->list[i];

		if (request->loop && !selection_matches(request->loop, record))
			continue;
		meant++;
		if (!lacks_values(request, record, search->machine, wanting))
			find(search, record);
	}
	good = plan(search) && search->count == meant;
	for (size_t i = 0; i < search->count; i++) {
		if (request->show)
			good = show_entry(search, &search->found[i]) && good;
		else
			show_loop(search, &search->found[i]);
	}
	if (search->count > 0 && !request->show)
		add_foot(search);
	if (search->count > 0 || request->json)
		result_print(&search->result, request->json, false);
	else
		result_free(&search->result);
	return good && search->count > 0;
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
	search.found =
		memory_grow(NULL, records->count + 1, sizeof(*search.found));
	records_sort(records);
	good = show_meant(&search, &wanting);
	for (size_t i = 0; i < search.count; i++)
		offers_free(&search.found[i].offers);
	free(search.found);
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
	if (request->show && request->json) {
		message_error("--show does not go with --json");
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
	{"show", "K",
	 "print the variant of this rank as an entry of podium.tuned",
	 OPTION_SETS(show), .least = 1},
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
