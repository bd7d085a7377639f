/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is one program faster than another?
 *
 * Student's t on the logarithms of the ratios; the error is shared out evenly
 * among the looks (Bonferroni), which holds whatever they have in common.
 */
#include "confirm.h"

#include <math.h>
#include <gsl/gsl_cdf.h>

/* Rounds after which it is looked at; each is half as many more. */
static const int looks_at[] = {5, 8, 12, 18, 27, 40, 60, 90};

#define LOOK_COUNT ((int)(sizeof(looks_at) / sizeof(looks_at[0])))

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

enum model_status confirm_ratio(const double *ratio, size_t count, int looks,
				struct confirm *confirm)
{
	double sum = 0, squares = 0;
	double mean, reach, quantile;

	if (count < 2)
		return MODEL_TOO_FEW;
	if (looks < 1)
		return MODEL_BAD_ARGUMENT;
	for (size_t i = 0; i < count; i++) {
		if (!isfinite(ratio[i]))
			return MODEL_NOT_FINITE;
		if (ratio[i] <= 0)
			return MODEL_NOT_POSITIVE;
		sum += log(ratio[i]);
	}
	mean = sum / (double)count;
	if (count == 2) {
		*confirm = (struct confirm){exp(mean), 0, INFINITY, false};
		return MODEL_OK;
	}
	for (size_t i = 0; i < count; i++)
		squares += pow(log(ratio[i]) - mean, 2);
	quantile = gsl_cdf_tdist_Pinv(1 - CONFIRM_ERROR / looks / 2,
				      (double)count - 1);
	reach = quantile * sqrt(squares / (double)(count - 1) / (double)count);
	*confirm = (struct confirm){
		.ratio = exp(mean),
		.low = exp(mean - reach),
		.high = exp(mean + reach),
		.differs = fabs(mean) > reach,
	};
	return MODEL_OK;
}
