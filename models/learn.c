/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Learning factors for the terms of the estimate.
 */
#include "learn.h"

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

/* Add ln(1 + regret) of the problem; false if it has no rows. */
static bool add_regret(const struct learn_row *rows, size_t count, int problem,
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
	if (found == 0)
		return false;
	sum->first += log(rows[first[0]].time / best);
	sum->third += log(third / best);
	return true;
}

static int kernel_of(const struct learn_row *rows, size_t count, int problem)
{
	for (size_t i = 0; i < count; i++)
		if (rows[i].problem == problem)
			return rows[i].kernel;
	return -1;
}

static enum model_status leave_out(const struct learn_row *rows, size_t count,
				   int problem, struct learn_result *result)
{
	struct learn_factors as_is = learn_nothing();
	struct learn_factors factors;
	enum model_status status = learn_fit(
		rows, count, kernel_of(rows, count, problem), &factors);

	if (status != MODEL_OK)
		return status;
	add_regret(rows, count, problem, &as_is, &result->before);
	add_regret(rows, count, problem, &factors, &result->after);
	return MODEL_OK;
}

enum model_status learn_validate(const struct learn_row *rows, size_t count,
				 struct learn_result *result)
{
	struct learn_result sums = {0};
	enum model_status status = learn_fit(rows, count, -1, &sums.factors);
	int last = -1;
	int problems = 0;

	if (status != MODEL_OK)
		return status;
	for (size_t i = 0; i < count; i++)
		last = rows[i].problem > last ? rows[i].problem : last;
	for (int i = 0; i <= last; i++) {
		if (kernel_of(rows, count, i) < 0)
			continue;
		status = leave_out(rows, count, i, &sums);
		if (status != MODEL_OK)
			return status;
		problems++;
	}
	sums.before.first = expm1(sums.before.first / problems);
	sums.before.third = expm1(sums.before.third / problems);
	sums.after.first = expm1(sums.after.first / problems);
	sums.after.third = expm1(sums.after.third / problems);
	sums.accepted = sums.after.first < sums.before.first &&
			sums.after.third <= sums.before.third;
	*result = sums;
	return MODEL_OK;
}
