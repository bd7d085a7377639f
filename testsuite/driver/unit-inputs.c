/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several inputs of a program whose runs take what tables say: which clauses
 * are best over all of them, and when none are.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fake.h"
#include "tune/inputs.h"

#define INPUTS 2

enum { STATIC, DYNAMIC_1, DYNAMIC_8, GUIDED, CANDIDATES };

static const struct schedule schedules[CANDIDATES] = {{SCHEDULE_STATIC, 1, 2},
						      {SCHEDULE_DYNAMIC, 1, 2},
						      {SCHEDULE_DYNAMIC, 8, 2},
						      {SCHEDULE_GUIDED, 1, 2}};

static struct refine_item items[CANDIDATES];

static int make_items(void **state)
{
	(void)state;
	fake_items(items, schedules, CANDIDATES);
	return 0;
}

struct setup {
	struct fake fakes[INPUTS];
	struct trial trials[INPUTS];
	struct trial_verdict verdicts[INPUTS];
	struct inputs inputs;
};

/* A loop that is called so often; NULL: an input does not enter it. */
static void begin(struct setup *setup, int calls, const double *first,
		  const double *second)
{
	const double *seconds[INPUTS] = {first, second};
	static const char *const names[INPUTS] = {"./app 1", "./app 2"};

	*setup = (struct setup){.inputs = {.trials = setup->trials,
					   .verdicts = setup->verdicts,
					   .count = INPUTS}};
	for (size_t i = 0; i < INPUTS; i++) {
		struct fake *fake = &setup->fakes[i];

		fake_begin(fake, .01);
		fake->wish.run = names[i];
		fake->trial.most = 2 * CANDIDATES;
		fake->calls = calls;
		if (seconds[i])
			fake_loop(fake, items, schedules, seconds[i],
				  CANDIDATES);
	}
}

/* The candidate that wins for all of them. */
static size_t decide(struct setup *setup)
{
	struct inputs *inputs = &setup->inputs;

	for (size_t i = 0; i < INPUTS; i++) {
		assert_true(fake_start(&setup->fakes[i], true));
		setup->trials[i] = setup->fakes[i].trial;
	}
	inputs_meet(inputs);
	assert_true(inputs_decide(inputs));
	for (size_t i = 0; i < INPUTS; i++)
		setup->fakes[i].trial = setup->trials[i];
	for (size_t i = 0; i < INPUTS && inputs->faster; i++)
		if (inputs->loops->views[i].loop)
			return inputs->loops->views[i].loop->winner;
	return STATIC;
}

static void end(struct setup *setup)
{
	inputs_free(&setup->inputs);
	for (size_t i = 0; i < INPUTS; i++)
		fake_end(&setup->fakes[i]);
}

/* Within one run and in runs of their own, in one order and in the other: it
   wins, or, if it is STATIC, the loop is left or not. */
static void expect(const double *first, const double *second, size_t winner,
		   enum inputs_left left)
{
	static const int calls[] = {400, 2};

	for (size_t i = 0; i < 4; i++) {
		struct setup setup;

		begin(&setup, calls[i / 2], i % 2 ? second : first,
		      i % 2 ? first : second);
		assert_int_equal(decide(&setup), winner);
		assert_int_equal(setup.inputs.loops->left, left);
		end(&setup);
	}
}

/* ---- what is chosen ---- */

static void the_best_of_both_wins(void **state)
{
	static const double first[] = {1, .9, .5, .75};
	static const double second[] = {4, 3.6, 3, 3.5};

	(void)state;
	expect(first, second, DYNAMIC_8, INPUTS_TAKEN);
	expect(first, first, DYNAMIC_8, INPUTS_TAKEN);
}

static void what_is_good_for_both_wins(void **state)
{
	static const double first[] = {1, .5, .9, .5};
	static const double second[] = {1, .9, .5, .5};

	(void)state;
	expect(first, second, GUIDED, INPUTS_TAKEN);
}

static void opposite_wishes_leave_it(void **state)
{
	static const double first[] = {1, .5, 2, 2};
	static const double second[] = {1, 2, .5, 2};
	struct setup setup;

	(void)state;
	expect(first, second, STATIC, INPUTS_APART);
	begin(&setup, 400, first, second);
	decide(&setup);
	assert_int_equal(setup.inputs.loops->views[0].best, DYNAMIC_1);
	assert_int_equal(setup.inputs.loops->views[1].best, DYNAMIC_8);
	assert_false(setup.verdicts[0].compared);
	end(&setup);
}

static void a_gain_that_another_one_pays_for_is_none(void **state)
{
	static const double first[] = {1, .9, .5, .75};
	static const double second[] = {1, 1.3, 1.3, 1.3};

	(void)state;
	expect(first, second, STATIC, INPUTS_APART);
}

static void a_small_loss_is_taken(void **state)
{
	static const double first[] = {1, .9, .5, .75};
	static const double second[] = {1, 1.3, 1.005, 1.3};
	struct setup setup;

	(void)state;
	begin(&setup, 400, first, second);
	assert_int_equal(decide(&setup), DYNAMIC_8);
	assert_true(setup.verdicts[1].confirm.ratio < 1.03);
	end(&setup);
}

static void nothing_better_is_no_quarrel(void **state)
{
	static const double seconds[] = {1, 1.1, 1.2, 1.3};

	(void)state;
	expect(seconds, seconds, STATIC, INPUTS_TAKEN);
}

/* ---- an input that has little to do with it ---- */

static void who_does_not_enter_it_has_no_say(void **state)
{
	static const double first[] = {1, .9, .5, .75};
	struct setup setup;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		begin(&setup, 400, i ? NULL : first, i ? first : NULL);
		assert_int_equal(decide(&setup), DYNAMIC_8);
		assert_true(setup.verdicts[i].compared);
		assert_false(setup.verdicts[!i].compared);
		end(&setup);
	}
}

/* It takes no time as it is written, and ten times that with what is best
   elsewhere. */
static void a_cold_loop_has_a_say(void **state)
{
	static const double first[] = {1, .9, .5, .75};
	static const double second[] = {.0001, .0001, .001, .0001};
	struct setup setup;

	(void)state;
	begin(&setup, 400, first, second);
	setup.fakes[1].hot.list->cold = true;
	assert_int_equal(decide(&setup), STATIC);
	assert_int_equal(setup.inputs.loops->left, INPUTS_APART);
	end(&setup);
}

/* Data may be laid out for as many threads as an input has. */
static void threads_that_one_has_not_are_not_taken(void **state)
{
	static const struct schedule more[] = {{SCHEDULE_STATIC, 1, 4},
					       {SCHEDULE_DYNAMIC, 1, 4}};
	static const struct schedule fewer[] = {{SCHEDULE_STATIC, 1, 2},
						{SCHEDULE_GUIDED, 1, 2}};
	static const double first[] = {1, .5}, second[] = {1, 1.2};
	struct setup setup;

	(void)state;
	begin(&setup, 400, NULL, NULL);
	fake_loop(&setup.fakes[0], items, more, first, 2);
	fake_loop(&setup.fakes[1], items, fewer, second, 2);
	assert_int_equal(decide(&setup), STATIC);
	assert_int_equal(setup.inputs.loops->left, INPUTS_UNTRIED);
	assert_int_equal(setup.fakes[1].hot.list->count, 2);
	end(&setup);
}

/* ---- failures ---- */

/* What works for one input is wrong for the other. */
static void err(struct fake *fake, struct fake_run *run)
{
	(void)fake;
	if (run->candidate[0] == DYNAMIC_8)
		run->reason = "its output differs";
	if (run->within) {
		run->reason = "it was killed by signal 11";
		run->under_way = DYNAMIC_8;
		fake->befall = NULL;
	}
}

static void what_fails_for_one_wins_for_none(void **state)
{
	static const double seconds[] = {1, .9, .5, .75};
	struct setup setup;

	(void)state;
	for (int i = 0; i < 2; i++) {
		begin(&setup, i ? 2 : 400, seconds, seconds);
		setup.fakes[1].befall = err;
		assert_int_equal(decide(&setup), GUIDED);
		assert_int_equal(setup.inputs.loops->left, INPUTS_TAKEN);
		end(&setup);
	}
}

/* Behind the loop it costs more than it gains. */
static void add_next(struct fake *fake, struct fake_run *run)
{
	(void)fake;
	run->next = .6;
}

static void what_costs_another_one_behind_the_loop_is_left(void **state)
{
	static const double seconds[] = {1, .9, .5, .75};
	struct setup setup;

	(void)state;
	begin(&setup, 400, seconds, seconds);
	setup.fakes[1].befall = add_next;
	assert_int_equal(decide(&setup), STATIC);
	end(&setup);
}

/* In the program as it will be it takes twice as long for one of them. */
static void slow_alone(struct fake *fake, struct fake_run *run)
{
	if (!run->clocked && run->candidate[0])
		run->loop[0] = 2 * fake->loop[0][STATIC];
}

static void what_slows_one_down_is_given_up(void **state)
{
	static const double seconds[] = {1, .9, .5, .75};
	struct setup setup;

	(void)state;
	begin(&setup, 400, seconds, seconds);
	setup.fakes[1].befall = slow_alone;
	assert_int_equal(decide(&setup), STATIC);
	assert_int_equal(setup.inputs.loops->left, INPUTS_TAKEN);
	assert_false(setup.inputs.faster);
	end(&setup);
}

/* ---- rounds at the end ---- */

/* What pairs of the second input say, one after the other, and then the last
   three again and again. */
static const double *series;
static size_t series_at;

static void scatter(struct fake *fake, struct fake_run *run)
{
	if (run->original || strncmp(run->step, "confirm/", 8) != 0)
		return;
	run->loop[0] = fake->loop[0][STATIC] * series[series_at];
	series_at = series_at == 5 ? 3 : series_at + 1;
}

static void three_rounds_do_not_decide(void **state)
{
	static const double first[] = {1, .9, .5, .75};
	static const double second[] = {1, 1.3, 1, 1.3};
	static const struct {
		double series[6];
		size_t winner;
	} cases[] = {
		/* no slower, slower, and nobody knows */
		{{1.04, 1.035, 1.045, .99, 1, .995}, DYNAMIC_8},
		{{1, 1.025, 1.02, 1.09, 1.08, 1.07}, STATIC},
		{{.9, 1.1, .9, 1.1, .9, 1.1}, STATIC},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct setup setup;

		begin(&setup, 2, first, second);
		setup.fakes[1].befall = scatter;
		series = cases[i].series;
		series_at = 0;
		assert_int_equal(decide(&setup), cases[i].winner);
		assert_true(setup.verdicts[0].faster);
		assert_false(setup.verdicts[1].faster);
		assert_true(setup.verdicts[1].rounds > 3);
		end(&setup);
	}
}

/* Calls beside each other have shown that it loses nothing: rounds that scatter
   say nothing against that. */
static void what_calls_have_shown_is_borne(void **state)
{
	static const double first[] = {1, .9, .5, .75};
	static const double second[] = {1, 1.3, 1, 1.3};
	static const double wild[] = {.9, 1.1, .9, 1.1, .9, 1.1};
	struct setup setup;

	(void)state;
	begin(&setup, 400, first, second);
	setup.fakes[1].befall = scatter;
	series = wild;
	series_at = 0;
	assert_int_equal(decide(&setup), DYNAMIC_8);
	end(&setup);
}

/* ---- what one wants is measured for the others ---- */

static size_t wanted_runs;

static void count_wanted(struct fake *fake, struct fake_run *run)
{
	(void)fake;
	wanted_runs += !run->original && strncmp(run->step, "wanted/", 7) == 0;
}

/* The second input tries one variant of its own accord; what the first one
   wants is measured once, fixed in one build, and then the program decides. */
static void what_another_one_wants_is_measured_once(void **state)
{
	static const double first[] = {1, .9, .5, .75};
	static const double near[] = {1, 1.3, .99, 1.3};
	static const double far[] = {1, 1.3, 1.2, 1.3};
	struct setup setup;

	(void)state;
	for (int i = 0; i < 2; i++) {
		begin(&setup, 2, first, i ? far : near);
		setup.fakes[1].trial.most = 1;
		setup.fakes[1].befall = count_wanted;
		wanted_runs = 0;
		assert_int_equal(decide(&setup), i ? STATIC : DYNAMIC_8);
		assert_int_equal(setup.inputs.loops->left,
				 i ? INPUTS_APART : INPUTS_TAKEN);
		assert_in_range(wanted_runs, 1, 2);
		end(&setup);
	}
}

/* ---- written clauses that depend on the input ---- */

static void no_order_of_inputs_decides(void **state)
{
	static const struct schedule first[] = {{SCHEDULE_STATIC, 1, 2},
						{SCHEDULE_DYNAMIC, 8, 2}};
	static const struct schedule second[] = {{SCHEDULE_DYNAMIC, 8, 2},
						 {SCHEDULE_STATIC, 1, 2}};
	static const double slow[] = {1, .5}, quick[] = {.5, 1};
	struct setup setup;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		size_t one = i % 2, other = !one;

		begin(&setup, i < 2 ? 400 : 2, NULL, NULL);
		fake_loop(&setup.fakes[one], items, first, slow, 2);
		fake_loop(&setup.fakes[other], items, second, quick, 2);
		decide(&setup);
		assert_true(setup.inputs.faster);
		assert_int_equal(setup.fakes[one].hot.list->winner, 1);
		assert_int_equal(setup.fakes[other].hot.list->winner, 0);
		assert_ptr_equal(
			inputs_winner(&setup.inputs, setup.inputs.loops),
			setup.fakes[one].hot.list);
		end(&setup);
	}
}

/* As it is written is as it is written, whatever that is. */
static void written_is_the_same_for_all(void **state)
{
	static const struct schedule first[] = {{SCHEDULE_STATIC, 1, 2},
						{SCHEDULE_GUIDED, 1, 2}};
	static const struct schedule second[] = {{SCHEDULE_DYNAMIC, 8, 2},
						 {SCHEDULE_GUIDED, 1, 2}};
	static const double seconds[] = {1, 1.2};
	struct setup setup;

	(void)state;
	begin(&setup, 400, NULL, NULL);
	fake_loop(&setup.fakes[0], items, first, seconds, 2);
	fake_loop(&setup.fakes[1], items, second, seconds, 2);
	assert_int_equal(decide(&setup), STATIC);
	assert_int_equal(setup.inputs.loops->left, INPUTS_TAKEN);
	end(&setup);
}

/* Two loops, each with its own clock, in runs of their own. */
static void several_loops_are_compared_at_once(void **state)
{
	static const double one[] = {1, .9, .5, .75}, bad[] = {1, 2, 1.4, 2};
	struct setup setup;

	(void)state;
	begin(&setup, 2, one, one);
	fake_loop(&setup.fakes[0], items, schedules, one, CANDIDATES);
	fake_loop(&setup.fakes[1], items, schedules, bad, CANDIDATES);
	assert_int_equal(decide(&setup), DYNAMIC_8);
	assert_int_equal(setup.inputs.loops[0].left, INPUTS_TAKEN);
	assert_int_equal(setup.inputs.loops[1].left, INPUTS_APART);
	end(&setup);
}

/* ---- what it costs ---- */

static void each_takes_seven_runs(void **state)
{
	static const double seconds[] = {1, .9, .5, .75};
	struct setup setup;

	(void)state;
	begin(&setup, 400, seconds, seconds);
	for (size_t i = 0; i < INPUTS; i++)
		setup.fakes[i].trial.most = 0;
	assert_int_equal(decide(&setup), DYNAMIC_8);
	for (size_t i = 0; i < INPUTS; i++) {
		assert_true(setup.verdicts[i].within > 0);
		assert_true(setup.fakes[i].runs <= 7);
	}
	end(&setup);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_best_of_both_wins),
		cmocka_unit_test(what_is_good_for_both_wins),
		cmocka_unit_test(opposite_wishes_leave_it),
		cmocka_unit_test(a_gain_that_another_one_pays_for_is_none),
		cmocka_unit_test(a_small_loss_is_taken),
		cmocka_unit_test(nothing_better_is_no_quarrel),
		cmocka_unit_test(who_does_not_enter_it_has_no_say),
		cmocka_unit_test(a_cold_loop_has_a_say),
		cmocka_unit_test(threads_that_one_has_not_are_not_taken),
		cmocka_unit_test(what_fails_for_one_wins_for_none),
		cmocka_unit_test(
			what_costs_another_one_behind_the_loop_is_left),
		cmocka_unit_test(what_slows_one_down_is_given_up),
		cmocka_unit_test(three_rounds_do_not_decide),
		cmocka_unit_test(what_calls_have_shown_is_borne),
		cmocka_unit_test(what_another_one_wants_is_measured_once),
		cmocka_unit_test(no_order_of_inputs_decides),
		cmocka_unit_test(written_is_the_same_for_all),
		cmocka_unit_test(several_loops_are_compared_at_once),
		cmocka_unit_test(each_takes_seven_runs),
	};

	return cmocka_run_group_tests(tests, make_items, NULL);
}
