/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order refined by what was measured, and when a difference is certain.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../models/confirm.h"
#include "../../models/refine.h"

#define ITEMS 6

/* Two kinds, three chunks each; the estimates rise. */
static void fill(struct refine_item *items)
{
	for (int i = 0; i < ITEMS; i++)
		items[i] = (struct refine_item){
			.cycles = 1000 * (1 + .1 * i),
			.threads = 2,
			.kind = i / 3,
			.chunk = pow(4, i % 3),
		};
}

static void estimate_comes_first(void **state)
{
	struct refine_item items[ITEMS];
	double improvement;
	size_t next = 99;

	(void)state;
	fill(items);
	assert_int_equal(
		refine_next(items, ITEMS, NULL, 0, &next, &improvement),
		MODEL_OK);
	assert_int_equal(next, 0);
	items[0].barred = true;
	assert_int_equal(
		refine_next(items, ITEMS, NULL, 0, &next, &improvement),
		MODEL_OK);
	assert_int_equal(next, 1);
}

/* What was measured is believed, and says little of the others' level. */
static void measured_is_believed(void **state)
{
	struct refine_item items[ITEMS];
	struct refine_run runs[] = {{0, log(2.385), 0}, {4, log(1.7), 0}};
	struct refine_belief beliefs[ITEMS];

	(void)state;
	fill(items);
	assert_int_equal(refine_beliefs(items, ITEMS, runs, 2, beliefs),
			 MODEL_OK);
	assert_true(fabs(beliefs[0].mean - log(2.385)) < .03);
	assert_true(fabs(beliefs[4].mean - log(1.7)) < .03);
	assert_true(beliefs[0].deviation < .031);
	assert_true(beliefs[2].deviation > beliefs[0].deviation);
	/* the like of a slow one is slower than the estimate says */
	assert_true(beliefs[1].mean - beliefs[5].mean >
		    log(items[1].cycles / items[5].cycles));
}

/* What was disturbed is believed less. */
static void noise_is_doubted(void **state)
{
	struct refine_item items[ITEMS];
	struct refine_run runs[] = {{0, 0, 0}, {4, log(.019), .385}};
	struct refine_belief noisy[ITEMS], beliefs[ITEMS];

	(void)state;
	fill(items);
	assert_int_equal(refine_beliefs(items, ITEMS, runs, 2, noisy),
			 MODEL_OK);
	runs[1].noise = 0;
	assert_int_equal(refine_beliefs(items, ITEMS, runs, 2, beliefs),
			 MODEL_OK);
	assert_true(noisy[4].mean > beliefs[4].mean + .385);
	assert_true(noisy[4].deviation > 2 * beliefs[4].deviation);
	runs[1].noise = NAN;
	assert_int_equal(refine_beliefs(items, ITEMS, runs, 2, beliefs),
			 MODEL_BAD_ARGUMENT);
}

/* By what one kind is slower at chunk 1 it is believed to be at 16: by half. */
static void kind_speaks_for_all_chunks(void **state)
{
	struct refine_item items[ITEMS];
	struct refine_run runs[] = {{0, log(1.5), 0}, {3, log(1), 0}};
	struct refine_belief beliefs[ITEMS];

	(void)state;
	fill(items);
	for (int i = 0; i < ITEMS; i++)
		items[i].cycles = 1000;
	assert_int_equal(refine_beliefs(items, ITEMS, runs, 2, beliefs),
			 MODEL_OK);
	assert_true(beliefs[2].mean - beliefs[5].mean > .4 * log(1.5));
	assert_true(beliefs[2].mean - beliefs[5].mean < .7 * log(1.5));
}

/* One number of threads that is slower than it should be is so with all kinds,
   but for a tenth. */
static void threads_speak_for_all_kinds(void **state)
{
	struct refine_item items[ITEMS];
	struct refine_run runs[] = {{0, log(1.5), 0}, {3, log(1), 0}};
	struct refine_belief beliefs[ITEMS];

	(void)state;
	for (int i = 0; i < ITEMS; i++)
		items[i] = (struct refine_item){
			.cycles = 1000,
			.threads = i < 3 ? 4 : 16,
			.kind = i % 3,
			.chunk = 1,
		};
	assert_int_equal(refine_beliefs(items, ITEMS, runs, 2, beliefs),
			 MODEL_OK);
	assert_true(beliefs[1].mean - beliefs[4].mean > .85 * log(1.5));
	assert_true(beliefs[1].mean - beliefs[4].mean < .95 * log(1.5));
}

/* The unit of time does not matter. */
static void unit_does_not_matter(void **state)
{
	struct refine_item items[ITEMS];
	struct refine_run runs[] = {{0, log(1.1), 0}, {3, log(.9), 0}};
	double one, other;
	size_t first, second;

	(void)state;
	fill(items);
	assert_int_equal(refine_next(items, ITEMS, runs, 2, &first, &one),
			 MODEL_OK);
	for (int i = 0; i < 2; i++)
		runs[i].log_time += log(1e6);
	assert_int_equal(refine_next(items, ITEMS, runs, 2, &second, &other),
			 MODEL_OK);
	assert_int_equal(first, second);
	assert_true(fabs(one - other) < 1e-9);
}

/* All are found in the end, none twice, and less and less is expected. */
static void search_ends(void **state)
{
	struct refine_item items[ITEMS];
	struct refine_run runs[ITEMS];
	bool seen[ITEMS] = {false};
	double improvement;
	size_t next;

	(void)state;
	fill(items);
	for (size_t i = 0; i < ITEMS; i++) {
		assert_int_equal(
			refine_next(items, ITEMS, runs, i, &next, &improvement),
			MODEL_OK);
		assert_false(seen[next]);
		seen[next] = true;
		runs[i] = (struct refine_run){
			next, log(items[next].cycles / 1000), 0};
	}
	assert_true(improvement < refine_stop(ITEMS - 1));
	assert_int_equal(
		refine_next(items, ITEMS, runs, ITEMS, &next, &improvement),
		MODEL_TOO_FEW);
}

/* Where the estimate says half as long again and nothing is, none promises. */
static void equal_ones_end_it(void **state)
{
	struct refine_item items[ITEMS];
	struct refine_run runs[] = {{0, 0, 0}, {5, 0, 0}, {3, 0, 0},
				    {2, 0, 0}, {0, 0, 0}, {5, 0, 0}};
	double gain[ITEMS];

	(void)state;
	fill(items);
	assert_int_equal(refine_gains(items, ITEMS, runs, 2, gain), MODEL_OK);
	assert_true(gain[1] > .01 && gain[4] > .01);
	assert_int_equal(refine_gains(items, ITEMS, runs, 6, gain), MODEL_OK);
	assert_true(gain[1] < refine_stop(6) && gain[4] < refine_stop(6));
}

/* The more was spent, the more must be promised. */
static void stop_rises(void **state)
{
	(void)state;
	assert_true(refine_stop(1) > 0);
	assert_true(fabs(refine_stop(12) - .012) < 1e-12);
	assert_true(refine_stop(24) > refine_stop(12));
}

/* The next is the one of which most is expected; what was run is done. */
static void gains_are_of_all(void **state)
{
	struct refine_item items[ITEMS];
	struct refine_run runs[] = {{0, log(1.1), 0}, {3, log(.9), 0}};
	double gain[ITEMS], improvement;
	size_t next;

	(void)state;
	fill(items);
	items[5].barred = true;
	assert_int_equal(refine_gains(items, ITEMS, runs, 2, gain), MODEL_OK);
	assert_int_equal(
		refine_next(items, ITEMS, runs, 2, &next, &improvement),
		MODEL_OK);
	assert_true(gain[0] < 0 && gain[3] < 0 && gain[5] < 0);
	assert_true(gain[next] == improvement);
	for (int i = 0; i < ITEMS; i++)
		assert_true(gain[i] <= improvement);
	assert_int_equal(refine_gains(items, ITEMS, runs, 0, gain),
			 MODEL_TOO_FEW);
}

static void refine_refuses(void **state)
{
	struct refine_item items[ITEMS];
	struct refine_run run = {0, 0, 0};
	struct refine_belief beliefs[ITEMS];
	double improvement;
	size_t next;

	(void)state;
	fill(items);
	assert_int_equal(refine_beliefs(items, ITEMS, &run, 0, beliefs),
			 MODEL_TOO_FEW);
	run.item = ITEMS;
	assert_int_equal(refine_beliefs(items, ITEMS, &run, 1, beliefs),
			 MODEL_BAD_ARGUMENT);
	run = (struct refine_run){0, NAN, 0};
	assert_int_equal(
		refine_next(items, ITEMS, &run, 1, &next, &improvement),
		MODEL_BAD_ARGUMENT);
	run.log_time = 0;
	items[3].cycles = 0;
	assert_int_equal(refine_beliefs(items, ITEMS, &run, 1, beliefs),
			 MODEL_BAD_ARGUMENT);
	for (int i = 0; i < ITEMS; i++)
		items[i].barred = true;
	assert_int_equal(
		refine_next(items, ITEMS, NULL, 0, &next, &improvement),
		MODEL_TOO_FEW);
}

/* ---- certainty ---- */

static const struct confirm_noise none;

/* t of two sides at .01 with one look, four degrees of freedom: 4.6041. */
static void interval_is_students(void **state)
{
	const double ratio[] = {exp(-.1), exp(-.2), exp(-.15), exp(-.12),
				exp(-.18)};
	const double reach = 4.604095 * sqrt(.0068 / 4 / 5);
	struct confirm confirm;

	(void)state;
	assert_int_equal(confirm_ratio(ratio, 5, 1, &none, &confirm), MODEL_OK);
	assert_true(fabs(log(confirm.ratio) + .15) < 1e-12);
	assert_true(fabs(log(confirm.high) + .15 - reach) < 1e-6);
	assert_true(fabs(log(confirm.low) + .15 + reach) < 1e-6);
	assert_true(confirm.differs);
	/* the more looks, the more is asked */
	assert_int_equal(confirm_ratio(ratio, 5, 100, &none, &confirm),
			 MODEL_OK);
	assert_false(confirm.differs);
}

/*
 * Of 18 rounds at most three lie below the median of all that could be with a
 * chance of .38 %, 988 of 2^18, and four with 1.5 %. By .5 % for each side the
 * interval goes from the fourth to the last but three.
 */
static void a_pause_is_one_round(void **state)
{
	double ratio[18];
	struct confirm confirm;

	(void)state;
	for (int i = 0; i < 18; i++)
		ratio[i] = .70 + .01 * i;
	ratio[17] = 9;
	assert_int_equal(confirm_ratio(ratio, 18, 1, &none, &confirm),
			 MODEL_OK);
	assert_true(fabs(confirm.ratio - sqrt(.78 * .79)) < 1e-12);
	assert_true(fabs(confirm.low - .73) < 1e-12);
	assert_true(fabs(confirm.high - .84) < 1e-12);
	assert_true(confirm.differs);
	assert_false(confirm.hopeless);
	/* three rounds say nothing, but end nothing either */
	ratio[2] = 9;
	assert_int_equal(confirm_ratio(ratio, 3, 1, &none, &confirm), MODEL_OK);
	assert_false(confirm.differs);
	assert_false(confirm.hopeless);
	assert_true(confirm.low == 0 && isinf(confirm.high));
}

/* Runs that paused say nothing of the noise of the others. */
static void pauses_are_no_noise(void **state)
{
	const double calm[] = {1.01, .99, 1.02, .99, 1.01};
	const double drifts[] = {1.01, .99, 20, .05, 1.02, .99, 1.01};
	struct confirm_noise noise = confirm_noise(drifts, 7);

	(void)state;
	assert_true(fabs(noise.deviation - confirm_noise(calm, 5).deviation) <
		    1e-12);
	assert_true(fabs(noise.freedom - 10. / 3) < 1e-12);
}

static void looks_are_few(void **state)
{
	int looks, taken = 0;

	(void)state;
	for (int round = 1; round <= 18; round++)
		taken += confirm_is_look(round, 18, &looks);
	assert_int_equal(looks, 6);
	assert_int_equal(taken, looks);
	assert_true(confirm_is_look(2, 2, &looks));
	assert_int_equal(looks, 1);
	assert_false(confirm_is_look(1, 2, &looks));
}

/* A random number of (0, 1). */
static double uniform(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return ((double)(*seed >> 11) + .5) / 9007199254740992.;
}

static double normal(uint64_t *seed)
{
	double radius = sqrt(-2 * log(uniform(seed)));

	return radius * cos(2 * M_PI * uniform(seed));
}

/* Equal programs, noise of 5 %: how often they are called different. */
static void equal_are_equal(void **state)
{
	uint64_t seed = 2385;
	int wrong = 0;

	(void)state;
	for (int trial = 0; trial < 4000; trial++) {
		double ratio[18];
		struct confirm confirm = {.differs = false};

		for (int i = 0; i < 18 && !confirm.differs; i++) {
			int looks;

			ratio[i] = exp(.05 * normal(&seed));
			if (confirm_is_look(i + 1, 18, &looks))
				confirm_ratio(ratio, (size_t)i + 1, looks,
					      &none, &confirm);
		}
		wrong += confirm.differs;
	}
	assert_true(wrong <= 40);
	assert_true(wrong >= 8); /* nor is it far too careful */
}

/* Equal programs on a machine that remembers .4 of its speed from run to
   run: how often of 20000 they are called different. */
static int wrong_where_it_drifts(bool strict_turns)
{
	uint64_t seed = 2385;
	double speed = 0;
	int wrong = 0;

	for (int trial = 0; trial < 20000; trial++) {
		double ratio[18];
		struct confirm confirm = {.differs = false};

		for (int i = 0; i < 18 && !confirm.differs; i++) {
			int looks;
			bool first =
				strict_turns ? i % 2 : confirm_goes_first(i);
			double before = speed = .4 * speed + normal(&seed);

			speed = .4 * speed + normal(&seed);
			ratio[i] = exp(.05 * (first ? before - speed
						    : speed - before));
			if (confirm_is_look(i + 1, 18, &looks))
				confirm_ratio(ratio, (size_t)i + 1, looks,
					      &none, &confirm);
		}
		wrong += confirm.differs;
	}
	return wrong;
}

static void drift_is_no_difference(void **state)
{
	(void)state;
	assert_in_range(wrong_where_it_drifts(false), 40, 200);
	assert_true(wrong_where_it_drifts(true) > 200);
}

/*
 * A gain of e = ln .8 that was proven elsewhere. Rounds whose middle is beyond
 * half of e speak for it. With s = .05 four rounds of no gain are
 * exp(4 e^2 / (2 s^2)) times as likely without it, 5e17; with s = .3 three.
 */
static void what_is_expected_is_agreed_or_denied(void **state)
{
	const double half[] = {.88, .9}, less[] = {.9, .91};
	const double equal[] = {1, 1, 1, 1}, alone[] = {.85, 1.1};
	const struct confirm_noise calm = {.05, 6}, noisy = {.3, 1000};
	enum confirm_word word;

	(void)state;
	assert_int_equal(confirm_expected(half, 2, &noisy, .8, &word),
			 MODEL_OK);
	assert_int_equal(word, CONFIRM_AGREES);
	assert_int_equal(confirm_expected(less, 2, &noisy, .8, &word),
			 MODEL_OK);
	assert_int_equal(word, CONFIRM_OPEN);
	assert_int_equal(confirm_expected(equal, 4, &calm, .8, &word),
			 MODEL_OK);
	assert_int_equal(word, CONFIRM_DENIES);
	assert_int_equal(confirm_expected(equal, 4, &noisy, .8, &word),
			 MODEL_OK);
	assert_int_equal(word, CONFIRM_OPEN);
	/* of one round nothing is known but on which side it is */
	assert_int_equal(confirm_expected(alone, 1, &none, .8, &word),
			 MODEL_OK);
	assert_int_equal(word, CONFIRM_AGREES);
	assert_int_equal(confirm_expected(alone + 1, 1, &none, .8, &word),
			 MODEL_OK);
	assert_int_equal(word, CONFIRM_OPEN);
	assert_int_equal(confirm_expected(alone, 0, &none, .8, &word),
			 MODEL_TOO_FEW);
	assert_int_equal(confirm_expected(alone, 1, &none, 1.1, &word),
			 MODEL_BAD_ARGUMENT);
}

/* By t with one degree of freedom it would be .02 to 55. */
static void two_rounds_say_little(void **state)
{
	const double ratio[] = {.5, .5001};
	struct confirm confirm;

	(void)state;
	assert_int_equal(confirm_ratio(ratio, 2, 1, &none, &confirm), MODEL_OK);
	assert_true(fabs(confirm.ratio - .50005) < 1e-6);
	assert_true(confirm.low == 0 && isinf(confirm.high));
	assert_false(confirm.differs);
}

/* Three rounds, all looks at .01: what is known of the noise is enough. */
static void known_noise_makes_three_enough(void **state)
{
	const double before[] = {1.01, .99, 1.015, .985, 1.01, .99};
	const double ratio[] = {.9, .91, .89};
	const struct confirm_noise noise = confirm_noise(before, 6);
	struct confirm confirm;

	(void)state;
	assert_true(fabs(noise.deviation - .01190) < 1e-4);
	assert_true(noise.freedom == 4);
	assert_int_equal(confirm_ratio(ratio, 3, 18, &none, &confirm),
			 MODEL_OK);
	assert_false(confirm.differs);
	assert_int_equal(confirm_ratio(ratio, 3, 18, &noise, &confirm),
			 MODEL_OK);
	assert_true(confirm.differs);
	/* one run of one program says nothing */
	assert_true(confirm_noise(before, 1).freedom == 0);
}

/* A calm hour before does not make noise certain. */
static void noise_of_the_rounds_counts(void **state)
{
	const struct confirm_noise calm = {.001, 6};
	const double ratio[] = {.6, 1.2, .9};
	struct confirm confirm;

	(void)state;
	assert_int_equal(confirm_ratio(ratio, 3, 1, &calm, &confirm), MODEL_OK);
	assert_false(confirm.differs);
}

static void hopeless_is_given_up(void **state)
{
	const struct confirm_noise noise = {.01, 6};
	const double none_gained[] = {1.005, .995, 1};
	const double little[] = {.97, .96, .98};
	struct confirm confirm;

	(void)state;
	confirm_ratio(none_gained, 3, 1, &noise, &confirm);
	assert_true(confirm.hopeless);
	confirm_ratio(little, 3, 1, &noise, &confirm);
	assert_false(confirm.hopeless);
	/* what takes too many rounds to prove is not worth it */
	confirm_ratio(none_gained, 3, 1, &(struct confirm_noise){.1, 6},
		      &confirm);
	assert_true(confirm.hopeless);
}

/* P(3 of 3 | 4 of 23) is 20/8855, P(2 of 2 | 3 of 12) is 3/66. */
static void failures_are_compared(void **state)
{
	(void)state;
	assert_true(confirm_fails_more(3, 3, 1, 20));
	assert_false(confirm_fails_more(2, 2, 1, 10));
	assert_false(confirm_fails_more(0, 5, 1, 10));
	assert_false(confirm_fails_more(3, 9, 3, 9));
	assert_true(confirm_fails_more(9, 9, 3, 9));
}

static void confirm_refuses(void **state)
{
	const double good[] = {1, 1.1};
	const double negative[] = {1, -1};
	const double endless[] = {1, INFINITY};
	struct confirm confirm;

	(void)state;
	assert_int_equal(confirm_ratio(good, 1, 1, &none, &confirm),
			 MODEL_TOO_FEW);
	assert_int_equal(confirm_ratio(good, 2, 0, &none, &confirm),
			 MODEL_BAD_ARGUMENT);
	assert_int_equal(confirm_ratio(negative, 2, 1, &none, &confirm),
			 MODEL_NOT_POSITIVE);
	assert_int_equal(confirm_ratio(endless, 2, 1, &none, &confirm),
			 MODEL_NOT_FINITE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(estimate_comes_first),
		cmocka_unit_test(measured_is_believed),
		cmocka_unit_test(noise_is_doubted),
		cmocka_unit_test(kind_speaks_for_all_chunks),
		cmocka_unit_test(threads_speak_for_all_kinds),
		cmocka_unit_test(unit_does_not_matter),
		cmocka_unit_test(search_ends),
		cmocka_unit_test(equal_ones_end_it),
		cmocka_unit_test(stop_rises),
		cmocka_unit_test(gains_are_of_all),
		cmocka_unit_test(refine_refuses),
		cmocka_unit_test(interval_is_students),
		cmocka_unit_test(a_pause_is_one_round),
		cmocka_unit_test(pauses_are_no_noise),
		cmocka_unit_test(looks_are_few),
		cmocka_unit_test(equal_are_equal),
		cmocka_unit_test(drift_is_no_difference),
		cmocka_unit_test(what_is_expected_is_agreed_or_denied),
		cmocka_unit_test(two_rounds_say_little),
		cmocka_unit_test(known_noise_makes_three_enough),
		cmocka_unit_test(noise_of_the_rounds_counts),
		cmocka_unit_test(hopeless_is_given_up),
		cmocka_unit_test(failures_are_compared),
		cmocka_unit_test(confirm_refuses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
