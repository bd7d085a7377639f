/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The attribution, from what the threads of a team did to the overheads: by
 * hand, by formula (3) of the paper, the paper's rules, and every refusal.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../models/overhead.h"
#include "../../runtime/team.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define MOST 64
#define TICK 1e-9
#define MILLI 1000000 /* ticks */

static void is_near(double value, double wanted)
{
	assert_true(fabs(value - wanted) <= 1e-6 * (1e-3 + fabs(wanted)));
}

/* ---- a team that is made up ---- */

/* Milliseconds that each thread worked, and of these not in a loop. */
struct made {
	unsigned count;
	double work[MOST], outside[MOST];
	double wait[WAITS][MOST]; /* comes on top */
	double enter, leave;
};

static double sum_of(struct interval *interval, enum sum sum)
{
	return (int64_t)interval->sum[sum] * (sum < SUM_COUNTS ? 1 : TICK);
}

/* As the driver reads what the runtime wrote. */
static struct overhead_sums sums_of(struct interval *i)
{
	return (struct overhead_sums){
		.calls = sum_of(i, CALLS),
		.threads = sum_of(i, THREADS),
		.tasks = sum_of(i, TASKS),
		.wall = sum_of(i, WALL),
		.present = sum_of(i, PRESENT),
		.enter = sum_of(i, ENTER),
		.leave = sum_of(i, LEAVE),
		.outside = sum_of(i, OUTSIDE),
		.common = sum_of(i, COMMON),
		.critical = sum_of(i, WAITED + CRITICAL),
		.ordered = sum_of(i, WAITED + ORDERED),
		.lock = sum_of(i, WAITED + LOCK),
		.condition = sum_of(i, WAITED + CONDITION),
		.dispatch = sum_of(i, WAITED + DISPATCH),
		.wait = sum_of(i, WAIT),
		.imbalance = sum_of(i, IMBALANCE),
		.alone_wall = sum_of(i, ALONE_WALL),
		.alone_present = sum_of(i, ALONE_PRESENT),
		.alone_wait = sum_of(i, ALONE_WAIT),
	};
}

static void add(const struct made *made, struct interval *interval)
{
	struct share shares[MOST] = {0};
	uint64_t begun = 4711, last = 0;

	for (unsigned i = 0; i < made->count; i++) {
		struct share *share = &shares[i];

		share->start = begun + made->enter * MILLI;
		share->arrival = share->start + made->work[i] * MILLI;
		for (int j = 0; j < WAITS; j++) {
			share->waited[j] = made->wait[j][i] * MILLI;
			share->arrival += share->waited[j];
		}
		share->shared = (made->work[i] - made->outside[i]) * MILLI;
		if (share->arrival > last)
			last = share->arrival;
	}
	team_add(interval, shares, made->count, begun,
		 last + made->leave * MILLI);
}

static struct overhead_sums sums_once(const struct made *made)
{
	struct interval interval = {0};

	add(made, &interval);
	return sums_of(&interval);
}

/* One thread does it all. */
static struct overhead_sums sums_alone(double work, double outside)
{
	struct made made = {.count = 1, .work = {work}, .outside = {outside}};

	return sums_once(&made);
}

static struct overhead_amounts attribute(double p,
					 const struct overhead_sums *many,
					 const struct overhead_sums *one,
					 bool shared)
{
	struct overhead_amounts amounts;
	double sum = 0;

	assert_int_equal(overhead_attribute(p, many, one, shared, &amounts),
			 MODEL_OK);
	for (int i = 0; i < OVERHEADS; i++)
		sum += amounts.part[i];
	is_near(sum, amounts.total);
	is_near(amounts.total, many->wall - one->wall / p);
	return amounts;
}

/* In milliseconds; every other part is nothing. */
struct wanted {
	enum overhead overhead;
	double value;
};

static void has_only(const struct overhead_amounts *amounts,
		     const struct wanted *wanted, size_t count)
{
	for (int i = 0; i < OVERHEADS; i++) {
		double value = 0;

		for (size_t j = 0; j < count; j++)
			if (wanted[j].overhead == (enum overhead)i)
				value = wanted[j].value;
		is_near(amounts->part[i] * 1e3, value);
	}
}

/* ---- by hand ---- */

static void one_thread_works(void **state)
{
	struct made made = {.count = 4, .work = {0, 8, 0, 0}};
	struct overhead_sums many = sums_once(&made);
	struct overhead_sums one = sums_alone(8, 0);
	struct overhead_amounts amounts = attribute(4, &many, &one, false);
	const struct wanted wanted[] = {{OVERHEAD_UNPARALLELISED, 6}};

	(void)state;
	has_only(&amounts, wanted, COUNT(wanted));
}

/* Two sections of 20 and 10 on 3 threads. */
static void some_threads_work(void **state)
{
	struct made made = {.count = 3, .work = {20, 0, 10}};
	struct overhead_sums many = sums_once(&made);
	struct overhead_sums one = sums_alone(30, 0);
	struct overhead_amounts amounts = attribute(3, &many, &one, false);
	const struct wanted wanted[] = {
		{OVERHEAD_IMBALANCE, 5},
		{OVERHEAD_PARTIAL, 5},
	};

	(void)state;
	has_only(&amounts, wanted, COUNT(wanted));
	/* the same where the team is smaller than the threads there are */
	made = (struct made){.count = 2, .work = {20, 10}};
	many = sums_once(&made);
	amounts = attribute(3, &many, &one, false);
	has_only(&amounts, wanted, COUNT(wanted));
	made.count = 1;
	made.work[0] = 30;
	many = sums_once(&made);
	amounts = attribute(3, &many, &one, false);
	is_near(amounts.part[OVERHEAD_UNPARALLELISED], .02);
}

/* Rows 0 to 19 in two blocks: 45 and 145. */
static void work_differs(void **state)
{
	struct made made = {.count = 2, .work = {45, 145}};
	struct overhead_sums many = sums_once(&made);
	struct overhead_sums one = sums_alone(190, 0);
	struct overhead_amounts amounts = attribute(2, &many, &one, false);
	const struct wanted wanted[] = {{OVERHEAD_IMBALANCE, 50}};

	(void)state;
	has_only(&amounts, wanted, COUNT(wanted));
	/* 128 threads: the first has a 255th of the last one's work */
	made.count = 128 / 2;
	for (unsigned i = 0; i < made.count; i++)
		made.work[i] = 2 * i + 1;
	many = sums_once(&made);
	one = sums_alone(made.count * made.count, 0);
	amounts = attribute(made.count, &many, &one, false);
	is_near(amounts.part[OVERHEAD_IMBALANCE] * 1e3, made.count - 1);
	is_near(amounts.part[OVERHEAD_PARTIAL], 0);
}

static void waits_and_costs(void **state)
{
	struct made made = {.count = 2,
			    .work = {10, 10},
			    .wait = {[CRITICAL] = {3, 3},
				     [ORDERED] = {5, 5},
				     [LOCK] = {7, 7},
				     [CONDITION] = {2, 2},
				     [DISPATCH] = {1, 1}},
			    .enter = 2,
			    .leave = 4};
	struct overhead_sums many = sums_once(&made);
	struct overhead_sums one = sums_alone(20, 0);
	struct overhead_amounts amounts = attribute(2, &many, &one, false);
	struct wanted wanted[] = {
		{OVERHEAD_CRITICAL, 3},	 {OVERHEAD_ORDERED, 5},
		{OVERHEAD_LOCK, 7},	 {OVERHEAD_SCHEDULING, 1},
		{OVERHEAD_FORK_JOIN, 6}, {OVERHEAD_CONDITION, 2},
	};

	(void)state;
	has_only(&amounts, wanted, COUNT(wanted));
	/* what one thread pays as well is an overhead of it beyond its half */
	one.dispatch = .001;
	one.wall += .001;
	amounts = attribute(2, &many, &one, false);
	wanted[3].value = .5;
	has_only(&amounts, wanted, COUNT(wanted));
}

static void all_do_the_same(void **state)
{
	struct made made = {.count = 2, .work = {30, 30}, .outside = {10, 10}};
	struct overhead_sums many = sums_once(&made);
	struct overhead_sums one = sums_alone(50, 10);
	struct overhead_amounts amounts = attribute(2, &many, &one, true);
	const struct wanted wanted[] = {{OVERHEAD_REPLICATED, 5}};
	const struct wanted unknown[] = {{OVERHEAD_UNIDENTIFIED, 5}};

	(void)state;
	has_only(&amounts, wanted, COUNT(wanted));
	amounts = attribute(2, &many, &one, false);
	has_only(&amounts, unknown, COUNT(unknown));
	/* shared out by numbers of threads: 20 in all, 10 each */
	one = sums_alone(60, 20);
	amounts = attribute(2, &many, &one, true);
	has_only(&amounts, NULL, 0);
	/* a loop that is slower with two is not replicated */
	made.work[0] = made.work[1] = 32;
	many = sums_once(&made);
	one = sums_alone(50, 10);
	amounts = attribute(2, &many, &one, true);
	is_near(amounts.part[OVERHEAD_REPLICATED], .005);
	is_near(amounts.part[OVERHEAD_UNIDENTIFIED], .002);
	/* nor is what one of them does alone, however slowly */
	made = (struct made){.count = 2, .work = {24, 10}, .outside = {14, 0}};
	many = sums_once(&made);
	one = sums_alone(30, 10);
	amounts = attribute(2, &many, &one, true);
	is_near(amounts.part[OVERHEAD_REPLICATED], 0);
	is_near(amounts.part[OVERHEAD_UNIDENTIFIED], .002);
}

static void tasks_hide_waiting(void **state)
{
	struct made made = {.count = 2, .work = {0, 20}};
	struct overhead_sums many = sums_once(&made);
	struct overhead_sums one = sums_alone(20, 0);
	struct overhead_amounts amounts;
	const struct wanted wanted[] = {{OVERHEAD_UNIDENTIFIED, 10}};

	(void)state;
	many.tasks = 1;
	amounts = attribute(2, &many, &one, true);
	has_only(&amounts, wanted, COUNT(wanted));
}

/* The single goes from thread to thread: sums of time alone cannot tell. */
static void calls_are_told_apart(void **state)
{
	struct interval interval = {0};
	struct overhead_sums many, one;
	struct overhead_amounts amounts;
	const struct wanted wanted[] = {{OVERHEAD_UNPARALLELISED, 24}};

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		struct made made = {.count = 4};

		made.work[i] = 8;
		add(&made, &interval);
	}
	many = sums_of(&interval);
	assert_true(many.calls == 4);
	one = sums_alone(32, 0);
	amounts = attribute(4, &many, &one, false);
	has_only(&amounts, wanted, COUNT(wanted));
}

/* Nobody did much: all of them count, or some would be left by chance. */
static void short_work_is_everyones(void **state)
{
	struct made made = {.count = 2, .work = {.0001, .0015}};
	struct overhead_sums many = sums_once(&made);
	struct overhead_sums one = sums_alone(.0016, 0);
	struct overhead_amounts amounts = attribute(2, &many, &one, false);

	(void)state;
	assert_true(fabs(amounts.part[OVERHEAD_IMBALANCE] - 7e-7) < 2e-9);
	assert_true(fabs(amounts.part[OVERHEAD_UNPARALLELISED]) < 1e-12);
}

/* ---- formula (3) ---- */

static double formula(double p, double single, double loop)
{
	return single + fmax(0, (loop - (p - 1) * single) / p);
}

/* The others begin the loop at once, the one when it is through. */
static struct made single_then_loop(unsigned p, double single, double loop)
{
	struct made made = {.count = p};
	double end = formula(p, single, loop);

	for (unsigned i = 0; i < p; i++)
		made.work[i] = fmin(end, loop / (p - 1));
	made.work[1] = end;
	return made;
}

static struct made loop_then_single(unsigned p, double single, double loop)
{
	struct made made = {.count = p};

	for (unsigned i = 0; i < p; i++)
		made.work[i] = loop / p;
	made.work[1] += single;
	return made;
}

static void formula_3_holds(void **state)
{
	static const struct {
		unsigned p;
		double single, loop;
	} rows[] = {
		{2, 10, 40},   {2, 40, 10}, {4, 10, 90},  {4, 10, 29},
		{4, 2.385, 7}, {8, 3, 21},  {8, 3, 20.5},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		double p = rows[i].p, single = rows[i].single;
		double loop = rows[i].loop;
		struct made made = single_then_loop(p, single, loop);
		struct overhead_sums many = sums_once(&made), other;
		struct overhead_sums one = sums_alone(single + loop, 0);
		struct overhead_amounts amounts, mirrored;
		double total = formula(p, single, loop) - (single + loop) / p;

		amounts = attribute(p, &many, &one, false);
		is_near(many.wall * 1e3, formula(p, single, loop));
		is_near(amounts.total * 1e3, total);
		is_near(amounts.part[OVERHEAD_IMBALANCE] * 1e3, total);
		is_near(amounts.part[OVERHEAD_UNPARALLELISED], 0);
		made = loop_then_single(p, single, loop);
		other = sums_once(&made);
		mirrored = attribute(p, &other, &one, false);
		is_near(mirrored.part[OVERHEAD_UNPARALLELISED], 0);
		is_near(mirrored.part[OVERHEAD_IMBALANCE] * 1e3,
			single * (p - 1) / p);
	}
}

/* ---- rules ---- */

static void gains_are_shown(void **state)
{
	struct made made = {.count = 2, .work = {8, 9}};
	struct overhead_sums many = sums_once(&made);
	struct overhead_sums one = sums_alone(20, 0);
	struct overhead_amounts amounts = attribute(2, &many, &one, false);
	const struct wanted wanted[] = {{OVERHEAD_GAIN, -1}};

	(void)state;
	is_near(amounts.part[OVERHEAD_UNIDENTIFIED] * 1e3, -1.5);
	overhead_acquit(&amounts);
	has_only(&amounts, wanted, COUNT(wanted));
	is_near(amounts.total * 1e3, -1);
}

static void rounds_add_up(void **state)
{
	struct overhead_amounts rounds[7] = {0}, sum = {0};
	struct overhead_figures figures;
	double all = 0;

	(void)state;
	for (int i = 0; i < 7; i++) {
		rounds[i].part[OVERHEAD_IMBALANCE] = 2.385 + i * 3 % 7;
		rounds[i].part[OVERHEAD_CRITICAL] = 1.97 + i * i % 5;
		rounds[i].part[OVERHEAD_UNIDENTIFIED] = .31 * i;
		for (int j = 0; j < OVERHEADS; j++)
			rounds[i].total += rounds[i].part[j];
		overhead_add(&sum, &rounds[i]);
	}
	is_near(sum.part[OVERHEAD_UNIDENTIFIED], .31 * 21);
	assert_int_equal(overhead_summarise(rounds, 7, &figures), MODEL_OK);
	is_near(figures.part[OVERHEAD_IMBALANCE].value, 5.385);
	is_near(figures.part[OVERHEAD_IMBALANCE].low, 2.385);
	is_near(figures.part[OVERHEAD_IMBALANCE].high, 8.385);
	is_near(figures.confidence, 1 - 2 / 128.);
	for (int i = 0; i < OVERHEADS; i++) {
		const struct scaling_range *part = &figures.part[i];

		all += part->value;
		assert_true(part->low <= part->value &&
			    part->value <= part->high);
	}
	is_near(all, figures.total.value);
	assert_int_equal(overhead_summarise(rounds, 1, &figures), MODEL_OK);
	is_near(figures.confidence, 0);
	for (int i = 0; i < OVERHEADS; i++) {
		assert_true(figures.part[i].low == figures.part[i].value);
		assert_true(figures.part[i].high == figures.part[i].value);
	}
	is_near(figures.total.value, rounds[0].total);
}

/* ---- refusals ---- */

static void refuses(void **state)
{
	struct overhead_sums good = sums_alone(3, 0), bad = good;
	struct overhead_amounts amounts = {.total = 4711};
	struct overhead_figures figures;

	(void)state;
	bad.lock = NAN;
	assert_int_equal(overhead_attribute(2, &bad, &good, true, &amounts),
			 MODEL_NOT_FINITE);
	bad.lock = INFINITY;
	assert_int_equal(overhead_attribute(2, &good, &bad, true, &amounts),
			 MODEL_NOT_FINITE);
	assert_int_equal(overhead_attribute(NAN, &good, &good, true, &amounts),
			 MODEL_NOT_FINITE);
	assert_int_equal(overhead_attribute(.5, &good, &good, true, &amounts),
			 MODEL_NOT_POSITIVE);
	is_near(amounts.total, 4711);
	assert_int_equal(overhead_summarise(&amounts, 0, &figures),
			 MODEL_TOO_FEW);
	assert_string_equal(overhead_name(OVERHEAD_IMBALANCE),
			    "load imbalance");
	assert_string_equal(overhead_name((enum overhead)99), "unknown");
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
static bool memory_is_full;

void *__wrap_calloc(size_t count, size_t size)
{
	return memory_is_full ? NULL : __real_calloc(count, size);
}

static void runs_out_of_memory(void **state)
{
	struct overhead_amounts amounts = {0};
	struct overhead_figures figures;
	enum model_status status;

	(void)state;
	memory_is_full = true;
	status = overhead_summarise(&amounts, 1, &figures);
	memory_is_full = false;
	assert_int_equal(status, MODEL_NO_MEMORY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_thread_works),
		cmocka_unit_test(some_threads_work),
		cmocka_unit_test(work_differs),
		cmocka_unit_test(waits_and_costs),
		cmocka_unit_test(all_do_the_same),
		cmocka_unit_test(tasks_hide_waiting),
		cmocka_unit_test(calls_are_told_apart),
		cmocka_unit_test(short_work_is_everyones),
		cmocka_unit_test(formula_3_holds),
		cmocka_unit_test(gains_are_shown),
		cmocka_unit_test(rounds_add_up),
		cmocka_unit_test(refuses),
		cmocka_unit_test(runs_out_of_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
