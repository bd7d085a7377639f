/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What lines cost that come from beyond the first cache.
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
	struct nest *nest = nest_new(2, 1);
	struct schedule one = {SCHEDULE_STATIC, 1, 1};
	struct nest_reference *bytes;
	struct estimate estimate;

	assert_non_null(nest);
	nest->collapse = 1;
	nest->symbol_count = SYMBOLS;
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_that_go_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
