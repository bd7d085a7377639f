/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Learning factors for the terms of the estimate.
 */
#include "learn.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>

#define TERMS ESTIMATE_TERMS

/* As if each factor had been seen this many times at 1, with the spread of
   the rows. */
#define DRAW 2

#define MOST_STEPS 50
#define SMALL_STEP 1e-6

/* No step changes a factor by more than this, in logarithms. */
#define LARGE_STEP .5

/* How certain it must be that factors make the order better. */
#define CERTAIN .975

/* Squared errors below this are none. */
#define LEAST_ERROR 1e-6

struct learn_factors learn_nothing(void)
{
	struct learn_factors factors;

	for (int i = 0; i < TERMS; i++)
		factors.of[i] = 1;
	return factors;
}

double learn_cycles(const struct learn_factors *factors, const double *term)
{
	double cycles = 0;

	for (int i = 0; i < TERMS; i++)
		cycles += factors->of[i] * term[i];
	return cycles;
}

/* ---- the fit ---------------------------------------------------------------
 */

/* The rows without one kernel, and what the fit works with. */
struct fit {
	const struct learn_row *rows;
	size_t count;
	int without;
	int problems;	    /* numbered from 0 */
	double *mean_error; /* of each problem */
	double (*mean_share)[TERMS];
	double *rows_of; /* of each problem */
	double hessian[TERMS * TERMS];
	double gradient[TERMS];
};

static bool is_in(const struct fit *fit, size_t row)
{
	return fit->rows[row].kernel != fit->without;
}

/* Error of a row, and the part that each term has in its estimate. */
static double look_at(const struct learn_row *row,
		      const struct learn_factors *factors, double *share)
{
	double cycles = learn_cycles(factors, row->term);

	for (int i = 0; i < TERMS; i++)
		share[i] = factors->of[i] * row->term[i] / cycles;
	return log(row->time) - log(cycles);
}

static void find_means(struct fit *fit, const struct learn_factors *factors)
{
	double share[TERMS];

	for (int i = 0; i < fit->problems; i++) {
		fit->mean_error[i] = 0;
		fit->rows_of[i] = 0;
		for (int j = 0; j < TERMS; j++)
			fit->mean_share[i][j] = 0;
	}
	for (size_t i = 0; i < fit->count; i++) {
		int problem = fit->rows[i].problem;

		if (!is_in(fit, i))
			continue;
		fit->mean_error[problem] +=
			look_at(&fit->rows[i], factors, share);
		fit->rows_of[problem]++;
		for (int j = 0; j < TERMS; j++)
			fit->mean_share[problem][j] += share[j];
	}
	for (int i = 0; i < fit->problems; i++) {
		double rows = fmax(fit->rows_of[i], 1);

		fit->mean_error[i] /= rows;
		for (int j = 0; j < TERMS; j++)
			fit->mean_share[i][j] /= rows;
	}
}

static void add_row(struct fit *fit, size_t row,
		    const struct learn_factors *factors)
{
	int problem = fit->rows[row].problem;
	double share[TERMS];
	double error = look_at(&fit->rows[row], factors, share) -
		       fit->mean_error[problem];

	for (int i = 0; i < TERMS; i++)
		share[i] -= fit->mean_share[problem][i];
	for (int i = 0; i < TERMS; i++) {
		fit->gradient[i] += share[i] * error;
		for (int j = 0; j < TERMS; j++)
			fit->hessian[i * TERMS + j] += share[i] * share[j];
	}
}

static void find_slope(struct fit *fit, const struct learn_factors *factors)
{
	find_means(fit, factors);
	for (int i = 0; i < TERMS; i++) {
		fit->gradient[i] = -DRAW * log(factors->of[i]);
		for (int j = 0; j < TERMS; j++)
			fit->hessian[i * TERMS + j] = i == j ? DRAW : 0;
	}
	for (size_t i = 0; i < fit->count; i++)
		if (is_in(fit, i))
			add_row(fit, i, factors);
}

/* One step of Gauss and Newton: its size, NAN if there is none. */
static double take_step(struct fit *fit, struct learn_factors *factors)
{
	gsl_matrix_view hessian =
		gsl_matrix_view_array(fit->hessian, TERMS, TERMS);
	gsl_vector_view gradient = gsl_vector_view_array(fit->gradient, TERMS);
	double largest = 0;

	/* the draw towards 1 keeps it positive definite */
	if (gsl_linalg_cholesky_decomp1(&hessian.matrix) ||
	    gsl_linalg_cholesky_svx(&hessian.matrix, &gradient.vector))
		return NAN;
	for (int i = 0; i < TERMS; i++) {
		double step =
			fmax(fmin(fit->gradient[i], LARGE_STEP), -LARGE_STEP);

		factors->of[i] *= exp(step);
		largest = fmax(largest, fabs(step));
	}
	return largest;
}

static enum model_status descend(struct fit *fit, struct learn_factors *factors)
{
	struct learn_factors result = learn_nothing();
	double step = INFINITY;

	for (int i = 0; i < MOST_STEPS && step > SMALL_STEP; i++) {
		find_slope(fit, &result);
		step = take_step(fit, &result);
		if (!isfinite(step))
			return MODEL_SINGULAR;
	}
	if (step > SMALL_STEP)
		return MODEL_NO_CONVERGENCE;
	*factors = result;
	return MODEL_OK;
}

static enum model_status check(const struct learn_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct learn_factors as_is = learn_nothing();
		double cycles = learn_cycles(&as_is, rows[i].term);

		if (!isfinite(cycles) || !isfinite(rows[i].time))
			return MODEL_NOT_FINITE;
		if (!(cycles > 0) || !(rows[i].time > 0))
			return MODEL_NOT_POSITIVE;
		if (rows[i].problem < 0 || rows[i].kernel < 0 ||
		    (size_t)rows[i].problem >= count)
			return MODEL_BAD_ARGUMENT;
	}
	return MODEL_OK;
}

/* Rows and problems that the fit may see. */
static enum model_status count_rows(struct fit *fit)
{
	size_t seen = 0;
	int first = -1;
	bool several = false;

	for (size_t i = 0; i < fit->count; i++) {
		int problem = fit->rows[i].problem;

		if (problem >= fit->problems)
			fit->problems = problem + 1;
		if (!is_in(fit, i))
			continue;
		seen++;
		several = several || (first >= 0 && problem != first);
		first = problem;
	}
	return several && seen > TERMS ? MODEL_OK : MODEL_TOO_FEW;
}

enum model_status learn_fit(const struct learn_row *rows, size_t count,
			    int without, struct learn_factors *factors)
{
	struct fit fit = {.rows = rows, .count = count, .without = without};
	enum model_status status = check(rows, count);

	if (status == MODEL_OK)
		status = count_rows(&fit);
	if (status != MODEL_OK)
		return status;
	fit.mean_error = calloc(fit.problems, sizeof(*fit.mean_error));
	fit.mean_share = calloc(fit.problems, sizeof(*fit.mean_share));
	fit.rows_of = calloc(fit.problems, sizeof(*fit.rows_of));
	status = fit.mean_error && fit.mean_share && fit.rows_of
			 ? descend(&fit, factors)
			 : MODEL_NO_MEMORY;
	free(fit.mean_error);
	free(fit.mean_share);
	free(fit.rows_of);
	return status;
}

/* ---- validation ------------------------------------------------------------
 */

/* The three rows of a problem that are estimated cheapest. */
static int find_first(const struct learn_row *rows, size_t count, int problem,
		      const struct learn_factors *factors, size_t *first)
{
	double cycles[3];
	int found = 0;

	for (size_t i = 0; i < count; i++) {
		double one;
		int place = found;

		if (rows[i].problem != problem)
			continue;
		one = learn_cycles(factors, rows[i].term);
		while (place > 0 && cycles[place - 1] > one)
			place--;
		if (place >= 3)
			continue;
		found += found < 3;
		for (int j = found - 1; j > place; j--) {
			cycles[j] = cycles[j - 1];
			first[j] = first[j - 1];
		}
		cycles[place] = one;
		first[place] = i;
	}
	return found;
}

/* ln(1 + regret) of the problem, which has rows, added to the sums. */
static void add_regret(const struct learn_row *rows, size_t count, int problem,
		       const struct learn_factors *factors,
		       struct learn_regret *sum)
{
	size_t first[3];
	int found = find_first(rows, count, problem, factors, first);
	double best = INFINITY;
	double third = INFINITY;

	for (size_t i = 0; i < count; i++)
		if (rows[i].problem == problem)
			best = fmin(best, rows[i].time);
	for (int i = 0; i < found; i++)
		third = fmin(third, rows[first[i]].time);
	sum->first += log(rows[first[0]].time / best);
	sum->third += log(third / best);
}

/* A validation under way; kernels are numbered as rows are met. */
struct validation {
	const struct learn_row *rows;
	size_t count;
	int problems, kernels;
	struct learn_regret before, after; /* sums of ln(1 + regret) */
	/* of what is gained in a kernel: ln of its error before by that
	   after, on average over its problems */
	double sum, squares;
};

/* Is it the first row of its problem, or of its kernel? */
static bool is_first(const struct validation *of, size_t row, bool kernel)
{
	for (size_t i = 0; i < row; i++)
		if (kernel ? of->rows[i].kernel == of->rows[row].kernel
			   : of->rows[i].problem == of->rows[row].problem)
			return false;
	return true;
}

/* The squared error of a problem, about its mean. */
static double error_of(const struct validation *of, int problem,
		       const struct learn_factors *factors)
{
	double rows = 0, sum = 0, squares = 0;

	for (size_t i = 0; i < of->count; i++) {
		const struct learn_row *row = &of->rows[i];
		double error;

		if (row->problem != problem)
			continue;
		error = log(row->time / learn_cycles(factors, row->term));
		rows++;
		sum += error;
		squares += error * error;
	}
	return fmax(squares - sum * sum / rows, 0) + LEAST_ERROR;
}

/* A kernel by factors that were fitted without it. */
static enum model_status leave_out(struct validation *of, int kernel)
{
	struct learn_factors as_is = learn_nothing();
	struct learn_factors factors;
	struct learn_regret before = {0}, after = {0};
	enum model_status status =
		learn_fit(of->rows, of->count, kernel, &factors);
	int problems = 0;
	double gain = 0;

	if (status != MODEL_OK)
		return status;
	for (size_t i = 0; i < of->count; i++) {
		int problem = of->rows[i].problem;

		if (of->rows[i].kernel != kernel || !is_first(of, i, false))
			continue;
		add_regret(of->rows, of->count, problem, &as_is, &before);
		add_regret(of->rows, of->count, problem, &factors, &after);
		gain += log(error_of(of, problem, &as_is) /
			    error_of(of, problem, &factors));
		problems++;
	}
	gain /= problems;
	of->sum += gain;
	of->squares += gain * gain;
	of->before.first += before.first;
	of->before.third += before.third;
	of->after.first += after.first;
	of->after.third += after.third;
	of->problems += problems;
	of->kernels++;
	return MODEL_OK;
}

/*
 * Kernels are independent of each other: Student's t of what is gained in
 * each, which is noise where a few of them happen to fare better.
 */
static bool is_gain(const struct validation *of)
{
	double kernels = of->kernels;
	double mean = of->sum / kernels;
	double variance =
		fmax(of->squares / kernels - mean * mean, 0) / (kernels - 1);

	return kernels > 1 &&
	       mean > sqrt(variance) * gsl_cdf_tdist_Pinv(CERTAIN, kernels - 1);
}

static struct learn_regret mean_regret(const struct learn_regret *sum,
				       int problems)
{
	return (struct learn_regret){expm1(sum->first / problems),
				     expm1(sum->third / problems)};
}

enum model_status learn_validate(const struct learn_row *rows, size_t count,
				 struct learn_result *result)
{
	struct validation of = {.rows = rows, .count = count};
	struct learn_factors factors;
	enum model_status status = learn_fit(rows, count, -1, &factors);

	for (size_t i = 0; status == MODEL_OK && i < count; i++)
		if (is_first(&of, i, true))
			status = leave_out(&of, rows[i].kernel);
	if (status != MODEL_OK)
		return status;
	*result = (struct learn_result){
		.factors = factors,
		.kernels = of.kernels,
		.before = mean_regret(&of.before, of.problems),
		.after = mean_regret(&of.after, of.problems),
	};
	result->accepted = is_gain(&of) &&
			   result->after.first < result->before.first &&
			   result->after.third <= result->before.third;
	return MODEL_OK;
}
