/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Regression against certified results, against what was put in, and every
 * refusal.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>

#include "../../models/regress.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void is_close(double value, double wanted, double digits)
{
	assert_true(fabs(value / wanted - 1) <= pow(10, -digits));
}

/* NIST, Statistical Reference Datasets: Longley, and its certified values. */
static const double longley_x[][6] = {
	{83.0, 234289, 2356, 1590, 107608, 1947},
	{88.5, 259426, 2325, 1456, 108632, 1948},
	{88.2, 258054, 3682, 1616, 109773, 1949},
	{89.5, 284599, 3351, 1650, 110929, 1950},
	{96.2, 328975, 2099, 3099, 112075, 1951},
	{98.1, 346999, 1932, 3594, 113270, 1952},
	{99.0, 365385, 1870, 3547, 115094, 1953},
	{100.0, 363112, 3578, 3350, 116219, 1954},
	{101.2, 397469, 2904, 3048, 117388, 1955},
	{104.6, 419180, 2822, 2857, 118734, 1956},
	{108.4, 442769, 2936, 2798, 120445, 1957},
	{110.8, 444546, 4681, 2637, 121950, 1958},
	{112.6, 482704, 3813, 2552, 123366, 1959},
	{114.2, 502601, 3931, 2514, 125368, 1960},
	{115.7, 518173, 4806, 2572, 127852, 1961},
	{116.9, 554894, 4007, 2827, 130081, 1962},
};
static const double longley_y[] = {
	60323, 61122, 60171, 61187, 63221, 63639, 64989, 63761,
	66019, 67857, 68169, 66513, 68655, 69564, 69331, 70551,
};
static const double longley_coefficient[] = {
	-3482258.63459582, 15.0618722713733,  -0.0358191792925910,
	-2.02022980381683, -1.03322686717359, -0.0511041056535807,
	1829.15146461355,
};
static const double longley_error[] = {
	890420.383607373,  84.9149257747669,  0.0334910077722432,
	0.488399681651699, 0.214274163161675, 0.226073200069370,
	455.478499142212,
};

static struct regress_data longley(void)
{
	struct regress_data data = {COUNT(longley_y), 6, longley_x[0],
				    longley_y, true};

	return data;
}

static void fits_as_certified(void **state)
{
	/* Variance inflation of these data as textbooks have it. */
	static const double inflation[] = {0,	    135.53, 1788.51, 33.62,
					   3.58893, 399.15, 758.98};
	struct regress_data data = longley();
	struct regress_fit fit;

	(void)state;
	assert_int_equal(regress_fit(&data, REGRESS_ORDINARY, &fit), MODEL_OK);
	assert_int_equal(fit.terms, 7);
	for (size_t i = 0; i < 7; i++) {
		is_close(fit.coefficient[i], longley_coefficient[i], 9);
		is_close(fit.error[i], longley_error[i], 9);
		if (i > 0)
			is_close(fit.inflation[i], inflation[i], 4);
	}
	is_close(fit.deviation, 304.854073561965, 9);
	is_close(fit.r2, 0.995479004577296, 12);
	is_close(fit.r2_adjusted, 1 - (1 - 0.995479004577296) * 15 / 9, 12);
	assert_true(fit.freedom == 9);
	/* Belsley, Kuh and Welsch give 43275 for its scaled condition. */
	is_close(fit.condition, 43275, 4);
}

/* NIST, Norris, a line; and NoInt1, a line through the origin. */
static void fits_without_a_constant(void **state)
{
	static const double x[] = {60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70};
	static const double y[] = {130, 131, 132, 133, 134, 135,
				   136, 137, 138, 139, 140};
	struct regress_data data = {COUNT(y), 1, x, y, false};
	struct regress_fit fit;

	(void)state;
	assert_int_equal(regress_fit(&data, REGRESS_ORDINARY, &fit), MODEL_OK);
	assert_int_equal(fit.terms, 1);
	is_close(fit.coefficient[0], 2.07438016528926, 12);
	is_close(fit.error[0], 0.0165289256198347, 10);
	is_close(fit.deviation, 3.56753034006338, 10);
	is_close(fit.r2, 0.999365492298663, 12);
	is_close(fit.inflation[0], 1, 12);
	is_close(fit.condition, 1, 12);
}

/* Between -1 and 1; the seed is fixed. */
static double noise(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (*seed >> 11) * 0x1p-52 - 1;
}

#define POINTS 57

/* y = 7.31 - 2.385 x0 + .0123 x1 and errors of this size. */
static struct regress_data made_up(double errors)
{
	static double x[POINTS][2], y[POINTS];
	uint64_t seed = 2385;

	for (int i = 0; i < POINTS; i++) {
		x[i][0] = 3.7 * noise(&seed);
		x[i][1] = 411 + 173 * noise(&seed);
		y[i] = 7.31 - 2.385 * x[i][0] + .0123 * x[i][1] +
		       errors * noise(&seed);
	}
	return (struct regress_data){POINTS, 2, x[0], y, true};
}

static void recovers_what_was_put_in(void **state)
{
	static const enum regress_method methods[] = {REGRESS_ORDINARY,
						      REGRESS_ROBUST};
	struct regress_data data = made_up(0);
	struct regress_fit fit;

	(void)state;
	for (size_t i = 0; i < COUNT(methods); i++) {
		assert_int_equal(regress_fit(&data, methods[i], &fit),
				 MODEL_OK);
		is_close(fit.coefficient[0], 7.31, 10);
		is_close(fit.coefficient[1], -2.385, 10);
		is_close(fit.coefficient[2], .0123, 10);
		is_close(fit.r2, 1, 12);
		assert_true(fit.deviation < 1e-10);
	}
}

/* Every seventh point is far off: least squares follows, bisquare does not. */
static void robust_ignores_the_disturbed(void **state)
{
	struct regress_data data = made_up(.05);
	double y[POINTS];
	struct regress_fit ordinary, robust;

	(void)state;
	for (int i = 0; i < POINTS; i++)
		y[i] = data.y[i] + (i % 7 == 3 ? 41.7 + i : 0);
	data.y = y;
	assert_int_equal(regress_fit(&data, REGRESS_ORDINARY, &ordinary),
			 MODEL_OK);
	assert_int_equal(regress_fit(&data, REGRESS_ROBUST, &robust), MODEL_OK);
	assert_true(fabs(ordinary.coefficient[0] - 7.31) > 1);
	assert_true(fabs(robust.coefficient[0] - 7.31) < .1);
	assert_true(fabs(robust.coefficient[1] + 2.385) < .02);
	assert_true(fabs(robust.coefficient[2] - .0123) < .0002);
	assert_true(robust.deviation < ordinary.deviation / 2);
}

/* Brownlee's stack loss, with the figures that R's summary of it prints. */
static void fits_stack_loss(void **state)
{
	static const double x[][3] = {{80, 27, 89}, {80, 27, 88}, {75, 25, 90},
				      {62, 24, 87}, {62, 22, 87}, {62, 23, 87},
				      {62, 24, 93}, {62, 24, 93}, {58, 23, 87},
				      {58, 18, 80}, {58, 18, 89}, {58, 17, 88},
				      {58, 18, 82}, {58, 19, 93}, {50, 18, 89},
				      {50, 18, 86}, {50, 19, 72}, {50, 19, 79},
				      {50, 20, 80}, {56, 20, 82}, {70, 20, 91}};
	static const double y[] = {42, 37, 37, 28, 18, 18, 19, 20, 15, 14, 14,
				   13, 11, 12, 8,  7,  8,  8,  9,  15, 15};
	static const double coefficient[] = {-39.9197, .7156, 1.2953, -.1521};
	static const double error[] = {11.8960, .1349, .3680, .1563};
	struct regress_data data = {COUNT(y), 3, x[0], y, true};
	struct regress_fit fit;

	(void)state;
	assert_int_equal(regress_fit(&data, REGRESS_ORDINARY, &fit), MODEL_OK);
	for (size_t i = 0; i < 4; i++) {
		assert_true(fabs(fit.coefficient[i] - coefficient[i]) < 6e-5);
		assert_true(fabs(fit.error[i] - error[i]) < 6e-5);
	}
	assert_true(fabs(fit.deviation - 3.243) < 6e-4);
	assert_true(fabs(fit.r2 - .9136) < 6e-5);
	assert_true(fabs(fit.r2_adjusted - .8983) < 6e-5);
}

/* Sizes of bytes and of seconds do not change what is found. */
static void scale_does_not_matter(void **state)
{
	struct regress_data data = made_up(.5);
	double x[POINTS][2], y[POINTS];
	struct regress_data scaled = {POINTS, 2, x[0], y, true};
	struct regress_fit fit, other;

	(void)state;
	for (int i = 0; i < POINTS; i++) {
		x[i][0] = data.x[2 * i] * 3e12;
		x[i][1] = data.x[2 * i + 1] * 7e-9;
		y[i] = data.y[i] * 1e-6;
	}
	assert_int_equal(regress_fit(&data, REGRESS_ORDINARY, &fit), MODEL_OK);
	assert_int_equal(regress_fit(&scaled, REGRESS_ORDINARY, &other),
			 MODEL_OK);
	is_close(other.r2, fit.r2, 9);
	is_close(other.condition, fit.condition, 9);
	is_close(other.inflation[2], fit.inflation[2], 9);
	is_close(other.coefficient[1], fit.coefficient[1] / 3e18, 9);
	is_close(other.error[2], fit.error[2] * 1e3 / 7, 9);
}

static void refuses_data(void **state)
{
	static const double up[] = {1.3, 2.9, 3.1, 4.7, 5.9, 6.1};
	static const double same[] = {2.385, 2.385, 2.385, 2.385, 2.385, 2.385};
	static const double none[] = {0, 0, 0, 0, 0, 0};
	static const double bad[] = {1.3, 2.9, NAN, 4.7, 5.9, 6.1};
	static const double huge[] = {1e308,   1.1e308, 1.7e308,
				      1.2e308, 1.3e308, 1.4e308};
	static const double twice[] = {1, 2, 3, 6, 7, 14, 5, 10, 6, 12, 2, 4};
	static const double sum[] = {.1, .9, .3, .7, .2, .8,
				     .6, .4, .5, .5, .7, .3};
	static const struct {
		struct regress_data data;
		enum model_status status;
	} rows[] = {
		{{6, 1, up, same, true}, MODEL_CONSTANT},
		{{6, 1, same, up, true}, MODEL_CONSTANT},
		{{6, 1, same, up, false}, MODEL_OK},
		{{6, 1, none, up, false}, MODEL_SINGULAR},
		{{6, 1, bad, up, true}, MODEL_NOT_FINITE},
		{{6, 1, up, bad, true}, MODEL_NOT_FINITE},
		{{6, 1, up, huge, true}, MODEL_NOT_FINITE},
		{{6, 1, huge, up, true}, MODEL_NOT_FINITE},
		{{2, 1, up, twice, true}, MODEL_TOO_FEW},
		{{1, 1, up, twice, false}, MODEL_TOO_FEW},
		{{0, 1, up, twice, false}, MODEL_TOO_FEW},
		{{6, 0, up, twice, false}, MODEL_BAD_ARGUMENT},
		{{6, 16, up, twice, true}, MODEL_BAD_ARGUMENT},
		{{6, SIZE_MAX, up, twice, true}, MODEL_BAD_ARGUMENT},
		{{6, 2, twice, up, true}, MODEL_SINGULAR},
		{{6, 2, sum, up, true}, MODEL_SINGULAR},
		{{6, 2, sum, up, false}, MODEL_OK},
		{{6, 0, NULL, up, true}, MODEL_OK},
	};
	struct regress_fit fit, before;

	(void)state;
	memset(&before, 0x5a, sizeof(before));
	for (size_t i = 0; i < COUNT(rows); i++) {
		fit = before;
		assert_int_equal(
			regress_fit(&rows[i].data, REGRESS_ORDINARY, &fit),
			rows[i].status);
		if (rows[i].status != MODEL_OK)
			assert_memory_equal(&fit, &before, sizeof(fit));
	}
}

static int complaints;

static void complain(const char *reason, const char *file, int line, int number)
{
	(void)reason;
	(void)file;
	(void)line;
	(void)number;
	complaints++;
}

/*
 * Of these points GSL goes to and fro between two sets of weights; the
 * handler of the caller is spared and still there afterwards.
 */
static void survives_without_convergence(void **state)
{
	gsl_error_handler_t *old = gsl_set_error_handler(complain);
	enum model_status status = MODEL_OK;
	uint64_t seed = 11;
	int rounds = 0;

	(void)state;
	for (; status == MODEL_OK && rounds < 20000; rounds++) {
		double x[6], y[6];
		struct regress_data data = {6, 1, x, y, true};
		struct regress_fit fit;

		for (int i = 0; i < 6; i++) {
			x[i] = noise(&seed);
			y[i] = noise(&seed);
		}
		status = regress_fit(&data, REGRESS_ROBUST, &fit);
	}
	assert_int_equal(status, MODEL_NO_CONVERGENCE);
	assert_int_equal(complaints, 0);
	assert_ptr_equal(gsl_set_error_handler(old), complain);
}

/* The linker puts these in the place of GSL's: the test runs out of memory. */
gsl_matrix *__real_gsl_matrix_alloc(size_t rows, size_t columns);
gsl_matrix *__wrap_gsl_matrix_alloc(size_t rows, size_t columns);
gsl_vector *__real_gsl_vector_alloc(size_t size);
gsl_vector *__wrap_gsl_vector_alloc(size_t size);
gsl_multifit_robust_workspace *
__real_gsl_multifit_robust_alloc(const gsl_multifit_robust_type *type,
				 size_t count, size_t terms);
gsl_multifit_robust_workspace *
__wrap_gsl_multifit_robust_alloc(const gsl_multifit_robust_type *type,
				 size_t count, size_t terms);
static int allocations_left = -1;

static bool is_out(void)
{
	if (allocations_left == 0)
		return true;
	allocations_left -= allocations_left > 0;
	return false;
}

gsl_matrix *__wrap_gsl_matrix_alloc(size_t rows, size_t columns)
{
	return is_out() ? NULL : __real_gsl_matrix_alloc(rows, columns);
}

gsl_vector *__wrap_gsl_vector_alloc(size_t size)
{
	return is_out() ? NULL : __real_gsl_vector_alloc(size);
}

gsl_multifit_robust_workspace *
__wrap_gsl_multifit_robust_alloc(const gsl_multifit_robust_type *type,
				 size_t count, size_t terms)
{
	return is_out() ? NULL
			: __real_gsl_multifit_robust_alloc(type, count, terms);
}

static void runs_out_of_memory(void **state)
{
	struct regress_data data = made_up(.5);
	enum model_status status = MODEL_NO_MEMORY;
	struct regress_fit fit;
	int tries = 0;

	(void)state;
	for (; status == MODEL_NO_MEMORY; tries++) {
		allocations_left = tries;
		status = regress_fit(&data, REGRESS_ROBUST, &fit);
		allocations_left = -1;
	}
	assert_int_equal(status, MODEL_OK);
	assert_int_equal(tries, 11);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fits_as_certified),
		cmocka_unit_test(fits_without_a_constant),
		cmocka_unit_test(recovers_what_was_put_in),
		cmocka_unit_test(robust_ignores_the_disturbed),
		cmocka_unit_test(fits_stack_loss),
		cmocka_unit_test(scale_does_not_matter),
		cmocka_unit_test(refuses_data),
		cmocka_unit_test(survives_without_convergence),
		cmocka_unit_test(runs_out_of_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
