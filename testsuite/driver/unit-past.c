/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The machine-wide history: what rows made by hand teach, whom they do not
 * teach, and all that may happen to the file.
 */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "store/past.h"

#define KERNELS 16
#define VARIANTS 12
#define ROWS (KERNELS * VARIANTS)

/* A loop that is in no history. */
#define ANOTHER 7777

static const enum estimate_term seen[] = {TERM_CORE, TERM_MEMORY,
					  TERM_DISPATCH};
#define SEEN (int)(sizeof(seen) / sizeof(seen[0]))

static uint64_t state;
static struct machine machine;
static struct past_row rows[ROWS];
static char names[ROWS][32];

/* From 0 to 1, xorshift. */
static double chance(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (double)(state >> 11) / 9007199254740992.0;
}

/* Core costs "core" times what is estimated; the rest is noise. */
static void make_rows(double core, double noise)
{
	state = 20261121;
	for (int i = 0; i < ROWS; i++) {
		double cycles = 0;

		/* other terms are 0 */
		snprintf(names[i], sizeof(names[i]), "schedule(dynamic,%d)", i);
		rows[i] = (struct past_row){.kernel = 100 + i / VARIANTS,
					    .problem = 200 + i / VARIANTS,
					    .variant = names[i],
					    .rounds = 1};
		for (int j = 0; j < SEEN; j++) {
			double term = 1e5 * exp(5 * chance() - 3);

			rows[i].term[seen[j]] = term;
			cycles += (seen[j] == TERM_CORE ? core : 1) * term;
		}
		rows[i].ratio = cycles / 1e6 * exp(noise * (chance() - .5));
	}
}

static char *folder;

/* Each test begins without a history. */
static int begin(void **unused)
{
	char name[] = "/tmp/podium-past-XXXXXX";

	(void)unused;
	folder = strdup(mkdtemp(name));
	setenv("XDG_DATA_HOME", folder, 1);
	machine_generic(&machine);
	return folder ? 0 : -1;
}

static int end(void **unused)
{
	(void)unused;
	file_remove_tree(folder);
	free(folder);
	return 0;
}

static void add(const struct past_row *list, size_t count)
{
	struct past past;

	past_read(&past, &machine);
	past_add(&past, list, count);
	past_free(&past);
}

static size_t rows_there(void)
{
	struct past past;
	size_t count;

	past_read(&past, &machine);
	count = past.count;
	past_free(&past);
	return count;
}

static struct past_lesson learn(uint64_t kernel)
{
	struct past past;
	struct past_lesson lesson;

	past_read(&past, &machine);
	lesson = past_learn(&past, kernel);
	past_free(&past);
	return lesson;
}

/* ---- what is learned ---- */

static void nothing_teaches_nothing(void **unused)
{
	struct past_lesson lesson = learn(ANOTHER);
	struct learn_factors factors = past_factors(&lesson);
	struct learn_factors nothing = learn_nothing();

	(void)unused;
	assert_int_equal(lesson.rows, 0);
	assert_int_not_equal(lesson.status, MODEL_OK);
	assert_memory_equal(&factors, &nothing, sizeof(nothing));
}

static void core_that_costs_twice(void **unused)
{
	struct past_lesson lesson;
	struct learn_factors factors;

	(void)unused;
	make_rows(2, .05);
	add(rows, ROWS);
	lesson = learn(ANOTHER);
	factors = past_factors(&lesson);
	assert_int_equal(lesson.status, MODEL_OK);
	assert_int_equal(lesson.rows, ROWS);
	assert_int_equal(lesson.result.kernels, KERNELS);
	assert_true(lesson.result.accepted);
	/* all factors together are only known up to another one */
	for (int i = 1; i < SEEN; i++)
		assert_in_range(100 * factors.of[TERM_CORE] /
					factors.of[seen[i]],
				170, 210);
}

static void noise_is_refused(void **unused)
{
	struct past_lesson lesson;
	struct learn_factors factors;
	struct learn_factors nothing = learn_nothing();

	(void)unused;
	make_rows(1, 1);
	add(rows, ROWS);
	lesson = learn(ANOTHER);
	factors = past_factors(&lesson);
	assert_int_equal(lesson.status, MODEL_OK);
	assert_false(lesson.result.accepted);
	assert_memory_equal(&factors, &nothing, sizeof(nothing));
}

/* What was measured of a loop itself says nothing of how good we are. */
static void no_loop_learns_from_itself(void **unused)
{
	struct past_lesson without, with;

	(void)unused;
	make_rows(2, .05);
	add(rows, ROWS - VARIANTS);
	without = learn(ANOTHER);
	for (int i = ROWS - VARIANTS; i < ROWS; i++)
		rows[i].ratio *= 100 * chance();
	add(&rows[ROWS - VARIANTS], VARIANTS);
	with = learn(rows[ROWS - 1].kernel);
	assert_int_equal(with.rows, ROWS - VARIANTS);
	assert_memory_equal(&with.result.factors, &without.result.factors,
			    sizeof(with.result.factors));
	assert_int_equal(learn(ANOTHER).rows, ROWS);
}

/* Nor is anything learned from a machine with other numbers. */
static void machines_are_not_mixed(void **unused)
{
	(void)unused;
	make_rows(2, .05);
	add(rows, ROWS);
	machine.ghz *= 1.25;
	assert_int_equal(rows_there(), 0);
	assert_int_equal(learn(ANOTHER).rows, 0);
	add(rows, VARIANTS);
	assert_int_equal(rows_there(), VARIANTS);
	machine_generic(&machine);
	assert_int_equal(rows_there(), ROWS);
}

static void what_is_measured_again_is_replaced(void **unused)
{
	struct past past;

	(void)unused;
	make_rows(2, .05);
	add(rows, VARIANTS);
	rows[0].ratio = 2.385;
	add(rows, 1);
	past_read(&past, &machine);
	assert_int_equal(past.count, VARIANTS);
	assert_true(past.rows[VARIANTS - 1].ratio == 2.385);
	past_free(&past);
}

static void the_oldest_are_dropped(void **unused)
{
	struct past past;

	(void)unused;
	make_rows(2, .05);
	for (int i = 0; i < 11; i++) {
		for (int j = 0; j < ROWS; j++)
			rows[j].problem = 1000 * i + j;
		add(rows, ROWS);
	}
	past_read(&past, &machine);
	assert_int_equal(past.count, 2000);
	assert_int_equal(past.rows[1999].problem, 10 * 1000 + ROWS - 1);
	past_free(&past);
}

/* ---- what may happen to it ---- */

#define WRITERS 4
#define TIMES 6

static void several_write_at_once(void **unused)
{
	int failed = 0;

	(void)unused;
	make_rows(2, .05);
	for (int i = 0; i < WRITERS; i++)
		if (fork() == 0) {
			for (int j = 0; j < TIMES; j++) {
				rows[0].problem = 1000 * i + j;
				add(rows, 1);
			}
			_exit(0);
		}
	for (int i = 0; i < WRITERS; i++) {
		int status;

		wait(&status);
		failed += status != 0;
	}
	assert_int_equal(failed, 0);
	assert_int_equal(rows_there(), WRITERS * TIMES);
}

/* Rows are added all or none, whenever that is. */
static void writers_are_killed(void **unused)
{
	(void)unused;
	make_rows(2, .05);
	for (int i = 0; i < 10; i++) {
		pid_t writer = fork();

		if (writer == 0)
			for (int j = 0;; j++) {
				for (int k = 0; k < VARIANTS; k++)
					rows[k].problem = 1000 * i + j;
				add(rows, VARIANTS);
			}
		usleep((useconds_t)(60000 * chance()));
		kill(writer, SIGKILL);
		waitpid(writer, NULL, 0);
		assert_int_equal(rows_there() % VARIANTS, 0);
	}
	rows[0].problem = ANOTHER;
	add(rows, 1);
	assert_int_equal(rows_there() % VARIANTS, 1);
}

static void damage(void)
{
	char *path = past_path();
	FILE *file = fopen(path, "w");

	for (int i = 0; file && i < 4096; i++)
		fputc((int)(256 * chance()), file);
	assert_non_null(file);
	fclose(file);
	free(path);
}

static void damage_stops_nothing(void **unused)
{
	(void)unused;
	make_rows(2, .05);
	add(rows, ROWS);
	damage();
	assert_int_equal(rows_there(), 0);
	add(rows, ROWS);
	assert_int_equal(rows_there(), 0);
	assert_true(past_forget());
	add(rows, ROWS);
	assert_int_equal(rows_there(), ROWS);
}

/* As if the disk were full. */
static void no_room_loses_nothing(void **unused)
{
	struct rlimit usual, little;

	(void)unused;
	make_rows(2, .05);
	add(rows, VARIANTS);
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &usual);
	little = usual;
	little.rlim_cur = 4096;
	setrlimit(RLIMIT_FSIZE, &little);
	add(rows, ROWS);
	setrlimit(RLIMIT_FSIZE, &usual);
	assert_int_equal(rows_there(), VARIANTS);
}

static void no_folder_stops_nothing(void **unused)
{
	(void)unused;
	make_rows(2, .05);
	setenv("XDG_DATA_HOME", "/dev/null", 1);
	add(rows, ROWS);
	assert_int_equal(rows_there(), 0);
	assert_true(past_forget() == false);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(nothing_teaches_nothing),
		TEST(core_that_costs_twice),
		TEST(noise_is_refused),
		TEST(no_loop_learns_from_itself),
		TEST(machines_are_not_mixed),
		TEST(what_is_measured_again_is_replaced),
		TEST(the_oldest_are_dropped),
		TEST(several_write_at_once),
		TEST(writers_are_killed),
		TEST(damage_stops_nothing),
		TEST(no_room_loses_nothing),
		TEST(no_folder_stops_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
