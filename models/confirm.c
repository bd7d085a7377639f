/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is one program faster than another?
 *
 * Student's t on the logarithms of the ratios; the error is shared out evenly
 * among the looks (Bonferroni), which holds whatever they have in common. What
 * earlier runs say of the noise makes few rounds enough; where the rounds
 * themselves vary more than that, they are believed.
 *
 * A program that pauses at times has rounds that lie far from all others, and
 * says nothing by its mean. There the median is asked for, and how many rounds
 * lie on either side of it: the sign test, which no distance disturbs.
 */
#include "confirm.h"

#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>

/* Rounds after which it is looked at. */
static const int looks_at[] = {3, 4, 6, 9, 13, 18, 27, 40, 60, 90};

#define LOOK_COUNT ((int)(sizeof(looks_at) / sizeof(looks_at[0])))

/* Earlier runs may have been made in a calmer hour. */
#define MOST_FREEDOM 6

/* With this probability a gain is given up that is worth it. */
#define GIVEN_UP .1

/* It is worth it if so many standard deviations of a round: about 18 rounds
   prove it. */
#define WORTH 1

/* A logarithm lies far from the others if it is so many times as far from their
   median as half of them are, and by more than this. */
#define FAR_TIMES 6
#define FAR_LEAST .4

/* Of normal noise, by the median distance from the median. */
#define DEVIATIONS_PER_MEDIAN 1.4826

/* Equal programs are said to fail more often with this probability. */
#define FAILS_MORE .01

bool confirm_goes_first(int round)
{
	return round / 2 % 2 == 0;
}

bool confirm_is_look(int round, int most, int *looks)
{
	bool is_one = round == most;

	*looks = 1;
	for (int i = 0; i < LOOK_COUNT && looks_at[i] < most; i++) {
		++*looks;
		is_one = is_one || looks_at[i] == round;
	}
	return is_one;
}

/* ---- logarithms ---- */

/* Sorted. */
struct logs {
	double *list;
	size_t count;
	double median, spread; /* the median distance from it */
	double far;	       /* the largest that is not far */
};

static enum model_status read_logs(struct logs *logs, const double *ratio,
				   size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!isfinite(ratio[i]))
			return MODEL_NOT_FINITE;
		if (ratio[i] <= 0)
			return MODEL_NOT_POSITIVE;
		logs->list[i] = log(ratio[i]);
	}
	gsl_sort(logs->list, 1, count);
	return MODEL_OK;
}

static enum model_status logs_of(struct logs *logs, const double *ratio,
				 size_t count)
{
	double *distance = calloc(count + 1, sizeof(*distance));
	enum model_status status = MODEL_NO_MEMORY;

	*logs = (struct logs){calloc(count + 1, sizeof(*logs->list)), count, 0,
			      0, 0};
	if (logs->list && distance)
		status = read_logs(logs, ratio, count);
	if (status == MODEL_OK && count > 0) {
		logs->median =
			gsl_stats_median_from_sorted_data(logs->list, 1, count);
		for (size_t i = 0; i < count; i++)
			distance[i] = fabs(logs->list[i] - logs->median);
		logs->spread = gsl_stats_median(distance, 1, count);
		logs->far = fmax(FAR_LEAST, FAR_TIMES * logs->spread);
	}
	free(distance);
	if (status != MODEL_OK)
		free(logs->list);
	return status;
}

static bool is_far(const struct logs *logs, size_t i)
{
	return fabs(logs->list[i] - logs->median) > logs->far;
}

/* ---- the noise of earlier runs ---- */

/* Two ratios that share a run say less than two that do not. */
struct confirm_noise confirm_noise(const double *ratio, size_t count)
{
	struct confirm_noise noise = {0, 0};
	double squares = 0;
	size_t near = 0;
	struct logs logs;

	if (count < 2 || logs_of(&logs, ratio, count) != MODEL_OK)
		return noise;
	for (size_t i = 0; i < count; i++) {
		if (is_far(&logs, i))
			continue;
		squares += pow(logs.list[i], 2);
		near++;
	}
	free(logs.list);
	if (near >= 2)
		noise = (struct confirm_noise){
			sqrt(squares / (double)near),
			fmin((double)near * 2 / 3, MOST_FREEDOM)};
	return noise;
}

/* ---- by the mean ---- */

static struct confirm by_mean(const struct logs *logs, double error,
			      const struct confirm_noise *noise)
{
	double count = (double)logs->count;
	double mean = gsl_stats_mean(logs->list, 1, logs->count);
	double freedom = count - 1 + noise->freedom;
	double squares = gsl_stats_tss_m(logs->list, 1, logs->count, mean);
	double variance =
		(squares + noise->freedom * pow(noise->deviation, 2)) / freedom;
	double deviation = sqrt(variance / count);
	double reach = deviation * gsl_cdf_tdist_Pinv(1 - error / 2, freedom);
	double slack = deviation * gsl_cdf_tdist_Pinv(1 - GIVEN_UP, freedom);

	return (struct confirm){
		.ratio = exp(mean),
		.low = exp(mean - reach),
		.high = exp(mean + reach),
		.differs = fabs(mean) > reach,
		.hopeless = mean - slack >
			    -fmax(CONFIRM_LEAST, WORTH * sqrt(variance)),
	};
}

/* ---- by the median ---- */

/* Fewer rounds than that lie below the median by chance, but for the error. */
static size_t surely_below(size_t count, double error)
{
	size_t below = 0;

	while (below < count / 2 &&
	       gsl_cdf_binomial_P((unsigned)below, .5, (unsigned)count) <=
		       error)
		below++;
	return below;
}

static struct confirm by_median(const struct logs *logs, double error)
{
	size_t below = surely_below(logs->count, error / 2);
	size_t likely = surely_below(logs->count, GIVEN_UP);
	double low = below > 0 ? logs->list[below - 1] : -INFINITY;
	double high = below > 0 ? logs->list[logs->count - below] : INFINITY;

	return (struct confirm){
		.ratio = exp(logs->median),
		.low = exp(low),
		.high = exp(high),
		.differs = low > 0 ||
			   high<0, .hopeless = likely> 0 &&
				   logs->list[likely - 1] >
					   -fmax(CONFIRM_LEAST,
						 WORTH * DEVIATIONS_PER_MEDIAN *
							 logs->spread),
	};
}

static bool has_far(const struct logs *logs)
{
	return logs->count > 0 &&
	       (is_far(logs, 0) || is_far(logs, logs->count - 1));
}

enum model_status confirm_ratio(const double *ratio, size_t count, int looks,
				const struct confirm_noise *noise,
				struct confirm *confirm)
{
	enum model_status status;
	struct logs logs;

	if (count < 2)
		return MODEL_TOO_FEW;
	if (looks < 1)
		return MODEL_BAD_ARGUMENT;
	status = logs_of(&logs, ratio, count);
	if (status != MODEL_OK)
		return status;
	if (count == 2)
		*confirm = (struct confirm){exp(logs.median), 0, INFINITY,
					    false, false};
	else if (has_far(&logs))
		*confirm = by_median(&logs, CONFIRM_ERROR / looks);
	else
		*confirm = by_mean(&logs, CONFIRM_ERROR / looks, noise);
	free(logs.list);
	return MODEL_OK;
}

/* ---- what is expected ---- */

/*
 * Two hypotheses of the logarithms: they are the expected one, e, or none, each
 * with normal noise of deviation s. The logarithm of the likelihood ratio of n
 * rounds with the middle m is n e (2 m - e) / (2 s^2) (Wald 1945). Above 0 they
 * speak for e, which was proven elsewhere; that is so whatever s is. e is
 * denied where it is DENIED times less likely than none.
 */
#define DENIED 20

static bool is_denied(const struct logs *logs, double expected,
		      const struct confirm_noise *noise)
{
	double count = (double)logs->count;
	double mean = gsl_stats_mean(logs->list, 1, logs->count);
	double squares = gsl_stats_tss_m(logs->list, 1, logs->count, mean) +
			 noise->freedom * pow(noise->deviation, 2);
	double freedom = count - 1 + noise->freedom;

	return freedom > 0 && count * expected * (2 * logs->median - expected) <
				      -2 * log(DENIED) * squares / freedom;
}

enum model_status confirm_expected(const double *ratio, size_t count,
				   const struct confirm_noise *noise,
				   double expected, enum confirm_word *word)
{
	enum model_status status;
	struct logs logs;

	*word = CONFIRM_OPEN;
	if (count == 0)
		return MODEL_TOO_FEW;
	if (!(expected > 0 && expected < 1))
		return MODEL_BAD_ARGUMENT;
	status = logs_of(&logs, ratio, count);
	if (status != MODEL_OK)
		return status;
	expected = log(expected);
	if (2 * logs.median < expected)
		*word = CONFIRM_AGREES;
	else if (is_denied(&logs, expected, noise))
		*word = CONFIRM_DENIES;
	free(logs.list);
	return MODEL_OK;
}

/* ---- failures ---- */

bool confirm_fails_more(size_t failures, size_t runs, size_t other_failures,
			size_t other_runs)
{
	unsigned failed = (unsigned)(failures + other_failures);
	unsigned good = (unsigned)(runs + other_runs) - failed;

	return failures > 0 &&
	       gsl_cdf_hypergeometric_Q((unsigned)failures - 1, failed, good,
					(unsigned)runs) < FAILS_MORE;
}
