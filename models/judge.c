/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How good is an order of variants?
 */
#include "judge.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const size_t judge_places[JUDGE_PLACES] = {1, 3, 5};

/* A variant; kept in the order in which they are tried. */
struct entry {
	double predicted, measured, seconds;
	size_t number;
	bool best;
};

static int compare_numbers(double one, double other)
{
	return (one > other) - (one < other);
}

/* The least prediction first, among equal ones the slowest. */
static int compare_entries(const void *left, const void *right)
{
	const struct entry *one = left;
	const struct entry *other = right;
	int order = compare_numbers(one->predicted, other->predicted);

	if (order == 0)
		order = compare_numbers(other->measured, one->measured);
	if (order == 0)
		order = (one->number > other->number) -
			(one->number < other->number);
	return order;
}

static enum model_status check_value(double value)
{
	if (!isfinite(value))
		return MODEL_NOT_FINITE;
	return value > 0 ? MODEL_OK : MODEL_NOT_POSITIVE;
}

static enum model_status check_variant(const struct judge_input *input,
				       size_t i)
{
	enum model_status status = check_value(input->measured[i]);

	if (status == MODEL_OK && input->seconds)
		status = check_value(input->seconds[i]);
	if (status != MODEL_OK)
		return status;
	if (!isfinite(input->predicted[i]))
		return MODEL_NOT_FINITE;
	if (!input->low)
		return MODEL_OK;
	if (!isfinite(input->low[i]) || !isfinite(input->high[i]))
		return MODEL_NOT_FINITE;
	return input->low[i] <= input->high[i] ? MODEL_OK : MODEL_BAD_ARGUMENT;
}

static enum model_status check(const struct judge_input *input, double within)
{
	if (!(within >= 0) || !isfinite(within) || !input->low != !input->high)
		return MODEL_BAD_ARGUMENT;
	if (input->count == 0)
		return MODEL_TOO_FEW;
	for (size_t i = 0; i < input->count; i++) {
		enum model_status status = check_variant(input, i);

		if (status != MODEL_OK)
			return status;
	}
	return MODEL_OK;
}

static size_t fastest(const struct judge_input *input)
{
	size_t best = 0;

	for (size_t i = 1; i < input->count; i++)
		if (input->measured[i] < input->measured[best])
			best = i;
	return best;
}

static bool counts_as_best(const struct judge_input *input, size_t i,
			   size_t best)
{
	if (!input->low)
		return input->measured[i] == input->measured[best];
	return input->low[i] <= input->high[best] &&
	       input->low[best] <= input->high[i];
}

static void enter(const struct judge_input *input, size_t best,
		  struct entry *entries)
{
	for (size_t i = 0; i < input->count; i++)
		entries[i] = (struct entry){
			.predicted = input->predicted[i],
			.measured = input->measured[i],
			.seconds = input->seconds ? input->seconds[i]
						  : input->measured[i],
			.number = i,
			.best = counts_as_best(input, i, best),
		};
	qsort(entries, input->count, sizeof(*entries), compare_entries);
}

/* Places until the first variant that is at most so slow. */
static double runs_until(const struct entry *entries, size_t count, double slow)
{
	for (size_t i = 0; i < count; i++)
		if (entries[i].measured <= slow)
			return i + 1;
	return count;
}

static double regret(const struct entry *entries, size_t count, size_t places,
		     double best)
{
	double found = entries[0].measured;

	for (size_t i = 1; i < count && i < places; i++)
		found = fmin(found, entries[i].measured);
	return found / best - 1;
}

/*
 * Time to run all for the time to run them until one of the best is there,
 * without those that are slower than "slow". *random is the first over the
 * mean of the second in a random order: each of the others comes before all
 * b best ones with probability 1 / (b + 1), and one best one is run.
 */
static double gain(const struct entry *entries, size_t count, double slow,
		   double *random)
{
	double all = 0, first = 0, best = 0, others;
	size_t ties = 0;

	for (size_t i = 0; i < count; i++) {
		const struct entry *entry = &entries[i];

		if (entry->measured > slow)
			continue;
		all += entry->seconds;
		if (ties == 0)
			first += entry->seconds;
		best += entry->best ? entry->seconds : 0;
		ties += entry->best;
	}
	others = all - best;
	*random = all / (best / ties + others / (ties + 1));
	return all / first;
}

/*
 * Mean regret of the first "places" of a random order of the sorted values.
 * The i-th smallest, from 1, is the least of them with probability
 * C(t - i, k - 1) / C(t, k). Equation (31) of doc/models.md.
 */
static double random_regret(const double *sorted, size_t count, size_t places)
{
	size_t k = places < count ? places : count;
	double probability = (double)k / count;
	double mean = 0;

	for (size_t i = 1; i <= count - k + 1; i++) {
		mean += probability * (sorted[i - 1] / sorted[0] - 1);
		if (i < count)
			probability *= ((double)count - i - k + 1) /
				       ((double)count - i);
	}
	return mean;
}

static size_t count_up_to(const double *sorted, size_t count, double limit)
{
	size_t found = 0;

	while (found < count && sorted[found] <= limit)
		found++;
	return found;
}

/*
 * Mean place of the first of the best in a random order. Equation (30) of
 * doc/models.md.
 */
static double random_place(size_t count, size_t best)
{
	return (count + 1.0) / (best + 1.0);
}

static void judge_ranked(const struct entry *entries, double slow,
			 struct judge_result *result)
{
	struct judge_figures *ranked = &result->ranked;
	double best = INFINITY;
	size_t count = result->count;

	for (size_t i = 0; i < count; i++) {
		best = fmin(best, entries[i].measured);
		result->ties += entries[i].best;
		if (entries[i].best && result->place == 0)
			result->place = i + 1;
	}
	ranked->kmin = result->place;
	ranked->t_kmin = count / ranked->kmin;
	ranked->within = runs_until(entries, count, best * slow);
	for (int i = 0; i < JUDGE_PLACES; i++)
		ranked->regret[i] =
			regret(entries, count, judge_places[i], best);
	ranked->gain = gain(entries, count, INFINITY, &result->random.gain);
	ranked->gain_near = gain(entries, count, best * JUDGE_NEAR,
				 &result->random.gain_near);
}

static void judge_random(const double *sorted, double slow,
			 struct judge_result *result)
{
	struct judge_figures *random = &result->random;
	size_t count = result->count;

	random->kmin = random_place(count, result->ties);
	random->t_kmin = count / random->kmin;
	random->within = random_place(
		count, count_up_to(sorted, count, sorted[0] * slow));
	for (int i = 0; i < JUDGE_PLACES; i++)
		random->regret[i] =
			random_regret(sorted, count, judge_places[i]);
}

enum model_status judge_order(const struct judge_input *input, double within,
			      struct judge_result *result)
{
	enum model_status status = check(input, within);
	struct judge_result judged = {.count = input->count};
	struct entry *entries;
	double *sorted;

	if (status != MODEL_OK)
		return status;
	entries = calloc(input->count, sizeof(*entries));
	sorted = calloc(input->count, sizeof(*sorted));
	status = MODEL_NO_MEMORY;
	if (!entries || !sorted)
		goto out;
	status = MODEL_OK;
	judged.best = fastest(input);
	enter(input, judged.best, entries);
	memcpy(sorted, input->measured, input->count * sizeof(*sorted));
	gsl_sort(sorted, 1, input->count);
	judge_ranked(entries, 1 + within / 100, &judged);
	judge_random(sorted, 1 + within / 100, &judged);
	*result = judged;
out:
	free(entries);
	free(sorted);
	return status;
}

static enum model_status check_pairs(const double *x, const double *y,
				     size_t count)
{
	if (count < 2)
		return MODEL_TOO_FEW;
	for (size_t i = 0; i < count; i++)
		if (!isfinite(x[i]) || !isfinite(y[i]))
			return MODEL_NOT_FINITE;
	return MODEL_OK;
}

static bool is_constant(const double *x, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (x[i] != x[0])
			return false;
	return true;
}

static double mean(const double *x, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += x[i] / count;
	return sum;
}

/* The largest distance from the middle: what values are scaled by. */
static double spread(const double *x, size_t count, double middle)
{
	double widest = 0;

	for (size_t i = 0; i < count; i++)
		widest = fmax(widest, fabs(x[i] - middle));
	return widest;
}

static double limited(double correlation)
{
	return fmax(-1, fmin(1, correlation));
}

/* Scaled before squaring, so that no square is too large or too small. */
enum model_status judge_pearson(const double *x, const double *y, size_t count,
				double *result)
{
	enum model_status status = check_pairs(x, y, count);
	double x_mean, y_mean, x_spread, y_spread;
	double xx = 0, yy = 0, xy = 0;

	if (status != MODEL_OK)
		return status;
	x_mean = mean(x, count);
	y_mean = mean(y, count);
	x_spread = spread(x, count, x_mean);
	y_spread = spread(y, count, y_mean);
	if (!isfinite(x_spread) || !isfinite(y_spread))
		return MODEL_NOT_FINITE;
	if (is_constant(x, count) || is_constant(y, count) || x_spread == 0 ||
	    y_spread == 0)
		return MODEL_CONSTANT;
	for (size_t i = 0; i < count; i++) {
		double dx = (x[i] - x_mean) / x_spread;
		double dy = (y[i] - y_mean) / y_spread;

		xx += dx * dx;
		yy += dy * dy;
		xy += dx * dy;
	}
	*result = limited(xy / sqrt(xx * yy));
	return MODEL_OK;
}

enum model_status judge_errors(const double *predicted, const double *measured,
			       size_t count, struct judge_errors *result)
{
	struct judge_errors errors = {0};

	if (count == 0)
		return MODEL_TOO_FEW;
	for (size_t i = 0; i < count; i++) {
		enum model_status status = check_value(measured[i]);
		double error;

		if (status == MODEL_OK && !isfinite(predicted[i]))
			status = MODEL_NOT_FINITE;
		if (status != MODEL_OK)
			return status;
		error = fabs(predicted[i] / measured[i] - 1);
		errors.mean += error / count;
		errors.largest = fmax(errors.largest, error);
	}
	*result = errors;
	return MODEL_OK;
}
