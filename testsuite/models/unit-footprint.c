/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes that references touch against running through them and counting
 * every byte: exact where footprint.h says so, else within its bounds.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../models/footprint.h"
#include "trial.h"

#define SEED 2385
#define MOST_ITERATIONS 30000
#define ROOM ((int64_t)1 << 22)

/* ---- counting bytes -------------------------------------------------------
 */

/* Bytes touched while a loop runs for the first time. */
struct touched {
	int loop;
	int64_t bytes;
	bool beyond; /* what there is room for */
};

static unsigned char map[ROOM];

static void touch(struct touched *touched, int64_t address, int64_t size)
{
	for (int64_t i = address + ROOM / 2; size-- > 0; i++) {
		if (i < 0 || i >= ROOM) {
			touched->beyond = true;
			return;
		}
		touched->bytes += !map[i];
		map[i] = 1;
	}
}

/* Is this iteration a part of the first time that the loop runs? */
static bool is_first(const struct trial *trial, int loop)
{
	for (loop = trial->loop[loop].parent; loop >= 0;
	     loop = trial->loop[loop].parent)
		if (trial->value[trial_counter(loop) + 1] != 0)
			return false;
	return true;
}

static void visit(const struct trial *trial, int loop, void *data)
{
	struct touched *touched = data;

	if (!is_first(trial, touched->loop))
		return;
	for (int i = 0; i < trial->references; i++) {
		const struct trial_reference *one = &trial->reference[i];
		int64_t address = one->offset;

		if (one->loop != loop)
			continue;
		for (int j = 0; j <= loop; j++)
			address +=
				one->stride[j] * trial->value[trial_counter(j)];
		touch(touched, address, one->size);
	}
}

/* Distinct bytes while the loop runs once, or -1. */
static double count_bytes(struct trial *trial, int loop)
{
	struct touched touched = {.loop = loop};

	memset(map, 0, sizeof(map));
	if (!trial_run(trial, MOST_ITERATIONS, visit, &touched))
		return -1;
	return touched.beyond ? -1 : (double)touched.bytes;
}

/* ---- asking ---------------------------------------------------------------
 */

/* What footprint_lines says; -1 where it is more than one group. */
static double ask(const struct trial *trial, int loop, double line)
{
	struct nest *nest = trial_nest(trial);
	double values[TRIAL_SYMBOLS];
	struct work work;
	struct footprint footprint;
	double bytes = -1;

	assert_non_null(nest);
	trial_values(trial, values);
	assert_int_equal(work_evaluate(nest, values, NULL, &work), MODEL_OK);
	assert_int_equal(footprint_find(nest, &work, values, &footprint),
			 MODEL_OK);
	if (footprint.count == 1)
		bytes = footprint_lines(&footprint, 0, loop, line);
	footprint_free(&footprint);
	work_free(&work);
	nest_free(nest);
	return bytes;
}

/* ---- trials ----------------------------------------------------------------
 */

static int64_t trip_of(const struct trial *trial, int loop)
{
	int64_t count = 0;
	const struct trial_node *to = &trial->node[trial->loop[loop].to];
	int64_t end = to->number;
	int64_t from = trial->node[trial->loop[loop].from].number;
	int64_t step = trial->loop[loop].step;

	if (to->kind == FORMULA_ADD)
		end = trial->value[trial->node[to->operand[0]].symbol] +
		      trial->node[to->operand[1]].number;
	for (int64_t x = from; step > 0 ? x < end : x > end; x += step)
		count++;
	return count;
}

static bool is_rectangular(const struct trial *trial)
{
	for (int i = 0; i < trial->loops; i++) {
		const struct trial_node *to = &trial->node[trial->loop[i].to];

		if (trial->node[trial->loop[i].from].kind != FORMULA_NUMBER)
			return false;
		if (to->kind != FORMULA_NUMBER &&
		    (to->kind != FORMULA_ADD ||
		     trial->node[to->operand[0]].kind != FORMULA_SYMBOL ||
		     trial->node[to->operand[0]].symbol >= TRIAL_PARAMETERS ||
		     trial->node[to->operand[1]].kind != FORMULA_NUMBER))
			return false;
		if (trip_of(trial, i) < 1 || trial->loop[i].conditional)
			return false;
	}
	return true;
}

static void rectangular(struct trial *trial)
{
	do
		trial_random(trial, TRIAL_RECTANGULAR);
	while (!is_rectangular(trial));
	trial->references = 1;
	trial->reference[0] = (struct trial_reference){
		.loop = trial->loops - 1,
		.size = trial_below(2) ? 8 : 4,
		.count = 1,
	};
}

/* Is it around the reference? */
static bool is_around(const struct trial *trial, int loop)
{
	int inner = trial->reference[0].loop;

	while (inner >= 0 && inner != loop)
		inner = trial->loop[inner].parent;
	return inner == loop;
}

/*
 * Each counter moves the address beyond all that those before it reach, with
 * or without a gap: digits of a number, in any order of the loops.
 */
static void like_digits(struct trial *trial)
{
	struct trial_reference *one = &trial->reference[0];
	int64_t reach = one->size;
	bool used[TRIAL_LOOPS] = {false};

	for (int left = trial->loops; left > 0; left--) {
		int loop = (int)trial_below(trial->loops);
		int64_t step, stride;

		while (used[loop])
			loop = (loop + 1) % trial->loops;
		used[loop] = true;
		step = llabs(trial->loop[loop].step);
		if (!is_around(trial, loop) || trial_below(4) == 0)
			continue;
		stride = (reach + step - 1) / step;
		stride += trial_below(2) ? 0 : trial_below(3) * one->size;
		one->stride[loop] = trial_below(2) ? stride : -stride;
		reach += stride * step * (trip_of(trial, loop) - 1);
	}
}

static int64_t move_of(const struct trial *trial, int loop)
{
	return llabs(trial->reference[0].stride[loop] * trial->loop[loop].step);
}

/*
 * A second reference, some steps of one counter behind the first: still
 * before the next larger step of another, and not half way to it.
 */
static void follow(struct trial *trial)
{
	int loop = (int)trial_below(trial->loops);
	int64_t steps = trial_below(trip_of(trial, loop));
	int64_t own = move_of(trial, loop);
	int64_t away = own * (steps < 8 ? steps : 8);
	int64_t reach = trial->reference[0].size + away;

	for (int i = 0; i < trial->loops; i++)
		if (move_of(trial, i) <= own)
			reach += move_of(trial, i) * (trip_of(trial, i) - 1);
	for (int i = 0; i < trial->loops; i++)
		if (i != loop && move_of(trial, i) >= own &&
		    (move_of(trial, i) <= 2 * away ||
		     move_of(trial, i) < reach))
			away = 0;
	trial->reference[1] = trial->reference[0];
	trial->reference[1].offset = away;
	trial->references = 2;
}

static long rounds(void)
{
	const char *given = getenv("NEST_ROUNDS");

	return given ? atol(given) / 5 : 2000;
}

/* Exact at every loop for this kind of trial. */
static void try_exact(void (*make)(struct trial *trial))
{
	static struct trial trial;
	long wrong = 0;

	for (long i = 0; i < rounds();) {
		int loop;
		double counted, asked;

		rectangular(&trial);
		like_digits(&trial);
		if (make)
			make(&trial);
		loop = trial.reference[0].loop;
		while (trial.loop[loop].parent >= 0 && trial_below(2))
			loop = trial.loop[loop].parent;
		counted = count_bytes(&trial, loop);
		asked = ask(&trial, loop, 1);
		if (counted < 0 || asked < 0)
			continue;
		i++;
		if (fabs(counted - asked) > 1e-9 * counted && wrong++ < 5) {
			printf("# x%d: %g bytes, not %g\n", loop, counted,
			       asked);
			trial_print(&trial);
		}
	}
	assert_int_equal(wrong, 0);
}

static void single_references_are_exact(void **state)
{
	(void)state;
	trial_seed(SEED);
	try_exact(NULL);
}

static void rows_of_references_are_exact(void **state)
{
	(void)state;
	trial_seed(SEED + 1);
	try_exact(follow);
}

/* ---- sets ------------------------------------------------------------------
 */

#define LINE 64

struct seen {
	bool set[FOOTPRINT_SETS];
	int count;
};

static void see(const struct trial *trial, int loop, void *data)
{
	const struct trial_reference *one = &trial->reference[0];
	struct seen *seen = data;
	int64_t address = 0;
	int64_t set;

	if (one->loop != loop)
		return;
	for (int i = 0; i <= loop; i++)
		address += one->stride[i] * trial->value[trial_counter(i)];
	set = address / LINE % FOOTPRINT_SETS;
	set = (set + FOOTPRINT_SETS) % FOOTPRINT_SETS;
	seen->count += !seen->set[set];
	seen->set[set] = true;
}

/* Strides in whole lines, some of them of few sets. */
static void in_lines(struct trial *trial)
{
	static const int lines[] = {0, 1, 3, 12, 30, 32, 64, 72, 625};

	rectangular(trial);
	for (int i = 0; i < trial->loops; i++)
		trial->reference[0].stride[i] =
			is_around(trial, i) ? LINE * lines[trial_below(9)] : 0;
}

static double ask_sets(const struct trial *trial)
{
	struct nest *nest = trial_nest(trial);
	double values[TRIAL_SYMBOLS];
	struct work work;
	struct footprint footprint;
	double sets;

	assert_non_null(nest);
	trial_values(trial, values);
	assert_int_equal(work_evaluate(nest, values, NULL, &work), MODEL_OK);
	assert_int_equal(footprint_find(nest, &work, values, &footprint),
			 MODEL_OK);
	sets = footprint_sets(&footprint, 0, 0, LINE);
	footprint_free(&footprint);
	work_free(&work);
	nest_free(nest);
	return sets;
}

static void sets_are_exact(void **state)
{
	static struct trial trial;

	(void)state;
	trial_seed(SEED + 3);
	for (long i = 0; i < rounds();) {
		struct seen seen = {.count = 0};

		in_lines(&trial);
		if (trial.loop[trial.reference[0].loop].parent < 0 &&
		    trial.reference[0].loop != 0)
			continue;
		if (!trial_run(&trial, MOST_ITERATIONS, see, &seen) ||
		    seen.count == 0)
			continue;
		i++;
		assert_float_equal(ask_sets(&trial),
				   (double)seen.count / FOOTPRINT_SETS, 1e-12);
	}
}

/* ---- within bounds ---------------------------------------------------------
 */

#define MOST_RATIOS 20000
#define LOW .6
#define HIGH 2.5

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Any nest, any strides: nine in ten as footprint.h says. */
static void others_are_near(void **state)
{
	static struct trial trial;
	static double ratio[MOST_RATIOS];
	long count = 0;

	(void)state;
	trial_seed(SEED + 2);
	while (count < rounds() && count < MOST_RATIOS) {
		double counted, asked;

		trial_random(&trial,
			     (enum trial_family)trial_below(TRIAL_FAMILIES));
		if (trial.references == 0)
			continue;
		trial.references = 1;
		counted = count_bytes(&trial, 0);
		asked = ask(&trial, 0, 1);
		if (counted <= 0 || asked < 0)
			continue;
		ratio[count++] = asked / counted;
	}
	qsort(ratio, (size_t)count, sizeof(*ratio), by_value);
	printf("# told / counted: least %.2f, 5 %% %.2f, half %.2f, 95 %% "
	       "%.2f, most %.2f\n",
	       ratio[0], ratio[count / 20], ratio[count / 2],
	       ratio[count - 1 - count / 20], ratio[count - 1]);
	assert_true(ratio[count / 20] >= LOW);
	assert_true(ratio[count - 1 - count / 20] <= HIGH);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(single_references_are_exact),
		cmocka_unit_test(rows_of_references_are_exact),
		cmocka_unit_test(sets_are_exact),
		cmocka_unit_test(others_are_near),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
