/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * O(P): by hand, of the six variants of the published reduction, Weyuker's
 * nine properties, and every refusal.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../models/metric.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct metric_weights weights;
static uint64_t seed = 2385;

static uint32_t next_random(uint32_t below)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (seed >> 33) % below;
}

static void is_near(double value, double wanted)
{
	assert_true(fabs(value - wanted) <= 1e-12 * (1 + fabs(wanted)));
}

/* With the published weights and 4 threads. */
static double overhead(const struct metric_program *program)
{
	struct metric_result result;

	metric_published(&weights);
	assert_int_equal(metric_overhead(program, &weights, 4, 1, &result),
			 MODEL_OK);
	return result.overhead;
}

/* In one body. */
static double of_both(const struct metric_program *one,
		      const struct metric_program *other)
{
	struct metric_program both = {
		.statements = one->statements + other->statements,
		.conditional = one->conditional + other->conditional,
	};

	for (int i = 0; i < METRIC_COUNT; i++)
		both.amount[i] = one->amount[i] + other->amount[i];
	return overhead(&both);
}

static struct metric_program any(void)
{
	struct metric_program program = {0};

	for (int i = 0; i < METRIC_COUNT; i++)
		program.amount[i] = next_random(4);
	program.statements = 1 + next_random(40);
	program.conditional = next_random(program.statements + 1);
	return program;
}

/* ---- values ---- */

static void by_hand(void **state)
{
	struct metric_program program = {
		.amount = {3, 2, 1, 4, 7, 5, 6},
		.statements = 20,
		.conditional = 5,
	};
	struct metric_result result;

	(void)state;
	metric_published(&weights);
	assert_int_equal(metric_overhead(&program, &weights, 8, 1.5, &result),
			 MODEL_OK);
	is_near(result.dissimilarity, .25);
	is_near(result.term[METRIC_BARRIER], 1.04 * 8 * 3 * 187.5);
	is_near(result.term[METRIC_LOCK], 1.70 * 5 / 187.5);
	is_near(result.overhead,
		1.04 * 8 * 3 * 187.5 + (1.31 * 2 + 2.15 + 2.09 * 4 + 1.38 * 7 +
					1.70 * 5 + 1.38 * 6) /
					       187.5);
}

/*
 * A tree reduction of 32 elements by 32 threads; the section of V5 and V6 has
 * one statement, beside which we count its entry.
 */
static const struct metric_program variants[] = {
	{{[METRIC_BARRIER] = 5}, 3, 1}, {{[METRIC_WAIT] = 31}, 5, 2},
	{{[METRIC_AWAIT] = 31}, 5, 2},	{{[METRIC_EXCHANGE] = 31}, 5, 2},
	{{[METRIC_SYNC] = 2}, 3, 0},	{{[METRIC_LOCK] = 2}, 3, 0},
};

static void reductions(void **state)
{
	struct metric_result results[COUNT(variants)];

	(void)state;
	metric_published(&weights);
	for (size_t i = 0; i < COUNT(variants); i++)
		assert_int_equal(metric_overhead(&variants[i], &weights, 32, 1,
						 &results[i]),
				 MODEL_OK);
	is_near(results[0].overhead, 1.04 * 32 * 5 * 100 * 4 / 3);
	is_near(results[1].overhead, 1.31 * 31 / 140);
	is_near(results[4].overhead, 1.38 * 2 / 100);
	/* as measured: the barrier is the slowest of all */
	for (size_t i = 1; i < COUNT(variants); i++)
		assert_true(results[0].overhead > results[i].overhead);
}

/* O(P) of one of each is what the machine takes for it. */
static void machine_gives_cycles(void **state)
{
	static const double amounts[] = {1, 1, 1, 1, 2, 2, 1};
	struct machine machine;
	struct metric_result result;
	double wanted[METRIC_COUNT];

	(void)state;
	machine_generic(&machine);
	wanted[METRIC_BARRIER] = machine_at(&machine.barrier, 6);
	wanted[METRIC_WAIT] = machine.send;
	wanted[METRIC_AWAIT] = machine.send * 2.15 / 1.31;
	wanted[METRIC_EXCHANGE] = machine_at(&machine.ordered, 6);
	wanted[METRIC_SYNC] = machine_at(&machine.critical, 6);
	wanted[METRIC_LOCK] = machine_at(&machine.lock, 6);
	wanted[METRIC_ATOMIC] = machine_at(&machine.atomic, 6);
	metric_of_machine(&machine, 6, &weights);
	for (int i = 0; i < METRIC_COUNT; i++) {
		struct metric_program program = {.statements = 9};

		program.amount[i] = amounts[i];
		assert_int_equal(
			metric_overhead(&program, &weights, 6, 1, &result),
			MODEL_OK);
		is_near(result.overhead, wanted[i]);
		assert_true(result.overhead > 0);
	}
}

/* ---- Weyuker's properties ---- */

/* 1: not all programs are equal. 4: nor all that compute the same. */
static void details_matter(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(variants); i++)
		for (size_t j = 0; j < i; j++)
			assert_true(overhead(&variants[i]) !=
				    overhead(&variants[j]));
}

/*
 * 2: only finitely many have a value, since each mechanism more raises it by
 * no less than a fixed amount: at dissimilarity 1 the least weight over 2
 * sigma.
 */
static void is_granular(void **state)
{
	(void)state;
	for (int round = 0; round < 500; round++) {
		struct metric_program program = any(), more = program;

		more.amount[next_random(METRIC_COUNT)]++;
		assert_true(overhead(&more) - overhead(&program) >=
			    1.31 / 200 * (1 - 1e-6));
	}
}

/* 3: different programs may be equal. */
static void is_not_unique(void **state)
{
	struct metric_program one = {{[METRIC_SYNC] = 3}, 12, 3};
	struct metric_program other = {{[METRIC_SYNC] = 3}, 20, 5};

	(void)state;
	is_near(overhead(&one), overhead(&other));
	other.conditional = 6;
	assert_true(overhead(&one) != overhead(&other));
}

/*
 * 5: a program is no less than its parts. So are constructs, whose values are
 * added, and bodies that are joined if they are equally conditional. Where
 * they are not the published formula does not have the property: barriers
 * gain from a part that is less conditional, all else from one that is more.
 */
static void is_monotone(void **state)
{
	struct metric_program barriers = {{[METRIC_BARRIER] = 1}, 2, 2};
	struct metric_program sections = {{[METRIC_SYNC] = 3}, 9, 0};
	struct metric_program plain = {{0}, 40, 0}, choices = {{0}, 40, 40};

	(void)state;
	for (int round = 0; round < 500; round++) {
		struct metric_program one = any(), other = any();

		assert_true(overhead(&one) + overhead(&other) >=
			    overhead(&one));
		other.statements = 3 * one.statements;
		other.conditional = 3 * one.conditional;
		assert_true(of_both(&one, &other) >= overhead(&one));
		assert_true(of_both(&one, &other) >= overhead(&other));
	}
	assert_true(of_both(&barriers, &plain) < overhead(&barriers));
	assert_true(of_both(&sections, &choices) < overhead(&sections));
}

/* 6: equal programs differ in company. */
static void company_matters(void **state)
{
	struct metric_program one = {{[METRIC_BARRIER] = 2}, 4, 1};
	struct metric_program other = {{[METRIC_BARRIER] = 2}, 40, 10};
	struct metric_program company = {{0}, 10, 10};

	(void)state;
	is_near(overhead(&one), overhead(&other));
	assert_true(of_both(&one, &company) > 1.1 * of_both(&other, &company));
}

/* 7: order matters: a statement moved out of a section lowers it. */
static void order_matters(void **state)
{
	(void)state;
	for (int round = 0; round < 500; round++) {
		struct metric_program program = any(), moved;

		program.amount[METRIC_SYNC]++;
		moved = program;
		moved.amount[METRIC_SYNC]--;
		assert_true(overhead(&moved) < overhead(&program));
	}
}

/* 9: two may be more than the sum of each. */
static void interaction_costs(void **state)
{
	struct metric_program barriers = {{[METRIC_BARRIER] = 2}, 10, 0};
	struct metric_program choices = {{[METRIC_SYNC] = 2}, 10, 10};

	(void)state;
	assert_true(of_both(&barriers, &choices) >
		    overhead(&barriers) + overhead(&choices));
}

/* Two sections that become one: entered once less. 8 is the driver's. */
static void merging_lowers(void **state)
{
	struct metric_program apart = {{[METRIC_SYNC] = 3 + 1 + 2 + 1}, 9, 2};
	struct metric_program merged = {{[METRIC_SYNC] = 3 + 2 + 1}, 9, 2};

	(void)state;
	assert_true(overhead(&merged) < overhead(&apart));
}

/* ---- refusals ---- */

static void refuses(void **state)
{
	static const struct {
		struct metric_program program;
		double threads, load;
		enum model_status status;
	} rows[] = {
		{{{1}, 3, 1}, 4, 1, MODEL_OK},
		{{{1}, 0, 0}, 4, 1, MODEL_OK},
		{{{1}, 3, 1}, 0, 1, MODEL_NOT_POSITIVE},
		{{{1}, 3, 1}, 4, 0, MODEL_NOT_POSITIVE},
		{{{1}, 3, 1}, NAN, 1, MODEL_NOT_FINITE},
		{{{1}, 3, 1}, 4, INFINITY, MODEL_NOT_FINITE},
		{{{1}, 3, 4}, 4, 1, MODEL_BAD_ARGUMENT},
		{{{1}, 3, -1}, 4, 1, MODEL_BAD_ARGUMENT},
		{{{1}, INFINITY, 1}, 4, 1, MODEL_NOT_FINITE},
		{{{1, -1}, 3, 1}, 4, 1, MODEL_BAD_ARGUMENT},
		{{{1, NAN}, 3, 1}, 4, 1, MODEL_NOT_FINITE},
	};

	(void)state;
	metric_published(&weights);
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct metric_result result = {.overhead = -4711};

		assert_int_equal(metric_overhead(&rows[i].program, &weights,
						 rows[i].threads, rows[i].load,
						 &result),
				 rows[i].status);
		assert_true((result.overhead < 0) ==
			    (rows[i].status != MODEL_OK));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_hand),
		cmocka_unit_test(reductions),
		cmocka_unit_test(machine_gives_cycles),
		cmocka_unit_test(details_matter),
		cmocka_unit_test(is_granular),
		cmocka_unit_test(is_not_unique),
		cmocka_unit_test(is_monotone),
		cmocka_unit_test(company_matters),
		cmocka_unit_test(order_matters),
		cmocka_unit_test(interaction_costs),
		cmocka_unit_test(merging_lowers),
		cmocka_unit_test(refuses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
