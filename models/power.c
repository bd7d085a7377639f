/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The power models, the forms beside them, and where they hold.
 */
#include "power.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define MOST_UNEVEN 1.5 /* most chunks of a thread, for the mean */

const struct power_law power_noninterf = {
	"noninterf", {-0.325431, 0.675172, -0.082602, 0.981967}};
const struct power_law power_matmul = {
	"matmul", {-0.298695, 0.623738, 0.014426, 0.962976}};

static double same(double value)
{
	return value;
}

static double inverse(double value)
{
	return 1 / value;
}

/* How a form makes a sum of X and Y, and Y of the sum. */
static const struct {
	const char *name;
	double (*of_x)(double);
	double (*of_y)(double);
	double (*back)(double);
} forms[POWER_FORMS] = {
	[POWER_LINEAR] = {"linear", same, same, same},
	[POWER_POWER] = {"power", log, log, exp},
	[POWER_EXPONENTIAL] = {"exponential", same, log, exp},
	[POWER_LOGARITHMIC] = {"logarithmic", log, same, same},
	[POWER_HYPERBOLIC] = {"hyperbolic", inverse, same, same},
};

const char *power_form_name(enum power_form form)
{
	return (size_t)form < POWER_FORMS ? forms[form].name : "unknown";
}

static enum model_status check_positive(double value)
{
	if (!isfinite(value))
		return MODEL_NOT_FINITE;
	return value > 0 ? MODEL_OK : MODEL_NOT_POSITIVE;
}

static enum model_status check_variables(const double x[POWER_VARIABLES])
{
	enum model_status status = MODEL_OK;

	for (int i = 0; i < POWER_VARIABLES && status == MODEL_OK; i++)
		status = check_positive(x[i]);
	return status;
}

static bool varies(const struct power_point *points, size_t count, int variable)
{
	for (size_t i = 1; i < count; i++)
		if (points[i].x[variable] != points[0].x[variable])
			return true;
	return false;
}

static enum model_status check(const struct power_point *points, size_t count,
			       enum power_form form, unsigned variables)
{
	if ((size_t)form >= POWER_FORMS || variables == 0 ||
	    variables > POWER_ALL)
		return MODEL_BAD_ARGUMENT;
	for (size_t i = 0; i < count; i++) {
		enum model_status status = check_variables(points[i].x);

		if (status == MODEL_OK)
			status = check_positive(points[i].cycles);
		if (status != MODEL_OK)
			return status;
	}
	if (count < 2)
		return MODEL_TOO_FEW;
	for (int i = 0; i < POWER_VARIABLES; i++)
		if (variables & POWER_ONLY(i) && !varies(points, count, i))
			return MODEL_CONSTANT;
	return MODEL_OK;
}

/* The terms of a sum, those of the variables that are in. */
static size_t make_terms(enum power_form form, unsigned variables,
			 const double x[POWER_VARIABLES], double *terms)
{
	size_t count = 0;

	for (int i = 0; i < POWER_VARIABLES; i++)
		if (variables & POWER_ONLY(i))
			terms[count++] = forms[form].of_x(x[i]);
	return count;
}

static double estimate(const struct power_fit *fit,
		       const double x[POWER_VARIABLES])
{
	double sum = 0;

	for (int i = 0; i < POWER_VARIABLES; i++)
		if (fit->variables & POWER_ONLY(i))
			sum += fit->exponent[i] * forms[fit->form].of_x(x[i]);
	return forms[fit->form].back(sum);
}

/* R2 of the cycles themselves, about their mean. */
static double r2_of_cycles(const struct power_fit *fit,
			   const struct power_point *points, size_t count)
{
	double mean = 0, errors = 0, total = 0;

	for (size_t i = 0; i < count; i++)
		mean += points[i].cycles / count;
	for (size_t i = 0; i < count; i++) {
		double error = points[i].cycles - estimate(fit, points[i].x);

		errors += pow(error / mean, 2);
		total += pow((points[i].cycles - mean) / mean, 2);
	}
	return 1 - errors / total;
}

/* "numbers" has room for the terms of all points, then for all Y. */
static enum model_status regress(const struct power_point *points, size_t count,
				 struct power_fit *fit, double *numbers,
				 enum regress_method method)
{
	struct regress_data data = {.count = count,
				    .x = numbers,
				    .y = numbers + POWER_VARIABLES * count};
	double *y = numbers + POWER_VARIABLES * count;
	enum model_status status;
	double *next = numbers;
	size_t term = 0;

	for (size_t i = 0; i < count; i++) {
		data.terms = make_terms(fit->form, fit->variables, points[i].x,
					next);
		next += data.terms;
		y[i] = forms[fit->form].of_y(points[i].cycles);
	}
	status = regress_fit(&data, method, &fit->fit);
	if (status != MODEL_OK)
		return status;
	for (int i = 0; i < POWER_VARIABLES; i++)
		if (fit->variables & POWER_ONLY(i))
			fit->exponent[i] = fit->fit.coefficient[term++];
	return MODEL_OK;
}

enum model_status power_fit(const struct power_point *points, size_t count,
			    enum power_form form, unsigned variables,
			    enum regress_method method, struct power_fit *fit)
{
	enum model_status status = check(points, count, form, variables);
	struct power_fit made = {.form = form, .variables = variables};
	double *numbers;

	if (status != MODEL_OK)
		return status;
	numbers = calloc(count, (POWER_VARIABLES + 1) * sizeof(*numbers));
	if (!numbers)
		return MODEL_NO_MEMORY;
	status = regress(points, count, &made, numbers, method);
	free(numbers);
	if (status != MODEL_OK)
		return status;
	made.r2 = made.fit.r2;
	made.r2_cycles = r2_of_cycles(&made, points, count);
	*fit = made;
	return MODEL_OK;
}

/* One row of the comparison. */
static enum model_status compare_form(const struct power_point *points,
				      size_t count, enum power_form form,
				      struct power_comparison *comparison)
{
	enum model_status all = MODEL_OK;

	for (int i = 0; i < POWER_CASES; i++) {
		unsigned variables = i ? POWER_ONLY(i - 1) : POWER_ALL;
		enum model_status status;
		struct power_fit fit;

		status = power_fit(points, count, form, variables,
				   REGRESS_ORDINARY, &fit);
		if (i == 0)
			all = status;
		comparison->r2[form][i] = status == MODEL_OK ? fit.r2 : NAN;
		comparison->r2_cycles[form][i] =
			status == MODEL_OK ? fit.r2_cycles : NAN;
	}
	return all;
}

static enum power_form best_form(const struct power_comparison *comparison,
				 int variables)
{
	enum power_form best = POWER_LINEAR;

	for (int form = 1; form < POWER_FORMS; form++)
		if (isnan(comparison->r2[best][variables]) ||
		    comparison->r2[form][variables] >
			    comparison->r2[best][variables])
			best = form;
	return best;
}

enum model_status power_compare(const struct power_point *points, size_t count,
				struct power_comparison *comparison)
{
	enum model_status status = MODEL_OK;
	struct power_comparison made;
	bool any = false;

	for (int form = 0; form < POWER_FORMS; form++) {
		enum model_status one =
			compare_form(points, count, form, &made);

		if (one == MODEL_OK)
			any = true;
		else
			status = one;
	}
	if (!any)
		return status;
	for (int i = 0; i < POWER_CASES; i++)
		made.best[i] = best_form(&made, i);
	*comparison = made;
	return MODEL_OK;
}

enum model_status power_law_cycles(const struct power_law *law,
				   const double x[POWER_VARIABLES],
				   double *cycles)
{
	enum model_status status = check_variables(x);
	double sum = 0;

	if (status != MODEL_OK)
		return status;
	for (int i = 0; i < POWER_VARIABLES; i++)
		sum += law->exponent[i] * log(x[i]);
	if (!isfinite(exp(sum)))
		return MODEL_NOT_FINITE;
	*cycles = exp(sum);
	return MODEL_OK;
}

static enum model_status check_domain(const struct power_domain *domain,
				      const struct power_loop *loop)
{
	const double positive[] = {domain->least_bytes, domain->most_bytes,
				   domain->l2_bytes,	domain->shortest,
				   domain->longest,	loop->bytes,
				   loop->mean_chunks,	loop->most_chunks};

	for (size_t i = 0; i < sizeof(positive) / sizeof(positive[0]); i++) {
		enum model_status status = check_positive(positive[i]);

		if (status != MODEL_OK)
			return status;
	}
	if (!isfinite(loop->time))
		return MODEL_NOT_FINITE;
	if (loop->time < 0)
		return MODEL_NOT_POSITIVE;
	return domain->least_bytes <= domain->most_bytes &&
			       domain->shortest <= domain->longest &&
			       loop->mean_chunks <= loop->most_chunks
		       ? MODEL_OK
		       : MODEL_BAD_ARGUMENT;
}

enum model_status power_check(const struct power_domain *domain,
			      const struct power_loop *loop,
			      unsigned *violations)
{
	enum model_status status = check_domain(domain, loop);
	bool timed = loop->time > 0;
	const struct {
		bool holds;
		enum power_violation violation;
	} checks[] = {
		{loop->bytes <= domain->l2_bytes, POWER_BEYOND_L2},
		{loop->bytes >= domain->least_bytes, POWER_LITTLE_DATA},
		{loop->bytes <= domain->most_bytes, POWER_MUCH_DATA},
		{loop->most_chunks <= MOST_UNEVEN * loop->mean_chunks,
		 POWER_UNEVEN_CHUNKS},
		{!timed || loop->time >= domain->shortest, POWER_TOO_SHORT},
		{!timed || loop->time <= domain->longest, POWER_TOO_LONG},
	};

	if (status != MODEL_OK)
		return status;
	*violations = 0;
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++)
		*violations |= checks[i].holds ? 0 : checks[i].violation;
	return MODEL_OK;
}
