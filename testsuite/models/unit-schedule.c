/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Schedules at their limits, and where there are too many chunks to walk.
 * What they are where they are walked is in unit-work.c.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../models/clause.h"
#include "../../models/schedule.h"
#include "trial.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- clauses ---------------------------------------------------------------
 */

static void knows_its_kinds(void **state)
{
	(void)state;
	for (int i = 0; i < SCHEDULE_COUNT; i++) {
		const struct clause_kind *kind = &clause_kinds[i];

		assert_int_equal(kind->is, i);
		assert_true(clause_can_choose(kind));
		assert_int_equal(clause_schedule(kind, kind->chunks), i);
	}
}

/* A kind that has no costs there takes none, and would always be the best. */
static void has_costs_of_all(void **state)
{
	struct machine machine;

	(void)state;
	machine_generic(&machine);
	assert_true(machine_is_sound(&machine));
}

static void takes_clauses_for_what_they_are(void **state)
{
	static const struct {
		const char *word;
		enum machine_schedule alone, chunked;
		bool choice;
	} cases[] = {
		{"static", SCHEDULE_STATIC, SCHEDULE_STATIC_CHUNK, true},
		{"dynamic", SCHEDULE_DYNAMIC, SCHEDULE_DYNAMIC, true},
		{"guided", SCHEDULE_GUIDED, SCHEDULE_GUIDED, true},
		{"auto", SCHEDULE_STATIC, SCHEDULE_STATIC_CHUNK, false},
		{"runtime", SCHEDULE_DYNAMIC, SCHEDULE_DYNAMIC, false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct clause_kind *kind = clause_find(cases[i].word);

		assert_non_null(kind);
		assert_int_equal(clause_schedule(kind, false), cases[i].alone);
		assert_int_equal(clause_schedule(kind, true), cases[i].chunked);
		assert_int_equal(clause_can_choose(kind), cases[i].choice);
	}
	assert_null(clause_find("fair"));
	assert_int_equal(clause_schedule(NULL, false), SCHEDULE_STATIC);
	assert_int_equal(clause_schedule(NULL, true), SCHEDULE_STATIC_CHUNK);
}

/* ---- limits ----------------------------------------------------------------
 */

/* 3, 5, 7, ... */
static struct series rising(double length)
{
	static const double line[] = {3, 2, 0, 0};
	struct series series = {0};

	assert_int_equal(series_add(&series, length, line), MODEL_OK);
	return series;
}

static void refuses(void **state)
{
	static const struct schedule cases[] = {
		{SCHEDULE_STATIC, 1, 0},
		{SCHEDULE_STATIC, 1, -1},
		{SCHEDULE_STATIC, 1, 2000},
		{SCHEDULE_STATIC, 1, SCHEDULE_MAX_THREADS + 1},
		{SCHEDULE_DYNAMIC, 0, 2},
		{SCHEDULE_GUIDED, -3, 2},
		{SCHEDULE_STATIC_CHUNK, NAN, 2},
		{SCHEDULE_DYNAMIC, .5, 2},
		{SCHEDULE_COUNT, 1, 2},
		{(enum machine_schedule) - 1, 1, 2},
	};
	struct series series = rising(29);
	struct schedule_shares shares;
	struct schedule_shares before;

	(void)state;
	memset(&shares, 0x5a, sizeof(shares));
	before = shares;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(
			schedule_share(&series, &cases[i], &shares, NULL),
			MODEL_BAD_ARGUMENT);
	assert_memory_equal(&shares, &before, sizeof(shares));
	series_free(&series);
}

static struct schedule_shares share(const struct series *series,
				    enum machine_schedule kind, double chunk,
				    int threads, double *work)
{
	struct schedule schedule = {kind, chunk, threads};
	struct schedule_shares shares;

	assert_int_equal(schedule_share(series, &schedule, &shares, work),
			 MODEL_OK);
	return shares;
}

static void takes_limits(void **state)
{
	double work[SCHEDULE_MAX_THREADS];
	struct series series = rising(29);
	struct schedule_shares shares;

	(void)state;
	shares = share(&series, SCHEDULE_STATIC, NAN, SCHEDULE_MAX_THREADS,
		       work);
	assert_true(shares.chunks == 29 && shares.largest == 1);
	assert_true(shares.busiest == 59 && work[28] == 59 && work[29] == 0);
	shares = share(&series, SCHEDULE_DYNAMIC, INFINITY, 3, work);
	assert_true(shares.chunks == 1 && shares.largest == 29);
	assert_true(work[0] == 29 * 31 && work[1] == 0);
	/* a chunk is a whole number */
	shares = share(&series, SCHEDULE_STATIC_CHUNK, 2.9, 3, NULL);
	assert_true(shares.chunks == 15 && shares.largest == 2);
	series_free(&series);
}

static void shares_nothing(void **state)
{
	struct series empty = {0};
	double work[3];

	(void)state;
	for (int kind = 0; kind < SCHEDULE_COUNT; kind++) {
		struct schedule_shares shares =
			share(&empty, (enum machine_schedule)kind, 2, 3, work);

		assert_true(shares.busiest == 0 && shares.total == 0);
		assert_true(shares.chunks == 0 && shares.largest == 0);
		assert_true(work[0] == 0 && work[2] == 0);
	}
}

/* ---- too many to walk ------------------------------------------------------
 */

#define LONG 60000

#define MOST_THREADS 64

/* The same again, each chunk handed out. */
static double walk(const struct series *series, const struct schedule *schedule,
		   double *work)
{
	double busiest = 0, chunks = 0;

	memset(work, 0, MOST_THREADS * sizeof(*work));
	for (double next = 0; next < series->length; chunks++) {
		double size = fmin(schedule->chunk, series->length - next);
		int thread = (int)fmod(chunks, schedule->threads);

		if (schedule->kind != SCHEDULE_STATIC_CHUNK)
			for (int i = thread = 0; i < schedule->threads; i++)
				if (work[i] < work[thread])
					thread = i;
		for (double i = next; i < next + size; i++)
			work[thread] += series_value(series, i);
		next += size;
	}
	for (int i = 0; i < schedule->threads; i++)
		busiest = fmax(busiest, work[i]);
	return busiest;
}

static struct series any_series(void)
{
	struct series series = {0};
	int pieces = (int)trial_between(1, 4);

	for (int i = 0; i < pieces; i++) {
		double length = floor(LONG / pieces);
		double first = (double)trial_below(1000);
		double last = (double)trial_below(1000);
		double coefficient[] = {first, (last - first) / length, 0, 0};

		if (trial_below(3) == 0)
			coefficient[1] = 0;
		assert_int_equal(series_add(&series, length, coefficient),
				 MODEL_OK);
	}
	return series;
}

/* What schedule.h promises of many chunks; *off: how far the busiest is. */
static void compare_long(const struct series *series,
			 const struct schedule *schedule, double *off)
{
	double given[MOST_THREADS], work[MOST_THREADS];
	struct schedule_shares shares;
	double busiest = walk(series, schedule, work);

	assert_int_equal(schedule_share(series, schedule, &shares, given),
			 MODEL_OK);
	assert_true(shares.chunks == ceil(series->length / schedule->chunk));
	assert_true(shares.largest == schedule->chunk);
	if (schedule->kind == SCHEDULE_STATIC_CHUNK) {
		assert_false(shares.sampled);
		for (int i = 0; i < schedule->threads; i++)
			assert_true(fabs(given[i] - work[i]) <=
				    1e-9 * (1 + work[i]));
	}
	if (busiest > 0)
		*off = fmax(*off, fabs(shares.busiest / busiest - 1));
}

static void is_near_without_walking(void **state)
{
	double worst = 0;

	(void)state;
	trial_seed(2385);
	for (int i = 0; i < 100; i++) {
		struct series series = any_series();
		struct schedule schedule = {trial_below(2)
						    ? SCHEDULE_DYNAMIC
						    : SCHEDULE_STATIC_CHUNK,
					    (double)trial_between(1, 50), 0};

		schedule.threads = (int)trial_between(1, MOST_THREADS);
		compare_long(&series, &schedule, &worst);
		series_free(&series);
	}
	printf("# busiest thread off by at most %.3f %%\n", 100 * worst);
	assert_true(worst < .02);
}

/* 10^12 iterations: chunks of guided are walked, those of dynamic are not. */
static void shares_without_number(void **state)
{
	struct series series = rising(1e12);
	double work[8];
	struct schedule_shares shares;

	(void)state;
	shares = share(&series, SCHEDULE_GUIDED, 1, 8, work);
	assert_false(shares.sampled);
	assert_true(shares.largest == 1.25e11);
	assert_true(shares.chunks > 100 && shares.chunks < 1000);
	shares = share(&series, SCHEDULE_DYNAMIC, 1, 8, work);
	assert_true(shares.sampled && shares.chunks == 1e12);
	assert_true(fabs(shares.busiest * 8 / series.total - 1) < 1e-9);
	shares = share(&series, SCHEDULE_STATIC, 1, 8, work);
	assert_false(shares.sampled);
	assert_true(fabs(work[7] / series.total - 15. / 64) < 1e-9);
	series_free(&series);
}

/* Iterations that a double cannot count do not keep it busy for ever. */
static void shares_beyond_counting(void **state)
{
	struct series series = rising(1e18);

	(void)state;
	for (int kind = 0; kind < SCHEDULE_COUNT; kind++) {
		struct schedule_shares shares =
			share(&series, (enum machine_schedule)kind, 1, 8, NULL);

		assert_true(shares.busiest >= .999 * series.total / 8);
		assert_true(shares.busiest <= series.total);
	}
	series_free(&series);
}

/* Guided with a falling load: the first chunk is the longest, and alone. */
static void guided_begins_with_most(void **state)
{
	static const double falling[] = {1e12, -1, 0, 0};
	struct series series = {0};
	struct schedule_shares shares;

	(void)state;
	assert_int_equal(series_add(&series, 1e12, falling), MODEL_OK);
	shares = share(&series, SCHEDULE_GUIDED, 1, 1024, NULL);
	assert_true(shares.sampled);
	assert_true(shares.largest == ceil(1e12 / 1024));
	assert_true(shares.busiest >= series_sum(&series, 0, shares.largest));
	assert_true(shares.busiest < 2.1 * series.total / 1024);
	series_free(&series);
}

/* One by one: who gets an iteration, and who would of one block each? */
static double counted_elsewhere(int length, int chunk, int threads)
{
	int elsewhere = 0;

	for (int i = 0; i < length; i++) {
		int owner = 0, rest = length % threads;

		for (int left = i; left >= length / threads + (owner < rest);
		     owner++)
			left -= length / threads + (owner < rest);
		elsewhere += owner != i / chunk % threads;
	}
	return (double)elsewhere / length;
}

static void is_given_elsewhere(void **state)
{
	(void)state;
	for (int length = 1; length < 70; length += 3) {
		struct series series = rising(length);

		for (int chunk = 1; chunk < 40; chunk++)
			for (int threads = 1; threads < 6; threads++)
				assert_float_equal(
					share(&series, SCHEDULE_STATIC_CHUNK,
					      chunk, threads, NULL)
						.elsewhere,
					counted_elsewhere(length, chunk,
							  threads),
					1e-12);
		assert_float_equal(
			share(&series, SCHEDULE_STATIC, 0, 4, NULL).elsewhere,
			0, 0);
		assert_float_equal(
			share(&series, SCHEDULE_GUIDED, 1, 4, NULL).elsewhere,
			.75, 0);
		series_free(&series);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_its_kinds),
		cmocka_unit_test(has_costs_of_all),
		cmocka_unit_test(takes_clauses_for_what_they_are),
		cmocka_unit_test(refuses),
		cmocka_unit_test(takes_limits),
		cmocka_unit_test(shares_nothing),
		cmocka_unit_test(is_near_without_walking),
		cmocka_unit_test(shares_without_number),
		cmocka_unit_test(shares_beyond_counting),
		cmocka_unit_test(guided_begins_with_most),
		cmocka_unit_test(is_given_elsewhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
