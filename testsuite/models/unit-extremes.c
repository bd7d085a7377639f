/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nests at their limits: nothing runs, 10^12 iterations, nothing is known,
 * memory is out.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../models/constants.h"
#include "../../models/work.h"
#include "made.h"

static struct machine generic;
static const struct schedule two = {SCHEDULE_STATIC, 1, 2};

/* ---- memory that is out -----------------------------------------------------
 */

/* Allocations that still succeed, negative: all; and all that were made. */
static long allowed = -1;
static long made;

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);

static bool is_out(void)
{
	made++;
	return allowed >= 0 && allowed-- == 0;
}

void *__wrap_calloc(size_t count, size_t size)
{
	return is_out() ? NULL : __real_calloc(count, size);
}

void *__wrap_malloc(size_t size)
{
	return is_out() ? NULL : __real_malloc(size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return is_out() ? NULL : __real_realloc(old, size);
}

/* ---- for i < n: for j = i .. n: for k < m ----------------------------------
 */

enum { N, M, I, J = I + 2, K = J + 2, SYMBOLS = K + 2 };

static struct formula *less(int a, int b)
{
	return formula_new(FORMULA_ADD, formula_symbol(a),
			   formula_new(FORMULA_MULTIPLY, formula_number(-1),
				       formula_symbol(b), NULL),
			   NULL);
}

static void make_loop(struct nest_loop *loop, int parent, int counter,
		      struct formula *from, struct formula *trip)
{
	loop->parent = parent;
	loop->counter = counter;
	loop->iteration = counter + 1;
	loop->from = from;
	loop->step = formula_number(1);
	loop->trip = trip;
	loop->code.lanes = 1;
	loop->certain.count[NEST_ADD][TYPE_F64] = 1;
}

static struct nest *triangle(void)
{
	struct nest *nest = made_nest(3, 1, SYMBOLS);

	make_loop(&nest->loops[0], -1, I, formula_number(0), formula_symbol(N));
	make_loop(&nest->loops[1], 0, J, formula_symbol(I), less(N, I));
	make_loop(&nest->loops[2], 1, K, formula_number(0), formula_symbol(M));
	nest->loops[0].shared = true;
	nest->references[0].size = 8;
	nest->references[0].count = 1;
	nest->references[0].loop = 2;
	nest->references[0].stride[2] = formula_number(8);
	nest->references[0].offset = formula_number(0);
	return nest;
}

static enum model_status work_of(double n, double m, struct work *work)
{
	struct nest *nest = triangle();
	double values[SYMBOLS] = {[N] = n, [M] = m};
	enum model_status status = work_evaluate(nest, values, NULL, work);

	nest_free(nest);
	return status;
}

static void counts_without_number(void **state)
{
	struct work small, large;

	(void)state;
	assert_int_equal(work_of(1000, 7, &small), MODEL_OK);
	assert_int_equal(work_of(1e12, 7, &large), MODEL_OK);
	assert_true(small.executions[1] == 500500);
	assert_true(small.executions[2] == 7 * 500500);
	assert_true(fabs(large.executions[2] / (7 * .5e24) - 1) < 1e-9);
	assert_false(large.sampled);
	assert_int_equal(large.region[0].count, small.region[0].count);
	assert_int_equal(large.region[0].count, 1);
	work_free(&small);
	work_free(&large);
}

/* A nest of 10^12 takes what one of 10^3 takes: no more memory. */
static void memory_is_flat(void **state)
{
	static const double sizes[][2] = {{1e3, 1e3}, {1e6, 1e6}, {1e12, 7}};
	long first = 0;

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct work work;

		made = 0;
		assert_int_equal(work_of(sizes[i][0], sizes[i][1], &work),
				 MODEL_OK);
		first = i == 0 ? made : first;
		assert_int_equal(made, first);
		work_free(&work);
	}
}

static void runs_nothing(void **state)
{
	static const double counts[] = {0, -29};

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct work work;

		assert_int_equal(work_of(counts[i], 7, &work), MODEL_OK);
		assert_true(work.executions[0] == 0);
		assert_true(work.executions[2] == 0);
		assert_true(work.region[0].iterations == 0);
		work_free(&work);
		assert_int_equal(work_of(23, counts[i], &work), MODEL_OK);
		assert_true(work.executions[1] == 276);
		assert_true(work.executions[2] == 0);
		work_free(&work);
	}
}

static void knows_nothing(void **state)
{
	struct work work;

	(void)state;
	assert_int_equal(work_of(NAN, 7, &work), MODEL_OK);
	assert_true(work.assumed[0] && work.assumed[1] && !work.assumed[2]);
	assert_true(work.executions[0] == constant(ASSUMED_TRIP));
	work_free(&work);
	assert_int_equal(work_of(INFINITY, 7, &work), MODEL_OK);
	assert_true(isfinite(work.region[0].iterations));
	work_free(&work);
}

/*
 * for ii < 20 by 4: for i = ii .. ii + 4: for j < 3: for k in row i of an array
 * of 80: twenty rows of four, walked through three times.
 */
static void rows_are_parts_of_the_array(void **state)
{
	enum { II, I1 = 2, J1 = 4, K1 = 6, ALL = 8 };
	struct nest *nest = made_nest(4, 1, ALL);
	double values[ALL] = {0};
	struct work work;

	(void)state;
	make_loop(&nest->loops[0], -1, II, formula_number(0),
		  formula_number(5));
	make_loop(&nest->loops[1], 0, I1, formula_symbol(II),
		  formula_number(4));
	make_loop(&nest->loops[2], 1, J1, formula_number(0), formula_number(3));
	make_loop(&nest->loops[3], 2, K1, formula_number(0),
		  formula_new(FORMULA_DATA, formula_symbol(I1), NULL, NULL));
	nest->references[0].size = 8;
	nest->references[0].count = 1;
	nest->references[0].loop = 3;
	nest->references[0].stride[3] = formula_number(8);
	nest->references[0].extent = formula_number(80 * 8);
	assert_int_equal(work_evaluate(nest, values, NULL, &work), MODEL_OK);
	assert_true(work.assumed[3]);
	assert_true(work.trip[3] == 4);
	assert_true(work.executions[3] == 240);
	work_free(&work);
	nest_free(nest);
}

/* for l = 1; l < 16; l *= 2: shared: for k < l */
static struct nest *stages(void)
{
	enum { L1, K1 = 2, ALL = 4 };
	struct nest *nest = nest_new(2, 1);

	assert_non_null(nest);
	nest->around = 1;
	nest->collapse = 1;
	nest->symbol_count = ALL;
	make_loop(&nest->loops[0], -1, L1, formula_number(1),
		  formula_new(FORMULA_LOG, formula_number(16),
			      formula_number(2), NULL));
	formula_free(nest->loops[0].step);
	nest->loops[0].step = formula_symbol(L1);
	make_loop(&nest->loops[1], 0, K1, formula_number(0),
		  formula_symbol(L1));
	nest->loops[1].shared = true;
	nest->references[0].size = 8;
	nest->references[0].count = 1;
	nest->references[0].loop = 1;
	nest->references[0].stride[1] = formula_new(
		FORMULA_MULTIPLY, formula_number(64), formula_symbol(L1), NULL);
	nest->references[0].offset = formula_number(0);
	return nest;
}

static void counters_grow(void **state)
{
	struct nest *nest = stages();
	double values[4] = {0}, places[] = {3, NAN};
	struct work work;

	(void)state;
	assert_int_equal(work_evaluate(nest, values, NULL, &work), MODEL_OK);
	assert_true(work.regions == 4);
	assert_true(work.executions[1] == 15);
	assert_true(work.high[0] == 8);
	work_free(&work);
	assert_int_equal(work_evaluate(nest, values, places, &work), MODEL_OK);
	assert_true(work.regions == 1);
	assert_true(work.executions[1] == 8);
	assert_true(work.low[0] == 8 && work.high[0] == 8);
	work_free(&work);
	nest_free(nest);
}

/* With l = 1 << stage alone, whatever stands around. */
static struct estimate stage_alone(int stage)
{
	struct nest *nest = stages();
	struct nest_loop *around = &nest->loops[0];

	formula_free(around->from);
	formula_free(around->step);
	formula_free(around->trip);
	around->from = formula_number(1 << stage);
	around->step = formula_number(1);
	around->trip = formula_number(1);
	return made_estimate(nest, &generic, &two);
}

static void stages_are_added_up(void **state)
{
	struct estimate whole, one;
	double cycles = 0;

	(void)state;
	machine_generic(&generic);
	whole = made_estimate(stages(), &generic, &two);
	for (int i = 0; i < 4; i++) {
		one = stage_alone(i);
		cycles += one.cycles;
	}
	assert_true(whole.cycles > one.cycles);
	assert_float_equal(whole.cycles, cycles, 1e-9 * cycles);
	assert_true(whole.regions == 4);
}

/* Six counters that grow, one in the other: not 16^6 estimates. */
static void stages_have_an_end(void **state)
{
	enum { DEEP = 6 };
	struct nest *nest = nest_new(DEEP + 1, 0);

	(void)state;
	assert_non_null(nest);
	nest->around = DEEP;
	nest->collapse = 1;
	nest->symbol_count = 2 * DEEP + 2;
	for (int i = 0; i <= DEEP; i++)
		make_loop(&nest->loops[i], i - 1, 2 * i, formula_number(1),
			  formula_number(20));
	for (int i = 0; i < DEEP; i++) {
		formula_free(nest->loops[i].step);
		nest->loops[i].step = formula_symbol(2 * i);
	}
	nest->loops[DEEP].shared = true;
	machine_generic(&generic);
	made = 0;
	assert_true(made_estimate(nest, &generic, &two).cycles > 0);
	assert_in_range(made, 1, 100000);
}

/* Of short loops, each in the one before, the trips change: not 3^24 counts. */
static void short_loops_have_an_end(void **state)
{
	enum { DEEP = 24 };
	struct nest *nest = made_nest(DEEP, 0, 2 * DEEP);
	double values[2 * DEEP] = {0};
	struct work work;

	(void)state;
	for (int i = 0; i < DEEP; i++)
		make_loop(
			&nest->loops[i], i - 1, 2 * i, formula_number(0),
			i == 0 ? formula_number(4)
			       : formula_new(
					 FORMULA_ADD, formula_number(3),
					 formula_new(FORMULA_MODULO,
						     formula_symbol(2 * i - 2),
						     formula_number(2), NULL),
					 NULL));
	nest->loops[0].shared = true;
	assert_int_equal(work_evaluate(nest, values, NULL, &work), MODEL_OK);
	assert_true(work.sampled);
	assert_true(work.executions[DEEP - 1] >= 4 * pow(3, DEEP - 1));
	assert_true(work.executions[DEEP - 1] <= pow(4, DEEP));
	work_free(&work);
	nest_free(nest);
}

/* for i < 1000: for j < (i == 441 ? 8 : 1): for k < j + 1, the outer two taken
   as one: the row that differs goes unseen, or is seen by all. */
static void rows_are_all_of_a_region(void **state)
{
	struct nest *nest = nest_new(3, 0);
	double values[SYMBOLS] = {0}, length = 0;
	struct formula *odd = formula_new(FORMULA_EQUAL, formula_symbol(I),
					  formula_number(441), NULL);
	struct work work;

	(void)state;
	assert_non_null(nest);
	nest->collapse = 2;
	nest->symbol_count = SYMBOLS;
	make_loop(&nest->loops[0], -1, I, formula_number(0),
		  formula_number(1000));
	make_loop(&nest->loops[1], 0, J, formula_number(0),
		  formula_new(FORMULA_ADD, formula_number(1),
			      formula_new(FORMULA_MULTIPLY, formula_number(7),
					  odd, NULL),
			      NULL));
	make_loop(&nest->loops[2], 1, K, formula_number(0),
		  formula_new(FORMULA_ADD, formula_symbol(J), formula_number(1),
			      NULL));
	nest->loops[0].shared = nest->loops[1].shared = true;
	assert_int_equal(work_evaluate(nest, values, NULL, &work), MODEL_OK);
	for (size_t i = 0; i < work.region[0].count; i++)
		length += work.region[0].pieces[i].length;
	assert_true(length == work.region[0].iterations);
	work_free(&work);
	nest_free(nest);
}

static void refuses(void **state)
{
	struct nest *nest = triangle();
	double values[SYMBOLS] = {[N] = 29, [M] = 23};
	struct work work;

	(void)state;
	nest->collapse = 0;
	assert_int_equal(work_evaluate(nest, values, NULL, &work),
			 MODEL_BAD_ARGUMENT);
	nest->collapse = 4;
	assert_int_equal(work_evaluate(nest, values, NULL, &work),
			 MODEL_BAD_ARGUMENT);
	nest->collapse = 1;
	nest->around = 3;
	assert_int_equal(work_evaluate(nest, values, NULL, &work),
			 MODEL_BAD_ARGUMENT);
	nest_free(nest);
	nest = nest_new(NEST_MOST_LOOPS + 1, 0);
	nest->collapse = 1;
	assert_int_equal(work_evaluate(nest, values, NULL, &work),
			 MODEL_BAD_ARGUMENT);
	nest_free(nest);
	/* no loops at all */
	nest = nest_new(0, 0);
	assert_int_equal(work_evaluate(nest, values, NULL, &work),
			 MODEL_BAD_ARGUMENT);
	nest_free(nest);
}

/* Whichever allocation fails: it says so, and nothing is lost or changed. */
static void survives_without_memory(void **state)
{
	struct nest *nest = triangle();
	double values[SYMBOLS] = {[N] = 29, [M] = 23};
	struct machine machine;
	enum model_status status = MODEL_NO_MEMORY;
	long refused = 0;

	(void)state;
	machine_generic(&machine);
	while (status != MODEL_OK) {
		struct estimator *estimator = NULL;

		allowed = refused;
		status = estimator_new(nest, values, &machine, &estimator);
		allowed = -1;
		if (status != MODEL_OK) {
			assert_int_equal(status, MODEL_NO_MEMORY);
			assert_null(estimator);
			refused++;
		}
		estimator_free(estimator);
	}
	assert_true(refused > 10);
	nest_free(nest);
}

static void estimates_extremes(void **state)
{
	static const double sizes[] = {0, -1, 1, 1e12, NAN, INFINITY};
	struct nest *nest = triangle();
	struct machine machine;

	(void)state;
	machine_generic(&machine);
	for (int i = 0; i < 6; i++)
		for (int kind = 0; kind < SCHEDULE_COUNT; kind++) {
			double values[SYMBOLS] = {[N] = sizes[i], [M] = 3};
			struct schedule schedule = {(enum machine_schedule)kind,
						    1, 8};
			struct estimator *estimator;
			struct estimate estimate;

			assert_int_equal(estimator_new(nest, values, &machine,
						       &estimator),
					 MODEL_OK);
			assert_int_equal(estimator_estimate(estimator,
							    &schedule,
							    &estimate),
					 MODEL_OK);
			assert_true(estimate.cycles >= 0);
			schedule.threads = 0;
			assert_int_equal(estimator_estimate(estimator,
							    &schedule,
							    &estimate),
					 MODEL_BAD_ARGUMENT);
			estimator_free(estimator);
		}
	nest_free(nest);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_without_number),
		cmocka_unit_test(memory_is_flat),
		cmocka_unit_test(runs_nothing),
		cmocka_unit_test(knows_nothing),
		cmocka_unit_test(rows_are_parts_of_the_array),
		cmocka_unit_test(counters_grow),
		cmocka_unit_test(stages_are_added_up),
		cmocka_unit_test(stages_have_an_end),
		cmocka_unit_test(short_loops_have_an_end),
		cmocka_unit_test(rows_are_all_of_a_region),
		cmocka_unit_test(refuses),
		cmocka_unit_test(survives_without_memory),
		cmocka_unit_test(estimates_extremes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
