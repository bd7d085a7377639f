/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium rank --rows.
 */
#include "rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "csv.h"
#include "memory.h"
#include "message.h"
#include "models/power.h"
#include "models/ranking.h"
#include "prediction.h"
#include "records.h"
#include "text.h"

/* What the estimate of a row is made of, loops of a function together. */
struct explained {
	double term[ESTIMATE_TERMS];
	double bytes, operations;      /* the most of any loop, the sum */
	double largest_chunk, threads; /* the most */
};

struct rows {
	const struct records *records;
	const struct machine *machine;
	struct csv csv;
	size_t function;		 /* column */
	struct prediction **predictions; /* of each record, made when needed */
	struct ranking_item *items;	 /* of each row */
	struct explained *explained;	 /* likewise */
	bool explain;
	size_t *rank; /* from 1 */
};

/* ---- predictions ------------------------------------------------------------
 */

static bool fail(const struct rows *rows, size_t row, struct text *problem,
		 const char *what)
{
	const struct csv_cell *cell = csv_cell(&rows->csv, row, rows->function);
	struct text place = {0};

	text_print(&place, "%s:%u:%u: %s: ", rows->csv.name, cell->line,
		   cell->column, cell->text);
	text_add(&place, what);
	text_free(problem);
	text_add(problem, text_string(&place));
	text_free(&place);
	return false;
}

/* Values of the parameters out of the columns of their names. */
static bool set_values(struct rows *rows, size_t row,
		       struct prediction *prediction, struct text *problem)
{
	const char *name;

	for (int i = 0; (name = prediction_parameter(prediction, i)); i++) {
		size_t column;
		double value;

		if (csv_has(&rows->csv, name)) {
			if (!csv_column(&rows->csv, name, &column, problem) ||
			    !csv_number(&rows->csv, row, column, &value,
					problem))
				return false;
			prediction_set(prediction, name, value);
		}
		if (prediction_misses(prediction, i)) {
			struct text what = {0};

			text_add(&what, "needs a column '");
			text_add_safe(&what, name);
			text_add(&what, "'");
			fail(rows, row, problem, text_string(&what));
			text_free(&what);
			return false;
		}
	}
	return true;
}

static void add_explanation(struct explained *sum,
			    const struct schedule *schedule,
			    const struct estimate *estimate)
{
	for (int i = 0; i < ESTIMATE_TERMS; i++)
		sum->term[i] += estimate->term[i];
	sum->operations += estimate->operations;
	sum->bytes = fmax(sum->bytes, estimate->bytes);
	sum->largest_chunk = fmax(sum->largest_chunk, estimate->largest_chunk);
	sum->threads = fmax(sum->threads, schedule->threads);
}

static bool is_function(const json_t *record, const char *function)
{
	return strcmp(json_string_value(json_object_get(record, "function")),
		      function) == 0 ||
	       strcmp(json_string_value(json_object_get(record, "name")),
		      function) == 0;
}

/* Add the estimate of one loop of the row's function. */
static bool add_loop(struct rows *rows, size_t row, size_t record,
		     struct text *problem)
{
	struct prediction **prediction = &rows->predictions[record];
	const char *why = "";
	struct schedule schedule;
	struct estimate estimate;

	if (!*prediction)
		*prediction = prediction_new(rows->records->list[record],
					     rows->machine, &why);
	if (!*prediction)
		return fail(rows, row, problem, why);
	if (!set_values(rows, row, *prediction, problem))
		return false;
	schedule = prediction_schedule(*prediction, rows->machine->cores);
	if (!prediction_estimate(*prediction, &schedule, &estimate, problem))
		return fail(rows, row, problem, text_string(problem));
	rows->items[row].cycles += estimate.cycles;
	add_explanation(&rows->explained[row], &schedule, &estimate);
	rows->items[row].nest = prediction_nest(*prediction);
	rows->items[row].inner = prediction_inner(*prediction);
	return true;
}

static bool predict_row(struct rows *rows, size_t row, struct text *problem)
{
	const char *function = csv_cell(&rows->csv, row, rows->function)->text;
	bool found = false;

	for (size_t i = 0; i < rows->records->count; i++) {
		if (!is_function(rows->records->list[i], function))
			continue;
		found = true;
		if (!add_loop(rows, row, i, problem))
			return false;
	}
	return found ||
	       fail(rows, row, problem, "no such function with an OpenMP loop");
}

static bool predict(struct rows *rows, struct text *problem)
{
	for (size_t i = 0; i < rows->csv.rows; i++)
		if (!predict_row(rows, i, problem))
			return false;
	return true;
}

/* ---- output
 * ------------------------------------------------------------------- */

/* 90 % of what is measured lies so far from the estimate. */
static double reach(void)
{
	return exp(1.645 * RANKING_SPREAD);
}

/* Columns of --explain: the power models' variables, what they and a rule of
   thumb predict, and the terms. */
enum { X1, X2, X3, X4, NONINTERF, MATMUL, THREADS_FIRST, FIXED_COLUMNS };

static const char *const fixed_columns[FIXED_COLUMNS] = {
	"x1",		"x2",		"x3", "x4", "power_noninterf",
	"power_matmul", "threads_first"};

#define EXPLANATIONS (FIXED_COLUMNS + ESTIMATE_TERMS)

static const char *explanation_name(int column)
{
	return column < FIXED_COLUMNS ? fixed_columns[column]
				      : estimate_name(column - FIXED_COLUMNS);
}

static void explain_row(const struct rows *rows, size_t row, double *value)
{
	const struct explained *of = &rows->explained[row];

	value[X1] = rows->machine->cache[1].bytes / fmax(of->bytes, 1);
	value[X2] = fmax(of->operations, 1);
	value[X3] = fmax(of->largest_chunk, 1);
	value[X4] = of->threads;
	value[NONINTERF] = value[MATMUL] = 0;
	power_law_cycles(&power_noninterf, value, &value[NONINTERF]);
	power_law_cycles(&power_matmul, value, &value[MATMUL]);
	value[THREADS_FIRST] = 1 / of->threads;
	for (int i = 0; i < ESTIMATE_TERMS; i++)
		value[FIXED_COLUMNS + i] = of->term[i];
}

static void print_heads(const struct rows *rows, struct text *out)
{
	text_add(out, "predicted,lo,hi,rank");
	for (int i = 0; rows->explain && i < EXPLANATIONS; i++)
		text_print(out, ",%s", explanation_name(i));
	text_add(out, "\n");
}

static void print_row(const struct rows *rows, size_t row, struct text *out)
{
	double cycles = rows->items[row].cycles;
	double value[EXPLANATIONS];

	text_print(out, "%.6g,%.6g,%.6g,%zu", cycles, cycles / reach(),
		   cycles * reach(), rows->rank[row]);
	if (rows->explain)
		explain_row(rows, row, value);
	for (int i = 0; rows->explain && i < EXPLANATIONS; i++)
		text_print(out, ",%.6g", value[i]);
	text_add(out, "\n");
}

static void print_csv(const struct rows *rows, struct text *out)
{
	const struct csv *csv = &rows->csv;

	for (size_t line = 0; line <= csv->rows; line++) {
		for (size_t i = 0; i < csv->columns; i++)
			csv_put(out, csv->cells[line * csv->columns + i].text,
				',');
		if (line == 0)
			print_heads(rows, out);
		else
			print_row(rows, line - 1, out);
	}
	fputs(text_string(out), stdout);
}

static void add_explanations(const struct rows *rows, size_t row,
			     json_t *object)
{
	double value[EXPLANATIONS];

	explain_row(rows, row, value);
	for (int i = 0; i < EXPLANATIONS; i++)
		json_object_set_new(object, explanation_name(i),
				    json_real(value[i]));
}

static void print_json(const struct rows *rows)
{
	const struct csv *csv = &rows->csv;
	json_t *array = json_array();

	for (size_t row = 0; row < csv->rows; row++) {
		json_t *object = json_object();
		double cycles = rows->items[row].cycles;

		for (size_t i = 0; i < csv->columns; i++)
			json_object_set_new(
				object, csv->cells[i].text,
				json_string(csv_cell(csv, row, i)->text));
		json_object_set_new(object, "predicted", json_real(cycles));
		json_object_set_new(object, "lo", json_real(cycles / reach()));
		json_object_set_new(object, "hi", json_real(cycles * reach()));
		json_object_set_new(object, "rank",
				    json_integer((json_int_t)rows->rank[row]));
		if (rows->explain)
			add_explanations(rows, row, object);
		json_array_append_new(array, object);
	}
	json_dumpf(array, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	putchar('\n');
	json_decref(array);
}

static void print(struct rows *rows, bool json)
{
	size_t count = rows->csv.rows;
	size_t *order = memory_grow(NULL, count + 1, sizeof(*order));
	struct text out = {0};

	if (ranking_order(rows->items, count, order) == MODEL_OK)
		for (size_t i = 0; i < count; i++)
			rows->rank[order[i]] = i + 1;
	if (json)
		print_json(rows);
	else
		print_csv(rows, &out);
	text_free(&out);
	free(order);
}

int rows_rank(const struct records *records, const char *path,
	      const struct machine *machine, bool explain, bool json)
{
	struct rows rows = {
		.records = records, .machine = machine, .explain = explain};
	struct text problem = {0};
	bool good = csv_read(path, &rows.csv, &problem) == CSV_READ &&
		    csv_column(&rows.csv, "function", &rows.function, &problem);

	if (!good) {
		message_error("%s", text_string(&problem));
		text_free(&problem);
		csv_free(&rows.csv);
		return COMMAND_USAGE;
	}
	rows.predictions = calloc(records->count, sizeof(*rows.predictions));
	rows.items = calloc(rows.csv.rows + 1, sizeof(*rows.items));
	rows.rank = calloc(rows.csv.rows + 1, sizeof(*rows.rank));
	rows.explained = calloc(rows.csv.rows + 1, sizeof(*rows.explained));
	good = rows.predictions && rows.items && rows.rank && rows.explained &&
	       predict(&rows, &problem);
	if (good)
		print(&rows, json);
	else
		message_error("%s", text_string(&problem));
	for (size_t i = 0; rows.predictions && i < records->count; i++)
		prediction_free(rows.predictions[i]);
	free(rows.predictions);
	free(rows.items);
	free(rows.explained);
	free(rows.rank);
	csv_free(&rows.csv);
	text_free(&problem);
	return good ? COMMAND_DONE : COMMAND_FAILED;
}
