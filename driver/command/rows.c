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
#include "base/result.h"
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

/* What is added to a row. Those of --explain: the power models' variables, what
   they and a rule of thumb predict, and the terms. */
enum {
	PREDICTED,
	LOW,
	HIGH,
	RANK,
	X1,
	X2,
	X3,
	X4,
	NONINTERF,
	MATMUL,
	THREADS_FIRST,
	TERMS
};

static const char *const names[TERMS] = {
	"predicted",	"lo",		"hi",
	"rank",		"x1",		"x2",
	"x3",		"x4",		"power_noninterf",
	"power_matmul", "threads_first"};

#define MOST_VALUES (TERMS + ESTIMATE_TERMS)

static const char *name_of(int value)
{
	return value < TERMS ? names[value] : estimate_name(value - TERMS);
}

/* Returns their number. */
static int values_of(const struct rows *rows, size_t row, double *value)
{
	const struct batch_row *of = &rows->list[row];

	value[PREDICTED] = of->cycles;
	value[LOW] = of->cycles / ranking_reach();
	value[HIGH] = of->cycles * ranking_reach();
	value[RANK] = of->rank;
	value[X1] = rows->machine->cache[1].bytes / fmax(of->bytes, 1);
	value[X2] = fmax(of->operations, 1);
	value[X3] = fmax(of->largest_chunk, 1);
	value[X4] = of->threads;
	value[NONINTERF] = value[MATMUL] = 0;
	power_law_cycles(&power_noninterf, &value[X1], &value[NONINTERF]);
	power_law_cycles(&power_matmul, &value[X1], &value[MATMUL]);
	value[THREADS_FIRST] = 1 / of->threads;
	for (int i = 0; i < ESTIMATE_TERMS; i++)
		value[TERMS + i] = of->term[i];
	return rows->explain ? MOST_VALUES : X1;
}

/* A table of two columns of one name has them in CSV, JSON has the last. */
static void add_row(const struct rows *rows, size_t row, struct result *result)
{
	const struct csv *csv = &rows->csv;
	json_t *object = json_object();
	double value[MOST_VALUES];
	int count = values_of(rows, row, value);

	for (size_t i = 0; i < csv->columns; i++) {
		const char *cell = csv_cell(csv, row, i)->text;

		csv_put(&result->lines, cell, ',');
		json_object_set_new(object, csv->cells[i].text,
				    letters_json(cell));
	}
	for (int i = 0; i < count; i++) {
		text_print(&result->lines, i == RANK ? "%.0f%c" : "%.6g%c",
			   value[i], i < count - 1 ? ',' : '\n');
		json_object_set_new(object, name_of(i),
				    i == RANK
					    ? json_integer((json_int_t)value[i])
					    : json_real(value[i]));
	}
	json_array_append_new(result->whole, object);
}

static void print(const struct rows *rows, bool json)
{
	const struct csv *csv = &rows->csv;
	struct result result = {.whole = json_array()};
	int count = rows->explain ? MOST_VALUES : X1;

	for (size_t i = 0; i < csv->columns; i++)
		csv_put(&result.lines, csv->cells[i].text, ',');
	for (int i = 0; i < count; i++)
		csv_put(&result.lines, name_of(i), i < count - 1 ? ',' : '\n');
	for (size_t row = 0; row < csv->rows; row++)
		add_row(rows, row, &result);
	result_print(&result, json, !json);
}

int rows_rank(const struct records *records, const char *path,
	      const char *const *settings, const struct machine *machine,
	      bool explain, bool json)
{
	struct rows rows = {.machine = machine, .explain = explain};
	struct text problem = {0};
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
	else
		print(&rows, json);
	free(rows.list);
	csv_free(&rows.csv);
	text_free(&problem);
	return status;
}
