/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From samples to figures. The speed of a machine drifts by more than variants
 * differ, within seconds: so a round is compared with itself only, and passes,
 * minutes apart, say how sure a difference is.
 */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* After so many rounds, what is slower than the best by the factor is out. */
static const struct stage {
	int rounds;
	double factor;
} stages[] = {{3, 2.5}, {6, 1.5}, {SCREEN_ROUNDS, 1.35}};

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double statistics_quantile(double *values, size_t count, double share)
{
	double place = share * (double)(count - 1);
	size_t below = (size_t)place;

	qsort(values, count, sizeof(*values), compare);
	if (below + 1 >= count)
		return values[count - 1];
	return values[below] +
	       (place - (double)below) * (values[below + 1] - values[below]);
}

static void *allocate(size_t count, size_t size)
{
	void *memory = calloc(count + 1, size);

	if (!memory) {
		fputs("no memory for the figures\n", stderr);
		exit(1);
	}
	return memory;
}

/* The times of a variant in the screen's first rounds; how many. */
static size_t screened(const struct samples *samples, int variant, int rounds,
		       double *seconds)
{
	size_t count = 0;

	for (size_t i = 0; i < samples->count; i++) {
		const struct sample *sample = &samples->list[i];

		if (sample->pass == SCREEN && sample->variant == variant &&
		    sample->round < rounds)
			seconds[count++] = sample->seconds;
	}
	return count;
}

static void drop(const struct samples *samples, size_t variants,
		 const struct stage *stage, bool *alive)
{
	double *percentile = allocate(variants, sizeof(double));
	double *seconds = allocate(samples->count, sizeof(double));
	double best = INFINITY;

	for (size_t i = 0; i < variants; i++) {
		size_t count =
			screened(samples, (int)i, stage->rounds, seconds);

		percentile[i] = INFINITY;
		if (alive[i] && count > 0)
			percentile[i] = statistics_quantile(seconds, count, .1);
		best = fmin(best, percentile[i]);
	}
	for (size_t i = 0; i < variants; i++)
		alive[i] = percentile[i] <= stage->factor * best;
	free(percentile);
	free(seconds);
}

void statistics_alive(const struct samples *samples, size_t variants,
		      int rounds, bool *alive)
{
	for (size_t i = 0; i < variants; i++)
		alive[i] = true;
	for (size_t i = 0; i < COUNT(stages) && stages[i].rounds <= rounds; i++)
		drop(samples, variants, &stages[i], alive);
}

/* ---- finalists --------------------------------------------------------------
 */

/* Log times of variants by pass and round, less the median of the round. */
struct finals {
	size_t variants;
	double *level; /* [pass][round][variant], NAN where not measured */
};

static double *level_of(const struct finals *finals, int pass, int round,
			size_t variant)
{
	size_t row = (size_t)(pass - 1) * FINAL_ROUNDS + (size_t)round;

	return &finals->level[row * finals->variants + variant];
}

/* The values that are there, behind each other; how many. */
static size_t gather(const double *from, size_t count, double *to)
{
	size_t gathered = 0;

	for (size_t i = 0; i < count; i++)
		if (!isnan(from[i]))
			to[gathered++] = from[i];
	return gathered;
}

static void level_rounds(struct finals *finals)
{
	double *values = allocate(finals->variants, sizeof(double));

	for (size_t row = 0; row < PASSES * FINAL_ROUNDS; row++) {
		double *round = &finals->level[row * finals->variants];
		size_t count = gather(round, finals->variants, values);
		double median;

		if (count == 0)
			continue;
		median = statistics_quantile(values, count, .5);
		for (size_t i = 0; i < finals->variants; i++)
			round[i] -= median;
	}
	free(values);
}

static struct finals finals_new(const struct samples *samples, size_t variants)
{
	struct finals finals = {.variants = variants};
	size_t cells = PASSES * FINAL_ROUNDS * variants;

	finals.level = allocate(cells, sizeof(double));
	for (size_t i = 0; i < cells; i++)
		finals.level[i] = NAN;
	for (size_t i = 0; i < samples->count; i++) {
		const struct sample *sample = &samples->list[i];

		if (sample->pass == SCREEN || !samples->ended[sample->pass])
			continue;
		*level_of(&finals, sample->pass, sample->round,
			  (size_t)sample->variant) = log(sample->seconds);
	}
	level_rounds(&finals);
	return finals;
}

/* Median over all rounds; NAN for who is no finalist. */
static double level(const struct finals *finals, size_t variant)
{
	double values[PASSES * FINAL_ROUNDS];
	size_t count = 0;

	for (int pass = 1; pass <= PASSES; pass++)
		for (int round = 0; round < FINAL_ROUNDS; round++) {
			double at = *level_of(finals, pass, round, variant);

			if (!isnan(at))
				values[count++] = at;
		}
	return count ? statistics_quantile(values, count, .5) : NAN;
}

static size_t best_of(const struct finals *finals)
{
	size_t best = 0;

	for (size_t i = 1; i < finals->variants; i++)
		if (isnan(level(finals, best)) ||
		    level(finals, i) < level(finals, best))
			best = i;
	return best;
}

/* The median difference to the best one within a pass, NAN without one. */
static double difference(const struct finals *finals, int pass, size_t variant,
			 size_t best)
{
	double values[FINAL_ROUNDS];
	size_t count = 0;

	for (int round = 0; round < FINAL_ROUNDS; round++) {
		double apart = *level_of(finals, pass, round, variant) -
			       *level_of(finals, pass, round, best);

		if (!isnan(apart))
			values[count++] = apart;
	}
	return count ? statistics_quantile(values, count, .5) : NAN;
}

/* Student's t for 95 % in the middle, by degrees of freedom. */
static double student(size_t freedom)
{
	static const double t[] = {INFINITY, 12.706, 4.303, 3.182,
				   2.776,    2.571,  2.447, 2.365};

	return t[freedom < COUNT(t) ? freedom : COUNT(t) - 1];
}

/* A difference counts only where it is there pass by pass. */
static void compare_passes(const struct finals *finals, size_t variant,
			   size_t best, struct figures *figures)
{
	double apart = level(finals, variant) - level(finals, best);
	double sum = 0, squares = 0, mean, reach;
	size_t count = 0;

	for (int pass = 1; pass <= PASSES; pass++) {
		double at = difference(finals, pass, variant, best);

		if (isnan(at))
			continue;
		sum += at;
		squares += at * at;
		count++;
	}
	mean = sum / (double)count;
	reach = count < 2 ? INFINITY
			  : student(count - 1) *
				    sqrt(fmax(0, squares - sum * mean) /
					 (double)(count - 1) / (double)count);
	figures->ratio = exp(apart);
	figures->low = fmin(exp(mean - reach), figures->ratio);
	figures->high = fmax(exp(mean + reach), figures->ratio);
	if (variant == best)
		figures->low = figures->high = 1;
}

/* ---- the others -------------------------------------------------------------
 */

/* 10th percentile of a variant in the screen, one round left out (-1: none). */
static double without(const struct samples *samples, size_t variant, int left,
		      double *seconds)
{
	size_t count = 0;

	for (size_t i = 0; i < samples->count; i++) {
		const struct sample *sample = &samples->list[i];

		if (sample->pass == SCREEN && sample->round != left &&
		    sample->variant == (int)variant)
			seconds[count++] = sample->seconds;
	}
	return count ? statistics_quantile(seconds, count, .1) : NAN;
}

static void compare_screened(const struct samples *samples, size_t variant,
			     size_t best, double *seconds,
			     struct figures *figures)
{
	figures->ratio = without(samples, variant, -1, seconds) /
			 without(samples, best, -1, seconds);
	figures->low = figures->high = figures->ratio;
	for (int left = 0; left < SCREEN_ROUNDS; left++) {
		double ratio = without(samples, variant, left, seconds) /
			       without(samples, best, left, seconds);

		figures->low = fmin(figures->low, ratio);
		figures->high = fmax(figures->high, ratio);
	}
}

/* Over all passes. */
static void count_samples(const struct samples *samples, size_t variant,
			  double *seconds, struct figures *figures)
{
	size_t count = 0;

	for (size_t i = 0; i < samples->count; i++)
		if (samples->list[i].variant == (int)variant)
			seconds[count++] = samples->list[i].seconds;
	figures->samples = count;
	figures->seconds =
		count ? statistics_quantile(seconds, count, .1) : NAN;
}

void statistics_figures(const struct samples *samples, size_t variants,
			struct figures *figures)
{
	struct finals finals = finals_new(samples, variants);
	double *seconds = allocate(samples->count, sizeof(double));
	size_t best = best_of(&finals);

	for (size_t i = 0; i < variants; i++) {
		count_samples(samples, i, seconds, &figures[i]);
		if (!isnan(level(&finals, i)))
			compare_passes(&finals, i, best, &figures[i]);
		else
			compare_screened(samples, i, best, seconds,
					 &figures[i]);
	}
	free(seconds);
	free(finals.level);
}
