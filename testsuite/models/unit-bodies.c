/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops that were written out: what their bodies load and store together.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../models/constants.h"
#include "made.h"

/* for r, shared: for j < N: for i < 4: for k < 4: the two inner ones written
   out */
enum { R, J, I, K, LOOPS };
#define N 64
#define ROW (8 * 1000)

/* Of the generic machine, in cycles. */
#define ISSUE .25
#define LOAD .5
#define STORE 1
#define LATENCY 4
#define FORWARDING 10
#define IN_FLIGHT 256
#define WAITING 64
#define COUNT (constant(CONTROL) * ISSUE)

/* An element of the array, and by how many bytes each loop moves it. */
static void refer(struct nest *nest, int index, int array, bool write,
		  double offset, const double *strides)
{
	struct nest_reference *of = &nest->references[index];

	of->array = array;
	of->size = 8;
	of->count = 1;
	of->write = write;
	of->loop = K;
	of->offset = formula_number(offset);
	for (int i = 0; i < LOOPS; i++)
		of->stride[i] = formula_number(strides[i]);
}

static struct nest *jammed(int references)
{
	const double trips[LOOPS] = {10, N, 4, 4};
	struct nest *nest = made_nest(LOOPS, references, 2 * LOOPS);

	for (int i = 0; i < LOOPS; i++)
		made_loop(&nest->loops[i], i - 1, 2 * i, trips[i]);
	nest->loops[R].shared = true;
	nest->loops[I].code.unrolled = nest->loops[K].code.unrolled = 0;
	return nest;
}

static double cycles(struct nest *nest, double registers)
{
	struct schedule one = {SCHEDULE_STATIC, 0, 1};
	struct machine machine;

	machine_generic(&machine);
	machine.registers = registers;
	return made_estimate(nest, &machine, &one).term[TERM_CORE];
}

/* So many cycles for all bodies in an iteration of j. */
static void assert_bodies(double actual, double expected)
{
	assert_float_equal(actual, 10 * (N * (expected + COUNT) + COUNT), 1e-6);
}

/* C[i][j] += A[i][k] * B[k][j]: both arrays that are read, or B is written
   elsewhere */
static struct nest *product(int array_of_b)
{
	const double a[] = {0, 0, ROW, 8}, b[] = {0, 8, 0, ROW};
	const double c[] = {0, 8, ROW, 0};
	struct nest *nest = jammed(4);

	refer(nest, 0, 0, false, 0, c);
	refer(nest, 1, 1, false, 0, a);
	refer(nest, 2, array_of_b, false, 0, b);
	refer(nest, 3, 0, true, 0, c);
	return nest;
}

/* Of 16 bodies: C takes one register, B four, A sixteen. */
static void places_of_a_product(void **state)
{
	(void)state;
	/* four of B and four of C are loaded, and C stored */
	assert_bodies(cycles(product(2), 21), fmax(8 * LOAD, 4 * STORE));
	/* those of A again in each body */
	assert_bodies(cycles(product(2), 20), 24 * LOAD);
	/* and those of B */
	assert_bodies(cycles(product(2), 4), 36 * LOAD);
	assert_bodies(cycles(product(2), 0), 48 * LOAD);
}

/* Where what is stored may be what is loaded next, nothing is saved; A stays
   where it is. */
static void places_that_may_be_met(void **state)
{
	(void)state;
	assert_bodies(cycles(product(0), 32), fmax(32 * LOAD, 16 * STORE));
}

/* Of a record that says so of a loop of any length, bodies are not looked at
   one by one: those of A and C are taken to be all different. */
static void bodies_without_number(void **state)
{
	const double trip = 1e9;
	struct nest *nest = product(2);

	(void)state;
	formula_free(nest->loops[I].trip);
	nest->loops[I].trip = formula_number(trip);
	assert_float_equal(cycles(nest, 32) / (10 * N * 4 * trip),
			   fmax(2 * LOAD, STORE), 1e-6);
}

/* out[i][j] = in[i - 1][j], in[i][j - 1], in[i][j], in[i][j + 1], in[i + 1][j]
   of four rows, i being what is called k here: 14 places of 20. */
static struct nest *stencil(void)
{
	const double strides[] = {0, 8, 0, ROW};
	const double places[] = {-ROW, -8, 0, 8, ROW};
	struct nest *nest = jammed(6);

	formula_free(nest->loops[I].trip);
	nest->loops[I].trip = formula_number(1);
	for (int i = 0; i < 5; i++)
		refer(nest, i, 0, false, places[i], strides);
	refer(nest, 5, 1, true, 0, strides);
	return nest;
}

static void places_of_a_stencil(void **state)
{
	(void)state;
	assert_bodies(cycles(stencil(), 16), 14 * LOAD);
	assert_bodies(cycles(stencil(), 0), 20 * LOAD);
}

/* x[j][i + 1] = x[j][i]: what a body wrote the next one has. */
static void places_handed_on(void **state)
{
	const double strides[] = {0, ROW, 0, 8};
	struct nest *nest = jammed(2);

	(void)state;
	formula_free(nest->loops[I].trip);
	nest->loops[I].trip = formula_number(1);
	refer(nest, 0, 0, false, 0, strides);
	refer(nest, 1, 0, true, 8, strides);
	nest->references[0].count = 20;
	assert_bodies(cycles(nest, 64), 20 * LOAD);
}

/* y[i] += ..., for all j: four sums beside each other, of four links each in an
   iteration of j. */
static struct nest *sums(void)
{
	const double strides[] = {ROW, 0, 8, 0};
	struct nest *nest = jammed(2);

	refer(nest, 0, 0, false, 0, strides);
	refer(nest, 1, 0, true, 0, strides);
	nest->loops[K].certain.count[NEST_ADD][TYPE_F64] = 1;
	nest->loops[K].chain.count[NEST_ADD][TYPE_F64] = 1;
	return nest;
}

/* They wait, but for what goes on ahead: of all iterations of j, in each of
   which nothing else is issued. */
static double waits(double operations)
{
	double ahead = fmin(IN_FLIGHT / operations, WAITING) / (16 * N);

	return 16 * LATENCY / 4. / (1 + ahead);
}

static void sums_of_bodies(void **state)
{
	(void)state;
	assert_bodies(cycles(sums(), 16), waits(1));
}

/* Beside them x[j] is read, or written, by way of a pointer; of another type or
   of a variable that nothing else leads to it is known to be elsewhere. */
static struct nest *sums_and_others(bool pointed, int type, bool write)
{
	const double strides[] = {0, 8, 0, 0};
	struct nest *old = sums(), *nest = jammed(3);

	refer(nest, 2, 1, write, 0, strides);
	nest->references[2].loop = J;
	nest->references[2].pointed = pointed;
	nest->references[2].type = type;
	for (int i = 0; i < 2; i++)
		refer(nest, i, 0, i == 1, 0, (double[]){ROW, 0, 8, 0});
	nest->loops[K].certain = old->loops[K].certain;
	nest->loops[K].chain = old->loops[K].chain;
	nest_free(old);
	return nest;
}

/* In memory: "links" of them in each iteration of j wait for a store. */
static double waits_for_memory(double operations, double links)
{
	return waits(operations) * (1 + FORWARDING * links / (16 * LATENCY));
}

/* The others take what an iteration of j waits for them while it counts. */
static void assert_sums(struct nest *nest, double waits, double others)
{
	assert_bodies(cycles(nest, 32), waits + fmax(others, COUNT) - COUNT);
}

static void sums_that_may_be_met(void **state)
{
	(void)state;
	assert_sums(sums_and_others(false, 0, false), waits(1), COUNT + ISSUE);
	assert_sums(sums_and_others(true, 1, true), waits(1), STORE);
	/* each is stored in each body, and loaded again by the next four */
	assert_sums(sums_and_others(true, 0, false),
		    waits_for_memory(1 + 1 + .25, 4), COUNT + ISSUE);
	/* each body loads and stores it */
	assert_sums(sums_and_others(true, 0, true),
		    waits_for_memory(1 + 1 + 1, 16), STORE);
}

/* Of vectors along j, elements are added one by one: taking them out is two
   operations more for each but one. */
static void sums_in_order(void **state)
{
	struct nest *nest = sums();
	double entry = constant(ENTRY) + constant(ENTRY_OF_VECTORS);

	(void)state;
	nest->loops[J].code.lanes = 4;
	nest->loops[J].code.vector = VECTOR_CONTIGUOUS;
	nest->loops[J].code.reduction = REDUCTION_IN_ORDER;
	assert_float_equal(
		cycles(nest, 16),
		10 * (N * (waits(1 + 2 * 3) + COUNT / 4) + entry + COUNT),
		1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places_of_a_product),
		cmocka_unit_test(places_that_may_be_met),
		cmocka_unit_test(bodies_without_number),
		cmocka_unit_test(places_of_a_stencil),
		cmocka_unit_test(places_handed_on),
		cmocka_unit_test(sums_of_bodies),
		cmocka_unit_test(sums_that_may_be_met),
		cmocka_unit_test(sums_in_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
