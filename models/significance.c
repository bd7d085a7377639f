/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much each of several attributes matters for a decision.
 *
 * W. Bielecki and others take the time of loops as the decision; the formulas
 * are theirs. A set is a number, its codes being the digits. A million
 * samples become cells, a set with a decision and how many samples have both;
 * then an attribute is left out by leaving out its digit.
 */
#include "significance.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Samples of one set that have one decision, which is the lowest digit. */
struct cell {
	uint64_t key;
	size_t count;
};

/* What all attributes make of the samples. */
struct cells {
	struct cell *cell;
	size_t count, samples;
	uint64_t most; /* one above the largest key there could be */
	uint64_t decisions;
};

int significance_code(const struct significance_coding *coding, double value)
{
	int code = 0;

	for (int i = 0; i < coding->intervals - 1; i++)
		code += coding->border[i] <= value;
	return code;
}

/* ---- borders ---- */

/*
 * Add a border that "rank" samples should be below of; others like the sample
 * of that rank stand at both sides. *last samples are below the border before.
 */
static void add_border(struct significance_coding *coding, const double *sorted,
		       size_t count, size_t rank, size_t *last)
{
	double value = sorted[rank];
	size_t below = rank, upto = rank;

	while (below > 0 && sorted[below - 1] == value)
		below--;
	while (upto < count && sorted[upto] == value)
		upto++;
	if (rank - below > upto - rank) {
		value = nextafter(value, INFINITY);
		below = upto;
	}
	if (below == *last || below == count)
		return;
	*last = below;
	coding->border[coding->intervals - 1] = value;
	coding->intervals++;
}

static void set_coding(struct significance_coding *coding, const double *values,
		       size_t count, int intervals, double *sorted)
{
	size_t last = 0;

	memcpy(sorted, values, count * sizeof(*values));
	gsl_sort(sorted, 1, count);
	coding->intervals = 1;
	for (int i = 1; i < intervals; i++)
		add_border(coding, sorted, count, count * i / intervals, &last);
}

/* ---- cells ---- */

static int by_key(const void *left, const void *right)
{
	const struct cell *one = left, *other = right;

	return (one->key > other->key) - (one->key < other->key);
}

/* Sort the cells; equal keys become one cell. */
static void gather(struct cells *cells)
{
	size_t last = 0;

	qsort(cells->cell, cells->count, sizeof(*cells->cell), by_key);
	for (size_t i = 1; i < cells->count; i++) {
		if (cells->cell[i].key == cells->cell[last].key)
			cells->cell[last].count += cells->cell[i].count;
		else
			cells->cell[++last] = cells->cell[i];
	}
	cells->count = last + 1;
}

/* The next set from *next on: its probability, by its commonest decision. */
static double take_set(const struct cells *cells, size_t *next)
{
	uint64_t set = cells->cell[*next].key / cells->decisions;
	size_t all = 0, most = 0;

	for (; *next < cells->count &&
	       cells->cell[*next].key / cells->decisions == set;
	     ++*next) {
		size_t count = cells->cell[*next].count;

		all += count;
		most = count > most ? count : most;
	}
	return (double)most / all;
}

static void count_rules(const struct cells *cells, const double *threshold,
			size_t thresholds, struct significance_rules *rules)
{
	size_t next = 0, sets = 0;

	memset(rules, 0, thresholds * sizeof(*rules));
	for (; next < cells->count; sets++) {
		double probability = take_set(cells, &next);

		for (size_t t = 0; t < thresholds; t++) {
			if (probability < threshold[t])
				continue;
			rules[t].useful++;
			rules[t].probability += probability;
		}
	}
	for (size_t t = 0; t < thresholds; t++) {
		rules[t].sets = sets;
		rules[t].probability /= sets;
		rules[t].significance = NAN;
	}
}

/* ---- attributes ---- */

static enum model_status check_values(const double *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!isfinite(values[i]))
			return MODEL_NOT_FINITE;
	return MODEL_OK;
}

static enum model_status check(const struct significance_input *input,
			       const double *threshold, size_t thresholds)
{
	if (input->intervals < 2 || input->intervals > SIGNIFICANCE_INTERVALS)
		return MODEL_BAD_ARGUMENT;
	for (size_t t = 0; t < thresholds; t++)
		if (!(threshold[t] > 0 && threshold[t] <= 1))
			return MODEL_BAD_ARGUMENT;
	if (input->count < (size_t)input->intervals || input->attributes == 0 ||
	    thresholds == 0)
		return MODEL_TOO_FEW;
	for (size_t i = 0; i < input->attributes; i++)
		if (check_values(input->attribute[i], input->count))
			return MODEL_NOT_FINITE;
	return check_values(input->decision, input->count);
}

/* Make the digit of this attribute the highest of all keys. */
static enum model_status add_attribute(struct cells *cells,
				       const double *values,
				       struct significance_coding *coding,
				       int intervals)
{
	double *sorted = calloc(cells->samples, sizeof(*sorted));

	if (!sorted)
		return MODEL_NO_MEMORY;
	set_coding(coding, values, cells->samples, intervals, sorted);
	free(sorted);
	if (cells->most > UINT64_MAX / coding->intervals)
		return MODEL_TOO_MANY;
	for (size_t i = 0; i < cells->samples; i++)
		cells->cell[i].key +=
			cells->most * significance_code(coding, values[i]);
	cells->most *= coding->intervals;
	return MODEL_OK;
}

static enum model_status add_attributes(struct cells *cells,
					const struct significance_input *input,
					struct significance_coding *coding)
{
	struct significance_coding *last = &coding[input->attributes];
	enum model_status status =
		add_attribute(cells, input->decision, last, input->intervals);

	if (status == MODEL_OK && last->intervals == 1)
		status = MODEL_CONSTANT;
	cells->decisions = cells->most;
	for (size_t i = 0; status == MODEL_OK && i < input->attributes; i++)
		status = add_attribute(cells, input->attribute[i], &coding[i],
				       input->intervals);
	return status;
}

/* The cells without the digit that has this weight and so many values. */
static void leave_out(const struct cells *all, uint64_t weight,
		      uint64_t intervals, struct cells *less)
{
	for (size_t i = 0; i < all->count; i++) {
		uint64_t key = all->cell[i].key;

		less->cell[i].key =
			key / (weight * intervals) * weight + key % weight;
		less->cell[i].count = all->cell[i].count;
	}
	less->count = all->count;
	less->decisions = all->decisions;
	gather(less);
}

static void compare(const struct significance_rules *all,
		    struct significance_rules *less, size_t thresholds)
{
	for (size_t t = 0; t < thresholds; t++)
		if (all[t].probability > 0)
			less[t].significance =
				1 - less[t].probability / all[t].probability;
}

static enum model_status new_cells(struct cells *cells, size_t count)
{
	cells->cell = calloc(count, sizeof(*cells->cell));
	cells->samples = cells->count = count;
	cells->most = 1;
	return cells->cell ? MODEL_OK : MODEL_NO_MEMORY;
}

/* rules[0...] of all attributes are there; the others' are made. */
static enum model_status
leave_out_each(const struct cells *all, const struct significance_input *input,
	       const struct significance_coding *coding,
	       const double *threshold, size_t thresholds,
	       struct significance_rules *rules)
{
	uint64_t weight = all->decisions;
	struct cells less = {0};
	enum model_status status = new_cells(&less, all->count);

	for (size_t i = 0; status == MODEL_OK && i < input->attributes; i++) {
		struct significance_rules *own = &rules[(i + 1) * thresholds];

		leave_out(all, weight, coding[i].intervals, &less);
		count_rules(&less, threshold, thresholds, own);
		compare(rules, own, thresholds);
		weight *= coding[i].intervals;
	}
	free(less.cell);
	return status;
}

/* Into results that the caller sees only if all goes well. */
static enum model_status compute(const struct significance_input *input,
				 const double *threshold, size_t thresholds,
				 struct significance_rules *rules,
				 struct significance_coding *coding)
{
	struct cells all = {0};
	enum model_status status = new_cells(&all, input->count);

	for (size_t i = 0; status == MODEL_OK && i < input->count; i++)
		all.cell[i].count = 1;
	if (status == MODEL_OK)
		status = add_attributes(&all, input, coding);
	if (status == MODEL_OK) {
		gather(&all);
		count_rules(&all, threshold, thresholds, rules);
		status = leave_out_each(&all, input, coding, threshold,
					thresholds, rules);
	}
	free(all.cell);
	return status;
}

enum model_status significance_rules(const struct significance_input *input,
				     const double *threshold, size_t thresholds,
				     struct significance_rules *rules,
				     struct significance_coding *coding)
{
	size_t rows = (input->attributes + 1) * thresholds;
	struct significance_coding *codes;
	struct significance_rules *made;
	enum model_status status = check(input, threshold, thresholds);

	if (status != MODEL_OK)
		return status;
	made = calloc(rows, sizeof(*made));
	codes = calloc(input->attributes + 1, sizeof(*codes));
	status = MODEL_NO_MEMORY;
	if (made && codes)
		status = compute(input, threshold, thresholds, made, codes);
	if (status == MODEL_OK) {
		memcpy(rules, made, rows * sizeof(*made));
		memcpy(coding, codes, (input->attributes + 1) * sizeof(*codes));
	}
	free(made);
	free(codes);
	return status;
}
