/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sections of one thread at a time: how often they are entered, and when
 * threads meet in them; and when they meet where they ask for chunks.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "made.h"

/* for i < ITERATIONS, shared: a loop of PASSES over an atomic operation */
enum { I, J = I + 2, SYMBOLS = J + 2, ITERATIONS = 100, PASSES = 7 };

#define ALONE 20 /* cycles of an atomic operation, */
#define MET 60	 /* of two threads, by whichever */
#define SEND 500

struct example {
	int loop;	/* that the operation stands in */
	double between; /* divisions in that loop, beside it */
	double extent;	/* bytes that it is drawn from; 0: one element */
};

static struct nest *make_nest(const struct example *example)
{
	struct nest *nest = made_nest(2, 1, SYMBOLS);
	struct nest_reference *of = &nest->references[0];

	made_loop(&nest->loops[0], -1, I, ITERATIONS);
	made_loop(&nest->loops[1], 0, J, PASSES);
	nest->loops[0].shared = true;
	nest->loops[example->loop].atomic = 1;
	nest->loops[example->loop].certain.count[NEST_DIV][TYPE_F64] =
		example->between;
	of->size = 8;
	of->count = 1;
	of->write = of->atomic = true;
	of->loop = example->loop;
	of->offset = formula_number(0);
	for (int i = 0; i < nest->loop_count; i++)
		of->stride[i] = formula_number(0);
	of->indirect = example->extent > 0;
	if (of->indirect)
		of->extent = formula_number(example->extent);
	return nest;
}

static double cycles_of(struct example example, int threads)
{
	const struct schedule schedule = {SCHEDULE_STATIC, 1, threads};
	struct machine machine;

	machine_generic(&machine);
	machine.cores = 2;
	machine.atomic = (struct machine_curve){2, {1, 2}, {ALONE, MET}};
	machine.send = SEND;
	return made_estimate(make_nest(&example), &machine, &schedule)
		.term[TERM_SYNCHRONISATION];
}

static void passes_count(void **state)
{
	(void)state;
	assert_float_equal(cycles_of((struct example){0, 0, 0}, 1),
			   ALONE * ITERATIONS, .1);
	assert_float_equal(cycles_of((struct example){1, 0, 0}, 1),
			   ALONE * ITERATIONS * PASSES, .1);
}

/* Work between them takes the place of waiting, until the line moves. */
static void threads_meet(void **state)
{
	double each = ITERATIONS * PASSES / 2.;
	double dense = cycles_of((struct example){1, 0, 0}, 2) / each;
	double sparse = cycles_of((struct example){1, 100, 0}, 2) / each;

	(void)state;
	assert_in_range((long)dense, 2 * MET - ALONE, 2 * MET);
	assert_float_equal(sparse, .4 * SEND, .1);
}

/* Out of many lines they hardly ever want the same. */
static void lines_are_roomy(void **state)
{
	double each = ITERATIONS * PASSES / 2.;
	double few = cycles_of((struct example){1, 0, 64}, 2) / each;
	double many = cycles_of((struct example){1, 0, 1e6}, 2) / each;

	(void)state;
	assert_in_range((long)few, 2 * MET - ALONE, 2 * MET);
	assert_in_range((long)many, ALONE, 2 * ALONE);
}

/* ---- asking for chunks ---- */

#define THREADS 8
#define ASKED 800. /* cycles of a chunk, if all do nothing else, */
#define PAIR 100.  /* and if two do */

/* for i < ITERATIONS, one by one to whoever asks: so many divisions */
static struct estimate one_by_one(double divisions)
{
	const struct schedule schedule = {SCHEDULE_DYNAMIC, 1, THREADS};
	struct nest *nest = made_nest(2, 0, SYMBOLS);
	struct machine machine;

	made_loop(&nest->loops[0], -1, I, ITERATIONS);
	made_loop(&nest->loops[1], 0, J, divisions);
	nest->loops[0].shared = true;
	nest->loops[1].certain.count[NEST_DIV][TYPE_F64] = 1;
	machine_generic(&machine);
	machine.cores = THREADS;
	machine.dispatch[SCHEDULE_DYNAMIC] =
		(struct machine_curve){3, {1, 2, 8}, {10, PAIR, ASKED}};
	return made_estimate(nest, &machine, &schedule);
}

/* Equation (18) of doc/models.md, beyond what a static loop takes. */
static void check_chunks(double divisions, double least, double most)
{
	struct estimate estimate = one_by_one(divisions);
	double chunks = estimate.most_chunks;
	double each = estimate.term[TERM_DISPATCH] / chunks;
	double between = estimate.term[TERM_CORE] / chunks;

	assert_true(chunks >= ITERATIONS / THREADS);
	assert_float_equal(each, fmax(ASKED - between, PAIR), .1);
	assert_true(each >= least && each <= most);
}

/* Who works for long meets nobody at the counter. */
static void chunks_are_asked_for(void **state)
{
	(void)state;
	check_chunks(1, .9 * ASKED, ASKED);
	check_chunks(30, 1.5 * PAIR, .9 * ASKED);
	check_chunks(1000, PAIR, PAIR);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(passes_count),
		cmocka_unit_test(threads_meet),
		cmocka_unit_test(lines_are_roomy),
		cmocka_unit_test(chunks_are_asked_for),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
