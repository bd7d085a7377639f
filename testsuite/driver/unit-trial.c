/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The trials, of programs whose runs take what a table says: which variant is
 * found, by how many runs, and what a failure means.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fake.h"
#include "tune/steer.h"

/* A loop with the original and five more candidates: "best" is by name. */
enum { STATIC, DYNAMIC_1, DYNAMIC_8, GUIDED, ONE, TWO, CANDIDATES };

static const struct schedule schedules[CANDIDATES] = {
	{SCHEDULE_STATIC, 1, 2},  {SCHEDULE_DYNAMIC, 1, 2},
	{SCHEDULE_DYNAMIC, 8, 2}, {SCHEDULE_GUIDED, 1, 2},
	{SCHEDULE_STATIC, 1, 1},  {SCHEDULE_DYNAMIC, 1, 1}};

static struct refine_item items[CANDIDATES];

static int make_items(void **state)
{
	(void)state;
	fake_items(items, schedules, CANDIDATES);
	return 0;
}

/* A program of one such loop, and nothing beside it, of which all is tried. */
static void begin_expected(struct fake *fake,
			   const struct refine_item *expected,
			   const double *seconds)
{
	fake_begin(fake, 0);
	fake->trial.most = 2 * CANDIDATES;
	fake_loop(fake, expected, schedules, seconds, CANDIDATES);
}

static void begin(struct fake *fake, const double *seconds)
{
	begin_expected(fake, items, seconds);
}

/* All of it, and the candidate of the first loop that wins. */
static size_t tune(struct fake *fake, struct trial_verdict *verdict)
{
	struct fake_run run = {0};

	assert_true(fake_start(fake, true));
	assert_true(fake_decide(fake, verdict));
	if (!verdict->faster)
		return STATIC;
	for (size_t i = 0; i < CANDIDATES; i++)
		if (fake->loop[0][i] == fake_seconds(fake, verdict->chosen))
			run.candidate[0] = i;
	return run.candidate[0];
}

static bool is_phase(const struct fake_run *run, const char *phase)
{
	return strncmp(run->step, phase, strlen(phase)) == 0;
}

/* ---- limits ---- */

/* The larger the gain, the surer it is found; the original takes its time. */
static void a_large_gain_is_found(void **state)
{
	static const double seconds[CANDIDATES] = {41, 82, 1, 41, 82, 90};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin(&fake, seconds);
	assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
	assert_int_equal(fake.limited, 0);
	fake_end(&fake);
}

/* As many machines as there are: what was chosen together is not chosen by the
   last measurement, and ends at the same. */
static void machines_change_no_choice(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2.2, 1.2, 1.9, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	for (size_t jobs = 0; jobs <= 4; jobs++) {
		begin(&fake, seconds);
		fake.jobs = jobs;
		assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
		assert_true(verdict.faster);
		assert_int_equal(fake.sent > 0, jobs > 0);
		fake_end(&fake);
	}
}

/* None of them is tried twice because it is not known yet. */
static void what_is_under_way_is_not_chosen_again(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2.2, 1.2, 1.9, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin(&fake, seconds);
	fake.jobs = 3;
	fake.trial.most = CANDIDATES - 1;
	assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
	for (size_t i = 1; i < fake.trial.count; i++)
		if (fake.trial.list[i].contender.host)
			assert_true(fake.trial.list[i].ratio > 0);
	assert_int_equal(fake.trial.tried, CANDIDATES - 1);
	fake_end(&fake);
}

/* One that fails costs itself, and the search goes on. */
static void fail_one(struct fake *fake, struct fake_run *run)
{
	(void)fake;
	if (run->candidate[0] == GUIDED)
		run->reason = "crashed: Aborted";
}

static void what_fails_beside_others_fails_alone(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2.2, 1.2, .9, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	for (size_t jobs = 1; jobs <= 3; jobs++) {
		begin(&fake, seconds);
		fake.jobs = jobs;
		fake.befall = fail_one;
		assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
		assert_int_equal(fake.trial.failed, 1);
		fake_end(&fake);
	}
}

/* A bad moment, in which all takes nine times as long: a round of the
   confirmation, the variant first. */
static void slow_down(struct fake *fake, struct fake_run *run)
{
	size_t *slow = fake->data;

	if (is_phase(run, "confirm") && strstr(run->step, "/0/")) {
		*slow += 1;
		run->loop[0] *= 9;
	}
}

static void a_bad_moment_cuts_no_variant(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2.2, 1.2, 1.9, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;
	size_t slow = 0;

	(void)state;
	begin(&fake, seconds);
	fake.befall = slow_down;
	fake.data = &slow;
	assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
	assert_int_equal(fake.cut, 1);
	assert_int_equal(slow, 3); /* the variant, the original, and again */
	fake_end(&fake);
}

/* One that never ends is cut twice, and then no more. */
static void hang(struct fake *fake, struct fake_run *run)
{
	(void)fake;
	if (run->candidate[0] == DYNAMIC_1)
		run->loop[0] = 1e9;
}

static void what_hangs_is_cut_twice(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2, 1.2, 1.9, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin(&fake, seconds);
	fake.befall = hang;
	assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
	assert_int_equal(fake.cut, 2);
	assert_int_equal(fake.trial.failed, 1);
	fake_end(&fake);
}

/* ---- failures ---- */

static void crash(struct fake *fake, struct fake_run *run)
{
	const char *phase = fake->data;

	if (run->candidate[0] == DYNAMIC_8 && is_phase(run, phase))
		run->reason = "crashed: Aborted";
}

/* In whatever phase the best one crashes, the next best wins. */
static void what_crashed_is_no_winner(void **state)
{
	static const double seconds[CANDIDATES] = {2, 1.4, 1.2, 1.9, 4, 4};
	static const char *const phases[] = {"loops", "try", "confirm", "work",
					     ""};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	for (size_t i = 0; i < sizeof(phases) / sizeof(phases[0]); i++) {
		begin(&fake, seconds);
		fake.befall = crash;
		fake.data = (void *)phases[i];
		/* clocks in two loops are phases of their own */
		if (tune(&fake, &verdict) !=
		    (fake.trial.failed ? DYNAMIC_1 : DYNAMIC_8))
			fail_msg("%s: %zu", phases[i], verdict.chosen);
		assert_true(verdict.faster);
		fake_end(&fake);
	}
}

/* Everything fails at the same time, and works a moment later. */
static void fail_together(struct fake *fake, struct fake_run *run)
{
	(void)fake;
	if (strstr(run->step, "/0/") || strstr(run->step, "work"))
		run->reason = "exit status 3";
}

static void a_common_failure_counts_for_nothing(void **state)
{
	static const double seconds[CANDIDATES] = {2, 1.9, 1.2, 1.9, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin(&fake, seconds);
	fake.befall = fail_together;
	assert_true(fake_start(&fake, true));
	assert_true(fake_decide(&fake, &verdict));
	assert_true(verdict.faster);
	assert_int_equal(fake.trial.failed, 0);
	fake_end(&fake);
}

/* The original never works beside one variant, which is tried twice. It comes
   last, with an original of its own: it is expected to be slow. */
static void fail_beside(struct fake *fake, struct fake_run *run)
{
	size_t *last = fake->data;

	if (!run->original)
		last[0] = run->candidate[0];
	last[1] += run->candidate[0] == DYNAMIC_1;
	if (run->original && last[0] == DYNAMIC_1)
		run->reason = "exit status 3";
}

static void what_brings_nothing_is_left(void **state)
{
	static const double seconds[CANDIDATES] = {2, .5, 1.2, 1.9, 4, 4};
	struct refine_item expected[CANDIDATES];
	struct trial_verdict verdict;
	struct fake fake;
	size_t last[2] = {0, 0};

	(void)state;
	memcpy(expected, items, sizeof(items));
	expected[DYNAMIC_1].cycles *= 3;
	begin_expected(&fake, expected, seconds);
	fake.befall = fail_beside;
	fake.data = last;
	assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
	assert_in_range(last[1], 1, 4);
	fake_end(&fake);
}

/* Once it has begun, the original fails every time: it comes to an end. */
static void fail_always(struct fake *fake, struct fake_run *run)
{
	(void)fake;
	if (run->original && !is_phase(run, "original") &&
	    !is_phase(run, "clocks"))
		run->reason = "exit status 3";
}

static void an_original_that_fails_ends_it(void **state)
{
	static const double seconds[CANDIDATES] = {2, .5, 1.2, 1.9, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin(&fake, seconds);
	fake.befall = fail_always;
	assert_int_equal(tune(&fake, &verdict), STATIC);
	assert_false(verdict.compared);
	assert_true(fake.runs <= 20);
	fake_end(&fake);
}

/* Every fifth run fails, whatever runs. */
static void fail_at_times(struct fake *fake, struct fake_run *run)
{
	if (fake->runs % 5 == 4)
		run->reason = "exit status 3";
}

/* The second of its first runs, and that again. */
static void fail_twice(struct fake *fake, struct fake_run *run)
{
	(void)fake;
	if (strncmp(run->step, "original/1", 10) == 0 &&
	    !strstr(run->step, "once more"))
		run->reason = "crashed: Aborted";
}

static void an_original_may_fail_at_times(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2.2, 1.2, 1.9, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin(&fake, seconds);
	fake.befall = fail_twice;
	assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
	assert_int_equal(fake.trial.failures, 2);
	fake_end(&fake);
}

/* A third of all runs by chance: four rounds in a row say nothing at times. */
static void fail_by_chance(struct fake *fake, struct fake_run *run)
{
	uint32_t chance = (uint32_t)fake->runs * 2654435761u >> 16;

	fail_twice(fake, run);
	if (!is_phase(run, "original") && !is_phase(run, "clocks") &&
	    chance > UINT16_MAX * 7 / 10)
		run->reason = "exit status 3";
}

static void bad_luck_throws_no_winner_away(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2.2, 1.2, 1.9, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin(&fake, seconds);
	fake.befall = fail_at_times;
	assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
	assert_true(fake.trial.failures > 0);
	fake_end(&fake);
}

static void bad_luck_ends_no_search(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2.2, 1.2, 1.9, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;
	size_t found = 0;

	(void)state;
	for (size_t i = 0; i < 20; i++) {
		begin(&fake, seconds);
		fake.befall = fail_by_chance;
		fake.runs = 1000 * i;
		found += tune(&fake, &verdict) == DYNAMIC_8;
		fake_end(&fake);
	}
	assert_in_range(found, 12, 20);
}

/* The original fails once in a while, the best variant every second time. */
static void fail_more(struct fake *fake, struct fake_run *run)
{
	size_t *made = fake->data;

	if (run->candidate[0] == DYNAMIC_8 && ++made[0] % 2 == 0)
		run->reason = "exit status 3";
	if (run->original && !is_phase(run, "original") &&
	    !is_phase(run, "clocks") && ++made[1] % 9 == 1)
		run->reason = "exit status 3";
}

static void what_fails_more_is_no_winner(void **state)
{
	static const double seconds[CANDIDATES] = {2, 1.8, 1.75, 1.9, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;
	size_t made[2] = {0, 0};

	(void)state;
	begin(&fake, seconds);
	fake.befall = fail_more;
	fake.data = made;
	assert_int_equal(tune(&fake, &verdict), DYNAMIC_1);
	fake_end(&fake);
}

static void crash_guided(struct fake *fake, struct fake_run *run)
{
	(void)fake;
	if (run->candidate[0] == GUIDED)
		run->reason = "crashed: Aborted";
}

/* All variants fail in every sixth run, none when it is tried first. */
static void race(struct fake *fake, struct fake_run *run)
{
	size_t *made = fake->data;

	if (!run->original && ++*made % 6 == 0)
		run->reason = "crashed: Aborted";
}

static void what_fails_now_and_then_is_no_winner(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2.2, 1.2, 1.3, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;
	size_t made = 0;

	(void)state;
	begin(&fake, seconds);
	fake.befall = race;
	fake.data = &made;
	assert_int_equal(tune(&fake, &verdict), STATIC);
	fake_end(&fake);
}

/* All variants fail in every thirtieth run: two winners do one by one. */
static void race_rarely(struct fake *fake, struct fake_run *run)
{
	size_t *made = fake->data;

	if (!run->original && ++*made % 30 == 0)
		run->reason = "crashed: Aborted";
}

static void what_fails_by_chance_takes_longer(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2.2, 1.2, 1.3, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;
	size_t made = 20;

	(void)state;
	begin(&fake, seconds);
	fake.befall = race_rarely;
	fake.data = &made;
	assert_int_equal(tune(&fake, &verdict), STATIC);
	assert_int_equal(made, 60);
	fake_end(&fake);
}

/* The best variant hangs in every fifth run. */
static void hang_at_times(struct fake *fake, struct fake_run *run)
{
	size_t *made = fake->data;

	if (run->candidate[0] == DYNAMIC_8 && ++*made % 5 == 4)
		run->loop[0] = 1e9;
}

static void what_hangs_now_and_then_is_no_winner(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2.2, 1.2, 1.3, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;
	size_t made = 0;

	(void)state;
	begin(&fake, seconds);
	fake.befall = hang_at_times;
	fake.data = &made;
	assert_int_equal(tune(&fake, &verdict), GUIDED);
	fake_end(&fake);
}

/* All programs are equal, and pause in every fourth run of theirs. */
static void pause_at_times(struct fake *fake, struct fake_run *run)
{
	size_t *made = fake->data;

	if (is_phase(run, "confirm") && ++made[run->original] % 4 == 0)
		run->loop[0] += 8;
}

/* In the search alone, beside a slow variant. */
static void pause_beside(struct fake *fake, struct fake_run *run)
{
	size_t *last = fake->data;

	if (run->original && !is_phase(run, "confirm") && *last == DYNAMIC_1)
		run->loop[0] += 20;
	*last = run->original ? CANDIDATES : run->candidate[0];
}

static void a_pause_makes_no_winner(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2.2, 1.2, 1.9, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;
	size_t last = CANDIDATES;

	(void)state;
	begin(&fake, seconds);
	fake.befall = pause_beside;
	fake.data = &last;
	assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
	for (size_t i = 0; i < fake.trial.count; i++)
		assert_false(fake.trial.list[i].ratio > 0 &&
			     fake.trial.list[i].ratio < .5);
	fake_end(&fake);
}

static void pauses_are_no_gain(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2, 1.96, 2, 2, 2};
	struct trial_verdict verdict;
	struct fake fake;
	size_t made[2] = {0, 1};

	(void)state;
	begin(&fake, seconds);
	fake.befall = pause_at_times;
	fake.data = made;
	fake.trial.rounds = 40;
	assert_int_equal(tune(&fake, &verdict), STATIC);
	assert_in_range(100 * verdict.confirm.ratio, 90, 110);
	fake_end(&fake);
}

/* One variant crashes, the winner does not: it has to show that longer. */
static void a_doubted_winner_is_run_more_often(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2.2, 1.2, 1.3, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;
	size_t runs[2];

	(void)state;
	for (int crashes = 0; crashes < 2; crashes++) {
		begin(&fake, seconds);
		fake.befall = crashes ? crash_guided : NULL;
		assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
		runs[crashes] = fake.runs;
		fake_end(&fake);
	}
	assert_in_range(runs[1] - runs[0], 15, 17);
}

/* ---- what it costs ---- */

static size_t confirmed;

static void count_confirmed(struct fake *fake, struct fake_run *run)
{
	(void)fake;
	confirmed += is_phase(run, "confirm");
}

static void a_clear_gain_takes_three_rounds(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2.2, 1.2, 1.9, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin(&fake, seconds);
	fake.befall = count_confirmed;
	confirmed = 0;
	assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
	assert_int_equal(verdict.rounds, 3);
	assert_int_equal(confirmed, 6);
	fake_end(&fake);
}

/* Several runs of a short program are one round. */
static void short_programs_are_run_more_often(void **state)
{
	static const double seconds[CANDIDATES] = {.05, .06, .04, .05, .1, .1};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin(&fake, seconds);
	fake.befall = count_confirmed;
	confirmed = 0;
	assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
	assert_int_equal(verdict.rounds, 3);
	assert_int_equal(confirmed, 2 * 3 * 4);
	fake_end(&fake);
}

/* Every run but the first ones takes what it wants. */
static void wander(struct fake *fake, struct fake_run *run)
{
	uint64_t *state = fake->data;

	*state = *state * 6364136223846793005u + 1442695040888963407u;
	run->loop[0] *= .9 + .2 * (double)(*state >> 33) / 2147483648.;
}

static void the_budget_is_kept(void **state)
{
	static const double seconds[CANDIDATES] = {2, 2, 2, 1.9, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;
	uint64_t random = 7;

	(void)state;
	begin(&fake, seconds);
	fake.befall = wander;
	fake.data = &random;
	fake.trial.most = 0;
	fake.trial.rounds = 0;
	fake.trial.budget = 60;
	tune(&fake, &verdict);
	assert_true(fake.seconds < 60 + 3 * 2 * 6 * 2.6);
	assert_true(verdict.compared);
	fake_end(&fake);
}

/* ---- several loops ---- */

static void two_loops_are_judged_by_their_clocks(void **state)
{
	static const double first[CANDIDATES] = {2, 2.5, 1, 1.5, 4, 4};
	static const double second[CANDIDATES] = {2, 1.2, 2.5, 2.4, 4, 4};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin(&fake, first);
	fake_loop(&fake, items, schedules, second, CANDIDATES);
	assert_true(fake_start(&fake, true));
	assert_true(fake_decide(&fake, &verdict));
	assert_true(verdict.faster);
	assert_true(fake_seconds(&fake, verdict.chosen) == 2.2);
	fake_end(&fake);
}

/* ---- versions of loops in one build ---- */

static const double slower[CANDIDATES] = {1, 1.2, 1.3, 1.1, 2, 2};
static const double quicker[CANDIDATES] = {2, 2.5, 1.5, 1, 4, 4};

/* The largest number of loops; the second gains. */
static void begin_loops(struct fake *fake)
{
	begin(fake, slower);
	fake_loop(fake, items, schedules, quicker, CANDIDATES);
	fake_loop(fake, items, schedules, slower, CANDIDATES);
	fake_loop(fake, items, schedules, slower, CANDIDATES);
	fake->trial.most = 0;
}

static void expect_second(struct fake *fake)
{
	struct trial_verdict verdict;

	assert_true(fake_start(fake, true));
	assert_true(fake_decide(fake, &verdict));
	assert_true(verdict.faster);
	assert_string_equal(fake->trial.list[verdict.chosen].contender.variant,
			    "a.c:f#2 schedule(guided,1)\n");
}

static void runs_fix_versions_of_one_build(void **state)
{
	struct fake fake;
	size_t tried = 0;

	(void)state;
	begin_loops(&fake);
	expect_second(&fake);
	assert_int_equal(fake.trial.host_count, 1);
	for (size_t i = 1; i < fake.trial.count; i++) {
		const struct contender *one = &fake.trial.list[i].contender;

		tried += one->host != NULL;
		assert_true(!one->host || one->host == *fake.trial.hosts);
	}
	assert_in_range(tried, 3, 5);
	assert_int_equal(fake.trial.tried, tried);
	fake_end(&fake);
}

static void what_has_no_versions_is_built_each_time(void **state)
{
	struct fake fake;
	size_t built = 0;

	(void)state;
	begin_loops(&fake);
	fake.why_not = "it has assembler in it";
	expect_second(&fake);
	for (size_t i = 1; i < fake.trial.count; i++)
		built += !fake.trial.list[i].contender.host &&
			 fake.trial.list[i].ratio > 0 &&
			 fake.trial.list[i].contender.variant[0];
	assert_true(built >= 3);
	fake_end(&fake);
}

/* Whatever other loops carry, one version of the third fails. */
static void fail_third(struct fake *fake, struct fake_run *run)
{
	size_t *failed = fake->data;

	if (run->candidate[2] != GUIDED)
		return;
	run->reason = "crashed: Aborted";
	*failed += 1;
}

static void halves_find_the_version_that_fails(void **state)
{
	struct fake fake;
	size_t failed = 0;

	(void)state;
	begin_loops(&fake);
	fake.befall = fail_third;
	fake.data = &failed;
	expect_second(&fake);
	for (size_t i = 0; i < FAKE_LOOPS; i++)
		for (size_t j = 0; j < CANDIDATES; j++)
			assert_int_equal(fake.hot.list[i].items[j].barred,
					 i == 2 && j == GUIDED);
	/* all four, two, and it alone, once more each beside the baseline */
	assert_int_equal(failed, 3);
	fake_end(&fake);
}

/* ---- within one run ---- */

static const double better[CANDIDATES] = {2, 2.5, 1, 1.5, 4, 4};

/* A program of one loop that is called a thousand times. */
static void begin_within(struct fake *fake, const double *seconds)
{
	begin(fake, seconds);
	fake->calls = 1000;
	fake->trial.most = 0;
	fake->trial.rounds = 0;
}

/* Orders stand beside clauses in one build, which the loop tries in turns. */
static void orders_take_turns_with_clauses(void **state)
{
	static const double seconds[CANDIDATES] = {20, 19, 21, 10, 40, 9};
	struct trial_verdict verdict;
	struct fake fake;
	const char *variant;
	size_t several = 0;

	(void)state;
	begin_within(&fake, seconds);
	fake_change(&fake, GUIDED, "order(k,i)");
	assert_int_equal(tune(&fake, &verdict), TWO);
	assert_true(verdict.faster && verdict.within > 0);
	variant = fake.trial.list[verdict.chosen].contender.variant;
	assert_string_equal(variant, "a.c:f#1 order(k,i) schedule(dynamic,1) "
				     "num_threads(1)\n");
	for (size_t i = 0; i < fake.trial.count; i++) {
		variant = fake.trial.list[i].contender.variant;
		several += strstr(variant, " | ") &&
			   strstr(variant, "| order(k,i) ");
		assert_true(*variant == '\0' || strstr(variant, " | ") ||
			    i == verdict.chosen);
	}
	assert_true(several > 0);
	fake_end(&fake);
}

static void a_tuning_takes_seven_runs(void **state)
{
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin_within(&fake, better);
	assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
	assert_true(verdict.faster);
	assert_true(fabs(verdict.within - .5) < .02);
	assert_true(verdict.within_low < verdict.within &&
		    verdict.within_high > verdict.within);
	/* the original, with clocks, the trial, two rounds */
	assert_int_equal(fake.runs, 1 + 1 + 1 + 4);
	fake_end(&fake);
}

/* Five percent, where runs differ by 18: no whole run could prove that. */
static void what_is_proven_needs_no_calm_machine(void **state)
{
	static const double seconds[CANDIDATES] = {1, 1.1, .95, 1.2, 2, 2};
	static const double drifts[] = {1.2, .84, 1.18, .86};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin_within(&fake, seconds);
	assert_true(fake_start(&fake, true));
	fake.trial.drifts = realloc(fake.trial.drifts, sizeof(drifts));
	assert_non_null(fake.trial.drifts);
	memcpy(fake.trial.drifts, drifts, sizeof(drifts));
	fake.trial.drift_count = 4;
	assert_true(fake_decide(&fake, &verdict));
	assert_true(verdict.faster);
	assert_true(fake_seconds(&fake, verdict.chosen) == .95);
	fake_end(&fake);
}

static void without_confirmation_it_takes_three(void **state)
{
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin_within(&fake, better);
	fake.trial.unconfirmed = true;
	assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
	assert_false(verdict.compared);
	assert_int_equal(fake.runs, 3);
	fake_end(&fake);
}

static void nothing_better_takes_three_runs(void **state)
{
	static const double seconds[CANDIDATES] = {1, 1.1, 1.05, 1.2, 2, 2};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin_within(&fake, seconds);
	assert_int_equal(tune(&fake, &verdict), STATIC);
	assert_false(verdict.faster);
	assert_true(fake.runs <= 4);
	fake_end(&fake);
}

/* What scatters too much is only likely, and whole runs have to prove it. */
static void noise_proves_nothing(void **state)
{
	static const double seconds[CANDIDATES] = {1, 1.1, .93, .97, 2, 2};
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin_within(&fake, seconds);
	fake.own.noise = .3;
	tune(&fake, &verdict);
	assert_true(verdict.within == 0);
	assert_true(!verdict.faster || verdict.confirm.differs);
	fake_end(&fake);
}

static void what_is_called_twice_has_runs_of_its_own(void **state)
{
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin_within(&fake, better);
	fake.calls = 2;
	fake.trial.most = 2 * CANDIDATES;
	assert_int_equal(tune(&fake, &verdict), DYNAMIC_8);
	assert_true(verdict.within == 0);
	fake_end(&fake);
}

static void count_within(struct fake *fake, struct fake_run *run)
{
	*(size_t *)fake->data += run->within;
}

/* Two loops of a multigrid method, of seven levels with seven calls each. */
static void begin_levels(struct fake *fake, const double *one,
			 const double *other, size_t count)
{
	fake_begin(fake, 0);
	fake->calls = 49;
	fake->levels = 7;
	fake->trial.rounds = 0;
	fake->befall = count_within;
	fake_loop(fake, items, schedules, one, count);
	fake_loop(fake, items, schedules, other, count);
}

/*
 * What runs say of it within is too little: after two of these runs of their
 * own have the time, which is enough for 24 of all.
 */
static void expect_runs_of_their_own(struct fake *fake)
{
	struct trial_verdict verdict;
	size_t within = 0;

	fake->trial.budget = 24 * 3;
	fake->data = &within;
	tune(fake, &verdict);
	assert_in_range(within, 1, 2);
	assert_true(verdict.faster);
	assert_true(fake_seconds(fake, verdict.chosen) < 2.1);
	fake_end(fake);
}

static void what_cannot_become_clear_leaves_time(void **state)
{
	static const double alike[CANDIDATES] = {1, 1, 1, 1, 1, 1};
	struct fake fake;

	(void)state;
	for (uint64_t i = 0; i < 20; i++) {
		begin_levels(&fake, alike, better, 3);
		fake.own.state += i;
		expect_runs_of_their_own(&fake);

		/* the first run says something, and the second nothing new */
		begin_levels(&fake, alike, better, 3);
		fake.calls = 44;
		fake.levels = 5;
		fake.own.state += i;
		expect_runs_of_their_own(&fake);
	}
}

/* Runs in which candidates take turns leave what the confirmation takes. */
static void runs_within_keep_to_the_budget(void **state)
{
	static const double seconds[CANDIDATES] = {1, 1.1, .97, .96, 1, 1.2};
	struct trial_verdict verdict;
	struct fake fake;
	size_t within = 0;

	(void)state;
	begin_within(&fake, seconds);
	fake.calls = 60;
	fake.own = drift_new(100, .1, 1.05);
	fake.befall = count_within;
	fake.data = &within;
	fake.trial.budget = 10;
	tune(&fake, &verdict);
	assert_int_equal(within, 1);
	/* three runs, and the least that a confirmation takes */
	assert_true(fake.seconds < 3 + 12 + 1);
	fake_end(&fake);
}

/* A single round is no proof: two candidates that are alike in noise. */
static void few_rounds_prove_nothing(void **state)
{
	static const double seconds[CANDIDATES] = {1, 1, 1, 1, 1, 1};

	(void)state;
	for (int i = 0; i < 50; i++) {
		struct trial_verdict verdict;
		struct fake fake;

		begin_within(&fake, seconds);
		fake.calls = 44 + i % 20;
		fake.own = drift_new(1, .05, 1.2);
		fake.own.state += (uint64_t)i;
		tune(&fake, &verdict);
		assert_true(verdict.within == 0);
		fake_end(&fake);
	}
}

/* The time that its loop saves is lost behind it. */
static void add_next(struct fake *fake, struct fake_run *run)
{
	(void)fake;
	run->next = .6;
}

static void what_the_next_loop_pays_for_wins_nothing(void **state)
{
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin_within(&fake, better);
	fake.befall = add_next;
	assert_int_equal(tune(&fake, &verdict), STATIC);
	fake_end(&fake);
}

/* Clocks of variants in 16 rounds of a run: ln of the ratio of the times, its
   variance, and the cost of the variant behind its loop. */
struct said {
	double mean, variance, next;
};

/* GUIDED is proven to be the fastest, ONE to be faster; DYNAMIC_8 may yet turn
   out to be. */
static const struct said first_run[CANDIDATES] = {
	[DYNAMIC_1] = {.6, .0001, 0}, [DYNAMIC_8] = {-.05, .01, 0},
	[GUIDED] = {-.4, .0001, 0},   [ONE] = {-.3, .0001, 0},
	[TWO] = {.6, .0001, 0},
};
static const double as_said[CANDIDATES] = {2, 3.64, 1.9, 1.34, 1.48, 3.64};

struct second_run {
	struct said said[CANDIDATES];
	size_t runs[CANDIDATES]; /* that had the variant */
};

static void say_by_run(struct fake *fake, size_t candidate,
		       struct turns_candidate *said)
{
	struct second_run *second = fake->data;
	const struct said *one = second->runs[candidate]++ == 0
					 ? &first_run[candidate]
					 : &second->said[candidate];

	said->difference = (struct turns_sum){16, one->mean, one->variance};
	said->next = (struct turns_sum){16, one->next, .0001};
	said->dropped = 0;
}

static size_t tune_by_runs(struct second_run *second, double *within)
{
	struct trial_verdict verdict;
	struct fake fake;
	size_t chosen;

	begin_within(&fake, as_said);
	fake.say = say_by_run;
	fake.data = second;
	chosen = tune(&fake, &verdict);
	*within = verdict.within;
	/* where one is open all of the build run once more */
	for (size_t i = DYNAMIC_1; i < CANDIDATES; i++)
		assert_int_equal(second->runs[i], 2);
	fake_end(&fake);
	return chosen;
}

/* Another run in which it scatters takes nothing back. */
static void what_one_run_has_proven_stays_proven(void **state)
{
	struct second_run second = {.said = {[GUIDED] = {0, 100, 0},
					     [DYNAMIC_8] = {.1, .0001, 0},
					     [ONE] = {-.3, .0001, 0}}};
	double within;

	(void)state;
	assert_int_equal(tune_by_runs(&second, &within), GUIDED);
	assert_true(fabs(within - exp(-.4)) < 1e-9);
}

/* The next best wins then, which only the first run had. */
static void what_costs_others_leaves_the_next_best(void **state)
{
	struct second_run second = {.said = {[GUIDED] = {0, 100, 9},
					     [DYNAMIC_8] = {.1, .0001, 0},
					     [ONE] = {-.3, .0001, 0}}};
	double within;

	(void)state;
	assert_int_equal(tune_by_runs(&second, &within), ONE);
	assert_true(fabs(within - exp(-.3)) < 1e-9);
}

/* One of them crashes wherever it runs. */
static void crash_always(struct fake *fake, struct fake_run *run)
{
	(void)fake;
	if (run->candidate[0] == DYNAMIC_8)
		run->reason = "it was killed by signal 11";
}

static void crash_within(struct fake *fake, struct fake_run *run)
{
	bool *told = fake->data;

	crash_always(fake, run);
	if (run->within && !*told) {
		run->reason = "it was killed by signal 11";
		run->under_way = DYNAMIC_8;
		*told = true;
	}
}

static void what_crashes_in_a_call_is_left_out(void **state)
{
	struct trial_verdict verdict;
	struct fake fake;
	bool told = false;

	(void)state;
	begin_within(&fake, better);
	fake.befall = crash_within;
	fake.data = &told;
	assert_int_equal(tune(&fake, &verdict), GUIDED);
	assert_true(fabs(verdict.within - .75) < .02);
	fake_end(&fake);
}

/* Which of them makes the output wrong is not known. */
static void err_within(struct fake *fake, struct fake_run *run)
{
	crash_always(fake, run);
	if (run->within)
		run->reason = "its output differs";
}

static void what_fails_within_has_runs_of_its_own(void **state)
{
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin_within(&fake, better);
	fake.befall = err_within;
	assert_int_equal(tune(&fake, &verdict), GUIDED);
	assert_true(verdict.within == 0);
	fake_end(&fake);
}

/* In the program as it will be, without clocks, nothing is gained. */
static void slow_alone(struct fake *fake, struct fake_run *run)
{
	if (!run->clocked)
		run->loop[0] = fake->loop[0][STATIC];
}

static void what_the_program_denies_is_no_winner(void **state)
{
	struct trial_verdict verdict;
	struct fake fake;

	(void)state;
	begin_within(&fake, better);
	fake.befall = slow_alone;
	assert_int_equal(tune(&fake, &verdict), STATIC);
	assert_true(verdict.compared);
	assert_false(verdict.faster);
	fake_end(&fake);
}

/* ---- what flags do to loops that are left as written ---- */

static void what_is_left_counts(void **state)
{
	char *none[] = {NULL}, *third[] = {"-O3", NULL};
	struct choice list[] = {{.flags = none}, {.flags = third}};
	struct choices choices = {.list = list, .count = 2};
	struct hot_view views[] = {{.first = 0}, {.first = 1}};
	struct hot_candidate candidates[] = {
		{.schedule = schedules[0]},
		{.choice = 1, .schedule = schedules[0]}};
	struct refine_item two[2];
	struct hot_loop loop = {.views = views,
				.candidates = candidates,
				.items = two,
				.count = 2,
				.share = .02,
				.noise = .03};
	struct hot hot = {.list = &loop,
			  .count = 1,
			  .choices = &choices,
			  .filled = 2,
			  .rest = .5,
			  .rest_noise = .03};
	double error;

	(void)state;
	fake_items(two, schedules, 2);
	steer_begin(&hot);
	steer_observe(&loop, 1, 1);
	assert_int_equal(steer_base(&hot), 0);
	steer_observe_rest(&list[1], .8);
	steer_observe_rest(&list[1], .8);
	assert_true(fabs(steer_rest(&hot, 1, &error) - .1) < 1e-9);
	assert_true(fabs(error - .5 * .03 / sqrt(2)) < 1e-9);
	assert_int_equal(steer_base(&hot), 1);
	steer_take_best(&hot, true);
	assert_int_equal(hot.choice, 1);
	assert_true(fabs(steer_promise(&hot) - .1) < .01);
	/* what has no flags reaches none of them */
	list[1].flags = none;
	assert_true(steer_rest(&hot, 1, &error) == 0);
	free(loop.runs);
	free(loop.beliefs);
	free(loop.gains);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(orders_take_turns_with_clauses),
		cmocka_unit_test(a_large_gain_is_found),
		cmocka_unit_test(a_bad_moment_cuts_no_variant),
		cmocka_unit_test(what_hangs_is_cut_twice),
		cmocka_unit_test(what_crashed_is_no_winner),
		cmocka_unit_test(a_common_failure_counts_for_nothing),
		cmocka_unit_test(what_brings_nothing_is_left),
		cmocka_unit_test(an_original_that_fails_ends_it),
		cmocka_unit_test(an_original_may_fail_at_times),
		cmocka_unit_test(bad_luck_throws_no_winner_away),
		cmocka_unit_test(bad_luck_ends_no_search),
		cmocka_unit_test(what_fails_more_is_no_winner),
		cmocka_unit_test(what_fails_now_and_then_is_no_winner),
		cmocka_unit_test(what_fails_by_chance_takes_longer),
		cmocka_unit_test(what_hangs_now_and_then_is_no_winner),
		cmocka_unit_test(a_pause_makes_no_winner),
		cmocka_unit_test(pauses_are_no_gain),
		cmocka_unit_test(a_doubted_winner_is_run_more_often),
		cmocka_unit_test(a_clear_gain_takes_three_rounds),
		cmocka_unit_test(short_programs_are_run_more_often),
		cmocka_unit_test(the_budget_is_kept),
		cmocka_unit_test(two_loops_are_judged_by_their_clocks),
		cmocka_unit_test(runs_fix_versions_of_one_build),
		cmocka_unit_test(what_has_no_versions_is_built_each_time),
		cmocka_unit_test(halves_find_the_version_that_fails),
		cmocka_unit_test(a_tuning_takes_seven_runs),
		cmocka_unit_test(what_is_proven_needs_no_calm_machine),
		cmocka_unit_test(without_confirmation_it_takes_three),
		cmocka_unit_test(nothing_better_takes_three_runs),
		cmocka_unit_test(noise_proves_nothing),
		cmocka_unit_test(what_is_called_twice_has_runs_of_its_own),
		cmocka_unit_test(what_cannot_become_clear_leaves_time),
		cmocka_unit_test(runs_within_keep_to_the_budget),
		cmocka_unit_test(machines_change_no_choice),
		cmocka_unit_test(what_is_under_way_is_not_chosen_again),
		cmocka_unit_test(what_fails_beside_others_fails_alone),
		cmocka_unit_test(few_rounds_prove_nothing),
		cmocka_unit_test(what_the_next_loop_pays_for_wins_nothing),
		cmocka_unit_test(what_one_run_has_proven_stays_proven),
		cmocka_unit_test(what_costs_others_leaves_the_next_best),
		cmocka_unit_test(what_crashes_in_a_call_is_left_out),
		cmocka_unit_test(what_fails_within_has_runs_of_its_own),
		cmocka_unit_test(what_the_program_denies_is_no_winner),
		cmocka_unit_test(what_is_left_counts),
	};

	return cmocka_run_group_tests(tests, make_items, NULL);
}
