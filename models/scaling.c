/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a program scales with its threads.
 *
 * A. H. Karp, H. P. Flatt: Measuring parallel processor performance,
 * Communications of the ACM 33, 1990, for the fraction. B. Iglewicz,
 * D. Hoaglin: How to detect and handle outliers, 1993, for the score.
 */
#include "scaling.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdlib.h>

#define LEAST_CONFIDENCE 0.93
#define OUTLYING 3.5  /* Iglewicz and Hoaglin */
#define NORMAL 0.6745 /* median of what is normally distributed, unsigned */

/*
 * That the median lies between the smallest but k and the largest but k of
 * "count" samples: each is below it with a chance of one half.
 */
static double confidence_of(size_t count, size_t k)
{
	double chance = pow(.5, count), sum = 0;

	for (size_t i = 0; i <= k; i++) {
		sum += chance;
		chance *= (double)(count - i) / (i + 1);
	}
	return 1 - 2 * sum;
}

double scaling_interval(double *values, size_t count,
			struct scaling_range *range)
{
	size_t k = 0;

	gsl_sort(values, 1, count);
	range->value = gsl_stats_median_from_sorted_data(values, 1, count);
	range->low = range->high = range->value;
	if (count < SCALING_ROUNDS)
		return 0;
	while (k + 1 < count / 2 &&
	       confidence_of(count, k + 1) >= LEAST_CONFIDENCE)
		k++;
	range->low = values[k];
	range->high = values[count - 1 - k];
	return confidence_of(count, k);
}

static enum model_status check(double threads,
			       const struct scaling_times *times)
{
	if (times->rounds == 0)
		return MODEL_TOO_FEW;
	if (!isfinite(threads))
		return MODEL_NOT_FINITE;
	if (threads < 1)
		return MODEL_NOT_POSITIVE;
	for (size_t i = 0; i < times->rounds; i++) {
		if (!isfinite(times->one[i]) || !isfinite(times->many[i]))
			return MODEL_NOT_FINITE;
		if (times->one[i] <= 0 || times->many[i] <= 0)
			return MODEL_NOT_POSITIVE;
	}
	return MODEL_OK;
}

/* Speed-up falls with the ratio T(p) / T(1), the fraction rises with it. */
static void set_figures(struct scaling_point *point,
			const struct scaling_range *ratio)
{
	double p = point->threads;

	point->speedup = (struct scaling_range){
		1 / ratio->value, 1 / ratio->high, 1 / ratio->low};
	point->efficiency = (struct scaling_range){point->speedup.value / p,
						   point->speedup.low / p,
						   point->speedup.high / p};
	point->fraction = (struct scaling_range){NAN, NAN, NAN};
	if (p > 1)
		point->fraction = (struct scaling_range){
			(ratio->value - 1 / p) / (1 - 1 / p),
			(ratio->low - 1 / p) / (1 - 1 / p),
			(ratio->high - 1 / p) / (1 - 1 / p)};
}

enum model_status scaling_point(double threads,
				const struct scaling_times *times,
				struct scaling_point *point)
{
	enum model_status status = check(threads, times);
	struct scaling_range ratio;
	double *values;

	if (status != MODEL_OK)
		return status;
	values = calloc(times->rounds, sizeof(*values));
	if (!values)
		return MODEL_NO_MEMORY;
	*point = (struct scaling_point){.threads = threads};
	for (size_t i = 0; i < times->rounds; i++)
		values[i] = times->many[i] / times->one[i];
	point->confidence = scaling_interval(values, times->rounds, &ratio);
	set_figures(point, &ratio);
	for (size_t i = 0; i < times->rounds; i++)
		values[i] = times->many[i];
	point->seconds = gsl_stats_median(values, 1, times->rounds);
	free(values);
	return MODEL_OK;
}

/* ---- reading ---- */

/* How far it is off the median of itself and its neighbours. */
static double excess(const struct scaling_point *point)
{
	double three[] = {point[-1].fraction.value, point->fraction.value,
			  point[1].fraction.value};

	return fabs(point->fraction.value - gsl_stats_median(three, 1, 3));
}

/*
 * Beyond both neighbours at the same side, intervals and all, and these are
 * nearer to each other than to it: what stays after a step is no outlier.
 */
static bool is_beyond(const struct scaling_point *point)
{
	const struct scaling_range *own = &point->fraction;
	const struct scaling_range *left = &point[-1].fraction;
	const struct scaling_range *right = &point[1].fraction;
	double apart = fabs(left->value - right->value);

	if (apart >= fabs(own->value - left->value) ||
	    apart >= fabs(own->value - right->value))
		return false;
	return (own->low > left->high && own->low > right->high) ||
	       (own->high < left->low && own->high < right->low);
}

/* What is usual among the points between the ends, but for this one. */
static double usual_excess(const struct scaling_point *points, size_t count,
			   size_t but, double *values)
{
	size_t used = 0;

	for (size_t i = 1; i + 1 < count; i++)
		if (i != but)
			values[used++] = excess(&points[i]);
	if (used == 0)
		return 0;
	return gsl_stats_median(values, 1, used);
}

/* "worth": a smaller excess is not worth a word. "values" is scratch. */
static void find_outliers(struct scaling_point *points, size_t count,
			  double worth, double *values)
{
	for (size_t i = 1; i + 1 < count; i++) {
		double off = excess(&points[i]);

		if (is_beyond(&points[i]) && off > worth &&
		    off * NORMAL >
			    OUTLYING * usual_excess(points, count, i, values))
			points[i].note = SCALING_OUTLIER;
	}
}

/* Median of the fractions, without signs, of all but outliers; 0: of none. */
static double usual_fraction(const struct scaling_point *points, size_t count,
			     double *values)
{
	size_t used = 0;

	for (size_t i = 0; i < count; i++)
		if (points[i].note != SCALING_OUTLIER)
			values[used++] = fabs(points[i].fraction.value);
	if (used == 0)
		return 0;
	return gsl_stats_median(values, 1, used);
}

static double worth_of(double part, const struct scaling_point *points,
		       size_t count, double *values)
{
	return fmax(part * usual_fraction(points, count, values),
		    SCALING_LEAST);
}

/* Is "one" above the other by more than is worth a word? */
static bool is_above(const struct scaling_range *one,
		     const struct scaling_range *other, double worth)
{
	return one->value - other->value > worth && one->low > other->high;
}

/* Of the points that are no outliers, which are gathered in "kept". */
static void find_trend(const struct scaling_point **kept, size_t count,
		       double worth, struct scaling_reading *reading)
{
	const struct scaling_point *least = kept[0];
	bool falls, rises;

	for (size_t i = 1; i < count; i++)
		if (kept[i]->fraction.value < least->fraction.value)
			least = kept[i];
	falls = is_above(&kept[0]->fraction, &least->fraction, worth);
	rises = is_above(&kept[count - 1]->fraction, &least->fraction, worth);
	reading->turn = least->threads;
	if (falls && rises)
		reading->trend = SCALING_FALLING_GROWING;
	else if (falls)
		reading->trend = SCALING_FALLING;
	else
		reading->trend = rises ? SCALING_GROWING : SCALING_CONSTANT;
}

static void read_trend(const struct scaling_point *points, size_t count,
		       double *values, const struct scaling_point **kept,
		       struct scaling_reading *reading)
{
	size_t used = 0;

	for (size_t i = 0; i < count; i++) {
		if (points[i].note != SCALING_OUTLIER)
			kept[used++] = &points[i];
	}
	if (used > 0) {
		double last = kept[used - 1]->fraction.value;

		reading->limit = last > 0 ? 1 / last : INFINITY;
	}
	if (used < 3)
		return;
	find_trend(kept, used, worth_of(SCALING_PART, points, count, values),
		   reading);
}

static void count_notes(struct scaling_point *points, size_t count,
			struct scaling_reading *reading)
{
	for (size_t i = 0; i < count; i++) {
		if (points[i].note == SCALING_OUTLIER)
			reading->outliers++;
		else if (points[i].speedup.low > points[i].threads)
			points[i].note = SCALING_SUPERLINEAR;
		if (points[i].note == SCALING_SUPERLINEAR)
			reading->superlinear++;
	}
}

enum model_status scaling_read(struct scaling_point *points, size_t count,
			       struct scaling_reading *reading)
{
	struct scaling_reading made = {.turn = NAN, .limit = INFINITY};
	const struct scaling_point **kept;
	double *values;
	bool good;

	for (size_t i = 1; i < count; i++)
		if (!(points[i].threads > points[i - 1].threads))
			return MODEL_BAD_ARGUMENT;
	for (size_t i = 0; i < count; i++)
		points[i].note = SCALING_PLAIN;
	if (count > 0 && points[0].threads <= 1) {
		points++;
		count--;
	}
	values = calloc(count + 1, sizeof(*values));
	kept = calloc(count + 1, sizeof(*kept));
	good = values && kept;
	if (good) {
		find_outliers(points, count,
			      worth_of(SCALING_OUTLYING, points, count, values),
			      values);
		count_notes(points, count, &made);
		read_trend(points, count, values, kept, &made);
		*reading = made;
	}
	free(values);
	free(kept);
	return good ? MODEL_OK : MODEL_NO_MEMORY;
}

const char *scaling_trend_text(enum scaling_trend trend)
{
	static const char *const texts[] = {
		[SCALING_UNKNOWN] = "unknown",
		[SCALING_CONSTANT] = "constant",
		[SCALING_GROWING] = "growing",
		[SCALING_FALLING] = "falling",
		[SCALING_FALLING_GROWING] = "falling, then growing",
	};
	size_t count = sizeof(texts) / sizeof(texts[0]);

	return (size_t)trend < count ? texts[trend] : "unknown";
}
