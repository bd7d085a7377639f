/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is predicted of the rows of a table.
 */
#include "batch.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/memory.h"
#include "base/text.h"
#include "models/ranking.h"
#include "record/records.h"
#include "wanting.h"

/* A table while it is predicted. */
struct rows {
	const struct records *records;
	const struct machine *machine;
	const struct csv *csv;
	const char *const *settings;	 /* NAME=N, or NULL */
	size_t function;		 /* column */
	struct prediction **predictions; /* of each record, made when needed */
	struct batch_row *list;
};

static bool fail(const struct rows *rows, size_t row, struct text *problem,
		 const char *what)
{
	const struct csv_cell *cell = csv_cell(rows->csv, row, rows->function);
	struct text place = {0};

	text_print(&place, "%s:%u:%u: %s: ", rows->csv->name, cell->line,
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

		if (csv_has(rows->csv, name)) {
			if (!csv_column(rows->csv, name, &column, problem) ||
			    !csv_number(rows->csv, row, column, &value,
					problem))
				return false;
			prediction_set(prediction, name, value);
		}
		if (prediction_misses(prediction, i)) {
			struct text what = {0};

			text_add(&what, "needs a column '");
			text_add_safe(&what, name);
			text_add(&what, "', or ");
			wanting_add_option(name, &what);
			fail(rows, row, problem, text_string(&what));
			text_free(&what);
			return false;
		}
	}
	return true;
}

static void add_estimate(struct batch_row *sum, const struct schedule *schedule,
			 const struct estimate *estimate)
{
	sum->cycles += estimate->cycles;
	for (int i = 0; i < ESTIMATE_TERMS; i++)
		sum->term[i] += estimate->term[i];
	sum->operations += estimate->operations;
	sum->bytes = fmax(sum->bytes, estimate->bytes);
	sum->largest_chunk = fmax(sum->largest_chunk, estimate->largest_chunk);
	sum->threads = fmax(sum->threads, schedule->threads);
	sum->mean_chunks = fmax(sum->mean_chunks, estimate->mean_chunks);
	sum->most_chunks = fmax(sum->most_chunks, estimate->most_chunks);
	sum->regions += estimate->regions;
	sum->iterations += estimate->iterations;
	sum->work += estimate_work(estimate);
	sum->path += estimate->path * estimate_work(estimate);
	sum->handed += estimate->handed;
	for (int i = 0; i < LEVEL_COUNT; i++)
		sum->lines[i] += estimate->misses[i] * estimate->share;
}

static bool is_function(const json_t *record, const char *function)
{
	return strcmp(json_string_value(json_object_get(record, "function")),
		      function) == 0 ||
	       strcmp(json_string_value(json_object_get(record, "name")),
		      function) == 0;
}

/* One loop of the row's function, under the row's values. */
static struct prediction *prepare_loop(struct rows *rows, size_t row,
				       size_t record, struct text *problem)
{
	struct prediction **prediction = &rows->predictions[record];
	const char *why = "";

	if (!*prediction) {
		*prediction = prediction_new(rows->records->list[record],
					     rows->machine, &why);
		if (!*prediction) {
			fail(rows, row, problem, why);
			return NULL;
		}
		for (const char *const *s = rows->settings; s && *s; s++)
			prediction_apply(*prediction, *s);
	}
	return set_values(rows, row, *prediction, problem) ? *prediction : NULL;
}

static bool add_loop(struct rows *rows, size_t row,
		     struct prediction *prediction, struct text *problem)
{
	const json_t *record = prediction_record(prediction);
	struct schedule schedule =
		prediction_schedule(prediction, rows->machine->cores);
	struct estimate estimate;

	if (!prediction_estimate(prediction, &schedule, &estimate, problem))
		return fail(rows, row, problem, text_string(problem));
	add_estimate(&rows->list[row], &schedule, &estimate);
	rows->list[row].likeness = prediction_likeness(prediction);
	rows->list[row].schedule = schedule;
	snprintf(rows->list[row].class, sizeof(rows->list[row].class), "%s",
		 json_string_value(json_object_get(record, "class")));
	return true;
}

/* The loops of a function run one after the other, and then again. */
static bool add_loops(struct rows *rows, size_t row, struct prediction **loops,
		      size_t count, struct text *problem)
{
	struct prediction **others =
		memory_grow(NULL, count + 1, sizeof(struct prediction *));
	bool good = true;

	for (size_t i = 0; i < count && good; i++) {
		for (size_t j = 1; j < count; j++)
			others[j - 1] = loops[(i + count - j) % count];
		if (!prediction_follow(loops[i], others, count - 1, problem))
			good = fail(rows, row, problem, text_string(problem));
		else
			good = add_loop(rows, row, loops[i], problem);
	}
	free(others);
	return good;
}

static bool predict_row(struct rows *rows, size_t row, struct text *problem)
{
	const char *function = csv_cell(rows->csv, row, rows->function)->text;
	struct prediction **loops = memory_grow(NULL, rows->records->count + 1,
						sizeof(struct prediction *));
	size_t count = 0;
	bool good = true;

	for (size_t i = 0; i < rows->records->count && good; i++) {
		if (!is_function(rows->records->list[i], function))
			continue;
		loops[count] = prepare_loop(rows, row, i, problem);
		good = loops[count++] != NULL;
	}
	if (good)
		good = count > 0 ? add_loops(rows, row, loops, count, problem)
				 : fail(rows, row, problem,
					"no such function with an OpenMP loop");
	free(loops);
	return good;
}

static bool predict(struct rows *rows, struct text *problem)
{
	for (size_t i = 0; i < rows->csv->rows; i++)
		if (!predict_row(rows, i, problem))
			return false;
	return true;
}

/* When each row is tried. */
static void rank(struct batch_row *rows, size_t count)
{
	struct ranking_item *items =
		memory_grow(NULL, count + 1, sizeof(*items));
	size_t *order = memory_grow(NULL, count + 1, sizeof(*order));

	for (size_t i = 0; i < count; i++)
		items[i] = (struct ranking_item){rows[i].cycles,
						 rows[i].likeness.nest,
						 rows[i].likeness.inner};
	if (ranking_order(items, count, order) == MODEL_OK)
		for (size_t i = 0; i < count; i++)
			rows[order[i]].rank = i + 1;
	free(order);
	free(items);
}

struct batch_row *batch_table(const struct records *records,
			      const struct csv *csv,
			      const struct machine *machine,
			      const char *const *settings, struct text *problem)
{
	struct rows rows = {.records = records,
			    .machine = machine,
			    .csv = csv,
			    .settings = settings};
	bool good;

	if (!csv_column(csv, "function", &rows.function, problem))
		return NULL;
	rows.predictions = memory_grow(NULL, records->count + 1,
				       sizeof(*rows.predictions));
	rows.list = memory_grow(NULL, csv->rows + 1, sizeof(*rows.list));
	memset(rows.predictions, 0,
	       (records->count + 1) * sizeof(*rows.predictions));
	memset(rows.list, 0, (csv->rows + 1) * sizeof(*rows.list));
	good = predict(&rows, problem);
	for (size_t i = 0; i < records->count; i++)
		prediction_free(rows.predictions[i]);
	free(rows.predictions);
	if (good)
		rank(rows.list, csv->rows);
	else
		free(rows.list);
	return good ? rows.list : NULL;
}
