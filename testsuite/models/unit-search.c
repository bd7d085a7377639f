/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Searches replayed on small problems whose answers are known by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../models/search.h"

#define ITEMS 9

/* Nests that have nothing in common; the estimates rise by half each. */
static void fill(struct refine_item *items, double *time)
{
	for (int i = 0; i < ITEMS; i++) {
		items[i] = (struct refine_item){.cycles = 1000 * pow(1.5, i),
						.nest = i,
						.inner = i,
						.threads = i < 6 ? 1 : 2,
						.chunk = 1};
		time[i] = 2.385e-3 * pow(1.5, i);
	}
}

static struct search_figures replay(const struct search_problem *problem,
				    enum search_way way, struct search_end *end)
{
	struct search_figures figures = {0};

	assert_int_equal(search_replay(problem, way, .02, &figures, end),
			 MODEL_OK);
	return figures;
}

static void is_about(double value, double wanted, double tolerance)
{
	assert_true(fabs(value - wanted) <= tolerance);
}

static void right_estimate_needs_one_run(void **state)
{
	struct refine_item items[ITEMS];
	double time[ITEMS];
	struct search_problem problem = {ITEMS, items, time, NULL, NULL};
	struct search_end end = {0};

	(void)state;
	fill(items, time);
	for (int way = SEARCH_REFINED; way <= SEARCH_RANKED; way++) {
		struct search_figures figures = replay(&problem, way, &end);

		is_about(figures.runs, 1, 0);
		is_about(figures.regret[0], 0, 0);
	}
	is_about(end.missed, 0, 0);
	is_about(end.left, 0, 0);
	assert_true(end.runs < ITEMS);
}

/* The last is the best: a ranking comes to it last, a refined search as well
   where nothing that was measured says that it should be better. */
static void reverse_needs_all(void **state)
{
	struct refine_item items[ITEMS];
	double time[ITEMS];
	struct search_problem problem = {ITEMS, items, time, NULL, NULL};
	struct search_figures figures;
	struct search_end end;

	(void)state;
	fill(items, time);
	for (int i = 0; i < ITEMS; i++)
		time[i] = 1 / time[i];
	figures = replay(&problem, SEARCH_RANKED, &end);
	is_about(figures.runs, ITEMS, 0);
	is_about(figures.regret[0], pow(1.5, 8) - 1, 1e-9);
	is_about(figures.regret[1], pow(1.5, 6) - 1, 1e-9);
	is_about(figures.regret[2], pow(1.5, 4) - 1, 1e-9);
}

/* One good of nine is found after (9 + 1) / (1 + 1) on average. */
static void random_is_as_expected(void **state)
{
	struct refine_item items[ITEMS];
	double time[ITEMS], low[ITEMS], high[ITEMS];
	struct search_problem problem = {ITEMS, items, time, NULL, NULL};
	struct search_end end;

	(void)state;
	fill(items, time);
	is_about(replay(&problem, SEARCH_RANDOM, &end).runs, 5, .3);
	assert_int_equal(search_good(&problem, .02), 1);
	/* the fourth overlaps: two good ones */
	for (int i = 0; i < ITEMS; i++)
		low[i] = high[i] = time[i];
	high[0] = time[1] * .99;
	low[3] = time[1] * .9;
	problem.low = low;
	problem.high = high;
	assert_int_equal(search_good(&problem, .02), 2);
	is_about(replay(&problem, SEARCH_RANDOM, &end).runs, 10. / 3, .3);
	/* and the second and third by what is allowed */
	assert_int_equal(search_good(&problem, 1.3), 4);
}

/* The best has two threads like two others: the second of three. */
static void threads_come_in_groups(void **state)
{
	struct refine_item items[ITEMS];
	double time[ITEMS];
	struct search_problem problem = {ITEMS, items, time, NULL, NULL};
	struct search_end end;

	(void)state;
	fill(items, time);
	time[7] = 1e-3;
	is_about(replay(&problem, SEARCH_THREADS, &end).runs, 2, .25);
	/* the best has one thread: three of two, then half of the six */
	time[7] = 1;
	is_about(replay(&problem, SEARCH_THREADS, &end).runs, 6.5, .5);
}

/* Alike in all but an estimate ten times as high, and yet twice as fast. */
static void end_is_judged(void **state)
{
	struct refine_item items[2] = {
		{.cycles = 1000, .threads = 1, .chunk = 1},
		{.cycles = 10000, .threads = 1, .chunk = 1}};
	const double time[2] = {2, 1};
	struct search_problem problem = {2, items, time, NULL, NULL};
	struct search_figures figures;
	struct search_end end = {0};

	(void)state;
	figures = replay(&problem, SEARCH_REFINED, &end);
	is_about(figures.runs, 2, 0);
	is_about(figures.regret[0], 1, 0);
	is_about(figures.regret[1], 0, 0);
	is_about(end.runs, 1, 0);
	is_about(end.missed, 1, 0);
	is_about(end.left, 1, 0);
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
static int allocations_left = -1;

void *__wrap_calloc(size_t count, size_t size)
{
	if (allocations_left == 0)
		return NULL;
	allocations_left -= allocations_left > 0;
	return __real_calloc(count, size);
}

static void refuses(void **state)
{
	struct refine_item items[ITEMS];
	double time[ITEMS];
	struct search_problem problem = {ITEMS, items, time, NULL, NULL};
	struct search_figures figures;
	struct search_end end;

	(void)state;
	fill(items, time);
	for (allocations_left = 0; allocations_left < 5; allocations_left++) {
		int left = allocations_left;

		assert_int_equal(search_replay(&problem, SEARCH_RANDOM, .02,
					       &figures, &end),
				 MODEL_NO_MEMORY);
		allocations_left = left;
	}
	allocations_left = -1;
	problem.high = time;
	assert_int_equal(
		search_replay(&problem, SEARCH_RANDOM, .02, &figures, &end),
		MODEL_BAD_ARGUMENT);
	problem.high = NULL;
	time[4] = 0;
	assert_int_equal(
		search_replay(&problem, SEARCH_RANDOM, .02, &figures, &end),
		MODEL_NOT_POSITIVE);
	problem.count = 0;
	assert_int_equal(
		search_replay(&problem, SEARCH_RANDOM, .02, &figures, &end),
		MODEL_TOO_FEW);
	assert_int_equal(search_good(&problem, .02), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(right_estimate_needs_one_run),
		cmocka_unit_test(reverse_needs_all),
		cmocka_unit_test(random_is_as_expected),
		cmocka_unit_test(threads_come_in_groups),
		cmocka_unit_test(end_is_judged),
		cmocka_unit_test(refuses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
