/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trials within a run against computed loops, whose truth is planted: no clock
 * is read. Each trap is run with many seeds, and none may be fallen into.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../runtime/logarithm.h"
#include "../../runtime/trial.h"

enum { TICKS = 100000 };

static uint64_t state;

static double uniform(void)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return ((double)(state >> 11) + .5) / 9007199254740992.;
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
}

/* ---- a computed loop on a computed machine ---- */

/* How a call is made up; zero where it is not said otherwise. */
struct loop {
	unsigned candidates, calls;
	double factor[TRIAL_MOST]; /* time of each candidate; 0 is 1 */
	double small[TRIAL_MOST];  /* the same of calls of less work; 0: too */
	double each;		   /* that any call takes beside its work */
	double noise;		   /* of each call */
	double hiccups;		   /* how often one takes up to 200 times */
	double slows; /* the machine in the whole run, and back in steps */
	double (*amount)(unsigned call, unsigned calls);
	bool told;		  /* the amount is known to the clocks */
	double cold;		  /* the first call after another candidate */
	double first;		  /* the first call, or */
	unsigned first_at;	  /* the first that does so much */
	double gap;		  /* between calls, in calls */
	double gap_noise;	  /* of that */
	double later[TRIAL_MOST]; /* what the gap behind it is longer */
};

/* What became of it. */
struct result {
	struct trial trial;
	double time, least; /* of all calls; had all been as written */
};

static double speed_at(const struct loop *loop, unsigned call)
{
	unsigned phase = call * 7 / loop->calls % 2;

	if (loop->slows == 0)
		return 1;
	return pow(loop->slows, (double)call / loop->calls) *
	       (phase ? 1 : loop->slows);
}

static double factor_of(const struct loop *loop, unsigned candidate,
			double amount)
{
	if (amount < 3 && loop->small[candidate] > 0)
		return loop->small[candidate];
	return loop->factor[candidate] > 0 ? loop->factor[candidate] : 1;
}

static double call_time(const struct loop *loop, unsigned call,
			unsigned candidate, int before)
{
	double amount = loop->amount ? loop->amount(call, loop->calls) : 1;
	double time =
		(amount * factor_of(loop, candidate, amount) + loop->each) *
		exp(loop->noise * normal()) * speed_at(loop, call);

	if (call == loop->first_at && loop->first > 0)
		time *= loop->first;
	if (before >= 0 && (unsigned)before != candidate)
		time *= 1 + loop->cold;
	if (loop->hiccups > 0 && uniform() < loop->hiccups)
		time += 200 * uniform();
	return time;
}

static uint64_t work_of(const struct loop *loop, unsigned call)
{
	return loop->told ? (uint64_t)(1000 * loop->amount(call, loop->calls))
			  : 1;
}

static uint64_t gap_behind(const struct loop *loop, unsigned call,
			   unsigned candidate)
{
	double gap = loop->gap * (1 + loop->gap_noise * uniform());

	return (uint64_t)(TICKS * speed_at(loop, call) *
			  (gap + loop->later[candidate]));
}

static void play(const struct loop *loop, uint64_t seed, struct result *result)
{
	struct trial *trial = &result->trial;
	uint64_t gap = 0;
	int before = -1;

	result->time = result->least = 0;
	trial_begin(trial, loop->candidates, (1u << loop->candidates) - 1,
		    seed);
	for (unsigned call = 0; call < loop->calls; call++) {
		unsigned candidate = trial_choice(trial);
		double time;

		assert_true(candidate < loop->candidates);
		trial_start(trial, candidate);
		time = call_time(loop, call, candidate, before);
		trial_end(trial, (uint64_t)(TICKS * time), work_of(loop, call),
			  gap);
		gap = gap_behind(loop, call, candidate);
		before = (int)candidate;
		result->time += time;
		result->least += time / factor_of(loop, candidate, 1);
	}
}

/* How many runs are played; fewer under valgrind, see tools/local.mk. */
static unsigned seeds(void)
{
	const char *given = getenv("TRIAL_SEEDS");

	return given ? (unsigned)atoi(given) : 300;
}

/* At most so many of them. */
static unsigned one_in(unsigned number)
{
	return (seeds() + number - 1) / number;
}

/* How often of these another candidate than this was the winner. */
static unsigned count_others(const struct loop *loop, unsigned wanted)
{
	unsigned others = 0;

	state = 20261123;
	for (unsigned seed = 0; seed < seeds(); seed++) {
		struct result result;

		play(loop, seed, &result);
		others += result.trial.best != wanted;
	}
	return others;
}

/* What a run says of a candidate, ln of its time by that as written; 0 where
   it says nothing. */
static double reported(const struct result *result, unsigned candidate)
{
	struct trial_sum sum =
		rounds_difference(&result->trial.rounds, candidate, 0);

	return sum.count > 0 ? sum.mean : 0;
}

/* All is equal: whoever wins, wins by chance. */
static void no_false_winner(struct loop loop, unsigned most)
{
	static const unsigned counts[] = {2, 4, 8};
	static const unsigned calls[] = {2, 20, 200, 2000};

	for (size_t i = 0; i < 3; i++)
		for (size_t j = 0; j < 4; j++) {
			unsigned wrong;

			loop.candidates = counts[i];
			loop.calls = calls[j];
			wrong = count_others(&loop, 0);
			if (wrong > most)
				print_message("%u candidates, %u calls: %u\n",
					      counts[i], calls[j], wrong);
			assert_true(wrong <= most);
		}
}

/* ---- amounts of work ---- */

static double shrinks(unsigned call, unsigned calls)
{
	double left = 1 - (double)call / calls;

	return 1e-3 + left * left;
}

static double grows(unsigned call, unsigned calls)
{
	return shrinks(calls - 1 - call, calls);
}

static double alternates(unsigned call, unsigned calls)
{
	(void)calls;
	return call % 2 ? 10 : 1;
}

static double in_threes(unsigned call, unsigned calls)
{
	(void)calls;
	return call % 3 ? 1 : 4;
}

/* Calls from two places, one of which is in a loop of five. */
static double two_places(unsigned call, unsigned calls)
{
	(void)calls;
	return call % 6 == 5 ? 30 : 1;
}

/* Up through seven levels and down again, as a multigrid method. */
#define LARGEST 6
static double levels(unsigned call, unsigned calls)
{
	unsigned at = call % 12;

	(void)calls;
	return pow(8, (at < 7 ? at : 12. - at) - 1);
}

/* Up again and again, from the second smallest. */
static double climbs(unsigned call, unsigned calls)
{
	(void)calls;
	return pow(8, call % 7) / 512;
}

/* Every second call has nothing to do. */
static double often_none(unsigned call, unsigned calls)
{
	(void)calls;
	return call % 2 ? 1 : 1e-5;
}

/* ---- the tests ---- */

static void equal_ones(void **unused)
{
	struct loop loop = {.noise = .05};

	(void)unused;
	no_false_winner(loop, one_in(100));
	loop.noise = .5;
	no_false_winner(loop, one_in(100));
	loop.noise = 0;
	no_false_winner(loop, 0);
}

static void first_touch(void **unused)
{
	struct loop loop = {.noise = .03, .first = 50, .cold = .5};

	(void)unused;
	no_false_winner(loop, one_in(100));
}

static void machine_slows_down(void **unused)
{
	struct loop loop = {.noise = .03, .slows = 1.6};

	(void)unused;
	no_false_winner(loop, one_in(100));
}

static void work_changes(void **unused)
{
	double (*amounts[])(unsigned, unsigned) = {
		shrinks,    grows,  alternates, in_threes,
		two_places, levels, often_none};
	struct loop loop = {.noise = .03};

	(void)unused;
	for (size_t i = 0; i < 7; i++)
		for (int told = 0; told < 2; told++) {
			loop.amount = amounts[i];
			loop.told = told;
			no_false_winner(loop, one_in(100));
		}
}

/* 16 threads on 2 cores: one call of twenty waits for a turn. */
static void crowded(void **unused)
{
	struct loop loop = {.noise = .3, .hiccups = .05};

	(void)unused;
	no_false_winner(loop, one_in(100));
}

/* Where there is a gain it is found, whatever else goes on. */
static void gains_are_found(void **unused)
{
	double (*amounts[])(unsigned, unsigned) = {NULL, shrinks, grows,
						   alternates};
	struct loop loop = {.candidates = 4,
			    .calls = 300,
			    .factor = {1, .7, 1.5, 1.05},
			    .noise = .03,
			    .slows = 1.6,
			    .cold = .2,
			    .told = true};

	(void)unused;
	for (size_t i = 0; i < 4; i++) {
		loop.amount = amounts[i];
		loop.told = amounts[i] != NULL;
		assert_true(count_others(&loop, 1) <= one_in(10));
	}
	loop.amount = NULL;
	loop.told = false;
	loop.slows = 0;
	loop.calls = 2000;
	loop.factor[1] = .95;
	assert_true(count_others(&loop, 1) <= one_in(100));
}

/* Eight of them in a loop of 400 calls: the time lost stays small. */
static void little_is_lost(void **unused)
{
	struct loop loop = {.candidates = 8,
			    .calls = 400,
			    .factor = {1, .8, 1.2, 1.1, 2.5, 1, 1.3, 1.05},
			    .noise = .03};
	double time = 0, least = 0;
	struct result slow;

	(void)unused;
	state = 1;
	for (unsigned seed = 0; seed < 100; seed++) {
		struct result result;

		play(&loop, seed, &result);
		time += result.time;
		least += result.least;
	}
	assert_true(time < 1.1 * least);
	loop.factor[4] = 50;
	loop.calls = 4000;
	play(&loop, 1, &slow);
	assert_true(slow.trial.candidates[4].calls <= 4);
}

/* One call of 20 is 2 to 200 times as long as it needs: what does not come
   to itself is not believed, and what is faster is found all the same. */
static void pauses(void **unused)
{
	struct loop loop = {.noise = .03, .hiccups = .05};

	(void)unused;
	no_false_winner(loop, one_in(100));
	loop.candidates = 4;
	loop.calls = 1000;
	loop.factor[1] = .8;
	assert_true(count_others(&loop, 1) <= one_in(20));
}

/* Every few calls one is much longer, as by an interrupt of the machine. */
static double beats(unsigned call, unsigned calls)
{
	(void)calls;
	return call % 7 ? 1 : 5;
}

static void in_step(void **unused)
{
	struct loop loop = {.noise = .03, .amount = beats};

	(void)unused;
	no_false_winner(loop, one_in(100));
	loop.candidates = 3;
	loop.calls = 3000;
	loop.factor[1] = .8;
	assert_true(count_others(&loop, 1) <= one_in(20));
}

/*
 * Calls from two places: five of six are small and take a seventh of the time.
 * What is good for them alone is no winner; what is good for the large ones is.
 */
static void unlike_work(void **unused)
{
	struct loop loop = {.candidates = 3,
			    .noise = .03,
			    .factor = {1, 1.1, .8},
			    .small = {1, .7, 1.3},
			    .amount = two_places,
			    .told = true};

	(void)unused;
	for (loop.calls = 40; loop.calls < 3000; loop.calls *= 3) {
		unsigned wrong = 0, missed = 0;

		state = loop.calls;
		for (unsigned seed = 0; seed < seeds(); seed++) {
			struct result result;

			play(&loop, seed, &result);
			wrong += result.trial.best == 1;
			missed += result.trial.best != 2;
		}
		assert_true(wrong <= one_in(100));
		assert_true(loop.calls < 1000 || missed <= one_in(20));
	}
}

/*
 * One call of twelve takes most of the time, and candidates seldom have one in
 * the same round: what rounds say of it is put together.
 */
static void seldom_met(void **unused)
{
	struct loop loop = {.candidates = 3,
			    .calls = 600,
			    .factor = {1, .85, 1},
			    .noise = .03,
			    .amount = levels,
			    .told = true,
			    .first = 50,
			    .first_at = LARGEST};

	(void)unused;
	assert_true(count_others(&loop, 1) <= 2 * one_in(5));
}

/*
 * Few calls, of which each is another level, and the small ones take far longer
 * than their work: to compare one level with another says nothing of
 * candidates, which all are alike.
 */
static void levels_are_not_compared(void **unused)
{
	struct loop loop = {
		.noise = .05, .amount = climbs, .told = true, .each = .02};

	(void)unused;
	state = 20261126;
	for (loop.calls = 14; loop.calls < 80; loop.calls += 7)
		for (unsigned seed = 0; seed < seeds(); seed++) {
			struct result result;

			loop.candidates = 2 + seed % 7;
			play(&loop, seed, &result);
			for (unsigned i = 1; i < loop.candidates; i++)
				assert_true(fabs(reported(&result, i)) < .5);
		}
}

static void next_loop_pays(void **unused)
{
	struct loop loop = {.candidates = 3,
			    .calls = 1000,
			    .factor = {1, .8, .9},
			    .noise = .03,
			    .gap = 3,
			    .gap_noise = .05,
			    .later = {0, .4, 0}};

	(void)unused;
	for (loop.calls = 40; loop.calls < 3000; loop.calls *= 4) {
		unsigned wrong = 0;

		state = loop.calls;
		for (unsigned seed = 0; seed < seeds(); seed++) {
			struct result result;

			play(&loop, seed, &result);
			wrong += result.trial.best == 1;
		}
		assert_true(wrong <= one_in(100));
	}
	loop.later[1] = 0;
	loop.calls = 1000;
	assert_true(count_others(&loop, 1) <= one_in(20));
}

/*
 * B follows A, and its data is where A's second candidate left it; those of B
 * are all alike.
 */
static void two_in_a_row(void **unused)
{
	unsigned wrong = 0;

	(void)unused;
	state = 5;
	for (uint64_t seed = 0; seed < seeds(); seed++) {
		struct trial a, b;

		trial_begin(&a, 3, 7, seed);
		trial_begin(&b, 3, 7, seed + 1000003);
		for (unsigned call = 0; call < 1000; call++) {
			unsigned in_a = trial_choice(&a),
				 in_b = trial_choice(&b);
			double time = exp(.03 * normal());

			trial_start(&a, in_a);
			trial_end(&a, (uint64_t)(TICKS * time), 1, TICKS);
			trial_start(&b, in_b);
			time = exp(.03 * normal()) * (in_a == 1 ? 1.3 : 1);
			trial_end(&b, (uint64_t)(TICKS * time), 1, TICKS);
		}
		wrong += b.best != 0;
	}
	assert_true(wrong <= one_in(100));
}

/* Those that could not be made are never taken. */
static void missing_ones(void **unused)
{
	struct trial trial;

	(void)unused;
	trial_begin(&trial, 4, 1 | 4, 3);
	for (int call = 0; call < 500; call++) {
		unsigned candidate = trial_choice(&trial);

		assert_true(candidate == 0 || candidate == 2);
		trial_start(&trial, candidate);
		trial_end(&trial, candidate ? 900 : 1000, 1, 10);
	}
	assert_int_equal(trial.best, 2);
	assert_int_equal(trial.state, TRIAL_SETTLED);
}

/* A call that was not the one planned is no sample of what was planned. */
static void other_than_planned(void **unused)
{
	struct trial trial;

	(void)unused;
	trial_begin(&trial, 2, 3, 3);
	for (int call = 0; call < 500; call++) {
		trial_start(&trial, 0);
		trial_end(&trial, trial_choice(&trial) ? 500 : 1000, 1, 10);
	}
	assert_int_equal(trial.best, 0);
	assert_int_equal(trial.candidates[1].counted, 0);
	assert_int_equal(trial.candidates[1].times.count, 0);
}

/* Each block of a round counts as many calls, and a call stands before. */
static void rounds_are_fair(void **unused)
{
	struct trial trial;

	(void)unused;
	trial_begin(&trial, 5, 31, 9);
	state = 7;
	for (int call = 0; call < 300; call++) {
		trial_start(&trial, trial_choice(&trial));
		trial_end(&trial, (uint64_t)(1e6 * exp(.1 * normal())), 1, 10);
	}
	for (int i = 1; i < 5; i++)
		assert_true(trial.candidates[i].times.count ==
			    trial.candidates[0].times.count);
	for (int i = 0; i < 5; i++)
		assert_true(trial.candidates[i].counted >=
				    2 * trial.candidates[i].times.count &&
			    trial.candidates[i].calls >
				    trial.candidates[i].counted);
}

static void extremes(void **unused)
{
	struct trial trial;

	(void)unused;
	trial_begin(&trial, 8, 255, 0);
	for (int call = 0; call < 5000; call++) {
		uint64_t most = call % 3 ? UINT64_MAX : 0;

		trial_start(&trial, trial_choice(&trial));
		trial_end(&trial, most, call % 5 ? UINT64_MAX : 0, most);
	}
	for (int i = 0; i < 8; i++)
		assert_true(isfinite(trial.candidates[i].times.mean));
}

static void functions(void **unused)
{
	(void)unused;
	for (double x = 1e-300; x < 1e300; x *= 1.7)
		assert_true(fabs(logarithm(x) - log(x)) <=
			    1e-12 * (1 + fabs(log(x))));
	for (double x = -40; x <= 40; x += .37)
		assert_true(fabs(exponential(x) / exp(x) - 1) < 1e-9);
	for (double x = 1e-20; x < 1e20; x *= 3.1)
		assert_true(fabs(root(x) / sqrt(x) - 1) < 1e-12);
	assert_true(root(0) == 0 && root(-1) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions),
		cmocka_unit_test(equal_ones),
		cmocka_unit_test(first_touch),
		cmocka_unit_test(machine_slows_down),
		cmocka_unit_test(work_changes),
		cmocka_unit_test(crowded),
		cmocka_unit_test(gains_are_found),
		cmocka_unit_test(little_is_lost),
		cmocka_unit_test(pauses),
		cmocka_unit_test(in_step),
		cmocka_unit_test(unlike_work),
		cmocka_unit_test(seldom_met),
		cmocka_unit_test(levels_are_not_compared),
		cmocka_unit_test(next_loop_pays),
		cmocka_unit_test(two_in_a_row),
		cmocka_unit_test(missing_ones),
		cmocka_unit_test(other_than_planned),
		cmocka_unit_test(rounds_are_fair),
		cmocka_unit_test(extremes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
