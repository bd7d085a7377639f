/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium runs: what the store holds.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/letters.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/table.h"
#include "base/terminal.h"
#include "base/text.h"
#include "command.h"
#include "store/export.h"
#include "store/store.h"
#include "store/tally.h"

struct request {
	const char *store;
	int campaign;
	bool failed, csv, json;
	export_format *format; /* NULL: of podium */
};

/* What the runs are gathered in; one of them is used. */
struct listing {
	const struct request *request;
	struct table table;
	struct text csv;
	json_t *json;
	size_t count;
};

/* ---- columns ---- */

static json_t *json_run(int64_t campaign, const struct store_campaign *of,
			const struct store_run *run)
{
	return json_pack(
		"{s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o,"
		" s:o, s:f, s:f, s:f, s:f, s:f, s:f, s:o, s:o}",
		"campaign", (json_int_t)campaign, "machine",
		letters_json(of->machine), "compiler",
		letters_json(of->compiler), "source", letters_json(of->source),
		"flags", letters_json(of->flags), "command",
		letters_json(of->command), "step", letters_json(run->step),
		"variant", letters_json(run->variant), "status",
		letters_json(run->status), "reason", letters_json(run->reason),
		"program", letters_json(run->program), "wall", run->wall, "cpu",
		run->cpu, "resident", run->resident, "predicted",
		run->predicted, "load", run->load, "mhz", run->mhz, "governor",
		letters_json(run->governor), "ended", letters_json(run->ended));
}

/* The keys of the object name the columns. */
static void add_csv(struct text *csv, json_t *object, bool head)
{
	size_t left = json_object_size(object);
	const char *key;
	json_t *value;

	json_object_foreach(object, key, value)
	{
		char end = --left ? ',' : '\n';
		char number[40];

		snprintf(number, sizeof(number), "%.17g",
			 json_number_value(value));
		if (head)
			csv_put(csv, key, end);
		else if (json_is_string(value))
			csv_put(csv, json_string_value(value), end);
		else
			csv_put(csv, number, end);
	}
}

/* ---- the table ---- */

static void add_heads(struct table *rows)
{
	static const char *const heads[] = {"campaign", "step", "variant",
					    "seconds",	"load", "result"};

	for (size_t i = 0; i < rows->columns; i++)
		table_add(rows, heads[i]);
}

/* The lines of the variant beside each other. */
static void add_variant(struct text *text, const char *variant)
{
	for (const char *gap = ""; *variant; gap = "; ") {
		size_t length = strcspn(variant, "\n");
		char *line = memory_print("%.*s", (int)length, variant);

		text_add(text, gap);
		text_add_safe(text, line);
		free(line);
		variant += length + (variant[length] == '\n');
	}
}

/* The step without the digest that makes it unique. */
static void add_row(struct table *rows, int64_t campaign,
		    const struct store_run *run)
{
	struct text text = {0};

	table_cell(rows, "%" PRId64, campaign);
	table_cell(rows, "%.*s", (int)strcspn(run->step, " "), run->step);
	add_variant(&text, run->variant);
	table_add(rows, text.length ? text_string(&text) : "original");
	table_cell(rows, "%.4g", run->wall);
	table_cell(rows, "%.2g", run->load);
	text_cut(&text, 0);
	text_add_safe(&text, *run->reason ? run->reason : run->status);
	table_add(rows, text_string(&text));
	text_free(&text);
}

static void visit(void *context, int64_t campaign,
		  const struct store_campaign *of, const struct store_run *run)
{
	struct listing *listing = context;
	json_t *object;

	if (listing->request->failed && strcmp(run->status, "failed") != 0)
		return;
	object = json_run(campaign, of, run);
	if (!object) {
		message_warning("run '%s' is left out: it has a time that is "
				"no number",
				run->step);
		return;
	}
	if (listing->request->csv) {
		if (listing->count == 0)
			add_csv(&listing->csv, object, true);
		add_csv(&listing->csv, object, false);
	} else if (listing->request->json) {
		json_array_append(listing->json, object);
	} else {
		add_row(&listing->table, campaign, run);
	}
	listing->count++;
	json_decref(object);
}

static void print(struct listing *listing)
{
	struct table_layout layout = {.width = terminal_width(), .head = true};
	struct text out = {0};

	if (listing->request->csv) {
		fputs(text_string(&listing->csv), stdout);
	} else if (listing->request->json) {
		json_dumpf(listing->json, stdout, JSON_INDENT(2));
		putchar('\n');
	} else {
		table_print(&listing->table, &layout, &out);
		text_print(&out, "\n%zu runs.\n", listing->count);
		fputs(text_string(&out), stdout);
	}
	text_free(&out);
}

static bool list(const struct request *request, struct store *store,
		 struct text *problem)
{
	struct listing listing = {.request = request,
				  .table = {.columns = 6},
				  .json = json_array()};
	bool good;

	add_heads(&listing.table);
	good = store_visit_runs(store, request->campaign, visit, &listing,
				problem);
	if (good && listing.count == 0 && request->campaign > 0 &&
	    !request->failed) {
		text_print(problem, "no campaign %d in this store",
			   request->campaign);
		good = false;
	}
	if (good)
		print(&listing);
	table_free(&listing.table);
	text_free(&listing.csv);
	json_decref(listing.json);
	return good;
}

/* ---- formats of others ---- */

static void print_format(const struct request *request,
			 const struct tally *tried)
{
	json_t *whole = request->format(tried);

	json_dumpf(whole, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(whole);
}

/* They know one program on one machine a file. */
static bool export(const struct request *request, struct store *store,
		   struct text *problem)
{
	struct tally_list all;
	bool good = tally_read(&all, store, request->campaign, problem);

	if (good && all.count == 1) {
		print_format(request, &all.list[0]);
	} else if (good) {
		text_print(problem,
			   "it takes one campaign, there are %zu; podium runs "
			   "lists them, --campaign chooses",
			   all.count);
		good = false;
	}
	tally_free(&all);
	return good;
}

static int show(const struct request *request)
{
	struct text problem = {0};
	struct store *store = store_open(request->store, false, &problem);
	bool good = store && (request->format ? export(request, store, &problem)
					      : list(request, store, &problem));

	if (!good)
		message_error("%s", text_string(&problem));
	store_close(store);
	text_free(&problem);
	return good ? COMMAND_DONE : COMMAND_FAILED;
}

/* ---- arguments ---- */

static bool take_format(void *field, const struct option *option,
			const char *value)
{
	export_format *format = export_find(value);

	*(export_format **)field = format;
	if (!format)
		message_error("'--%s' takes kernel-tuner or t4, not '%s'",
			      option->name, value);
	return format;
}

static const struct option table[] = {
	{"campaign", "N", "only the runs of this campaign",
	 OPTION_SETS(campaign), .least = 1},
	{"failed", NULL, "only those that failed", OPTION_SETS(failed)},
	{"csv", NULL, "as comma-separated values, with all columns",
	 OPTION_SETS(csv)},
	{"json", NULL, "as JSON, with all columns", OPTION_SETS(json)},
	{"format", "FORMAT", "of other tuners: kernel-tuner, t4",
	 OPTION_TAKES(format, take_format)},
	{"store", "FILE", "where runs are kept (default: podium.db)",
	 OPTION_SETS(store)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium runs [OPTION...]\n"
		"Lists the runs that podium tune has made of a program and "
		"keeps "
		"in podium.db.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium runs --failed\n"
		"  podium runs --csv > runs.csv\n"
		"  podium runs --format t4 > results.json\n",
};

int command_runs(char **arguments)
{
	struct request request = {.store = "podium.db"};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		status = show(&request);
	return status;
}
