/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium reproduce replay: searches compared on variants that were all measured
 * once.
 */
#include <errno.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <jansson.h>
#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/letters.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/process.h"
#include "base/result.h"
#include "base/text.h"
#include "command.h"
#include "machine/profile.h"
#include "models/search.h"
#include "study/dataset.h"

/* The result of one table. */
struct item {
	char *name;
	size_t variants, good;
	struct search_figures of[SEARCH_WAYS];
	struct search_end end;
};

struct request {
	const char *profile, *gcc;
	double within; /* percent */
	bool json;
	struct words operands;
	struct item *list;
	size_t count;
	bool failed;
};

/* ---- one of them ---- */

static void fail(struct request *request, const char *name, const char *why)
{
	if (!process_interrupted())
		message_error("%s: %s", name, why);
	request->failed = true;
}

static void add_item(struct request *request, const char *name,
		     const struct search_problem *problem)
{
	double within = request->within / 100;
	struct item item = {.variants = problem->count,
			    .good = search_good(problem, within)};

	message_progress("replaying %s", name);
	for (int way = 0; way < SEARCH_WAYS; way++) {
		enum model_status status = search_replay(
			problem, way, within, &item.of[way], &item.end);

		if (status != MODEL_OK) {
			fail(request, name, model_status_text(status));
			return;
		}
	}
	item.name = memory_string(name);
	request->list = memory_grow(request->list, request->count + 1,
				    sizeof(*request->list));
	request->list[request->count++] = item;
}

/* ---- recorded tables ---- */

static void add_table(struct request *request, const char *folder,
		      const char *name, const struct machine *machine)
{
	struct dataset recorded;
	struct text problem = {0};
	struct refine_item *items;

	if (!dataset_read(&recorded, folder, name, request->gcc, machine, NULL,
			  &problem)) {
		fail(request, name,
		     problem.length ? text_string(&problem)
				    : "its source does not compile");
		text_free(&problem);
		return;
	}
	items = dataset_items(&recorded);
	add_item(request, name,
		 &(struct search_problem){recorded.count, items, recorded.ratio,
					  recorded.low, recorded.high});
	free(items);
	dataset_free(&recorded);
}

/* Those of the folder, or only that one. */
static void add_folder(struct request *request, const char *folder,
		       const char *only)
{
	struct profile profile = {0};
	struct text problem = {0};
	char **names = dataset_names(folder, &problem);
	bool any = false;

	if (!names ||
	    !dataset_machine(folder, request->profile, &profile, &problem)) {
		fail(request, folder, text_string(&problem));
	} else {
		for (size_t i = 0; names[i] && !process_interrupted(); i++) {
			if (only && strcmp(names[i], only) != 0)
				continue;
			any = true;
			add_table(request, folder, names[i], &profile.machine);
		}
		if (!any)
			fail(request, only ? only : folder,
			     "no recorded table; see "
			     "testsuite/recorded/README.md of podium");
	}
	list_free(names);
	profile_free(&profile);
	text_free(&problem);
}

/* ---- operands ---- */

/* FOLDER/NAME.csv */
static void add_file(struct request *request, const char *path)
{
	char *folder = memory_string(path);
	char *file = memory_string(path);
	char *name = basename(file);

	name[strlen(name) - strlen(".csv")] = '\0';
	add_folder(request, dirname(folder), name);
	free(file);
	free(folder);
}

static void add_operand(struct request *request, const char *path)
{
	const char *end = strrchr(path, '.');
	struct stat status;

	if (stat(path, &status) != 0)
		fail(request, path, strerror(errno));
	else if (S_ISDIR(status.st_mode))
		add_folder(request, path, NULL);
	else if (end && strcmp(end, ".csv") == 0)
		add_file(request, path);
	else
		fail(request, path, "neither a folder nor a table NAME.csv");
}

/* ---- all together ---- */

struct spread {
	double median, ninth, mean; /* ninth: of ten, nine are below */
};

static struct spread spread_of(double *values, size_t count)
{
	gsl_sort(values, 1, count);
	return (struct spread){
		gsl_stats_quantile_from_sorted_data(values, 1, count, .5),
		gsl_stats_quantile_from_sorted_data(values, 1, count, .9),
		gsl_stats_mean(values, 1, count)};
}

/* Runs of a way; behind the last way all variants, one after the other. */
static double runs_of(const struct item *item, int way)
{
	return way < SEARCH_WAYS ? item->of[way].runs : (double)item->variants;
}

static const char *way_name(int way)
{
	return way < SEARCH_WAYS ? search_names[way] : "exhaustive";
}

static struct spread runs_spread(const struct request *request, int way)
{
	double *values = memory_grow(NULL, request->count, sizeof(*values));
	struct spread spread;

	for (size_t i = 0; i < request->count; i++)
		values[i] = runs_of(&request->list[i], way);
	spread = spread_of(values, request->count);
	free(values);
	return spread;
}

/* Where the refined search ends by itself, and what it then misses. */
struct ending {
	struct spread runs;
	double missed;	    /* problems */
	double mean, worst; /* what is left, of all */
};

static struct ending find_ending(const struct request *request)
{
	double *values = memory_grow(NULL, request->count, sizeof(*values));
	struct ending ending = {0};

	for (size_t i = 0; i < request->count; i++) {
		const struct search_end *end = &request->list[i].end;

		values[i] = end->runs;
		ending.missed += end->missed;
		ending.mean += end->left / (double)request->count;
		ending.worst = fmax(ending.worst, end->left);
	}
	ending.runs = spread_of(values, request->count);
	free(values);
	return ending;
}

/* ---- the result ---- */

static json_t *json_figures(const struct search_figures *of)
{
	json_t *object = json_pack("{s:f}", "runs", of->runs);

	for (int i = 0; i < JUDGE_PLACES; i++) {
		char *name = memory_print("regret@%zu", judge_places[i]);

		json_object_set_new(object, name, json_real(of->regret[i]));
		free(name);
	}
	return object;
}

static json_t *json_item(const struct item *item)
{
	json_t *object =
		json_pack("{s:o, s:I, s:I, s:{s:f, s:f, s:f}}", "name",
			  letters_json(item->name), "variants",
			  (json_int_t)item->variants, "good",
			  (json_int_t)item->good, "end", "runs", item->end.runs,
			  "missed", item->end.missed, "left", item->end.left);

	for (int way = 0; way < SEARCH_WAYS; way++)
		json_object_set_new(object, search_names[way],
				    json_figures(&item->of[way]));
	return object;
}

static json_t *json_spread(const struct spread *spread)
{
	return json_pack("{s:f, s:f, s:f}", "median", spread->median, "p90",
			 spread->ninth, "mean", spread->mean);
}

static void add_items(json_t *items, struct result *result)
{
	char *paths[SEARCH_WAYS];
	struct result_column columns[SEARCH_WAYS + 6] = {
		{"name", "problem", .bytes = true},
		{"variants", .heading = "variants"},
		{"good", .heading = "good"},
		[SEARCH_WAYS + 3] = {"end/runs", "ends after",
				     .write = result_count},
		{"end/left", "left", .form = "%.1f %%", .scale = 100},
	};

	for (int way = 0; way < SEARCH_WAYS; way++) {
		paths[way] = memory_print("%s/runs", search_names[way]);
		columns[3 + way] = (struct result_column){
			paths[way], search_names[way], .write = result_count};
	}
	result_rows(result, columns, json_incref(items));
	for (int way = 0; way < SEARCH_WAYS; way++)
		free(paths[way]);
}

static void add_spreads(const struct request *request, json_t *runs,
			struct result *result)
{
	char *head = memory_print("runs to within %g %%", request->within);
	const struct result_column columns[] = {
		{"name", head, .none = NULL},
		{"of/median", "median", .write = result_count},
		{"of/p90", "90th percentile", .write = result_count},
		{"of/mean", "mean", .form = "%.1f"},
		{0},
	};
	json_t *rows = json_array();

	for (int way = 0; way <= SEARCH_WAYS; way++) {
		struct spread spread = runs_spread(request, way);
		json_t *of = json_spread(&spread);

		json_object_set(runs, way_name(way), of);
		json_array_append_new(rows, json_pack("{s:s, s:o}", "name",
						      way_name(way), "of", of));
	}
	result_rows(result, columns, rows);
	free(head);
}

static void print(const struct request *request)
{
	struct ending ending = find_ending(request);
	json_t *list = json_array(), *runs = json_object();
	struct result result = {0};

	for (size_t i = 0; i < request->count; i++)
		json_array_append_new(list, json_item(&request->list[i]));
	add_items(list, &result);
	text_add(&result.page, "\n");
	add_spreads(request, runs, &result);
	result.whole = json_pack(
		"{s:f, s:o, s:o, s:{s:o, s:f, s:f, s:f}}", "within_percent",
		request->within, "problems", list, "runs", runs, "end", "runs",
		json_spread(&ending.runs), "missed", ending.missed, "mean_left",
		ending.mean, "worst_left", ending.worst);
	text_print(&result.page,
		   "\nThe refined search ends after %.3g runs (median; 90th "
		   "percentile %.3g). In %.3g of %zu\nproblems it has nothing "
		   "within %g %% of the best then; it is %.2g %% slower than "
		   "that on\naverage, %.2g %% at worst.\n",
		   ending.runs.median, ending.runs.ninth, ending.missed,
		   request->count, request->within, 100 * ending.mean,
		   100 * ending.worst);
	result_print(&result, request->json, false);
}

/* ---- arguments ---- */

static int replay(struct request *request)
{
	if (request->operands.count == 0) {
		message_error("no table named; see --help");
		return COMMAND_USAGE;
	}
	process_watch_signals();
	for (size_t i = 0;
	     i < request->operands.count && !process_interrupted(); i++)
		add_operand(request, request->operands.list[i]);
	message_progress(NULL);
	process_unwatch_signals();
	if (process_interrupted() || request->count == 0)
		return COMMAND_FAILED;
	print(request);
	return request->failed ? COMMAND_FAILED : COMMAND_DONE;
}

static const struct option table[] = {
	{"within", "P", "count the runs to within P % of the best (default: 2)",
	 OPTION_SETS(within)},
	{"profile", "FILE", "the machine that tables were recorded on",
	 OPTION_SETS(profile)},
	{"gcc", "GCC", "compile the loops with this GCC (default: gcc)",
	 OPTION_SETS(gcc)},
	{"json", NULL, "print the figures as JSON", OPTION_SETS(json)},
	{OPTION_OPERANDS, OPTION_SETS(operands)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium reproduce replay [OPTION...] TABLE...\n"
		"Compares searches for the fastest variant where all were "
		"measured once: how\n"
		"many runs each takes to come near it. Nothing is run. A TABLE "
		"is a recorded\n"
		"table or a folder of them.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium reproduce replay testsuite/recorded\n",
};

int command_replay(char **arguments)
{
	struct request request = {.gcc = "gcc", .within = 2};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		status = replay(&request);
	for (size_t i = 0; i < request.count; i++)
		free(request.list[i].name);
	free(request.list);
	free(request.operands.list);
	return status;
}
