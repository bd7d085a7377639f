/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Learning: factors that were put in come out, the kernel left out is not
 * looked at, and every refusal.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../models/learn.h"

#define KERNELS 5
#define SIZES 2
#define VARIANTS 60
#define ROWS (KERNELS * SIZES * VARIANTS)
#define DRAWS 40

static uint64_t state = 20261121;

/* From 0 to 1, xorshift. */
static double chance(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (double)(state >> 11) / 9007199254740992.0;
}

/* What was put in: memory costs 3.7 times what was estimated. */
static double factor(int term)
{
	return term == TERM_MEMORY ? 3.7 : term == TERM_DISPATCH ? .41 : 1;
}

static void make_row(struct learn_row *row, int problem, double noise)
{
	double cycles = 0;

	row->problem = problem;
	row->kernel = problem / SIZES;
	for (int i = 0; i < ESTIMATE_TERMS; i++) {
		row->term[i] = 1e5 * exp(5 * chance() - 3);
		cycles += factor(i) * row->term[i];
	}
	row->time = cycles * (1.7 + problem) * exp(noise * (chance() - .5));
}

static struct learn_row rows[ROWS];

static void make_rows(double noise)
{
	for (int i = 0; i < ROWS; i++)
		make_row(&rows[i], i / VARIANTS, noise);
}

static void finds_what_was_put_in(void **unused)
{
	struct learn_factors factors;

	(void)unused;
	make_rows(.02);
	assert_int_equal(learn_fit(rows, ROWS, -1, &factors), MODEL_OK);
	/* all together are only known up to a factor, and drawn towards 1 */
	assert_true(factors.of[TERM_MEMORY] / factors.of[TERM_CORE] > 2.2);
	assert_true(factors.of[TERM_DISPATCH] / factors.of[TERM_CORE] < .7);
}

static void improves_what_it_has_not_seen(void **unused)
{
	struct learn_result result;

	(void)unused;
	make_rows(.02);
	assert_int_equal(learn_validate(rows, ROWS, &result), MODEL_OK);
	assert_true(result.accepted);
	assert_true(result.after.first < result.before.first);
	assert_true(result.after.third <= result.after.first);
}

/* Where the estimate is right but for noise there is nothing to learn. */
static void leaves_a_good_estimate_alone(void **unused)
{
	struct learn_factors as_is = learn_nothing();
	struct learn_factors factors;

	(void)unused;
	make_rows(.02);
	for (int i = 0; i < ROWS; i++)
		rows[i].time = learn_cycles(&as_is, rows[i].term);
	assert_int_equal(learn_fit(rows, ROWS, -1, &factors), MODEL_OK);
	for (int i = 0; i < ESTIMATE_TERMS; i++)
		assert_true(fabs(factors.of[i] - 1) < 1e-6);
}

/*
 * Rows that are right but for what no factor explains: what was gained by
 * chance must not be taken for more, whatever the draw.
 */
static void refuses_noise(void **unused)
{
	struct learn_factors as_is = learn_nothing();
	int accepted = 0;

	(void)unused;
	for (int draw = 0; draw < DRAWS; draw++) {
		struct learn_result result;

		make_rows(0);
		for (int i = 0; i < ROWS; i++)
			rows[i].time = learn_cycles(&as_is, rows[i].term) *
				       exp(chance() - .5);
		assert_int_equal(learn_validate(rows, ROWS, &result), MODEL_OK);
		assert_int_equal(result.kernels, KERNELS);
		accepted += result.accepted;
	}
	assert_in_range(accepted, 0, DRAWS / 20);
}

/* What helps one kernel of many, and no other, is not enough. */
static void wants_more_than_one_kernel(void **unused)
{
	struct learn_factors as_is = learn_nothing();
	struct learn_result result;

	(void)unused;
	make_rows(.02);
	for (int i = 0; i < ROWS; i++)
		if (rows[i].kernel != 0)
			rows[i].time = learn_cycles(&as_is, rows[i].term);
	assert_int_equal(learn_validate(rows, ROWS, &result), MODEL_OK);
	assert_false(result.accepted);
}

/* The rows of the kernel that is judged do not reach the fit. */
static void does_not_look_at_what_is_left_out(void **unused)
{
	struct learn_factors with, without;

	(void)unused;
	make_rows(.5);
	assert_int_equal(learn_fit(rows, ROWS, 2, &with), MODEL_OK);
	for (int i = 0; i < ROWS; i++)
		if (rows[i].kernel == 2) {
			rows[i].time *= 1 + 99 * chance();
			rows[i].term[TERM_L3] *= 1 + 99 * chance();
		}
	assert_int_equal(learn_fit(rows, ROWS, 2, &without), MODEL_OK);
	assert_memory_equal(&with, &without, sizeof(with));
	assert_int_equal(learn_fit(rows, ROWS, -1, &without), MODEL_OK);
	assert_memory_not_equal(&with, &without, sizeof(with));
}

static void expect(enum model_status status)
{
	struct learn_factors factors = learn_nothing();
	struct learn_factors before = factors;

	assert_int_equal(learn_fit(rows, ROWS, -1, &factors), status);
	assert_memory_equal(&factors, &before, sizeof(before));
}

static void refuses(void **unused)
{
	struct learn_factors factors;
	struct learn_result result;

	(void)unused;
	make_rows(.1);
	assert_int_equal(learn_fit(rows, VARIANTS, -1, &factors),
			 MODEL_TOO_FEW); /* one problem */
	assert_int_equal(learn_fit(rows, 5, -1, &factors), MODEL_TOO_FEW);
	assert_int_equal(learn_fit(rows, 0, -1, &factors), MODEL_TOO_FEW);
	assert_int_equal(learn_validate(rows, SIZES * VARIANTS, &result),
			 MODEL_TOO_FEW); /* one kernel */
	rows[17].time = -2.5;
	expect(MODEL_NOT_POSITIVE);
	rows[17].time = NAN;
	expect(MODEL_NOT_FINITE);
	make_rows(.1);
	memset(rows[5].term, 0, sizeof(rows[5].term));
	expect(MODEL_NOT_POSITIVE);
	rows[5].term[3] = INFINITY;
	expect(MODEL_NOT_FINITE);
	make_rows(.1);
	rows[3].problem = -1;
	expect(MODEL_BAD_ARGUMENT);
	rows[3].problem = ROWS;
	expect(MODEL_BAD_ARGUMENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_what_was_put_in),
		cmocka_unit_test(improves_what_it_has_not_seen),
		cmocka_unit_test(leaves_a_good_estimate_alone),
		cmocka_unit_test(refuses_noise),
		cmocka_unit_test(wants_more_than_one_kernel),
		cmocka_unit_test(does_not_look_at_what_is_left_out),
		cmocka_unit_test(refuses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
