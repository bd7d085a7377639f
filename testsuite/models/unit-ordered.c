/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ordered sections: the estimate beside a simulation of each turn.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "made.h"

/* for i < ITERATIONS, shared: a loop of its own work, then one in order */
enum { I, J = I + 2, K = J + 2, SYMBOLS = K + 2, ITERATIONS = 192 };

#define PASS 23.85 /* cycles: a section whose turn it is; another thread's */
#define HAND 318.5

static struct nest *make_nest(double own, double ordered)
{
	struct nest *nest = made_nest(3, 0, SYMBOLS);

	made_loop(&nest->loops[0], -1, I, ITERATIONS);
	made_loop(&nest->loops[1], 0, J, own);
	made_loop(&nest->loops[2], 0, K, ordered);
	for (int i = 1; i < nest->loop_count; i++)
		nest->loops[i].certain.count[NEST_DIV][TYPE_F64] = 1;
	nest->loops[0].shared = true;
	nest->loops[2].ordered = 1;
	nest->ordered = 1;
	return nest;
}

static struct estimate estimate_of(double own, double ordered,
				   const struct schedule *schedule)
{
	struct nest *nest = make_nest(own, ordered);
	struct machine machine;

	machine_generic(&machine);
	machine.cores = 8;
	/* more that wait make no turn longer, though all together did */
	machine.ordered =
		(struct machine_curve){3, {1, 2, 8}, {PASS, HAND, 20 * HAND}};
	return made_estimate(nest, &machine, schedule);
}

/* Each turn: own work, then the section as soon as the last one is over. */
static double simulate(double own, double ordered, int threads, int chunk)
{
	double clock[8] = {0}, last = 0, end = 0;
	int before = 0;

	for (int i = 0; i < ITERATIONS; i++) {
		int thread = i / chunk % threads;

		if (thread != before)
			last += HAND;
		before = thread;
		last = fmax(clock[thread] + own, last) + ordered + PASS;
		clock[thread] = last;
		end = fmax(end, last);
	}
	return end;
}

static double cycles_of(const struct estimate *estimate)
{
	return estimate->term[TERM_CORE] + estimate->term[TERM_SYNCHRONISATION];
}

/* What one iteration of either loop takes. */
static double iteration(double own, double ordered)
{
	static const struct schedule alone = {SCHEDULE_STATIC, 1, 1};
	struct estimate estimate = estimate_of(own, ordered, &alone);

	return estimate.term[TERM_CORE] / ITERATIONS;
}

static void compare(double own, double ordered, int threads, int chunk)
{
	double whole = iteration(own, ordered);
	double part = ordered / (own + ordered);
	struct schedule schedule = {SCHEDULE_STATIC_CHUNK, chunk, threads};
	struct estimate estimate = estimate_of(own, ordered, &schedule);
	double expected =
		simulate(whole * (1 - part), whole * part, threads, chunk);

	assert_true(fabs(cycles_of(&estimate) / expected - 1) < .07);
}

static void like_a_simulation(void **unused)
{
	static const double trips[][2] = {
		{400, 40}, {400, 400}, {40, 400}, {2000, 5}};

	(void)unused;
	for (size_t i = 0; i < sizeof(trips) / sizeof(trips[0]); i++)
		for (int threads = 1; threads <= 8; threads *= 2)
			for (int chunk = 1; chunk <= 8; chunk *= 2)
				compare(trips[i][0], trips[i][1], threads,
					chunk);
}

/* A block for each thread waits for all of the one before. */
static void blocks_are_serial(void **unused)
{
	const struct schedule blocks = {SCHEDULE_STATIC, 1, 4};
	const struct schedule single = {SCHEDULE_STATIC_CHUNK, 1, 4};
	struct estimate in_blocks = estimate_of(2000, 40, &blocks);
	struct estimate one_by_one = estimate_of(2000, 40, &single);
	double serial = ITERATIONS * iteration(2000, 40);

	(void)unused;
	assert_true(cycles_of(&in_blocks) > .95 * serial);
	assert_true(cycles_of(&one_by_one) < .3 * serial);
	assert_true(in_blocks.handed == 4 && one_by_one.handed == ITERATIONS);
	assert_true(in_blocks.path > 3.9 && one_by_one.path < 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(like_a_simulation),
		cmocka_unit_test(blocks_are_serial),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
