/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What vectors save, and where a loop cannot use them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../models/estimate.h"

/* for i < SIZE, shared: for j < SIZE: x[i][j] += x[i][place] */

enum { I, J = I + 2, SYMBOLS = J + 2, SIZE = 64 };

static void make_loop(struct nest_loop *loop, int parent, int counter)
{
	loop->parent = parent;
	loop->counter = counter;
	loop->iteration = counter + 1;
	loop->from = formula_number(0);
	loop->step = formula_number(1);
	loop->trip = formula_number(SIZE);
	loop->code = (struct nest_code){.known = true, .lanes = 1};
}

static void make_reference(struct nest_reference *reference, int place,
			   int stride)
{
	reference->size = 8;
	reference->count = 1;
	reference->loop = 1;
	reference->stride[0] = formula_number(8 * SIZE);
	reference->stride[1] = formula_number(stride);
	reference->offset = formula_number(8 * place);
}

static double core_cycles_with(int place, double lanes)
{
	struct nest *nest = nest_new(2, 2);
	double values[SYMBOLS] = {0};
	struct schedule one = {SCHEDULE_STATIC, 1, 1};
	struct estimator *estimator;
	struct estimate estimate;
	struct machine machine;

	assert_non_null(nest);
	nest->collapse = 1;
	nest->symbol_count = SYMBOLS;
	make_loop(&nest->loops[0], -1, I);
	make_loop(&nest->loops[1], 0, J);
	nest->loops[0].shared = true;
	nest->loops[1].certain.count[NEST_ADD][TYPE_F64] = 1;
	nest->loops[1].code.vector = VECTOR_CONTIGUOUS;
	nest->loops[1].code.lanes = lanes;
	make_reference(&nest->references[0], 0, 8);
	nest->references[0].write = true;
	make_reference(&nest->references[1], place, 0);
	machine_generic(&machine);
	assert_int_equal(
		estimator_new(nest, values, NULL, &machine, &estimator),
		MODEL_OK);
	assert_int_equal(estimator_estimate(estimator, &one, &estimate),
			 MODEL_OK);
	estimator_free(estimator);
	nest_free(nest);
	return estimate.term[TERM_CORE];
}

/* Gauss: the place lies before what is written. */
static void place_outside(void **state)
{
	(void)state;
	assert_true(core_cycles_with(-1, 4) < .5 * core_cycles_with(-1, 1));
}

/* Floyd: it lies in it, and the program finds that out at run time. */
static void place_inside(void **state)
{
	(void)state;
	assert_true(core_cycles_with(10, 4) > .9 * core_cycles_with(10, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(place_outside),
		cmocka_unit_test(place_inside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
