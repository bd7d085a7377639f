/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The time models: the formulas term by term, the critical path, pipelines
 * against a simulation of them, and every refusal.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../models/timemodel.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct timemodel_machine machine = {
	.operation = {1.3, 2.9, 7.1, 23.9},
	.overlap = 3.7,
	.send = 41.3,
	.synchronise = 611,
	.time_stamp = 29.3,
};
static const struct timemodel_work work = {
	.operations = {3.1, 1.7, .9, .3},
	.iterations = 1013,
	.data = .07,
	.threads = 3,
};

static void is_near(double value, double wanted)
{
	assert_true(fabs(value - wanted) <= 1e-9 * (1 + fabs(wanted)));
}

static void fan_is_the_formula(void **state)
{
	double operations = 1.3 * 3.1 + 2.9 * 1.7 + 7.1 * .9 + 23.9 * .3;
	double time;

	(void)state;
	assert_int_equal(timemodel_fan(&machine, &work, &time), MODEL_OK);
	is_near(time,
		operations * 1013 / (3 * 3.7) + 41.3 * .07 * 1013 + 611 + 29.3);
}

/* What each parameter adds, all else equal. */
static void each_term_counts(void **state)
{
	struct timemodel_machine other = machine;
	struct timemodel_work more = work;
	double time, changed;

	(void)state;
	assert_int_equal(timemodel_fan(&machine, &work, &time), MODEL_OK);
	other.time_stamp += 17.3;
	other.synchronise += 2.1;
	assert_int_equal(timemodel_fan(&other, &work, &changed), MODEL_OK);
	is_near(changed - time, 19.4);
	more.operations[3] += 1.1;
	assert_int_equal(timemodel_fan(&machine, &more, &changed), MODEL_OK);
	is_near(changed - time, 23.9 * 1.1 * 1013 / (3 * 3.7));
	more = work;
	more.data = 0;
	assert_int_equal(timemodel_fan(&machine, &more, &changed), MODEL_OK);
	is_near(time - changed, 41.3 * .07 * 1013);
	more = work;
	more.iterations = 0;
	assert_int_equal(timemodel_fan(&machine, &more, &changed), MODEL_OK);
	is_near(changed, 640.3);
}

static void par_is_the_longest_path(void **state)
{
	struct timemodel_work paths[3] = {work, work, work};
	double time, middle;
	size_t critical = 99;

	(void)state;
	paths[0].iterations = 977;
	paths[1].iterations = 1409;
	paths[2].operations[0] = 0;
	assert_int_equal(timemodel_fan(&machine, &paths[1], &middle), MODEL_OK);
	assert_int_equal(timemodel_par(&machine, paths, 3, &time, &critical),
			 MODEL_OK);
	is_near(time, middle);
	assert_int_equal(critical, 1);
}

/* Between 0 and 1; the seed is fixed. */
static double next_random(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (*seed >> 11) * 0x1p-53;
}

static double stage_time(const struct timemodel_stage *stage)
{
	double sum = 0;

	for (int k = 0; k < TIMEMODEL_LOCALITIES; k++)
		sum += machine.operation[k] * stage->operations[k];
	return sum / machine.overlap;
}

/*
 * When the last group is done with the last iteration, each beginning when the
 * group before is done with this iteration and itself with the one before.
 * "cuts" has a bit for each stage that begins a group.
 */
static double simulate(const struct timemodel_stage *stages, size_t count,
		       unsigned cuts, int iterations, double *slowest)
{
	double done[TIMEMODEL_STAGES] = {0};

	*slowest = 0;
	for (int i = 0; i < iterations; i++) {
		double before = 0;
		size_t group = 0;

		for (size_t s = 0; s < count; group++) {
			double time = machine.send * stages[s].data;

			do
				time += stage_time(&stages[s++]);
			while (s < count && !(cuts >> s & 1));
			before = fmax(before, done[group]) + time;
			done[group] = before;
			*slowest = fmax(*slowest, time);
		}
	}
	for (size_t i = 1; i < count; i++)
		done[0] = fmax(done[0], done[i]);
	return done[0];
}

static int bits(unsigned cuts)
{
	int sum = 0;

	for (; cuts; cuts >>= 1)
		sum += cuts & 1;
	return sum;
}

/* The slowest group is the least of all groupings; the time is as simulated. */
static void pipe_is_as_simulated(void **state)
{
	uint64_t seed = 2385;

	(void)state;
	for (int round = 0; round < 200; round++) {
		struct timemodel_stage stages[7] = {0};
		size_t count = 1 + round % 7;
		size_t threads = 1 + round / 7 % 5;
		double least = INFINITY, slowest, time;
		size_t critical = 99;
		bool found = false;

		for (size_t s = 0; s < count; s++) {
			stages[s].operations[s % 4] = 90 * next_random(&seed);
			stages[s].data = s > 0 ? next_random(&seed) : 0;
		}
		for (unsigned cuts = 1; cuts < 1u << count; cuts += 2) {
			if (bits(cuts) > (int)threads)
				continue;
			simulate(stages, count, cuts, 1, &slowest);
			least = fmin(least, slowest);
		}
		assert_int_equal(timemodel_pipe(&machine, stages, count, 53,
						threads, &time, &critical),
				 MODEL_OK);
		for (unsigned cuts = 1; cuts < 1u << count; cuts += 2) {
			double all;

			if (bits(cuts) > (int)threads)
				continue;
			all = simulate(stages, count, cuts, 53, &slowest);
			found = found || (slowest <= least + 1e-9 &&
					  fabs(all + 640.3 - time) < 1e-6);
		}
		assert_true(found);
		assert_in_range(critical, 0, count - 1);
	}
}

/* One thread does all the work and sends nothing between stages. */
static void pipe_of_one_thread_is_sequential(void **state)
{
	static const struct timemodel_stage stages[] = {
		{{3.1, 0, 0, 0}, 0}, {{0, 1.7, 0, 0}, .9}, {{0, 0, .3, 0}, .7}};
	struct timemodel_work whole = {{3.1, 1.7, .3, 0}, 1013, 0, 1};
	size_t critical;
	double pipe, fan;

	(void)state;
	assert_int_equal(
		timemodel_pipe(&machine, stages, 3, 1013, 1, &pipe, &critical),
		MODEL_OK);
	assert_int_equal(timemodel_fan(&machine, &whole, &fan), MODEL_OK);
	is_near(pipe, fan);
}

/* Where sending costs more than it saves, stages stay together. */
static void pipe_stays_together(void **state)
{
	static const struct timemodel_stage cheap[] = {{{3.1, 0, 0, 0}, 0},
						       {{2.9, 0, 0, 0}, 7}};
	size_t critical = 99;
	double one, four;

	(void)state;
	assert_int_equal(
		timemodel_pipe(&machine, cheap, 2, 1013, 1, &one, &critical),
		MODEL_OK);
	assert_int_equal(
		timemodel_pipe(&machine, cheap, 2, 1013, 4, &four, &critical),
		MODEL_OK);
	is_near(one, four);
	assert_int_equal(critical, 0);
}

static void takes_a_machine(void **state)
{
	struct timemodel_machine made;
	struct machine generic;

	(void)state;
	machine_generic(&generic);
	generic.pipeline = 3.7;
	generic.send = 131;
	generic.time_stamp = 71.3;
	generic.operation[OPERATION_ADD][TYPE_F64].latency = 4.3;
	generic.region = (struct machine_curve){2, {1, 3}, {17, 617}};
	for (int busy = 0; busy < 2; busy++)
		for (int level = 0; level < LEVEL_COUNT; level++)
			generic.transfer[busy][level][STRIDE_SEQUENTIAL] =
				1.3 + 7 * busy + 3 * level;
	assert_int_equal(timemodel_of_machine(&generic, 1, &made), MODEL_OK);
	is_near(made.operation[0], 4.3);
	is_near(made.operation[1], 4.3 + 3.7 * 1.3);
	is_near(made.operation[2], 4.3 + 3.7 * 4.3);
	is_near(made.synchronise, 17);
	assert_int_equal(timemodel_of_machine(&generic, 2, &made), MODEL_OK);
	is_near(made.operation[3], 4.3 + 3.7 * 14.3);
	is_near(made.overlap, 3.7);
	is_near(made.send, 131);
	is_near(made.synchronise, 317);
	is_near(made.time_stamp, 71.3);
	assert_int_equal(timemodel_of_machine(&generic, 0, &made),
			 MODEL_NOT_POSITIVE);
	generic.pipeline = NAN;
	assert_int_equal(timemodel_of_machine(&generic, 2, &made),
			 MODEL_BAD_ARGUMENT);
	machine_generic(&generic);
	generic.operation[OPERATION_ADD][TYPE_F64].latency = 0;
	assert_int_equal(timemodel_of_machine(&generic, 2, &made),
			 MODEL_NOT_POSITIVE);
}

/* One number of the machine exchanged. */
static void refuses_machines(void **state)
{
	struct timemodel_machine bad = machine;
	double *const places[] = {&bad.operation[2], &bad.overlap, &bad.send,
				  &bad.synchronise, &bad.time_stamp};
	static const struct {
		size_t place;
		double value;
		enum model_status status;
	} rows[] = {
		{0, 0, MODEL_NOT_POSITIVE},  {0, NAN, MODEL_NOT_FINITE},
		{1, 0, MODEL_NOT_POSITIVE},  {1, INFINITY, MODEL_NOT_FINITE},
		{2, -1, MODEL_NOT_POSITIVE}, {2, 0, MODEL_OK},
		{3, NAN, MODEL_NOT_FINITE},  {4, -.1, MODEL_NOT_POSITIVE},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		static const struct timemodel_stage stage = {{1, 2, 3, 4}, 0};
		double time = 2385;
		size_t critical = 99;

		bad = machine;
		*places[rows[i].place] = rows[i].value;
		assert_int_equal(timemodel_fan(&bad, &work, &time),
				 rows[i].status);
		if (rows[i].status == MODEL_OK)
			continue;
		assert_int_equal(
			timemodel_pipe(&bad, &stage, 1, 5, 2, &time, &critical),
			rows[i].status);
		assert_true(time == 2385 && critical == 99);
	}
}

static void refuses_work(void **state)
{
	static const struct timemodel_work bad[] = {
		{{3, -1, 0, 0}, 5, 0, 1}, {{3, 1, NAN, 0}, 5, 0, 1},
		{{3, 1, 0, 0}, -5, 0, 1}, {{3, 1, 0, 0}, 5, -1, 1},
		{{3, 1, 0, 0}, 5, 0, 0},  {{3, 1e308, 0, 0}, 1e308, 0, 1},
	};
	static const enum model_status statuses[] = {
		MODEL_NOT_POSITIVE, MODEL_NOT_FINITE,	MODEL_NOT_POSITIVE,
		MODEL_NOT_POSITIVE, MODEL_NOT_POSITIVE, MODEL_NOT_FINITE,
	};
	size_t critical = 99;
	double time = 2385;

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++)
		assert_int_equal(timemodel_fan(&machine, &bad[i], &time),
				 statuses[i]);
	assert_int_equal(timemodel_par(&machine, bad, 0, &time, &critical),
			 MODEL_TOO_FEW);
	assert_true(time == 2385 && critical == 99);
}

static void refuses_stages(void **state)
{
	struct timemodel_stage stages[TIMEMODEL_STAGES + 1] = {0};
	size_t critical = 99;
	double time = 2385;
	static const struct {
		size_t count, threads;
		double iterations;
		enum model_status status;
	} rows[] = {
		{0, 2, 5, MODEL_TOO_FEW},
		{TIMEMODEL_STAGES + 1, 2, 5, MODEL_BAD_ARGUMENT},
		{2, 0, 5, MODEL_BAD_ARGUMENT},
		{2, 2, .5, MODEL_BAD_ARGUMENT},
		{2, 2, 0, MODEL_NOT_POSITIVE},
		{2, 2, INFINITY, MODEL_NOT_FINITE},
		{3, 2, 5, MODEL_NOT_POSITIVE},
		{4, 2, 5, MODEL_NOT_POSITIVE},
	};

	(void)state;
	stages[2].data = -1;
	for (size_t i = 0; i < COUNT(rows); i++)
		assert_int_equal(timemodel_pipe(&machine, stages, rows[i].count,
						rows[i].iterations,
						rows[i].threads, &time,
						&critical),
				 rows[i].status);
	stages[1].operations[2] = 1e308;
	assert_int_equal(
		timemodel_pipe(&machine, stages, 2, 1e10, 1, &time, &critical),
		MODEL_NOT_FINITE);
	assert_true(time == 2385 && critical == 99);
	stages[2].data = 0;
	stages[1].operations[2] = 0;
	assert_int_equal(timemodel_pipe(&machine, stages, TIMEMODEL_STAGES, 5,
					TIMEMODEL_STAGES, &time, &critical),
			 MODEL_OK);
	is_near(time, 640.3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fan_is_the_formula),
		cmocka_unit_test(each_term_counts),
		cmocka_unit_test(par_is_the_longest_path),
		cmocka_unit_test(pipe_is_as_simulated),
		cmocka_unit_test(pipe_of_one_thread_is_sequential),
		cmocka_unit_test(pipe_stays_together),
		cmocka_unit_test(takes_a_machine),
		cmocka_unit_test(refuses_machines),
		cmocka_unit_test(refuses_work),
		cmocka_unit_test(refuses_stages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
