/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Significance of attributes: tables whose answers follow from how they were
 * made, a slow computation of random ones, the published table, and every
 * refusal.
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

#include "../../models/significance.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define MOST 400

static uint64_t seed;

static uint32_t next_random(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return seed >> 33;
}

static void is_near(double value, double wanted)
{
	assert_true(fabs(value - wanted) <= 1e-12 * (1 + fabs(wanted)));
}

/* ---- borders ---- */

/* The decision is coded like everything else: these codes are read there. */
static struct significance_coding code(const double *values, size_t count,
				       int intervals)
{
	const double *attributes[] = {values};
	struct significance_input input = {count, 1, attributes, values,
					   intervals};
	struct significance_coding coding[2];
	struct significance_rules rules[2];
	double threshold = .8;

	assert_int_equal(
		significance_rules(&input, &threshold, 1, rules, coding),
		MODEL_OK);
	return coding[1];
}

/* Codes of the values as letters, from the smallest. */
static void has_codes(const char *wanted, int intervals, const double *values)
{
	size_t count = strlen(wanted);
	double turned[20];
	struct significance_coding coding;

	for (size_t i = 0; i < count; i++)
		turned[i] = values[(i * 7 + 3) % count];
	if (count % 7 == 0)
		memcpy(turned, values, count * sizeof(*values));
	coding = code(turned, count, intervals);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(significance_code(&coding, values[i]) + 'a',
				 wanted[i]);
	assert_int_equal(coding.intervals, wanted[count - 1] - 'a' + 1);
}

#define HAS_CODES(wanted, intervals, ...)                                      \
	has_codes(wanted, intervals, (const double[]){__VA_ARGS__})

static void codes_by_hand(void **state)
{
	(void)state;
	HAS_CODES("aabbccddee", 5, -3.1, -3, .5, 1, 2, 3, 4, 5, 61, 72);
	/* eleven samples: no interval has two more than another */
	HAS_CODES("aabbccddeee", 5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
	/* the border wanted after two falls among the three ones, nearer to
	 * their upper end; the one after eight at the lower end of 8, 8 */
	HAS_CODES("aaabccddee", 5, 1, 1, 1, 2, 3, 4, 5, 6, 8, 8);
	/* as near to either end: the lower one */
	HAS_CODES("abbb", 3, 1, 2, 2, 3);
	HAS_CODES("abb", 2, -1, 0, 0);
	HAS_CODES("abbb", 2, -1, 0, 0, 0);
	HAS_CODES("aabb", 2, 1, 1, 2, 2);
	/* few values remain told apart, however rare one is */
	HAS_CODES("aaaaaaaaab", 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7);
	HAS_CODES("abbbbbbbbb", 5, 0, 7, 7, 7, 7, 7, 7, 7, 7, 7);
	HAS_CODES("aaabbbcccddd", 5, 2, 2, 2, 4, 4, 4, 6, 6, 6, 8, 8, 8);
	HAS_CODES("aab", 3, -1e-320, -1e-320, 0);
}

/* ---- tables with known answers ---- */

struct sample {
	double a, b, c, time;
};

static struct significance_rules without[4];

/* Into without[]: all, and without a, b, c. */
static void analyse(const struct sample *sample, size_t count, double threshold)
{
	double values[4][MOST];
	const double *attributes[] = {values[0], values[1], values[2]};
	struct significance_input input = {count, 3, attributes, values[3], 5};
	struct significance_coding coding[4];

	assert_in_range(count, 5, MOST);
	for (size_t i = 0; i < count; i++) {
		values[0][i] = sample[i].a;
		values[1][i] = sample[i].b;
		values[2][i] = sample[i].c;
		values[3][i] = sample[i].time;
	}
	assert_int_equal(
		significance_rules(&input, &threshold, 1, without, coding),
		MODEL_OK);
}

static void has_rules(int row, size_t sets, size_t useful, double probability,
		      double significance)
{
	assert_int_equal(without[row].sets, sets);
	assert_int_equal(without[row].useful, useful);
	is_near(without[row].probability, probability);
	if (isnan(significance))
		assert_true(isnan(without[row].significance));
	else
		is_near(without[row].significance, significance);
}

/* Every a, b, c of 0 to 4 once. */
static size_t fill(struct sample *sample, double (*time)(int, int, int))
{
	for (int i = 0; i < 125; i++) {
		int a = i % 5, b = i / 5 % 5, c = i / 25;

		sample[i] = (struct sample){a * 2.3, b - 7.7, c * 1e9,
					    time(a, b, c)};
	}
	return 125;
}

static double time_of_one(int a, int b, int c)
{
	(void)b;
	(void)c;
	return exp(a);
}

static void one_attribute_decides(void **state)
{
	struct sample sample[MOST];

	(void)state;
	analyse(sample, fill(sample, time_of_one), .8);
	has_rules(0, 125, 125, 1, NAN);
	has_rules(1, 25, 0, 0, 1);
	has_rules(2, 25, 25, 1, 0);
	has_rules(3, 25, 25, 1, 0);
}

static double time_of_two(int a, int b, int c)
{
	(void)b;
	return (a + c) % 5 - .3;
}

static void two_decide_together(void **state)
{
	struct sample sample[MOST];

	(void)state;
	analyse(sample, fill(sample, time_of_two), 1);
	has_rules(0, 125, 125, 1, NAN);
	has_rules(1, 25, 0, 0, 1);
	has_rules(2, 25, 25, 1, 0);
	has_rules(3, 25, 0, 0, 1);
}

/* a, of two values, says whether b or c decides. */
static void a_share_of_each(void **state)
{
	struct sample sample[50];

	(void)state;
	for (int i = 0; i < 50; i++) {
		int a = i % 2, b = i / 2 % 5, c = i / 10;

		sample[i] = (struct sample){a, b, c, a ? c : b};
	}
	analyse(sample, 50, .8);
	has_rules(0, 50, 50, 1, NAN);
	has_rules(1, 25, 5, .2, .8);
	has_rules(2, 10, 5, .5, .5);
	has_rules(3, 10, 5, .5, .5);
	/* .5 is useful now: without a all sets are */
	analyse(sample, 50, .5);
	has_rules(1, 25, 25, .2 + .8 * .5, .4);
}

/* Nine of ten samples follow a; 0.9 is at the threshold 0.9. */
static void rules_may_err(void **state)
{
	struct sample sample[250];

	(void)state;
	for (int i = 0; i < 250; i++) {
		int a = i % 5, b = i / 5 % 5, c = i / 25;

		sample[i] = (struct sample){a, b, 0, (a + (c == 3)) % 5};
	}
	analyse(sample, 250, .9);
	has_rules(0, 25, 25, .9, NAN);
	has_rules(1, 5, 0, 0, 1);
	has_rules(2, 5, 5, .9, 0);
	has_rules(3, 25, 25, .9, 0);
	analyse(sample, 250, nextafter(.9, 1));
	has_rules(0, 25, 0, 0, NAN);
	has_rules(1, 5, 0, 0, NAN);
}

/* ---- random tables, slowly ---- */

#define ATTRIBUTES 4

struct slow {
	size_t count;
	int codes[ATTRIBUTES + 1][MOST]; /* the decision's come last */
};

static bool are_alike(const struct slow *slow, size_t one, size_t other,
		      int dropped)
{
	for (int i = 0; i < ATTRIBUTES; i++)
		if (i != dropped &&
		    slow->codes[i][one] != slow->codes[i][other])
			return false;
	return true;
}

/* Probability of the set that this sample is in; false: met before. */
static bool slow_set(const struct slow *slow, size_t sample, int dropped,
		     double *probability)
{
	size_t of[5] = {0}, all = 0, most = 0;

	for (size_t i = 0; i < slow->count; i++) {
		if (!are_alike(slow, i, sample, dropped))
			continue;
		if (i < sample)
			return false;
		of[slow->codes[ATTRIBUTES][i]]++;
		all++;
	}
	for (int i = 0; i < 5; i++)
		most = of[i] > most ? of[i] : most;
	*probability = (double)most / all;
	return true;
}

static void slow_rules(const struct slow *slow, int dropped, double threshold,
		       struct significance_rules *rules)
{
	double probability;

	memset(rules, 0, sizeof(*rules));
	for (size_t i = 0; i < slow->count; i++) {
		if (!slow_set(slow, i, dropped, &probability))
			continue;
		rules->sets++;
		if (probability < threshold)
			continue;
		rules->useful++;
		rules->probability += probability;
	}
	rules->probability /= rules->sets;
}

/* Small whole numbers, so that there are ties, sets and rules. */
static void fill_randomly(double (*values)[MOST], size_t count)
{
	for (size_t j = 0; j < count; j++) {
		for (int i = 0; i < ATTRIBUTES; i++)
			values[i][j] = next_random() % (3 + 4 * i);
		values[ATTRIBUTES][j] =
			values[0][j] * 3 + values[3][j] + next_random() % 3;
	}
}

static void agrees_with_slow(size_t count)
{
	static const double thresholds[] = {.5, .8, .9};
	double values[ATTRIBUTES + 1][MOST];
	const double *attributes[] = {values[0], values[1], values[2],
				      values[3]};
	struct significance_input input = {count, ATTRIBUTES, attributes,
					   values[ATTRIBUTES], 5};
	struct significance_rules rules[(ATTRIBUTES + 1) * 3], wanted;
	struct significance_coding coding[ATTRIBUTES + 1];
	struct slow slow = {.count = count};

	fill_randomly(values, count);
	assert_int_equal(
		significance_rules(&input, thresholds, 3, rules, coding),
		MODEL_OK);
	for (int i = 0; i <= ATTRIBUTES; i++)
		for (size_t j = 0; j < count; j++)
			slow.codes[i][j] =
				significance_code(&coding[i], values[i][j]);
	for (int i = 0; i < (ATTRIBUTES + 1) * 3; i++) {
		slow_rules(&slow, i / 3 - 1, thresholds[i % 3], &wanted);
		assert_int_equal(rules[i].sets, wanted.sets);
		assert_int_equal(rules[i].useful, wanted.useful);
		is_near(rules[i].probability, wanted.probability);
	}
}

static void agrees_on_random_tables(void **state)
{
	(void)state;
	seed = 2385;
	for (int round = 0; round < 60; round++)
		agrees_with_slow(20 + next_random() % (MOST - 20));
}

/* Many intervals: more than one pass of the sort, and codes beyond a byte. */
static void a_hundred_intervals(void **state)
{
	static double value[2][40000];
	const double *attributes[] = {value[0], value[1]};
	struct significance_input input = {40000, 2, attributes, value[0],
					   SIGNIFICANCE_INTERVALS};
	struct significance_coding coding[3];
	struct significance_rules rules[3];
	double threshold = 1;

	(void)state;
	for (int i = 0; i < 40000; i++) {
		value[0][i] = i * 7919L % 40000;
		value[1][i] = i * 104729L % 39989;
	}
	assert_int_equal(
		significance_rules(&input, &threshold, 1, rules, coding),
		MODEL_OK);
	assert_int_equal(coding[0].intervals, 100);
	is_near(rules[0].probability, 1);
	is_near(rules[1].significance, 1);
	is_near(rules[2].significance, 0);
	assert_int_equal(rules[1].sets, 100);
	assert_int_equal(rules[2].sets, 100);
}

/*
 * The published significances follow from the published probabilities, to
 * the digits that these are given with.
 */
static void published_table_agrees_with_itself(void **state)
{
	static const struct {
		double all, without[6], significance[6];
	} rows[] = {
		{.703,
		 {.63, .62, .63, .45, .52, .58},
		 {.11, .12, .10, .36, .26, .17}},
		{.661,
		 {.56, .57, .55, .37, .45, .54},
		 {.15, .14, .16, .44, .32, .18}},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		for (size_t j = 0; j < 6; j++) {
			double value = 1 - rows[i].without[j] / rows[i].all;

			assert_true(fabs(value - rows[i].significance[j]) <=
				    .005 + .006 / rows[i].all);
		}
}

/* ---- refusals ---- */

static const double rising[] = {1, 2, 3, 4, 5, 6, 7};
static const double same[] = {3, 3, 3, 3, 3, 3, 3};
static const double endless[] = {1, 2, 3, 4, 5, INFINITY, 7};
static const double *const attributes_of[] = {rising, same};
static const double *const endless_of[] = {rising, endless};

static const struct significance_input good = {7, 2, attributes_of, rising, 5};

static void refuses(void **state)
{
	static const struct {
		struct significance_input input;
		double threshold;
		size_t thresholds;
		enum model_status status;
	} rows[] = {
		{{7, 2, attributes_of, rising, 5}, .8, 1, MODEL_OK},
		{{4, 2, attributes_of, rising, 5}, .8, 1, MODEL_TOO_FEW},
		{{7, 0, attributes_of, rising, 5}, .8, 1, MODEL_TOO_FEW},
		{{7, 2, attributes_of, rising, 5}, .8, 0, MODEL_TOO_FEW},
		{{7, 2, attributes_of, rising, 1}, .8, 1, MODEL_BAD_ARGUMENT},
		{{7, 2, attributes_of, rising, 101}, .8, 1, MODEL_BAD_ARGUMENT},
		{{7, 2, attributes_of, rising, 5}, 0, 1, MODEL_BAD_ARGUMENT},
		{{7, 2, attributes_of, rising, 5}, 1.01, 1, MODEL_BAD_ARGUMENT},
		{{7, 2, attributes_of, rising, 5}, NAN, 1, MODEL_BAD_ARGUMENT},
		{{7, 2, attributes_of, same, 5}, .8, 1, MODEL_CONSTANT},
		{{7, 2, attributes_of, endless, 5}, .8, 1, MODEL_NOT_FINITE},
		{{7, 2, endless_of, rising, 5}, .8, 1, MODEL_NOT_FINITE},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct significance_rules rules[3] = {{.sets = 4711}};
		struct significance_coding coding[3] = {{.intervals = 4711}};
		bool well = rows[i].status == MODEL_OK;

		assert_int_equal(
			significance_rules(&rows[i].input, &rows[i].threshold,
					   rows[i].thresholds, rules, coding),
			rows[i].status);
		assert_int_equal(rules[0].sets, well ? 5 : 4711);
		assert_int_equal(coding[0].intervals, well ? 5 : 4711);
	}
}

/* 5^27 sets and 5 decisions go into 64 bits, 5^28 do not. */
static void refuses_too_many(void **state)
{
	const double *attributes[27];
	struct significance_input input = {7, 26, attributes, rising, 5};
	struct significance_coding coding[28];
	struct significance_rules rules[28];
	double threshold = .8;

	(void)state;
	for (int i = 0; i < 27; i++)
		attributes[i] = rising;
	assert_int_equal(
		significance_rules(&input, &threshold, 1, rules, coding),
		MODEL_OK);
	for (int i = 1; i < 27; i++)
		is_near(rules[i].significance, 0);
	input.attributes = 27;
	assert_int_equal(
		significance_rules(&input, &threshold, 1, rules, coding),
		MODEL_TOO_MANY);
	assert_string_equal(model_status_text(MODEL_TOO_MANY),
			    "more combinations than can be told apart");
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

static void runs_out_of_memory(void **state)
{
	struct significance_coding coding[3];
	struct significance_rules rules[3];
	double threshold = .8;
	enum model_status status;

	(void)state;
	for (int left = 0; left < 7; left++) {
		allocations_left = left;
		status =
			significance_rules(&good, &threshold, 1, rules, coding);
		allocations_left = -1;
		assert_int_equal(status, MODEL_NO_MEMORY);
	}
	allocations_left = 7;
	status = significance_rules(&good, &threshold, 1, rules, coding);
	allocations_left = -1;
	assert_int_equal(status, MODEL_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codes_by_hand),
		cmocka_unit_test(one_attribute_decides),
		cmocka_unit_test(two_decide_together),
		cmocka_unit_test(a_share_of_each),
		cmocka_unit_test(rules_may_err),
		cmocka_unit_test(agrees_on_random_tables),
		cmocka_unit_test(a_hundred_intervals),
		cmocka_unit_test(published_table_agrees_with_itself),
		cmocka_unit_test(refuses),
		cmocka_unit_test(refuses_too_many),
		cmocka_unit_test(runs_out_of_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
