/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is one program faster than another?
 *
 * Student's t on the logarithms of the ratios; the error is shared out evenly
 * among the looks (Bonferroni), which holds whatever they have in common. What
 * earlier runs say of the noise makes few rounds enough; where the rounds
 * themselves vary more than that, they are believed.
 */
#include "confirm.h"

#include <math.h>
#include <gsl/gsl_cdf.h>

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

/* Two ratios that share a run say less than two that do not. */
struct confirm_noise confirm_noise(const double *ratio, size_t count)
{
	double squares = 0;

	if (count < 2)
		return (struct confirm_noise){0, 0};
	for (size_t i = 0; i < count; i++)
		squares += pow(log(ratio[i]), 2);
	return (struct confirm_noise){
		sqrt(squares / (double)count),
		fmin((double)count * 2 / 3, MOST_FREEDOM)};
}

/* Mean and sum of squares about it, of logarithms. */
static enum model_status sum_up(const double *ratio, size_t count, double *mean,
				double *squares)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		if (!isfinite(ratio[i]))
			return MODEL_NOT_FINITE;
		if (ratio[i] <= 0)
			return MODEL_NOT_POSITIVE;
		sum += log(ratio[i]);
	}
	*mean = sum / (double)count;
	*squares = 0;
	for (size_t i = 0; i < count; i++)
		*squares += pow(log(ratio[i]) - *mean, 2);
	return MODEL_OK;
}

enum model_status confirm_ratio(const double *ratio, size_t count, int looks,
				const struct confirm_noise *noise,
				struct confirm *confirm)
{
	double own = (double)count - 1, freedom = own + noise->freedom;
	double mean, squares, variance, deviation, reach;
	enum model_status status;

	if (count < 2)
		return MODEL_TOO_FEW;
	if (looks < 1)
		return MODEL_BAD_ARGUMENT;
	status = sum_up(ratio, count, &mean, &squares);
	if (status != MODEL_OK)
		return status;
	if (count == 2) {
		*confirm =
			(struct confirm){exp(mean), 0, INFINITY, false, false};
		return MODEL_OK;
	}
	variance =
		(squares + noise->freedom * pow(noise->deviation, 2)) / freedom;
	deviation = sqrt(variance / (double)count);
	reach = deviation *
		gsl_cdf_tdist_Pinv(1 - CONFIRM_ERROR / looks / 2, freedom);
	*confirm = (struct confirm){
		.ratio = exp(mean),
		.low = exp(mean - reach),
		.high = exp(mean + reach),
		.differs = fabs(mean) > reach,
		.hopeless = mean - deviation * gsl_cdf_tdist_Pinv(1 - GIVEN_UP,
								  freedom) >
			    -fmax(CONFIRM_LEAST,
				  WORTH * deviation * sqrt((double)count)),
	};
	return MODEL_OK;
}

bool confirm_fails_more(size_t failures, size_t runs, size_t other_failures,
			size_t other_runs)
{
	unsigned failed = (unsigned)(failures + other_failures);
	unsigned good = (unsigned)(runs + other_runs) - failed;

	return failures > 0 &&
	       gsl_cdf_hypergeometric_Q((unsigned)failures - 1, failed, good,
					(unsigned)runs) < FAILS_MORE;
}
