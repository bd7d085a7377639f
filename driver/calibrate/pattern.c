/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pattern loops of the power models.
 */
#include "pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "measure.h"
#include "models/estimate.h"
#include "record/convert.h"
#include "record/records.h"

#define SIZE_PARAMETER "n"
#define MOST_PARAMETERS 16

const char *const pattern_names[] = {"noninterf", "matmul", NULL};

/* ---- records ---- */

const json_t *pattern_record(const struct records *records, const char *name)
{
	for (size_t i = 0; i < records->count; i++) {
		const char *function = json_string_value(
			json_object_get(records->list[i], "function"));

		if (function && strcmp(function, name) == 0)
			return records->list[i];
	}
	return NULL;
}

/* All arrays of the patterns hold numbers of four bytes. */
int pattern_vector_bytes(const struct records *records)
{
	json_int_t most = 0;

	for (size_t i = 0; i < records->count; i++) {
		const json_t *code = json_object_get(records->list[i], "code");

		for (size_t j = 0; j < json_array_size(code); j++) {
			json_int_t lanes = json_integer_value(json_object_get(
				json_array_get(code, j), "lanes"));

			if (lanes > most && lanes <= 64)
				most = lanes;
		}
	}
	return most > 1 ? (int)most * 4 : 0;
}

/* ---- variables ---- */

double pattern_cache(const struct machine *machine)
{
	const struct machine_cache *cache = &machine->cache[1];

	return cache->ways > 1 ? cache->bytes * (1 - 1 / cache->ways)
			       : cache->bytes;
}

/*
 * X1 the capacity of the second level by the data of the loop, X2 weighted
 * operations of a thread, X3 iterations of the largest chunk, X4 threads.
 */
static bool take_variables(struct pattern_row *row,
			   const struct estimator *estimator,
			   const struct machine *machine)
{
	struct schedule alone = {SCHEDULE_STATIC, 1, 1};
	struct schedule shared = {SCHEDULE_STATIC_CHUNK, row->chunk,
				  row->threads};
	struct estimate all, estimate;

	if (estimator_estimate(estimator, &alone, &all) != MODEL_OK ||
	    estimator_estimate(estimator, &shared, &estimate) != MODEL_OK)
		return false;
	row->bytes = all.bytes;
	row->x[0] = pattern_cache(machine) / all.bytes;
	row->x[1] = estimate.operations;
	row->x[2] = estimate.largest_chunk;
	row->x[3] = row->threads;
	return row->x[0] > 0 && row->x[1] > 0 && row->x[2] > 0;
}

static bool find_variables(struct pattern_row *row, const json_t *record,
			   const struct machine *machine)
{
	double values[MOST_PARAMETERS] = {0};
	struct estimator *estimator = NULL;
	struct converted converted;
	const char *why;
	int size;

	if (!convert_record(record, &converted, &why))
		return false;
	size = convert_parameter(&converted, SIZE_PARAMETER);
	if (size >= 0 && converted.nest->symbol_count <= MOST_PARAMETERS) {
		values[size] = row->n;
		row->known = estimator_new(converted.nest, values, machine,
					   &estimator) == MODEL_OK &&
			     take_variables(row, estimator, machine);
	}
	estimator_free(estimator);
	convert_free(&converted);
	return row->known;
}

/* ---- rows ---- */

static const char *known_name(const char *name)
{
	for (int i = 0; name && pattern_names[i]; i++)
		if (strcmp(pattern_names[i], name) == 0)
			return pattern_names[i];
	return NULL;
}

void pattern_add(struct patterns *patterns, const char *name,
		 struct pattern_row row)
{
	row.pattern = known_name(name);
	if (!row.pattern || row.n < 1 || row.threads < 1 || !(row.cycles > 0))
		return;
	if (row.chunk < 1) /* a thread's whole share at once */
		row.chunk = (row.n + row.threads - 1) / row.threads;
	patterns->rows = memory_grow(patterns->rows, patterns->count + 1,
				     sizeof(*patterns->rows));
	patterns->rows[patterns->count++] = row;
}

/* All threads are busy from the beginning of the loop to its end. */
static bool read_row(struct pattern_row *row, char name[16],
		     const struct measured *measured)
{
	*row = (struct pattern_row){0};
	if (sscanf(measured->name, "pattern=%15[a-z],n=%d,chunk=%d,threads=%d",
		   name, &row->n, &row->chunk, &row->threads) != 4)
		return false;
	row->cycles = measured_cycles(measured) * row->threads;
	return true;
}

void pattern_take(struct patterns *patterns, const struct measure *measure,
		  const struct records *records, const struct machine *machine)
{
	struct pattern_row row;
	char name[16];

	for (size_t i = 0; i < measure->count; i++) {
		const json_t *record;

		if (!read_row(&row, name, &measure->list[i]))
			continue;
		record = pattern_record(records, name);
		if (record)
			find_variables(&row, record, machine);
		pattern_add(patterns, name, row);
	}
}

void pattern_free(struct patterns *patterns)
{
	free(patterns->rows);
	*patterns = (struct patterns){0};
}

json_t *pattern_json(const struct patterns *patterns)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < patterns->count; i++) {
		const struct pattern_row *row = &patterns->rows[i];
		json_t *object = json_pack("{s:s, s:i, s:i, s:i, s:f}",
					   "pattern", row->pattern, "n", row->n,
					   "chunk", row->chunk, "threads",
					   row->threads, "cycles", row->cycles);

		if (row->known)
			json_object_set_new(object, "x",
					    json_pack("[f, f, f, f]", row->x[0],
						      row->x[1], row->x[2],
						      row->x[3]));
		json_array_append_new(rows, object);
	}
	return rows;
}
