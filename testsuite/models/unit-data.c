/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines that come from beyond the first cache, and places and lengths that data
 * chooses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "made.h"

/* for t, shared: for j: read the byte t of row j */

enum { T, J = T + 2, SYMBOLS = J + 2 };

/* Cycles of a line that the first cache lacked. */
static double price(double rows, double row, const struct machine *machine)
{
	struct nest *nest = made_nest(2, 1, SYMBOLS);
	struct schedule one = {SCHEDULE_STATIC, 1, 1};
	struct nest_reference *bytes;
	struct estimate estimate;

	made_loop(&nest->loops[0], -1, T, row);
	made_loop(&nest->loops[1], 0, J, rows);
	nest->loops[0].shared = true;
	bytes = &nest->references[0];
	bytes->size = 1;
	bytes->count = 1;
	bytes->loop = 1;
	bytes->stride[0] = formula_number(1);
	bytes->stride[1] = formula_number(row);
	bytes->offset = formula_number(0);
	estimate = made_estimate(nest, machine, &one);
	assert_true(estimate.misses[0] > .3 * rows * row);
	return estimate.term[TERM_L2] / estimate.misses[0];
}

/* Lines of few rows are fetched ahead, each row going on where it stopped;
   of many rows they are not, though they lie in few pages. */
static void rows_that_go_on(void **state)
{
	struct machine machine;
	const double *cost;

	(void)state;
	machine_generic(&machine);
	cost = machine.transfer[0][0];
	assert_true(price(24, 4096, &machine) < 1.2 * cost[STRIDE_SEQUENTIAL]);
	assert_true(price(200, 512, &machine) > .9 * cost[STRIDE_NEAR]);
}

/* No line takes less than the way from the second cache to the first. */
static void ways_are_so_wide(void **state)
{
	struct machine machine;

	(void)state;
	machine_generic(&machine);
	for (int i = 0; i < STRIDE_COUNT; i++)
		machine.transfer[0][0][i] = .1;
	assert_float_equal(price(24, 4096, &machine), 1, 1e-6);
	machine.line = 128;
	assert_float_equal(price(24, 4096, &machine), 2, 1e-6);
}

/* for i < 40960, shared, in vectors: set or read the float i. Cycles that a
   line from the second cache costs beyond an array that is read. */
static double beyond_reading(double chunk)
{
	struct schedule two = {SCHEDULE_STATIC_CHUNK, chunk, 2};
	struct machine machine;
	double cost[2];

	machine_generic(&machine);
	for (int writes = 0; writes < 2; writes++) {
		struct nest *nest = made_nest(1, 1, T + 2);
		struct nest_reference *floats = &nest->references[0];
		struct estimate estimate;

		made_loop(&nest->loops[0], -1, T, 40960);
		nest->loops[0].shared = true;
		nest->loops[0].code.lanes = 8;
		floats->size = 4;
		floats->count = 1;
		floats->write = writes;
		floats->loop = 0;
		floats->stride[0] = formula_number(4);
		floats->offset = formula_number(0);
		estimate = made_estimate(nest, &machine, &two);
		cost[writes] = estimate.term[TERM_L2] / estimate.misses[0];
	}
	return 2 * (cost[1] - cost[0]); /* misses are those of both threads */
}

/* A chunk of whole lines begins with a line, another one within. */
static void vectors_across_lines(void **state)
{
	struct machine machine;

	(void)state;
	machine_generic(&machine);
	assert_float_equal(beyond_reading(1024), machine.written, .1);
	assert_float_equal(beyond_reading(1020),
			   machine.written + machine.split, .1);
}

/* Rows that are written by turns: for t, shared: for j, in vectors: for i <
   rows, written out: set the double j of row i of the t-th block. */
struct turns {
	double rows, row, lanes; /* row: bytes */
	bool reads;
};

/* Cycles of a line out of the second cache. */
static double price_of_turns(const struct turns *turns,
			     const struct machine *machine)
{
	enum { I = J + 2, MOST = I + 2 };
	struct nest *nest = made_nest(3, turns->reads ? 2 : 1, MOST);
	struct schedule one = {SCHEDULE_STATIC, 1, 1};
	struct estimate estimate;

	made_loop(&nest->loops[0], -1, T, 256 / turns->rows);
	made_loop(&nest->loops[1], 0, J, 240);
	made_loop(&nest->loops[2], 1, I, turns->rows);
	nest->loops[0].shared = true;
	nest->loops[1].code.known = true;
	nest->loops[1].code.lanes = turns->lanes;
	nest->loops[2].code.known = true;
	nest->loops[2].code.unrolled = 0;
	for (int i = 0; i < nest->reference_count; i++) {
		struct nest_reference *doubles = &nest->references[i];

		doubles->size = 8;
		doubles->count = 1;
		doubles->write = i == 0;
		doubles->loop = 2;
		doubles->stride[0] = formula_number(turns->rows * turns->row);
		doubles->stride[1] = formula_number(8);
		doubles->stride[2] = formula_number(turns->row);
		doubles->offset = formula_number(0);
	}
	estimate = made_estimate(nest, machine, &one);
	return estimate.term[TERM_L2] / estimate.misses[0];
}

/* Lines that are only written cost more if vectors reach from line to line, and
   other rows are written in between. */
static void rows_by_turns(void **state)
{
	static const struct {
		struct turns turns;
		double part;
	} rows[] = {
		{{1, 2000, 8, false}, 0}, {{4, 2000, 8, false}, 1},
		{{8, 2000, 8, false}, 1}, {{4, 2048, 8, false}, 0},
		{{4, 2048, 4, false}, 0}, {{4, 2008, 4, false}, 1},
		{{4, 2000, 2, false}, 0}, {{4, 2000, 1, false}, 0},
		{{4, 2000, 8, true}, 0},
	};
	struct machine machine;

	(void)state;
	machine_generic(&machine);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		double before, after;

		machine.turns = 0;
		before = price_of_turns(&rows[i].turns, &machine);
		machine.turns = 6.25;
		after = price_of_turns(&rows[i].turns, &machine);
		assert_float_equal(after - before, 6.25 * rows[i].part, 1e-6);
	}
}

/* for i, shared: for d < 64: for k < 16: the float d of row p[i][k] */
static double misses_of_rows(bool rows_change)
{
	enum { I, D = I + 2, K = D + 2, MOST = K + 2 };
	struct nest *nest = made_nest(3, 1, MOST);
	struct schedule one = {SCHEDULE_STATIC, 1, 1};
	struct nest_reference *floats;
	struct machine machine;

	made_loop(&nest->loops[0], -1, I, 2000);
	made_loop(&nest->loops[1], 0, D, 64);
	made_loop(&nest->loops[2], 1, K, 16);
	nest->loops[0].shared = true;
	floats = &nest->references[0];
	floats->size = 4;
	floats->count = 1;
	floats->loop = 2;
	floats->indirect = true;
	floats->extent = formula_number(5e6);
	floats->offset = formula_number(0);
	if (!rows_change)
		floats->stride[1] = formula_number(4);
	machine_generic(&machine);
	return made_estimate(nest, &machine, &one).misses[0];
}

/* Rows that data chooses are met again while the loop around goes along them:
   of 16 floats in a line one comes from beyond the cache. */
static void rows_by_chance(void **state)
{
	const double lines = 2000. * 16 * 64 / 16;

	(void)state;
	assert_true(misses_of_rows(true) > 10 * lines);
	assert_true(misses_of_rows(false) < 1.2 * lines);
	assert_true(misses_of_rows(false) > .5 * lines);
}

/* for i < 4000, shared: rows as long as data says */
static double drift(enum machine_schedule kind, double chunk)
{
	enum { I, K = I + 2, MOST = K + 2 };
	struct nest *nest = made_nest(2, 0, MOST);
	struct schedule schedule = {kind, chunk, 2};
	struct machine machine;

	made_loop(&nest->loops[0], -1, I, 4000);
	made_loop(&nest->loops[1], 0, K, 0);
	formula_free(nest->loops[1].trip);
	nest->loops[1].trip = NULL;
	nest->loops[0].shared = true;
	nest->loops[1].certain.count[NEST_ADD][TYPE_F64] = 1;
	machine_generic(&machine);
	return made_estimate(nest, &machine, &schedule).term[TERM_DRIFT];
}

/* Where all long rows come first, the first piece of a guided schedule is as
   bad as a block, else the following make up for it. */
static void rows_of_any_length(void **state)
{
	double block = drift(SCHEDULE_STATIC, 0);
	double guided = drift(SCHEDULE_GUIDED, 1);

	(void)state;
	assert_true(guided > .3 * block && guided < .7 * block);
	assert_true(drift(SCHEDULE_DYNAMIC, 16) < .1 * guided);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_that_go_on),
		cmocka_unit_test(ways_are_so_wide),
		cmocka_unit_test(vectors_across_lines),
		cmocka_unit_test(rows_by_turns),
		cmocka_unit_test(rows_by_chance),
		cmocka_unit_test(rows_of_any_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
