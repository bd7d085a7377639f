/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium rank --rows.
 */
#include "rows.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/letters.h"
#include "base/message.h"
#include "base/result.h"
#include "base/text.h"
#include "command.h"
#include "models/ranking.h"
#include "rank/batch.h"

struct rows {
	struct csv csv;
	struct batch_row *list;
};

/* The columns added to a row. */
enum { PREDICTED, LOW, HIGH, RANK, VALUES };

static const char *const names[VALUES] = {"predicted", "lo", "hi", "rank"};

/* A table of two columns of one name has them in CSV, JSON has the last. */
static void add_row(const struct rows *rows, size_t row, struct result *result)
{
	const struct csv *csv = &rows->csv;
	json_t *object = json_object();
	const struct batch_row *of = &rows->list[row];
	const double value[VALUES] = {of->cycles, of->cycles / ranking_reach(),
				      of->cycles * ranking_reach(), of->rank};

	for (size_t i = 0; i < csv->columns; i++) {
		const char *cell = csv_cell(csv, row, i)->text;

		csv_put(&result->lines, cell, ',');
		json_object_set_new(object, csv->cells[i].text,
				    letters_json(cell));
	}
	for (int i = 0; i < VALUES; i++) {
		text_print(&result->lines, i == RANK ? "%.0f%c" : "%.6g%c",
			   value[i], i < VALUES - 1 ? ',' : '\n');
		json_object_set_new(object, names[i],
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

	for (size_t i = 0; i < csv->columns; i++)
		csv_put(&result.lines, csv->cells[i].text, ',');
	for (int i = 0; i < VALUES; i++)
		csv_put(&result.lines, names[i], i < VALUES - 1 ? ',' : '\n');
	for (size_t row = 0; row < csv->rows; row++)
		add_row(rows, row, &result);
	result_print(&result, json, !json);
}

int rows_rank(const struct records *records, const char *path,
	      const char *const *settings, const struct machine *machine,
	      bool json)
{
	struct rows rows = {0};
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
