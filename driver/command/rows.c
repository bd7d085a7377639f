/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium rank --rows.
 */
#include "rows.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/letters.h"
#include "base/message.h"
#include "base/text.h"
#include "command.h"
#include "models/power.h"
#include "models/ranking.h"
#include "rank/batch.h"

struct rows {
	const struct machine *machine;
	struct csv csv;
	struct batch_row *list;
	bool explain;
};

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
	const struct batch_row *of = &rows->list[row];

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
	double cycles = rows->list[row].cycles;
	double value[EXPLANATIONS];

	text_print(out, "%.6g,%.6g,%.6g,%zu", cycles, cycles / ranking_reach(),
		   cycles * ranking_reach(), rows->list[row].rank);
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
		double cycles = rows->list[row].cycles;

		for (size_t i = 0; i < csv->columns; i++)
			json_object_set_new(
				object, csv->cells[i].text,
				letters_json(csv_cell(csv, row, i)->text));
		json_object_set_new(object, "predicted", json_real(cycles));
		json_object_set_new(object, "lo",
				    json_real(cycles / ranking_reach()));
		json_object_set_new(object, "hi",
				    json_real(cycles * ranking_reach()));
		json_object_set_new(
			object, "rank",
			json_integer((json_int_t)rows->list[row].rank));
		if (rows->explain)
			add_explanations(rows, row, object);
		json_array_append_new(array, object);
	}
	json_dumpf(array, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	putchar('\n');
	json_decref(array);
}

int rows_rank(const struct records *records, const char *path,
	      const char *const *settings, const struct machine *machine,
	      bool explain, bool json)
{
	struct rows rows = {.machine = machine, .explain = explain};
	struct text problem = {0}, out = {0};
	size_t column;
	int status = COMMAND_USAGE;

	if (csv_read(path, &rows.csv, &problem) == CSV_READ &&
	    csv_column(&rows.csv, "function", &column, &problem)) {
		rows.list = batch_table(records, &rows.csv, machine, settings,
					&problem);
		status = rows.list ? COMMAND_DONE : COMMAND_FAILED;
	}
	if (status != COMMAND_DONE)
		message_error("%s", text_string(&problem));
	else if (json)
		print_json(&rows);
	else
		print_csv(&rows, &out);
	text_free(&out);
	free(rows.list);
	csv_free(&rows.csv);
	text_free(&problem);
	return status;
}
