/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plain power model without the kernel that it is judged on.
 */
#include "leftout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/csv.h"
#include "base/memory.h"
#include "base/text.h"
#include "calibrate/measure.h"
#include "calibrate/pattern.h"
#include "rank/batch.h"
#include "rank/prediction.h"
#include "record/records.h"
#include "record/source.h"

/* ---- variables ---- */

static void variables_of(const struct batch_row *row,
			 const struct machine *machine,
			 double x[POWER_VARIABLES])
{
	x[0] = pattern_cache(machine) / fmax(row->bytes, 1);
	x[1] = fmax(row->operations, 1);
	x[2] = fmax(row->largest_chunk, 1);
	x[3] = fmax(row->threads, 1);
}

static bool estimate_row(struct pattern_row *row, const json_t *record,
			 const struct machine *machine)
{
	struct schedule schedule = {SCHEDULE_STATIC_CHUNK, row->chunk,
				    row->threads};
	const char *why;
	struct prediction *prediction = prediction_new(record, machine, &why);
	struct text problem = {0};
	struct estimate estimate;

	if (prediction && prediction_set(prediction, "n", row->n) &&
	    prediction_estimate(prediction, &schedule, &estimate, &problem)) {
		struct batch_row of = {.bytes = estimate.bytes,
				       .operations = estimate.operations,
				       .largest_chunk = estimate.largest_chunk,
				       .threads = row->threads};

		variables_of(&of, machine, row->x);
		row->bytes = estimate.bytes;
		row->known = true;
	}
	text_free(&problem);
	prediction_free(prediction);
	return row->known;
}

/* Compile the source of the patterns as podium calibrate does. */
static bool find_variables(struct patterns *patterns, const char *gcc,
			   const struct machine *machine, struct text *problem)
{
	char *flags[] = {"-std=gnu11", "-O3",		"-march=native",
			 "-fopenmp",   "-D_GNU_SOURCE", NULL};
	struct records records = {0};
	char *folder = measure_folder(problem);
	char *path = folder ? memory_print("%s/patterns.c", folder) : NULL;
	bool good = path && source_read(&records, path, gcc, flags, problem);

	for (size_t i = 0; good && i < patterns->count; i++) {
		const json_t *record =
			pattern_record(&records, patterns->rows[i].pattern);

		if (record)
			estimate_row(&patterns->rows[i], record, machine);
	}
	free(path);
	free(folder);
	records_free(&records);
	return good;
}

/* ---- what was measured ---- */

/* The columns of numbers of patterns.csv. */
enum { SIZE, THREADS, CHUNK, TIME, COLUMNS };

static bool add_csv(struct patterns *patterns, const struct csv *csv,
		    const struct machine *machine, struct text *problem)
{
	static const char *const names[COLUMNS] = {"size", "T", "chunk",
						   "time"};
	size_t kernel, at[COLUMNS];
	double of[COLUMNS];

	if (!csv_column(csv, "kernel", &kernel, problem))
		return false;
	for (int i = 0; i < COLUMNS; i++)
		if (!csv_column(csv, names[i], &at[i], problem))
			return false;
	for (size_t i = 0; i < csv->rows; i++) {
		const char *name = csv_cell(csv, i, kernel)->text;

		for (int j = 0; j < COLUMNS; j++)
			if (!csv_number(csv, i, at[j], &of[j], problem))
				return false;
		if (strncmp(name, "pat_", 4) == 0)
			name += 4;
		pattern_add(patterns, name,
			    (struct pattern_row){.n = (int)of[SIZE],
						 .chunk = (int)of[CHUNK],
						 .threads = (int)of[THREADS],
						 .cycles = of[TIME] * 1e9 *
							   machine->ghz *
							   of[THREADS]});
	}
	return true;
}

static int whole(const json_t *object, const char *key)
{
	return (int)json_integer_value(json_object_get(object, key));
}

static void add_profile(struct patterns *patterns, const json_t *profile)
{
	const json_t *rows = json_object_get(profile, "patterns");

	for (size_t i = 0; i < json_array_size(rows); i++) {
		const json_t *row = json_array_get(rows, i);

		pattern_add(patterns,
			    json_string_value(json_object_get(row, "pattern")),
			    (struct pattern_row){
				    .n = whole(row, "n"),
				    .chunk = whole(row, "chunk"),
				    .threads = whole(row, "threads"),
				    .cycles = json_number_value(
					    json_object_get(row, "cycles"))});
	}
}

bool leftout_read(struct patterns *patterns, const char *folder,
		  const json_t *profile, const char *gcc,
		  const struct machine *machine, struct text *problem)
{
	char *path = memory_print("%s/patterns.csv", folder);
	struct csv csv = {0};
	bool good = true;

	*patterns = (struct patterns){0};
	if (access(path, R_OK) == 0)
		good = csv_read(path, &csv, problem) == CSV_READ &&
		       add_csv(patterns, &csv, machine, problem);
	else
		add_profile(patterns, profile);
	csv_free(&csv);
	free(path);
	if (good && patterns->count > 0)
		good = find_variables(patterns, gcc, machine, problem);
	if (!good)
		pattern_free(patterns);
	return good;
}

/* ---- fitting ---- */

static bool is_wanted(const struct pattern_row *row, const char *only,
		      const char *without)
{
	return row->known && strcmp(row->pattern, without) != 0 &&
	       (!only || strcmp(row->pattern, only) == 0);
}

static void widen(struct power_domain *domain, const struct pattern_row *row,
		  bool first)
{
	double time = row->cycles / row->threads;

	if (first)
		domain->least_bytes = domain->shortest = INFINITY;
	domain->least_bytes = fmin(domain->least_bytes, row->bytes);
	domain->most_bytes = fmax(domain->most_bytes, row->bytes);
	domain->shortest = fmin(domain->shortest, time);
	domain->longest = fmax(domain->longest, time);
}

enum model_status leftout_fit(const struct patterns *patterns, const char *only,
			      const char *without, struct leftout *fit)
{
	struct power_point *points =
		memory_grow(NULL, patterns->count + 1, sizeof(*points));
	struct leftout result = {0};
	enum model_status status;

	for (size_t i = 0; i < patterns->count; i++) {
		const struct pattern_row *row = &patterns->rows[i];
		struct power_point *point = &points[result.points];

		if (!is_wanted(row, only, without))
			continue;
		widen(&result.domain, row, result.points == 0);
		memcpy(point->x, row->x, sizeof(point->x));
		point->cycles = row->cycles;
		result.points++;
	}
	status = power_fit(points, result.points, POWER_POWER, POWER_ALL,
			   REGRESS_ORDINARY, &result.fit);
	free(points);
	if (status == MODEL_OK)
		*fit = result;
	return status;
}

double leftout_cycles(const struct leftout *fit, const struct batch_row *row,
		      const struct machine *machine)
{
	double x[POWER_VARIABLES];
	struct power_law law = {.pattern = ""};
	double cycles;

	variables_of(row, machine, x);
	memcpy(law.exponent, fit->fit.exponent, sizeof(law.exponent));
	return power_law_cycles(&law, x, &cycles) == MODEL_OK ? cycles
							      : INFINITY;
}
