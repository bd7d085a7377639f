/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium reproduce judge: how good is a predicted order, now that all variants
 * were measured.
 */
#include <jansson.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/result.h"
#include "base/text.h"
#include "command.h"
#include "models/judge.h"

/* What was asked for. */
struct request {
	const char *path;
	const char *by; /* the column that gives the order */
	double within;	/* percent */
	bool json;
};

/* The columns of the file as numbers, a row each. */
struct rows {
	struct csv csv;
	double *predicted, *ratio, *low, *high, *seconds;
};

/* How a figure is written. */
enum form { RUNS, PERCENT, TIMES, CORRELATION };

#define FIGURE(member) offsetof(struct judge_figures, member)

static const struct figure {
	const char *name;
	size_t offset;
	enum form form;
	const char *meaning;
} figures[] = {
	{"kmin", FIGURE(kmin), RUNS, "runs until one of the best was run"},
	{"regret@1", FIGURE(regret[0]), PERCENT,
	 "the first is slower than the fastest by"},
	{"regret@3", FIGURE(regret[1]), PERCENT,
	 "likewise the fastest of the first 3"},
	{"regret@5", FIGURE(regret[2]), PERCENT,
	 "likewise the fastest of the first 5"},
	{"t/kmin", FIGURE(t_kmin), TIMES, "variants for each run needed"},
	{"Tt/Tkmin", FIGURE(gain), TIMES,
	 "time to run all for the time of kmin runs"},
	{"Tt/Tkmin near", FIGURE(gain_near), TIMES,
	 "likewise within 10 times the fastest"},
	{"within", FIGURE(within), RUNS,
	 "runs to come so close to the fastest"},
	{"Spearman", FIGURE(spearman), CORRELATION,
	 "correlation of predicted and measured ranks"},
	{"Kendall", FIGURE(kendall), CORRELATION,
	 "likewise of the order of pairs (tau-b)"},
};

#define FIGURES (sizeof(figures) / sizeof(figures[0]))

static double value_of(const struct judge_figures *from,
		       const struct figure *figure)
{
	double value;

	memcpy(&value, (const char *)from + figure->offset, sizeof(value));
	return value;
}

/* Measured values and what they cost are above zero. */
static bool is_positive(const struct csv *csv, const char *name,
			const double *numbers, struct text *problem)
{
	size_t column = 0;

	if (!numbers)
		return true;
	csv_column(csv, name, &column, problem);
	for (size_t i = 0; i < csv->rows; i++) {
		const struct csv_cell *cell = csv_cell(csv, i, column);

		if (numbers[i] > 0)
			continue;
		text_print(problem, "%s:%u:%u: %s is not above zero", csv->name,
			   cell->line, cell->column, name);
		return false;
	}
	return true;
}

static bool are_intervals(const struct rows *rows, struct text *problem)
{
	const struct csv *csv = &rows->csv;
	size_t column = 0;

	if (!rows->low)
		return true;
	csv_column(csv, "ci_lo", &column, problem);
	for (size_t i = 0; i < csv->rows; i++) {
		const struct csv_cell *cell = csv_cell(csv, i, column);

		if (rows->low[i] <= rows->high[i])
			continue;
		text_print(problem, "%s:%u:%u: ci_lo is above ci_hi", csv->name,
			   cell->line, cell->column);
		return false;
	}
	return true;
}

/* The columns that need not be there. */
static bool read_optional(struct rows *rows, struct text *problem)
{
	const struct csv *csv = &rows->csv;
	bool intervals = csv_has(csv, "ci_lo") || csv_has(csv, "ci_hi");

	if (intervals && (!csv_numbers(csv, "ci_lo", &rows->low, problem) ||
			  !csv_numbers(csv, "ci_hi", &rows->high, problem)))
		return false;
	return !csv_has(csv, "time") ||
	       csv_numbers(csv, "time", &rows->seconds, problem);
}

static bool read_rows(struct rows *rows, const char *by, struct text *problem)
{
	const struct csv *csv = &rows->csv;

	if (csv->rows == 0) {
		text_print(problem, "%s:1:1: names of columns, but no rows",
			   csv->name);
		return false;
	}
	return csv_numbers(csv, by, &rows->predicted, problem) &&
	       csv_numbers(csv, "ratio", &rows->ratio, problem) &&
	       read_optional(rows, problem) &&
	       is_positive(csv, "ratio", rows->ratio, problem) &&
	       is_positive(csv, "time", rows->seconds, problem) &&
	       are_intervals(rows, problem);
}

static void free_rows(struct rows *rows)
{
	csv_free(&rows->csv);
	free(rows->predicted);
	free(rows->ratio);
	free(rows->low);
	free(rows->high);
	free(rows->seconds);
}

static json_t *json_number(double value, enum form form)
{
	if (isfinite(value) && form == RUNS && value == floor(value))
		return json_integer(value);
	return result_number(value);
}

static json_t *json_figures(const struct judge_figures *from)
{
	json_t *object = json_object();

	for (size_t i = 0; i < FIGURES; i++)
		json_object_set_new(object, figures[i].name,
				    json_number(value_of(from, &figures[i]),
						figures[i].form));
	return object;
}

static json_t *json_result(const struct request *request,
			   const struct rows *rows,
			   const struct judge_result *result)
{
	json_t *object = json_figures(&result->ranked);

	json_object_set_new(object, "variants", json_integer(result->count));
	json_object_set_new(object, "ties", json_integer(result->ties));
	json_object_set_new(object, "near", json_integer(result->near));
	json_object_set_new(
		object, "fastest_line",
		json_integer(csv_cell(&rows->csv, result->best, 0)->line));
	json_object_set_new(object, "equal_predictions",
			    json_integer(result->equal));
	json_object_set_new(object, "within_percent",
			    json_real(request->within));
	json_object_set_new(object, "random", json_figures(&result->random));
	return object;
}

static const struct result_column columns[] = {
	{"figure", .heading = "figure"},
	{"ranked", .heading = "this order"},
	{"random", .heading = "random order"},
	{"meaning", .heading = "what it says"},
	{0},
};

static json_t *json_cell(double value, enum form form)
{
	struct text out = {0};

	if (!isfinite(value))
		text_add(&out, "none");
	else if (form == CORRELATION)
		text_print(&out, "%.3f", value);
	else if (form == PERCENT)
		result_percent(&out, value);
	else
		result_digits(&out, value);
	return result_text(&out);
}

static json_t *json_row(const struct request *request,
			const struct figure *figure,
			const struct judge_result *result)
{
	struct text name = {0};

	text_add(&name, figure->name);
	if (figure->offset == FIGURE(within))
		text_print(&name, " %g %%", request->within);
	return json_pack(
		"{s:o, s:o, s:o, s:s}", "figure", result_text(&name), "ranked",
		json_cell(value_of(&result->ranked, figure), figure->form),
		"random",
		json_cell(value_of(&result->random, figure), figure->form),
		"meaning", figure->meaning);
}

/* What the table is about, and what can be done next. */
static void add_summary(const struct request *request, const struct rows *rows,
			const struct judge_result *result, struct text *out)
{
	unsigned line = csv_cell(&rows->csv, result->best, 0)->line;

	text_print(out,
		   "\n%zu variants, the fastest in line %u; as good as it: %zu "
		   "more%s.\n",
		   result->count, line, result->ties - 1,
		   rows->low ? " (intervals overlap)"
			     : " (no ci_lo, ci_hi: equal values only)");
	if (result->equal > 0)
		text_print(out,
			   "%zu are predicted equal to another; of such the "
			   "slowest is taken first.\n",
			   result->equal);
	text_add(out, "For programs: podium reproduce judge --json ");
	text_add_safe(out, request->path);
	text_add(out, "\n");
}

static void print(const struct request *request, const struct rows *rows,
		  const struct judge_result *found)
{
	struct result result = {.whole = json_result(request, rows, found)};
	json_t *list = json_array();

	for (size_t i = 0; i < FIGURES; i++)
		json_array_append_new(list,
				      json_row(request, &figures[i], found));
	result_rows(&result, columns, list);
	add_summary(request, rows, found, &result.page);
	result_print(&result, request->json, false);
}

static int judge(const struct request *request, const struct rows *rows)
{
	struct judge_input input = {rows->csv.rows, rows->predicted,
				    rows->ratio,    rows->low,
				    rows->high,	    rows->seconds};
	struct judge_result result;
	enum model_status status =
		judge_order(&input, request->within, &result);

	if (status != MODEL_OK) {
		message_error("cannot judge '%s': %s", request->path,
			      model_status_text(status));
		return COMMAND_FAILED;
	}
	print(request, rows, &result);
	return COMMAND_DONE;
}

static int run(const struct request *request)
{
	struct text problem = {0};
	struct rows rows = {0};
	int status = COMMAND_USAGE;
	enum csv_answer answer;

	answer = csv_read(request->path, &rows.csv, &problem);
	if (answer == CSV_NO_FILE)
		status = COMMAND_FAILED;
	if (answer == CSV_READ && read_rows(&rows, request->by, &problem))
		status = judge(request, &rows);
	else
		message_error("%s", text_string(&problem));
	free_rows(&rows);
	text_free(&problem);
	return status;
}

static const struct option table[] = {
	{"by", "COLUMN", "the column to order by (default: predicted)",
	 OPTION_SETS(by)},
	{"within", "P", "count the runs to within P % of the best (default: 2)",
	 OPTION_SETS(within)},
	{"json", NULL, "print the figures as JSON", OPTION_SETS(json)},
	{OPTION_OPERANDS, OPTION_SETS(path)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium reproduce judge [OPTION...] FILE.csv\n"
		"Says how good a predicted order of variants is, from the "
		"columns\n"
		"predicted and ratio (measured), ci_lo, ci_hi and time if "
		"there.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium reproduce judge rows.csv\n",
};

int command_judge(char **arguments)
{
	struct request request = {.by = "predicted", .within = 2};
	int status;

	if (!options_read(&usage, arguments, &request, &status))
		return status;
	if (request.path)
		return run(&request);
	message_error("no file named; see --help");
	return COMMAND_USAGE;
}
