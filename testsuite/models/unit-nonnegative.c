/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Least squares that are not below zero: by hand, against what was put in,
 * the conditions of Kuhn and Tucker, and every refusal.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../models/nonnegative.h"

#define POINTS 20
#define TERMS 5

static uint64_t seed = 2385;

/* Between 0 and 1. */
static double any(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (double)(seed >> 11) * 0x1p-53;
}

static void is_near(double value, double wanted)
{
	assert_true(fabs(value - wanted) <= 1e-9 * (1 + fabs(wanted)));
}

/*
 * The ordinary answer is 3 and -1. Along the first axis alone the best is
 * (1 * 2 + 1 * 3 + 2 * 5) / 6.
 */
static void by_hand(void **state)
{
	static const double x[] = {1, 1, 1, 0, 2, 1};
	static const double y[] = {2, 3, 5};
	struct regress_data data = {3, 2, x, y, false};
	double found[2];

	(void)state;
	assert_int_equal(nonnegative_fit(&data, found), MODEL_OK);
	is_near(found[0], 15. / 6);
	assert_true(found[1] == 0);
}

static void fill(double *x, double *y, const double *truth, double noise)
{
	for (int i = 0; i < POINTS; i++) {
		y[i] = noise * (any() - .5);
		for (int j = 0; j < TERMS; j++) {
			x[i * TERMS + j] = any();
			y[i] += truth[j] * x[i * TERMS + j];
		}
	}
}

static void finds_what_was_put_in(void **state)
{
	static const double truth[] = {2.385, 0, 170.5, .0625, 13};
	double x[POINTS * TERMS], y[POINTS], found[TERMS], predicted[POINTS];
	struct regress_data data = {POINTS, TERMS, x, y, false};

	(void)state;
	fill(x, y, truth, 0);
	assert_int_equal(nonnegative_fit(&data, found), MODEL_OK);
	for (int j = 0; j < TERMS; j++)
		is_near(found[j], truth[j]);
	assert_int_equal(nonnegative_left_out(&data, predicted), MODEL_OK);
	for (int i = 0; i < POINTS; i++)
		is_near(predicted[i], y[i]);
}

/*
 * At the best no coefficient is below zero, the sum of squares is flat where
 * one is above, and does not fall where one is zero.
 */
static void none_is_better(void **state)
{
	static const double truth[] = {-1, 2, -3, .5, 0};
	int zeros = 0;

	(void)state;
	for (int round = 0; round < 200; round++) {
		double x[POINTS * TERMS], y[POINTS], found[TERMS];
		struct regress_data data = {POINTS, TERMS, x, y, false};

		fill(x, y, truth, 3);
		assert_int_equal(nonnegative_fit(&data, found), MODEL_OK);
		for (int j = 0; j < TERMS; j++) {
			double slope = 0;

			for (int i = 0; i < POINTS; i++) {
				double error = y[i];

				for (int k = 0; k < TERMS; k++)
					error -= found[k] * x[i * TERMS + k];
				slope += error * x[i * TERMS + j];
			}
			assert_true(found[j] >= 0);
			assert_true(slope < 1e-7);
			assert_true(found[j] == 0 || slope > -1e-7);
			zeros += found[j] == 0;
		}
	}
	assert_true(zeros > 200);
}

/* A point is not asked what it says itself. */
static void a_point_is_left_out(void **state)
{
	static const double x[] = {1, 2, 3, 4};
	static const double y[] = {2, 4, 6, 100};
	struct regress_data data = {4, 1, x, y, false};
	double predicted[4];

	(void)state;
	assert_int_equal(nonnegative_left_out(&data, predicted), MODEL_OK);
	is_near(predicted[3], 8);
	/* 4 * (1 * 2 + 2 * 4 + 4 * 100) would be with itself, over 1 + 4 + 16
	 */
	is_near(predicted[2], 3 * 410. / 21);
}

static void refuses(void **state)
{
	static const double x[] = {1, 0, 2, 0, 4, 0, 3, 0};
	static const double y[] = {1, 2, 3, 5};
	static const double bad[] = {1, NAN, 3, 5};
	static const struct {
		struct regress_data data;
		enum model_status status;
	} rows[] = {
		{{4, 2, x, y, false}, MODEL_OK}, /* a column of nothing */
		{{4, 2, x, y, true}, MODEL_BAD_ARGUMENT},
		{{4, 0, x, y, false}, MODEL_BAD_ARGUMENT},
		{{40, REGRESS_TERMS + 1, x, y, false}, MODEL_BAD_ARGUMENT},
		{{2, 2, x, y, false}, MODEL_TOO_FEW},
		{{4, 2, x, bad, false}, MODEL_NOT_FINITE},
		{{4, 1, bad, y, false}, MODEL_NOT_FINITE},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		double found[REGRESS_TERMS] = {-7, -7};

		assert_int_equal(nonnegative_fit(&rows[i].data, found),
				 rows[i].status);
		assert_true((found[0] == -7) == (rows[i].status != MODEL_OK));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_hand),
		cmocka_unit_test(finds_what_was_put_in),
		cmocka_unit_test(none_is_better),
		cmocka_unit_test(a_point_is_left_out),
		cmocka_unit_test(refuses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
