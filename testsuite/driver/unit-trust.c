/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests the correction of estimates with the terms of kernels of PolyBench.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "transform/trust.h"

/* The sum of rows, as written: a chain of additions. */
static const struct estimate written = {
	.cycles = 20, .term = {[TERM_CORE] = 12, [TERM_L3] = 8}};
static const struct estimate fast = {.cycles = 12,
				     .term = {[TERM_CORE] = 3, [TERM_L3] = 9}};

static json_t *nest(int outer, int inner, int unrolled)
{
	return json_pack("{s:[{s:n},{s:i}], s:[{s:[i,i], s:i}, {s:[i,i], s:i}],"
			 " s:[{s:i, s:i}]}",
			 "nest", "parent", "parent", 0, "refs", "strides",
			 outer, inner, "loop", 1, "strides", 0,
			 inner == 8 ? 8 : 0, "loop", 1, "code", "loop", 1,
			 "unrolled", unrolled);
}

static double believed(const struct estimate *estimate, int outer, int inner,
		       int unrolled, const struct reshape *reshape)
{
	json_t *before = nest(8000, 8, 1);
	json_t *after = nest(outer, inner, unrolled);
	double cycles =
		trust_cycles(&written, estimate, before, after, reshape);

	json_decref(before);
	json_decref(after);
	return cycles;
}

static const struct reshape turned = {.count = 2, .order = {1, 0}};
static const struct reshape tiled = {
	.count = 2, .order = {0, 1}, .tile = {32, 0}};
static const struct reshape jam = {.count = 1, .tile = {8}, .jam = true};

static void columns_are_not_fetched_ahead(void **state)
{
	(void)state;
	assert_float_equal(believed(&fast, 8, 8000, 1, &turned), 12 + 9 + 9,
			   1e-9);
}

static void a_loop_that_is_written_out_leaves_the_one_around_it(void **state)
{
	(void)state;
	assert_float_equal(believed(&fast, 8, 8000, 0, &turned), 12, 1e-9);
}

static void neighbours_that_stay_are_believed(void **state)
{
	(void)state;
	assert_float_equal(believed(&fast, 8000, 8, 1, &turned), 12, 1e-9);
}

static void tiles_do_not_compute_faster(void **state)
{
	(void)state;
	assert_float_equal(believed(&fast, 8000, 8, 1, &tiled), 12 + 9, 1e-9);
}

static void a_jam_shortens_what_bounds_the_nest(void **state)
{
	const struct estimate other = {
		.cycles = 16, .term = {[TERM_CORE] = 15, [TERM_L3] = 1}};

	(void)state;
	assert_float_equal(believed(&fast, 8000, 8, 1, &jam), 12, 1e-9);
	assert_float_equal(believed(&other, 8000, 8, 1, &jam), 20 * 15. / 12,
			   1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_are_not_fetched_ahead),
		cmocka_unit_test(
			a_loop_that_is_written_out_leaves_the_one_around_it),
		cmocka_unit_test(neighbours_that_stay_are_believed),
		cmocka_unit_test(tiles_do_not_compute_faster),
		cmocka_unit_test(a_jam_shortens_what_bounds_the_nest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
