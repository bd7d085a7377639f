/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium significance: which columns of a table of runs decide their time.
 */
#include "models/significance.h"

#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/result.h"
#include "base/text.h"
#include "command.h"

struct request {
	const char *path;
	const char *decision;
	char **attributes; /* NULL: all other columns */
	struct numbers thresholds;
	int intervals;
	bool json, csv;
};

/* A table of runs and what came out. */
struct runs {
	struct csv csv;
	size_t attributes;
	const char **names; /* of the attributes; behind them the decision */
	double **values;
	struct significance_rules *rules;
	struct significance_coding *coding;
};

/* ---- reading ---- */

static void add_name(struct runs *runs, const char *name)
{
	runs->names = memory_grow(runs->names, runs->attributes + 2,
				  sizeof(*runs->names));
	runs->names[runs->attributes++] = name;
}

/* JSON cannot hold others. */
static bool are_text(const struct runs *runs, struct text *problem)
{
	for (size_t i = 0; i < runs->attributes; i++) {
		json_t *name = json_string(runs->names[i]);

		json_decref(name);
		if (name)
			continue;
		text_print(problem,
			   "%s:1:1: a column has a name that is no UTF-8",
			   runs->csv.name);
		return false;
	}
	return true;
}

/* All columns but the decision, unless some were named. */
static bool choose_attributes(const struct request *request, struct runs *runs,
			      struct text *problem)
{
	const struct csv *csv = &runs->csv;
	size_t column, decision;

	if (!csv_column(csv, request->decision, &decision, problem))
		return false;
	for (char **name = request->attributes; name && *name; name++) {
		if (!csv_column(csv, *name, &column, problem))
			return false;
		if (column == decision) {
			text_print(problem,
				   "%s:%u:%u: column '%s' is the decision and "
				   "an attribute",
				   csv->name, csv->cells[column].line,
				   csv->cells[column].column, *name);
			return false;
		}
		add_name(runs, *name);
	}
	for (size_t i = 0; !request->attributes && i < csv->columns; i++)
		if (i != decision)
			add_name(runs, csv->cells[i].text);
	if (runs->attributes == 0) {
		text_print(problem, "%s:1:1: no column beside '%s'", csv->name,
			   request->decision);
		return false;
	}
	runs->names[runs->attributes] = request->decision;
	return are_text(runs, problem);
}

static bool read_runs(const struct request *request, struct runs *runs,
		      struct text *problem)
{
	if (!choose_attributes(request, runs, problem))
		return false;
	if (runs->csv.rows < (size_t)request->intervals) {
		text_print(problem,
			   "%s:1:1: %zu rows are too few for %d intervals",
			   runs->csv.name, runs->csv.rows, request->intervals);
		return false;
	}
	runs->values =
		memory_grow(NULL, runs->attributes + 1, sizeof(*runs->values));
	memset(runs->values, 0, (runs->attributes + 1) * sizeof(*runs->values));
	for (size_t i = 0; i <= runs->attributes; i++)
		if (!csv_numbers(&runs->csv, runs->names[i], &runs->values[i],
				 problem)) {
			text_add(problem, "; choose columns by --attributes");
			return false;
		}
	return true;
}

static void free_runs(struct runs *runs)
{
	for (size_t i = 0; runs->values && i <= runs->attributes; i++)
		free(runs->values[i]);
	free(runs->values);
	free(runs->names);
	free(runs->rules);
	free(runs->coding);
	csv_free(&runs->csv);
}

/* ---- printing ---- */

static const struct significance_rules *rules_of(const struct request *request,
						 const struct runs *runs,
						 size_t row, size_t threshold)
{
	return &runs->rules[row * request->thresholds.count + threshold];
}

static json_t *json_rules(const struct significance_rules *rules)
{
	return json_pack("{s:I, s:I, s:o, s:o}", "sets",
			 (json_int_t)rules->sets, "useful",
			 (json_int_t)rules->useful, "probability",
			 result_number(rules->probability), "significance",
			 result_number(rules->significance));
}

static json_t *json_coding(const char *name,
			   const struct significance_coding *coding)
{
	return json_pack("{s:s, s:o}", "name", name, "borders",
			 result_numbers(coding->border, coding->intervals - 1));
}

/* CSV has the columns of the published table. */
static const struct result_column columns[] = {
	{"threshold", "threshold", "%g", .key = "threshold", .digits = "%g"},
	{"name", "without", .key = "attribute"},
	{"intervals", .heading = "intervals"},
	{"of/sets", "sets", .key = "elementary_sets"},
	{"of/useful", "useful", .key = "useful_rules"},
	{"of/probability", "P", "%.3f", "none", "relative_probability",
	 .digits = "%.6g"},
	{"of/significance", "significance", "%.3f", "none", "significance",
	 .digits = "%.6g"},
	{0},
};

static json_t *json_threshold(const struct request *request,
			      const struct runs *runs, size_t threshold,
			      json_t *rows)
{
	double value = request->thresholds.list[threshold];
	json_t *object = json_rules(rules_of(request, runs, 0, threshold));
	json_t *without = json_object();

	json_object_del(object, "significance");
	json_object_set_new(object, "threshold", json_real(value));
	json_object_set_new(object, "without", without);
	json_array_append_new(rows,
			      json_pack("{s:f, s:s, s:O}", "threshold", value,
					"name", "none", "of", object));
	for (size_t i = 1; i <= runs->attributes; i++) {
		json_t *rules =
			json_rules(rules_of(request, runs, i, threshold));

		json_array_append_new(
			rows,
			json_pack("{s:f, s:s, s:i, s:O}", "threshold", value,
				  "name", runs->names[i - 1], "intervals",
				  runs->coding[i - 1].intervals, "of", rules));
		json_object_set_new(without, runs->names[i - 1], rules);
	}
	return object;
}

/* The attributes from the most significant on, at the first threshold. */
static void add_order(const struct request *request, const struct runs *runs,
		      struct text *out)
{
	size_t *order = memory_grow(NULL, runs->attributes, sizeof(*order));

	for (size_t i = 0; i < runs->attributes; i++) {
		double own = rules_of(request, runs, i + 1, 0)->significance;
		size_t j = i;

		for (; j > 0 &&
		       rules_of(request, runs, order[j - 1], 0)->significance <
			       own;
		     j--)
			order[j] = order[j - 1];
		order[j] = i + 1;
	}
	text_add(out, "By significance: ");
	for (size_t i = 0; i < runs->attributes; i++) {
		text_add(out, i ? ", " : "");
		text_add_safe(out, runs->names[order[i] - 1]);
	}
	text_add(out, ".\n");
	free(order);
}

static void add_summary(const struct request *request, const struct runs *runs,
			struct text *out)
{
	text_print(out, "\n%zu rows; decision: ", runs->csv.rows);
	text_add_safe(out, request->decision);
	text_print(out, ", %d intervals.\n",
		   runs->coding[runs->attributes].intervals);
	if (rules_of(request, runs, 0, 0)->probability > 0)
		add_order(request, runs, out);
	else
		text_print(out,
			   "No rule is as probable as %g: these columns do not "
			   "decide it.\n",
			   request->thresholds.list[0]);
	text_add(out, "For programs: podium significance --json ");
	text_add_safe(out, request->path);
	text_add(out, "\n");
}

static int print(const struct request *request, const struct runs *runs)
{
	struct result result = {0};
	json_t *attributes = json_array(), *thresholds = json_array();
	json_t *rows = json_array();
	size_t last = runs->attributes;

	for (size_t i = 0; i < last; i++)
		json_array_append_new(
			attributes,
			json_coding(runs->names[i], &runs->coding[i]));
	for (size_t t = 0; t < request->thresholds.count; t++)
		json_array_append_new(thresholds,
				      json_threshold(request, runs, t, rows));
	result.whole = json_pack(
		"{s:I, s:i, s:o, s:o, s:o}", "rows", (json_int_t)runs->csv.rows,
		"intervals", request->intervals, "decision",
		json_coding(runs->names[last], &runs->coding[last]),
		"attributes", attributes, "thresholds", thresholds);
	result_rows(&result, columns, rows);
	add_summary(request, runs, &result.page);
	result_print(&result, request->json, request->csv);
	return COMMAND_DONE;
}

/* ---- a table ---- */

static void explain(const struct request *request, enum model_status status)
{
	if (status == MODEL_CONSTANT)
		message_error("%s:1:1: column '%s' is the same in all rows",
			      request->path, request->decision);
	else if (status == MODEL_TOO_MANY)
		message_error("%s:1:1: too many columns for %d intervals; "
			      "choose some by --attributes",
			      request->path, request->intervals);
	else
		message_error("cannot analyse '%s': %s", request->path,
			      model_status_text(status));
}

static int analyse(const struct request *request, struct runs *runs)
{
	struct significance_input input = {
		.count = runs->csv.rows,
		.attributes = runs->attributes,
		.attribute = (const double *const *)runs->values,
		.decision = runs->values[runs->attributes],
		.intervals = request->intervals,
	};
	enum model_status status;

	runs->rules = memory_grow(
		NULL, (runs->attributes + 1) * request->thresholds.count,
		sizeof(*runs->rules));
	runs->coding =
		memory_grow(NULL, runs->attributes + 1, sizeof(*runs->coding));
	status = significance_rules(&input, request->thresholds.list,
				    request->thresholds.count, runs->rules,
				    runs->coding);
	if (status == MODEL_OK)
		return print(request, runs);
	explain(request, status);
	return status == MODEL_NO_MEMORY ? COMMAND_FAILED : COMMAND_USAGE;
}

static int run_table(const struct request *request)
{
	struct text problem = {0};
	struct runs runs = {0};
	int status = COMMAND_USAGE;
	enum csv_answer answer;

	answer = csv_read(request->path, &runs.csv, &problem);
	if (answer == CSV_NO_FILE)
		status = COMMAND_FAILED;
	if (answer == CSV_READ && read_runs(request, &runs, &problem))
		status = analyse(request, &runs);
	else
		message_error("%s", text_string(&problem));
	free_runs(&runs);
	text_free(&problem);
	return status;
}

/* ---- arguments ---- */

static bool take_attributes(void *field, const struct option *option,
			    const char *value)
{
	char ***attributes = field;
	size_t count;

	(void)option;
	list_free(*attributes);
	*attributes = list_split(value, &count);
	return true;
}

static bool take_thresholds(void *field, const struct option *option,
			    const char *value)
{
	struct numbers *thresholds = field;
	char *bad = NULL;

	free(thresholds->list);
	thresholds->list = list_numbers(value, &thresholds->count, &bad);
	for (size_t i = 0; thresholds->list && i < thresholds->count; i++)
		if (!(thresholds->list[i] > 0 && thresholds->list[i] <= 1))
			bad = bad ? bad
				  : memory_print("%g", thresholds->list[i]);
	if (!bad)
		return true;
	message_error("'--%s' takes probabilities above 0 and at most 1, not "
		      "'%s'; try --threshold 0.8,0.9",
		      option->name, bad);
	free(bad);
	return false;
}

static int run(struct request *request)
{
	if (!result_has_one_form(request->json, request->csv))
		return COMMAND_USAGE;
	if (request->path)
		return run_table(request);
	message_error("no file named; see --help");
	return COMMAND_USAGE;
}

static const struct option table[] = {
	{"decision", "COLUMN", "what is to be explained (default: time)",
	 OPTION_SETS(decision)},
	{"attributes", "LIST", "columns that may explain it (default: all)",
	 OPTION_TAKES(attributes, take_attributes)},
	{"intervals", "N", "values of a column are put into N (default: 5)",
	 OPTION_SETS(intervals), .least = 2, .most = SIGNIFICANCE_INTERVALS},
	{"threshold", "LIST", "probabilities of a rule (default: 0.8,0.9)",
	 OPTION_TAKES(thresholds, take_thresholds)},
	{"json", NULL, "print the result as JSON", OPTION_SETS(json)},
	{"csv", NULL, "print the result as CSV", OPTION_SETS(csv)},
	{OPTION_OPERANDS, OPTION_SETS(path)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium significance [OPTION...] TABLE.csv\n"
		"Says which columns of a table of runs decide their time, by "
		"rough sets.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium significance --attributes threads,chunk runs.csv\n",
};

int command_significance(char **arguments)
{
	struct request request = {.decision = "time", .intervals = 5};
	int status;

	request.thresholds.list =
		list_numbers("0.8,0.9", &request.thresholds.count, NULL);
	if (options_read(&usage, arguments, &request, &status))
		status = run(&request);
	free(request.thresholds.list);
	list_free(request.attributes);
	return status;
}
