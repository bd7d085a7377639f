/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The time models: the formulas term by term, the critical path, and
 * every refusal.
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

/* One path. */
static enum model_status fan(const struct timemodel_machine *on,
			     const struct timemodel_work *path, double *time)
{
	size_t critical;

	return timemodel_par(on, path, 1, time, &critical);
}

static void fan_is_the_formula(void **state)
{
	double operations = 1.3 * 3.1 + 2.9 * 1.7 + 7.1 * .9 + 23.9 * .3;
	double time;

	(void)state;
	assert_int_equal(fan(&machine, &work, &time), MODEL_OK);
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
	assert_int_equal(fan(&machine, &work, &time), MODEL_OK);
	other.time_stamp += 17.3;
	other.synchronise += 2.1;
	assert_int_equal(fan(&other, &work, &changed), MODEL_OK);
	is_near(changed - time, 19.4);
	more.operations[3] += 1.1;
	assert_int_equal(fan(&machine, &more, &changed), MODEL_OK);
	is_near(changed - time, 23.9 * 1.1 * 1013 / (3 * 3.7));
	more = work;
	more.data = 0;
	assert_int_equal(fan(&machine, &more, &changed), MODEL_OK);
	is_near(time - changed, 41.3 * .07 * 1013);
	more = work;
	more.iterations = 0;
	assert_int_equal(fan(&machine, &more, &changed), MODEL_OK);
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
	assert_int_equal(fan(&machine, &paths[1], &middle), MODEL_OK);
	assert_int_equal(timemodel_par(&machine, paths, 3, &time, &critical),
			 MODEL_OK);
	is_near(time, middle);
	assert_int_equal(critical, 1);
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
		double time = 2385;

		bad = machine;
		*places[rows[i].place] = rows[i].value;
		assert_int_equal(fan(&bad, &work, &time), rows[i].status);
		assert_true((time == 2385) == (rows[i].status != MODEL_OK));
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
		assert_int_equal(fan(&machine, &bad[i], &time), statuses[i]);
	assert_int_equal(timemodel_par(&machine, bad, 0, &time, &critical),
			 MODEL_TOO_FEW);
	assert_true(time == 2385 && critical == 99);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fan_is_the_formula),
		cmocka_unit_test(each_term_counts),
		cmocka_unit_test(par_is_the_longest_path),
		cmocka_unit_test(takes_a_machine),
		cmocka_unit_test(refuses_machines),
		cmocka_unit_test(refuses_work),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
