/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The figures by which rankings are judged: by hand, against published
 * examples, against enumeration of every order, and every refusal.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../models/judge.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void is_near(double value, double wanted)
{
	assert_true(fabs(value - wanted) <= 1e-9 * (1 + fabs(wanted)));
}

/* In the order that is predicted: 3.77, 2.31, 29.7, 2.35, 2.93. */
static const double predicted[] = {73.1, 11.3, 92.7, 20.9, 41.2};
static const double measured[] = {2.35, 3.77, 2.93, 2.31, 29.7};

static struct judge_input five(void)
{
	struct judge_input input = {.count = COUNT(measured),
				    .predicted = predicted,
				    .measured = measured};

	return input;
}

static void judges_by_hand(void **state)
{
	struct judge_input input = five();
	struct judge_result result;

	(void)state;
	assert_int_equal(judge_order(&input, 2, &result), MODEL_OK);
	assert_int_equal(result.count, 5);
	assert_int_equal(result.best, 3);
	assert_int_equal(result.place, 2);
	assert_int_equal(result.ties, 1);
	is_near(result.ranked.kmin, 2);
	is_near(result.ranked.t_kmin, 2.5);
	is_near(result.ranked.regret[0], 3.77 / 2.31 - 1);
	is_near(result.ranked.regret[1], 0);
	is_near(result.ranked.regret[2], 0);
	is_near(result.ranked.gain, 41.06 / 6.08);
	is_near(result.ranked.gain_near, 11.36 / 6.08);
	is_near(result.ranked.within, 2);
}

static void intervals_make_ties(void **state)
{
	static const double low[] = {2.29, 3.6, 2.37, 2.27, 29};
	static const double high[] = {2.41, 3.9, 3.1, 2.36, 31};
	struct judge_input input = five();
	struct judge_result result;

	(void)state;
	input.low = low;
	input.high = high;
	assert_int_equal(judge_order(&input, 2, &result), MODEL_OK);
	assert_int_equal(result.ties, 2);
	assert_int_equal(result.place, 2);
	is_near(result.random.kmin, 6 / 3.);
}

/* The variant tried first costs more than all others together. */
static void runs_have_a_price(void **state)
{
	static const double seconds[] = {.31, 7.7, .57, .23, .97};
	struct judge_input input = five();
	struct judge_result result;

	(void)state;
	input.seconds = seconds;
	assert_int_equal(judge_order(&input, 2, &result), MODEL_OK);
	is_near(result.ranked.gain, 9.78 / 7.93);
	is_near(result.ranked.gain_near, 8.81 / 7.93);
	is_near(result.ranked.regret[0], 3.77 / 2.31 - 1);
}

static void within_counts_runs(void **state)
{
	struct judge_input input = five();
	struct judge_result result;

	(void)state;
	assert_int_equal(judge_order(&input, 0, &result), MODEL_OK);
	is_near(result.ranked.within, 2);
	is_near(result.random.within, 3);
	assert_int_equal(judge_order(&input, 63.3, &result), MODEL_OK);
	is_near(result.ranked.within, 1);
	is_near(result.random.within, 6 / 5.);
}

/* A constant prediction must not profit from a table that is sorted. */
static void equal_predictions_are_no_help(void **state)
{
	static const double same[] = {7.7, 7.7, 7.7, 7.7};
	static const double sorted[] = {1.13, 1.29, 1.57, 1.91};
	static const double other[] = {7.7, 7.7, 9.1, 8.3};
	struct judge_input input = {4, same, sorted, NULL, NULL, NULL};
	struct judge_result result;

	(void)state;
	assert_int_equal(judge_order(&input, 2, &result), MODEL_OK);
	assert_int_equal(result.place, 4);
	is_near(result.ranked.regret[0], 1.91 / 1.13 - 1);
	input.predicted = other;
	assert_int_equal(judge_order(&input, 2, &result), MODEL_OK);
	assert_int_equal(result.place, 2);
}

static void one_variant_is_a_list(void **state)
{
	static const double one[] = {2.385};
	struct judge_input input = {1, one, one, NULL, NULL, NULL};
	struct judge_result result;

	(void)state;
	assert_int_equal(judge_order(&input, 2, &result), MODEL_OK);
	is_near(result.ranked.kmin, 1);
	is_near(result.random.kmin, 1);
	is_near(result.random.regret[2], 0);
	is_near(result.random.gain, 1);
}

/*
 * Kaminska and Bielecki, table 4: variants, kmin, Tt and Tkmin of their loops
 * in seconds and the ratio that they print. The times of single variants
 * are made up so that they have these sums.
 */
static const struct published {
	double t, kmin, all, first, ratio;
} published[] = {
	{8, 1, 4.33e3, 3.70e2, 11.73}, {8, 1, 6.63e3, 5.61e2, 11.83},
	{8, 1, 1.97e3, 1.71e2, 11.53}, {9, 3, 4.26e3, 1.12e3, 3.82},
	{8, 1, 4.19e2, 3.58e1, 11.71}, {8, 1, 6.46e2, 5.48e1, 11.80},
	{6, 1, 1.42e3, 1.68e2, 8.41},  {6, 2, 4.72e3, 1.11e3, 4.27},
	{9, 2, 4.75e4, 7.43e3, 6.39},  {9, 1, 3.67e5, 2.87e4, 12.81},
	{9, 1, 4.55e4, 3.55e3, 12.80}, {9, 1, 3.49e5, 2.73e4, 12.80},
	{9, 1, 3.94e4, 3.08e3, 12.82}, {9, 1, 7.54e5, 5.88e4, 12.82},
	{9, 1, 7.53e5, 5.88e4, 12.81}, {9, 1, 3.22e6, 2.51e5, 12.80},
};

static void gains_as_published(void **state)
{
	double order[9], seconds[9], speed[9];
	struct judge_input input = {0, order, speed, NULL, NULL, seconds};
	struct judge_result result;

	(void)state;
	for (size_t row = 0; row < COUNT(published); row++) {
		const struct published *loop = &published[row];

		input.count = loop->t;
		for (int i = 0; i < loop->t; i++) {
			bool run = i < loop->kmin;

			order[i] = 1.7 + i;
			speed[i] = i + 1 == loop->kmin ? 1.3 : 2.9 + i;
			seconds[i] = run ? loop->first / loop->kmin
					 : (loop->all - loop->first) /
						     (loop->t - loop->kmin);
		}
		assert_int_equal(judge_order(&input, 2, &result), MODEL_OK);
		assert_int_equal(result.place, loop->kmin);
		/* Their sums are printed with three digits. */
		assert_true(fabs(result.ranked.gain / loop->ratio - 1) < .006);
	}
}

/* Every order of the five, as the mean that a random one is expected to be. */
struct means {
	double kmin, within, best_seconds, regret[JUDGE_PLACES];
	int orders;
};

static void add_order(const double *order, const struct judge_input *wanted,
		      struct means *means)
{
	struct judge_input input = *wanted;
	struct judge_result result;
	double all = 0;

	input.predicted = order;
	assert_int_equal(judge_order(&input, 30, &result), MODEL_OK);
	for (size_t i = 0; i < input.count; i++)
		all += input.seconds[i];
	means->orders++;
	means->kmin += result.ranked.kmin;
	means->within += result.ranked.within;
	means->best_seconds += all / result.ranked.gain;
	for (int i = 0; i < JUDGE_PLACES; i++)
		means->regret[i] += result.ranked.regret[i];
}

static void permute(double *order, size_t done,
		    const struct judge_input *wanted, struct means *means)
{
	if (done == wanted->count) {
		add_order(order, wanted, means);
		return;
	}
	for (size_t i = done; i < wanted->count; i++) {
		double kept = order[done];

		order[done] = order[i];
		order[i] = kept;
		permute(order, done + 1, wanted, means);
		order[i] = order[done];
		order[done] = kept;
	}
}

static void random_is_the_mean_of_all_orders(void **state)
{
	static const double low[] = {2.2, 3.3, 2.6, 2.3, 4.1, 2.36, 28};
	static const double high[] = {2.5, 3.9, 3.1, 2.4, 5.2, 2.77, 31};
	static const double times[] = {2.35, 3.77, 2.93, 2.31, 4.7, 2.41, 29.7};
	static const double seconds[] = {.31, 7.7, .57, .23, .97, 1.3, .44};
	double order[] = {1.1, 2.3, 3.7, 4.1, 5.9, 6.1, 7.3};
	struct judge_input input = {7, order, times, low, high, seconds};
	struct means means = {0};
	struct judge_result result;
	double all = 11.52;

	(void)state;
	assert_int_equal(judge_order(&input, 30, &result), MODEL_OK);
	assert_int_equal(result.ties, 3);
	permute(order, 0, &input, &means);
	assert_int_equal(means.orders, 5040);
	is_near(result.random.kmin, means.kmin / 5040);
	is_near(result.random.t_kmin, 7 * 5040 / means.kmin);
	is_near(result.random.within, means.within / 5040);
	is_near(result.random.gain, all * 5040 / means.best_seconds);
	for (int i = 0; i < JUDGE_PLACES; i++)
		is_near(result.random.regret[i], means.regret[i] / 5040);
}

/* Hollander and Wolfe, colour and quality of tuna; the figures are R's. */
static void correlates_tuna(void **state)
{
	static const double x[] = {44.4, 45.9, 41.9, 53.3, 44.7,
				   44.1, 50.7, 45.2, 60.1};
	static const double y[] = {2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8};
	double value;

	(void)state;
	assert_int_equal(judge_pearson(x, y, 9, &value), MODEL_OK);
	assert_true(fabs(value - .571181) < 1e-6);
}

static void order_decides_the_sign(void **state)
{
	static const double x[] = {1.3e-300, 2.7e-300, 3.1e-300};
	static const double down[] = {-1.3e200, -2.7e200, -3.1e200};
	double value;

	(void)state;
	assert_int_equal(judge_pearson(x, down, 3, &value), MODEL_OK);
	is_near(value, -1);
	assert_int_equal(judge_pearson(x, x, 3, &value), MODEL_OK);
	is_near(value, 1);
}

static void errors_are_relative(void **state)
{
	struct judge_errors errors;

	(void)state;
	assert_int_equal(judge_errors(predicted, measured, 2, &errors),
			 MODEL_OK);
	is_near(errors.largest, 73.1 / 2.35 - 1);
	is_near(errors.mean, (73.1 / 2.35 + 11.3 / 3.77) / 2 - 1);
	assert_int_equal(judge_errors(predicted, measured, 0, &errors),
			 MODEL_TOO_FEW);
}

/* One number of a good input exchanged; the result must stay as it was. */
static void refuses(void **state)
{
	enum { PREDICTED, MEASURED, LOW, HIGH, SECONDS, ARRAYS };
	static const struct {
		int array;
		double value;
		enum model_status status;
	} rows[] = {
		{PREDICTED, NAN, MODEL_NOT_FINITE},
		{PREDICTED, INFINITY, MODEL_NOT_FINITE},
		{MEASURED, NAN, MODEL_NOT_FINITE},
		{MEASURED, 0, MODEL_NOT_POSITIVE},
		{MEASURED, -2.385, MODEL_NOT_POSITIVE},
		{LOW, -INFINITY, MODEL_NOT_FINITE},
		{HIGH, NAN, MODEL_NOT_FINITE},
		{LOW, 99.1, MODEL_BAD_ARGUMENT},
		{SECONDS, 0, MODEL_NOT_POSITIVE},
		{SECONDS, INFINITY, MODEL_NOT_FINITE},
		{PREDICTED, -7.3, MODEL_OK},
	};
	struct judge_result result, before;

	(void)state;
	memset(&before, 0x5a, sizeof(before));
	for (size_t i = 0; i < COUNT(rows); i++) {
		double a[ARRAYS][3] = {{1.2, 3.4, 2.3},
				       {2.2, 2.9, 3.3},
				       {2.1, 2.8, 3.2},
				       {2.3, 3.1, 3.4},
				       {.2, .3, .7}};
		struct judge_input input = {3,	    a[PREDICTED], a[MEASURED],
					    a[LOW], a[HIGH],	  a[SECONDS]};

		a[rows[i].array][1] = rows[i].value;
		result = before;
		assert_int_equal(judge_order(&input, 2, &result),
				 rows[i].status);
		if (rows[i].status != MODEL_OK)
			assert_memory_equal(&result, &before, sizeof(result));
	}
}

static void refuses_arguments(void **state)
{
	struct judge_input input = five();
	struct judge_result result;

	(void)state;
	assert_int_equal(judge_order(&input, -.1, &result), MODEL_BAD_ARGUMENT);
	assert_int_equal(judge_order(&input, NAN, &result), MODEL_BAD_ARGUMENT);
	input.low = measured;
	assert_int_equal(judge_order(&input, 2, &result), MODEL_BAD_ARGUMENT);
	input = five();
	input.count = 0;
	assert_int_equal(judge_order(&input, 2, &result), MODEL_TOO_FEW);
}

static void refuses_correlations(void **state)
{
	static const double same[] = {.1, .1, .1, .1, .1};
	static const double bad[] = {2.35, 3.77, NAN, 2.31, 29.7};
	double value = 2.385;

	(void)state;
	assert_int_equal(judge_pearson(measured, same, 5, &value),
			 MODEL_CONSTANT);
	assert_int_equal(judge_pearson(same, measured, 5, &value),
			 MODEL_CONSTANT);
	assert_int_equal(judge_pearson(measured, bad, 5, &value),
			 MODEL_NOT_FINITE);
	assert_int_equal(judge_pearson(measured, bad, 1, &value),
			 MODEL_TOO_FEW);
	assert_true(value == 2.385);
}

static void refuses_errors(void **state)
{
	static const double bad[] = {2.35, 0};
	static const double worse[] = {2.35, NAN};
	struct judge_errors errors;

	(void)state;
	assert_int_equal(judge_errors(predicted, bad, 2, &errors),
			 MODEL_NOT_POSITIVE);
	assert_int_equal(judge_errors(worse, measured, 2, &errors),
			 MODEL_NOT_FINITE);
}

/* The linker puts this in the place of calloc: the test runs out of memory. */
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
static int allocations_left = -1;

void *__wrap_calloc(size_t count, size_t size)
{
	if (allocations_left == 0)
		return NULL;
	allocations_left -= allocations_left > 0;
	return __real_calloc(count, size);
}

static void runs_out_of_memory(void **state)
{
	struct judge_input input = five();
	struct judge_result result;
	enum model_status status = MODEL_NO_MEMORY;
	int tries = 0;

	(void)state;
	for (; status == MODEL_NO_MEMORY; tries++) {
		allocations_left = tries;
		status = judge_order(&input, 2, &result);
		allocations_left = -1;
	}
	assert_int_equal(status, MODEL_OK);
	assert_int_equal(tries, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(judges_by_hand),
		cmocka_unit_test(intervals_make_ties),
		cmocka_unit_test(runs_have_a_price),
		cmocka_unit_test(within_counts_runs),
		cmocka_unit_test(equal_predictions_are_no_help),
		cmocka_unit_test(one_variant_is_a_list),
		cmocka_unit_test(gains_as_published),
		cmocka_unit_test(random_is_the_mean_of_all_orders),
		cmocka_unit_test(correlates_tuna),
		cmocka_unit_test(order_decides_the_sign),
		cmocka_unit_test(errors_are_relative),
		cmocka_unit_test(refuses),
		cmocka_unit_test(refuses_arguments),
		cmocka_unit_test(refuses_correlations),
		cmocka_unit_test(refuses_errors),
		cmocka_unit_test(runs_out_of_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
