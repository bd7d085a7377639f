/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The power models: what was put in comes out, the power form wins where it
 * is the truth, each bound of the domain is named, and every refusal.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../models/power.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void is_close(double value, double wanted, double digits)
{
	assert_true(fabs(value / wanted - 1) <= pow(10, -digits));
}

/* Between -1 and 1; the seed is fixed. */
static double noise(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (*seed >> 11) * 0x1p-52 - 1;
}

#define SIZES 6
#define THREADS 5
#define CHUNKS 4
#define POINTS (SIZES * THREADS * CHUNKS)

/*
 * The pattern noninterf over sizes, threads and chunks as it was measured
 * for the published models: five arrays of 4 bytes an element, 4 MiB of L2.
 */
static void make_pattern(struct power_point points[POINTS],
			 const struct power_law *law, double errors)
{
	static const double sizes[] = {61, 97, 131, 173, 211, 251};
	static const double threads[] = {1, 2, 4, 6, 8};
	static const double chunks[] = {1, 3, 7, 0};
	struct power_point *point = points;
	uint64_t seed = 2385;

	for (int s = 0; s < SIZES; s++)
		for (int t = 0; t < THREADS; t++)
			for (int c = 0; c < CHUNKS; c++, point++) {
				double n = sizes[s];
				double chunk = chunks[c] > 0
						       ? chunks[c]
						       : ceil(n / threads[t]);
				double most =
					ceil(ceil(n / chunk) / threads[t]);

				point->x[0] = (4 << 20) / (20 * n * n);
				point->x[1] = 4.3 * n * fmin(n, most * chunk);
				point->x[2] = chunk;
				point->x[3] = threads[t];
				assert_int_equal(
					power_law_cycles(law, point->x,
							 &point->cycles),
					MODEL_OK);
				point->cycles *= exp(errors * noise(&seed));
			}
}

static void recovers_exponents(void **state)
{
	static const enum regress_method methods[] = {REGRESS_ORDINARY,
						      REGRESS_ROBUST};
	static const struct power_law *const laws[] = {&power_noninterf,
						       &power_matmul};
	struct power_point points[POINTS];
	struct power_fit fit;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		make_pattern(points, laws[i / 2], 0);
		assert_int_equal(power_fit(points, POINTS, POWER_POWER,
					   POWER_ALL, methods[i % 2], &fit),
				 MODEL_OK);
		for (int v = 0; v < POWER_VARIABLES; v++)
			is_close(fit.exponent[v], laws[i / 2]->exponent[v], 9);
		is_close(fit.r2, 1, 12);
		is_close(fit.r2_cycles, 1, 12);
	}
}

static void recovers_exponents_from_noise(void **state)
{
	struct power_point points[POINTS];
	struct power_fit fit;

	(void)state;
	make_pattern(points, &power_noninterf, .1);
	assert_int_equal(power_fit(points, POINTS, POWER_POWER, POWER_ALL,
				   REGRESS_ORDINARY, &fit),
			 MODEL_OK);
	for (int v = 0; v < POWER_VARIABLES; v++) {
		double error = fit.exponent[v] - power_noninterf.exponent[v];

		assert_true(fabs(error) < .05);
	}
}

/* Times that were disturbed cost the robust fit little. */
static void robust_stands_disturbance(void **state)
{
	struct power_point points[POINTS];
	struct power_fit ordinary, robust;

	(void)state;
	make_pattern(points, &power_noninterf, .01);
	for (int i = 0; i < POINTS; i += 9)
		points[i].cycles *= 7;
	assert_int_equal(power_fit(points, POINTS, POWER_POWER, POWER_ALL,
				   REGRESS_ORDINARY, &ordinary),
			 MODEL_OK);
	assert_int_equal(power_fit(points, POINTS, POWER_POWER, POWER_ALL,
				   REGRESS_ROBUST, &robust),
			 MODEL_OK);
	assert_true(fabs(robust.exponent[1] - .675172) < .003);
	assert_true(fabs(ordinary.exponent[1] - .675172) > .01);
}

/* Each form is recovered where it is the truth. */
static void recovers_every_form(void **state)
{
	static const double a[] = {7.31, 2.385, .417, 11.9};
	static const double small[] = {.0131, .000041, .0173, .37};
	struct power_point points[POINTS];

	(void)state;
	for (int form = 0; form < POWER_FORMS; form++) {
		bool exponential = form == POWER_EXPONENTIAL;
		struct power_fit fit;

		make_pattern(points, &power_noninterf, 0);
		for (int i = 0; i < POINTS; i++) {
			const double *x = points[i].x;
			double sum = 0;

			for (int v = 0; v < POWER_VARIABLES; v++)
				sum += (exponential ? small : a)[v] *
				       (form == POWER_LINEAR || exponential
						? x[v]
					: form == POWER_HYPERBOLIC ? 1 / x[v]
								   : log(x[v]));
			points[i].cycles = form == POWER_POWER || exponential
						   ? exp(sum)
						   : sum;
		}
		assert_int_equal(power_fit(points, POINTS, form, POWER_ALL,
					   REGRESS_ORDINARY, &fit),
				 MODEL_OK);
		for (int v = 0; v < POWER_VARIABLES; v++)
			is_close(fit.exponent[v], (exponential ? small : a)[v],
				 6);
	}
}

/* Published: power has the largest R2 with all variables, and .9999. */
static void power_wins(void **state)
{
	static const struct power_law *const laws[] = {&power_noninterf,
						       &power_matmul};
	struct power_point points[POINTS];
	struct power_comparison comparison;

	(void)state;
	for (size_t i = 0; i < COUNT(laws); i++) {
		make_pattern(points, laws[i], .05);
		assert_int_equal(power_compare(points, POINTS, &comparison),
				 MODEL_OK);
		assert_int_equal(comparison.best[0], POWER_POWER);
		assert_true(comparison.r2[POWER_POWER][0] > .9999);
		assert_true(comparison.r2_cycles[POWER_POWER][0] > .99);
		/* Operations say most, as published: .9957 and .9982. */
		assert_int_equal(comparison.best[2], POWER_POWER);
		assert_true(comparison.r2[POWER_POWER][2] > .98);
		for (int form = 0; form < POWER_FORMS; form++)
			if (form != POWER_POWER)
				assert_true(
					comparison.r2_cycles[form][0] <
					comparison.r2_cycles[POWER_POWER][0]);
	}
}

/* By hand: ln Y = a ln X with a = sum of products over sum of squares. */
static void r2_is_about_zero(void **state)
{
	static const double x[] = {2.3, 3.7, 7.1}, y[] = {5.9, 11.3, 61.7};
	double xx = 0, xy = 0, yy = 0, errors = 0, total = 0;
	double mean = (5.9 + 11.3 + 61.7) / 3;
	struct power_point points[3];
	struct power_fit fit;

	(void)state;
	for (int i = 0; i < 3; i++) {
		points[i] = (struct power_point){{1, x[i], 1, 1}, y[i]};
		xx += log(x[i]) * log(x[i]);
		xy += log(x[i]) * log(y[i]);
		yy += log(y[i]) * log(y[i]);
	}
	for (int i = 0; i < 3; i++) {
		errors += pow(y[i] - pow(x[i], xy / xx), 2);
		total += pow(y[i] - mean, 2);
	}
	assert_int_equal(power_fit(points, 3, POWER_POWER, POWER_ONLY(1),
				   REGRESS_ORDINARY, &fit),
			 MODEL_OK);
	is_close(fit.exponent[1], xy / xx, 12);
	assert_true(fit.exponent[0] == 0);
	is_close(fit.r2, xy * xy / xx / yy, 12);
	is_close(fit.r2_cycles, 1 - errors / total, 12);
}

/* A form that cannot be fitted is left out, and where none can it is said. */
static void compares_what_there_is(void **state)
{
	struct power_point points[POINTS];
	struct power_comparison comparison;

	(void)state;
	make_pattern(points, &power_noninterf, .05);
	points[7].x[2] = 1e-310;
	assert_int_equal(power_compare(points, POINTS, &comparison), MODEL_OK);
	assert_true(isnan(comparison.r2[POWER_HYPERBOLIC][0]));
	assert_true(isnan(comparison.r2[POWER_HYPERBOLIC][3]));
	assert_false(isnan(comparison.r2[POWER_HYPERBOLIC][1]));
	assert_false(isnan(comparison.r2[POWER_LINEAR][0]));
	for (int i = 0; i < POINTS; i++)
		points[i].x[3] = 2;
	assert_int_equal(power_compare(points, POINTS, &comparison),
			 MODEL_CONSTANT);
}

static void refuses_points(void **state)
{
	static const struct {
		int variable; /* -1: the cycles */
		double value;
		enum model_status status;
	} rows[] = {
		{0, 0, MODEL_NOT_POSITIVE},  {1, -2.385, MODEL_NOT_POSITIVE},
		{2, NAN, MODEL_NOT_FINITE},  {3, INFINITY, MODEL_NOT_FINITE},
		{-1, 0, MODEL_NOT_POSITIVE}, {-1, NAN, MODEL_NOT_FINITE},
		{-1, 1e300, MODEL_OK},
	};
	struct power_point points[POINTS];
	struct power_fit fit, before;

	(void)state;
	memset(&before, 0x5a, sizeof(before));
	for (size_t i = 0; i < COUNT(rows); i++) {
		make_pattern(points, &power_noninterf, .1);
		if (rows[i].variable < 0)
			points[7].cycles = rows[i].value;
		else
			points[7].x[rows[i].variable] = rows[i].value;
		fit = before;
		assert_int_equal(power_fit(points, POINTS, POWER_POWER,
					   POWER_ALL, REGRESS_ORDINARY, &fit),
				 rows[i].status);
		if (rows[i].status != MODEL_OK)
			assert_memory_equal(&fit, &before, sizeof(fit));
	}
}

static void refuses_arguments(void **state)
{
	struct power_point points[POINTS];
	struct power_comparison comparison;
	struct power_fit fit;
	double cycles;
	static const double none[] = {1, 0, 1, 1};
	static const struct power_law steep = {"steep", {9, 9, 9, 9}};
	static const double large[] = {1e200, 1e200, 1, 1};

	(void)state;
	make_pattern(points, &power_noninterf, .1);
	assert_int_equal(power_fit(points, 4, POWER_POWER, POWER_ALL,
				   REGRESS_ORDINARY, &fit),
			 MODEL_CONSTANT);
	assert_int_equal(power_fit(points, 1, POWER_POWER, POWER_ONLY(2),
				   REGRESS_ORDINARY, &fit),
			 MODEL_TOO_FEW);
	assert_int_equal(power_compare(points, 1, &comparison), MODEL_TOO_FEW);
	assert_int_equal(power_fit(points, POINTS, POWER_FORMS, POWER_ALL,
				   REGRESS_ORDINARY, &fit),
			 MODEL_BAD_ARGUMENT);
	assert_int_equal(power_fit(points, POINTS, POWER_POWER, 0,
				   REGRESS_ORDINARY, &fit),
			 MODEL_BAD_ARGUMENT);
	assert_int_equal(power_fit(points, POINTS, POWER_POWER, POWER_ALL + 1,
				   REGRESS_ORDINARY, &fit),
			 MODEL_BAD_ARGUMENT);
	assert_int_equal(power_law_cycles(&steep, large, &cycles),
			 MODEL_NOT_FINITE);
	assert_int_equal(power_law_cycles(&steep, none, &cycles),
			 MODEL_NOT_POSITIVE);
}

/* X1 is the inverse of X2 here and X3 its square: nothing is determined. */
static void refuses_dependent_variables(void **state)
{
	struct power_point points[9];
	struct power_fit fit;

	(void)state;
	for (int i = 0; i < 9; i++)
		points[i] = (struct power_point){
			{1. / (i + 2), i + 2, pow(i + 2, 2), 1 + i % 3}, i + 3};
	assert_int_equal(power_fit(points, 9, POWER_POWER, POWER_ALL,
				   REGRESS_ORDINARY, &fit),
			 MODEL_SINGULAR);
}

static void names_each_violation(void **state)
{
	static const struct power_domain domain = {1.1e4, 9e5, 1e6, .0031, .71};
	static const struct {
		struct power_loop loop;
		unsigned violations;
	} rows[] = {
		{{3e5, 2.5, 3, .05}, 0},
		{{1.1e4, 2, 3, .0031}, 0},
		{{9e5, 2, 3, .71}, 0},
		{{3e5, 2.5, 3, 0}, 0},
		{{1.09e4, 1, 1, 0}, POWER_LITTLE_DATA},
		{{9.1e5, 1, 1, 0}, POWER_MUCH_DATA},
		{{1.1e6, 1, 1, 0}, POWER_MUCH_DATA | POWER_BEYOND_L2},
		{{3e5, 2, 3.01, 0}, POWER_UNEVEN_CHUNKS},
		{{3e5, 1, 1, .003}, POWER_TOO_SHORT},
		{{3e5, 1, 1, .72}, POWER_TOO_LONG},
		{{5e6, 1, 2, .72},
		 POWER_BEYOND_L2 | POWER_MUCH_DATA | POWER_UNEVEN_CHUNKS |
			 POWER_TOO_LONG},
	};
	unsigned violations;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		assert_int_equal(
			power_check(&domain, &rows[i].loop, &violations),
			MODEL_OK);
		assert_int_equal(violations, rows[i].violations);
	}
}

static void refuses_domains(void **state)
{
	static const struct power_domain good = {1.1e4, 9e5, 1e6, .0031, .71};
	static const struct power_domain none = {1.1e4, 9e5, 0, .0031, .71};
	static const struct power_domain turned = {9e5, 1.1e4, 1e6, .0031, .71};
	static const struct power_loop loop = {3e5, 2.5, 3, .05};
	static const struct power_loop backward = {3e5, 3, 2.5, .05};
	static const struct power_loop past = {3e5, 2.5, 3, -.05};
	static const struct power_loop never = {3e5, 2.5, 3, INFINITY};
	static const struct power_loop unknown = {NAN, 2.5, 3, .05};
	static const struct {
		const struct power_domain *domain;
		const struct power_loop *loop;
		enum model_status status;
	} rows[] = {
		{&good, &loop, MODEL_OK},
		{&none, &loop, MODEL_NOT_POSITIVE},
		{&turned, &loop, MODEL_BAD_ARGUMENT},
		{&good, &backward, MODEL_BAD_ARGUMENT},
		{&good, &past, MODEL_NOT_POSITIVE},
		{&good, &never, MODEL_NOT_FINITE},
		{&good, &unknown, MODEL_NOT_FINITE},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		unsigned violations = 2385;

		assert_int_equal(
			power_check(rows[i].domain, rows[i].loop, &violations),
			rows[i].status);
		assert_int_equal(violations,
				 rows[i].status == MODEL_OK ? 0 : 2385);
	}
}

static void names_forms(void **state)
{
	(void)state;
	assert_string_equal(power_form_name(POWER_HYPERBOLIC), "hyperbolic");
	assert_string_equal(power_form_name(POWER_FORMS), "unknown");
}

/* The linker puts this in the place of calloc: the test runs out of memory. */
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
static bool memory_is_out;

void *__wrap_calloc(size_t count, size_t size)
{
	return memory_is_out ? NULL : __real_calloc(count, size);
}

static void runs_out_of_memory(void **state)
{
	struct power_point points[POINTS];
	struct power_comparison comparison;
	struct power_fit fit;

	(void)state;
	make_pattern(points, &power_noninterf, .1);
	memory_is_out = true;
	assert_int_equal(power_fit(points, POINTS, POWER_POWER, POWER_ALL,
				   REGRESS_ORDINARY, &fit),
			 MODEL_NO_MEMORY);
	assert_int_equal(power_compare(points, POINTS, &comparison),
			 MODEL_NO_MEMORY);
	memory_is_out = false;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recovers_exponents),
		cmocka_unit_test(recovers_exponents_from_noise),
		cmocka_unit_test(robust_stands_disturbance),
		cmocka_unit_test(recovers_every_form),
		cmocka_unit_test(power_wins),
		cmocka_unit_test(r2_is_about_zero),
		cmocka_unit_test(compares_what_there_is),
		cmocka_unit_test(refuses_points),
		cmocka_unit_test(refuses_arguments),
		cmocka_unit_test(refuses_dependent_variables),
		cmocka_unit_test(names_each_violation),
		cmocka_unit_test(refuses_domains),
		cmocka_unit_test(names_forms),
		cmocka_unit_test(runs_out_of_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
