/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium runs: what the store holds.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/letters.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/result.h"
#include "base/text.h"
#include "command.h"
#include "store/store.h"

struct request {
	const char *store;
	int campaign;
	bool failed, csv, json;
};

/* ---- the list ---- */

struct listing {
	const struct request *request;
	struct result result;
	json_t *rows;
	struct text campaigns; /* "  2: ./app large", a line for each */
	int64_t last;
	size_t count;
};

static const struct result_column columns[] = {
	{"of/campaign", .heading = "campaign"},
	{"step", "step", .bytes = true},
	{"variant", "variant", .bytes = true},
	{"of/wall", "seconds", .form = "%.4g"},
	{"of/load", "load", .form = "%.2g"},
	{"result", "result", .bytes = true},
	{"of/*", .key = "*"},
	{0},
};

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

/* The lines of the variant beside each other. */
static void add_variant(struct text *text, const char *variant)
{
	for (const char *gap = ""; *variant; gap = "; ") {
		size_t length = strcspn(variant, "\n");

		text_print(text, "%s%.*s", gap, (int)length, variant);
		variant += length + (variant[length] == '\n');
	}
}

/* The step without the digest that makes it unique. */
static json_t *json_row(const struct store_run *run, json_t *of)
{
	const char *result = *run->reason ? run->reason : run->status;
	struct text step = {0}, variant = {0};

	text_add_bytes(&step, run->step, strcspn(run->step, " "));
	add_variant(&variant, *run->variant ? run->variant : "original");
	return json_pack("{s:o, s:o, s:o, s:o}", "of", of, "step",
			 result_text(&step), "variant", result_text(&variant),
			 "result", letters_json(result));
}

/* How the runs of it were made: inputs of one program are told apart by that.
 */
static void note_campaign(struct listing *listing, int64_t campaign,
			  const struct store_campaign *of)
{
	const char *rest = strstr(of->command, " # ");
	struct text command = {0};

	if (campaign == listing->last)
		return;
	listing->last = campaign;
	listing->count++;
	text_add_bytes(&command, of->command,
		       rest ? (size_t)(rest - of->command)
			    : strlen(of->command));
	text_print(&listing->campaigns, "  %" PRId64 ": ", campaign);
	text_add_safe(&listing->campaigns, text_string(&command));
	text_add(&listing->campaigns, "\n");
	text_free(&command);
}

static void visit(void *context, int64_t campaign,
		  const struct store_campaign *of, const struct store_run *run)
{
	struct listing *listing = context;
	json_t *object;

	if (listing->request->failed && strcmp(run->status, "ok") == 0)
		return;
	object = json_run(campaign, of, run);
	if (!object) {
		message_warning("run '%s' is left out: it has a time that is "
				"no number",
				run->step);
		return;
	}
	note_campaign(listing, campaign, of);
	json_array_append(listing->result.whole, object);
	json_array_append_new(listing->rows, json_row(run, object));
}

static bool list(const struct request *request, struct store *store,
		 struct text *problem)
{
	struct listing listing = {
		.request = request,
		.result = {.whole = json_array(), .digits = 17},
		.rows = json_array()};
	bool good = store_visit_runs(store, request->campaign, visit, &listing,
				     problem);
	size_t count = json_array_size(listing.rows);

	if (good && count == 0 && request->campaign > 0 && !request->failed) {
		text_print(problem, "no campaign %d in this store",
			   request->campaign);
		good = false;
	}
	result_rows(&listing.result, columns, listing.rows);
	text_print(&listing.result.page, "\n%zu runs.\n", count);
	if (listing.count > 1)
		text_print(&listing.result.page, "Campaigns:\n%s",
			   text_string(&listing.campaigns));
	text_free(&listing.campaigns);
	if (good)
		result_print(&listing.result, request->json, request->csv);
	else
		result_free(&listing.result);
	return good;
}

static int show(const struct request *request)
{
	struct text problem = {0};
	struct store *store = store_open(request->store, false, &problem);
	bool good = store && list(request, store, &problem);

	if (!good)
		message_error("%s", text_string(&problem));
	store_close(store);
	text_free(&problem);
	return good ? COMMAND_DONE : COMMAND_FAILED;
}

/* ---- arguments ---- */

static const struct option table[] = {
	{"campaign", "N", "only the runs of this campaign",
	 OPTION_SETS(campaign), .least = 1},
	{"failed", NULL, "only those that failed", OPTION_SETS(failed)},
	{"csv", NULL, "as comma-separated values, with all columns",
	 OPTION_SETS(csv)},
	{"json", NULL, "as JSON, with all columns", OPTION_SETS(json)},
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
		"  podium runs --csv > runs.csv\n",
};

int command_runs(char **arguments)
{
	struct request request = {.store = "podium.db"};
	int status;

	if (!options_read(&usage, arguments, &request, &status))
		return status;
	if (!result_has_one_form(request.json, request.csv))
		return COMMAND_USAGE;
	return show(&request);
}
