/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What it costs that threads write to the same lines, and to each other's data.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "made.h"

/* for t < TILES, shared: for i < ROWS: for j < tile: x[i][tile t + j]++ */

enum { T, I = T + 2, J = I + 2, SYMBOLS = J + 2, TILES = 8, ROWS = 100 };

static void make_reference(struct nest_reference *reference, int tile, int row)
{
	reference->size = 8;
	reference->count = 1;
	reference->loop = 2;
	reference->stride[0] = formula_number(8 * tile);
	reference->stride[1] = formula_number(8 * row);
	reference->stride[2] = formula_number(8);
	reference->offset = formula_number(0);
}

static struct estimate estimate(int tile, int row, int rows,
				struct schedule schedule)
{
	struct nest *nest = nest_new(3, 2);
	struct machine machine;

	assert_non_null(nest);
	nest->collapse = 1;
	nest->symbol_count = SYMBOLS;
	made_loop(&nest->loops[0], -1, T, TILES);
	made_loop(&nest->loops[1], 0, I, rows);
	made_loop(&nest->loops[2], 1, J, tile);
	nest->loops[0].shared = true;
	nest->loops[2].certain.count[NEST_ADD][TYPE_F64] = 1;
	make_reference(&nest->references[0], tile, row);
	make_reference(&nest->references[1], tile, row);
	nest->references[1].write = true;
	machine_generic(&machine);
	return made_estimate(nest, &machine, &schedule);
}

static double false_sharing(int tile, int row, enum machine_schedule kind)
{
	const struct schedule schedule = {kind, 1, 2};

	return estimate(tile, row, ROWS, schedule).term[TERM_FALSE_SHARING];
}

/* Rows of 110 numbers: tiles of 16 do not begin where a line does. */
static void tiles_that_meet_in_lines(void **state)
{
	double in_turn = false_sharing(16, 110, SCHEDULE_STATIC_CHUNK);

	(void)state;
	assert_true(in_turn > 0);
	assert_true(false_sharing(16, 110, SCHEDULE_STATIC) < .5 * in_turn);
	assert_float_equal(false_sharing(16, 128, SCHEDULE_STATIC_CHUNK), 0, 0);
	assert_float_equal(false_sharing(16, 1000, SCHEDULE_STATIC_CHUNK), 0,
			   0);
}

static void tiles_within_lines(void **state)
{
	(void)state;
	assert_true(false_sharing(2, 128, SCHEDULE_STATIC_CHUNK) > 0);
}

/* Lines of another core cost more than those of the cache that all share, and
   what comes from memory is nobody's. */
static void data_that_moves(void **state)
{
	const struct schedule fixed = {SCHEDULE_STATIC, 0, 2};
	const struct schedule moves = {SCHEDULE_DYNAMIC, 1, 2};
	double near = estimate(16, 128, ROWS, moves).term[TERM_MIGRATION];
	double shared =
		estimate(16, 128, 50 * ROWS, moves).term[TERM_MIGRATION];
	double far = estimate(16, 128, 5000 * ROWS, moves).term[TERM_MIGRATION];

	(void)state;
	assert_float_equal(estimate(16, 128, ROWS, fixed).term[TERM_MIGRATION],
			   0, 0);
	assert_true(near > 0);
	assert_true(shared > near && shared < .5 * 50 * near);
	assert_true(far < .1 * 5000 * near);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tiles_that_meet_in_lines),
		cmocka_unit_test(tiles_within_lines),
		cmocka_unit_test(data_that_moves),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
