/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What recorded outputs do not show: files of bytes, clocks that tell the time
 * of now, and what a run teaches that comes after others were compared.
 */
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"
#include "compare/bytes.h"
#include "compare/daytime.h"
#include "compare/compare.h"
#include "compare/freed.h"
#include "compare/spread.h"
#include "compare/token.h"

#define COUNT 20000 /* of numbers: more than one piece */
#define RUNS 3

/* Files of this test: those of the runs, and that of the variant. */
static char names[RUNS + 1][40];
static const char *const paths[RUNS] = {names[0], names[1], names[2]};
static const char *const variant = names[RUNS];

static int make_files(void **state)
{
	(void)state;
	for (size_t i = 0; i <= RUNS; i++) {
		int file;

		snprintf(names[i], sizeof(names[i]),
			 "/tmp/podium-bytes-XXXXXX");
		file = mkstemp(names[i]);
		if (file < 0)
			return -1;
		close(file);
	}
	return 0;
}

static int remove_files(void **state)
{
	(void)state;
	for (size_t i = 0; i <= RUNS; i++)
		unlink(names[i]);
	return 0;
}

static void write_bytes(const char *path, const void *mark, size_t mark_size,
			const void *bytes, size_t size)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(mark, 1, mark_size, file), mark_size);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

/* Each run is another rounding of the same. */
static double value_at(size_t place, int run)
{
	double value = place == 7 ? 0 : sin((double)place) * 3;

	return value * (1 + 1e-13 * (double)((place * 31 + (size_t)run) % 3));
}

static void write_doubles(const char *path, int run, size_t count, size_t place,
			  double value)
{
	static double numbers[COUNT];

	for (size_t i = 0; i < COUNT; i++)
		numbers[i] = value_at(i, run);
	if (place < COUNT)
		numbers[place] = value;
	write_bytes(path, "", 0, numbers, count * sizeof(*numbers));
}

static bool matches(struct bytes_form form)
{
	struct text why = {0};
	bool good =
		bytes_match(paths, RUNS, form, variant, SPREAD_TOLERANCE, &why);

	assert_true(good || why.length > 0);
	text_free(&why);
	return good;
}

static void doubles_are_compared_by_value(void **state)
{
	struct bytes_form form;

	(void)state;
	for (int i = 0; i < RUNS; i++)
		write_doubles(paths[i], i, COUNT, COUNT, 0);
	form = bytes_form(paths, RUNS);
	assert_false(form.unknown);
	assert_int_equal(form.size, sizeof(double));
	assert_int_equal(form.begin, 0);
	write_doubles(variant, 4, COUNT, COUNT, 0);
	assert_true(matches(form));
	write_doubles(variant, 4, COUNT, 12345, value_at(12345, 0) * 1.001);
	assert_false(matches(form));
	write_doubles(variant, 4, COUNT, COUNT - 1, (double)NAN);
	assert_false(matches(form));
	write_doubles(variant, 4, COUNT, 7, 1e-3);
	assert_false(matches(form));
	write_doubles(variant, 4, COUNT - 1, COUNT, 0);
	assert_false(matches(form));
}

static void singles_are_compared_by_value(void **state)
{
	static float numbers[1001];
	struct bytes_form form;

	(void)state;
	for (int i = 0; i <= RUNS; i++) {
		for (size_t j = 0; j < 1001; j++)
			numbers[j] = (float)(1.5 + (double)j) *
				     (i % 3 == (int)j % 3 ? 1.0000002F : 1);
		write_bytes(names[i], "", 0, numbers, sizeof(numbers));
	}
	form = bytes_form(paths, RUNS);
	assert_false(form.unknown);
	assert_int_equal(form.size, sizeof(float));
	assert_true(matches(form));
	numbers[500] *= 1.01F;
	write_bytes(variant, "", 0, numbers, sizeof(numbers));
	assert_false(matches(form));
}

/* Fortran writes the length of a record before it and behind it. */
static void write_record(const char *path, int run, uint32_t mark)
{
	char record[64 * sizeof(double) + sizeof(mark)];

	for (size_t i = 0; i < 64; i++) {
		double value = value_at(i + 11, run);

		memcpy(record + i * sizeof(value), &value, sizeof(value));
	}
	memcpy(record + 64 * sizeof(double), &mark, sizeof(mark));
	write_bytes(path, &mark, sizeof(mark), record, sizeof(record));
}

static void marks_of_records_stay(void **state)
{
	struct bytes_form form;

	(void)state;
	for (int i = 0; i <= RUNS; i++)
		write_record(names[i], i, 64 * sizeof(double));
	form = bytes_form(paths, RUNS);
	assert_false(form.unknown);
	assert_int_equal(form.size, sizeof(double));
	assert_int_equal(form.begin, 4);
	assert_true(matches(form));
	write_record(variant, 0, 63 * sizeof(double));
	assert_false(matches(form));
}

static void same_bytes_stay_the_same(void **state)
{
	static const char bytes[] = "PNG\0\1\2\3 any bytes";
	struct bytes_form form;

	(void)state;
	for (int i = 0; i <= RUNS; i++)
		write_bytes(names[i], "", 0, bytes, sizeof(bytes));
	form = bytes_form(paths, RUNS);
	assert_int_equal(form.size, 0);
	assert_false(form.unknown);
	assert_true(bytes_are_binary(variant));
	assert_true(matches(form));
	write_bytes(variant, "Q", 1, bytes + 1, sizeof(bytes) - 1);
	assert_false(matches(form));
}

/* Then all is accepted, and it is said that nothing was compared. */
static void bytes_of_chance_are_named(void **state)
{
	struct compare compare = {.name = "out.bin"};
	struct text why = {0};
	unsigned char bytes[400] = {0};
	uint32_t random = 1;
	size_t count;

	(void)state;
	for (int i = 0; i <= RUNS; i++) {
		for (size_t j = 8; j < sizeof(bytes); j++) {
			random = random * 1664525 + 1013904223;
			bytes[j] = (unsigned char)(random >> 24);
		}
		write_bytes(names[i], "", 0, bytes, sizeof(bytes));
	}
	for (int i = 0; i < RUNS; i++)
		assert_true(compare_learn(&compare, paths[i]));
	assert_false(compare_is_whole(&compare));
	compare_freed(&compare, &count);
	assert_int_equal(count, 1);
	assert_int_equal(compare_says(&compare), COMPARE_CHAOS);
	assert_true(compare_matches(&compare, variant, SPREAD_TOLERANCE, &why));
	text_free(&why);
	compare_free(&compare);
}

/* ---- clocks ---- */

/* Does what was told then tell the time now? */
static bool tells(const char *form, time_t then, time_t now)
{
	char line[100];
	struct tokens tokens;
	struct token token;
	struct tm time;

	strftime(line, sizeof(line), form, gmtime_r(&then, &time));
	tokens = tokens_of(line, strlen(line));
	assert_true(token_next(&tokens, &token));
	assert_int_equal(token.kind, TOKEN_CLOCK);
	assert_int_equal(token.length, strlen(line));
	return daytime_tells(token.text, token.length, now);
}

static void clocks_of_now_are_known(void **state)
{
	static const char *const dates[] = {
		"%Y-%m-%d", "%d.%m.%Y", "%Y-%m-%dT%H:%M:%SZ",
		"%a %b %d %H:%M:%S %Y", "%Y/%m/%d %H:%M:%S"};
	time_t now = time(NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(dates) / sizeof(dates[0]); i++) {
		assert_true(tells(dates[i], now, now));
		assert_false(tells(dates[i], now + 2 * 86400, now));
		assert_false(tells(dates[i], now - 1000 * 86400, now));
	}
	assert_true(tells("%H:%M:%S", now, now));
	assert_true(tells("%H:%M:%S", now - 59 * 60, now));
	assert_false(tells("%H:%M:%S", now - 62 * 60, now));
	assert_false(tells("%H:%M:%S", now + 2 * 60, now));
}

static bool allows_line(const struct compare *compare, const char *line)
{
	struct text why = {0};
	bool good;

	write_bytes(variant, "", 0, line, strlen(line));
	good = compare_matches(compare, variant, SPREAD_TOLERANCE, &why);
	text_free(&why);
	return good;
}

/* ---- clocks that stay the same from run to run ---- */

static void write_clock(const char *path, time_t told, time_t written)
{
	const struct timespec times[2] = {{.tv_sec = written},
					  {.tv_sec = written}};
	char line[40];
	struct tm time;

	strftime(line, sizeof(line), "clock %H:%M:%S\n",
		 gmtime_r(&told, &time));
	write_bytes(path, "", 0, line, strlen(line));
	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* Three runs told the same, each later than the one before by that. */
static bool allows_clock(time_t told, time_t later, time_t variant_tells)
{
	struct compare compare = {0};
	time_t now = time(NULL);
	char line[40];
	struct tm time;
	bool good;

	for (int i = 0; i < RUNS; i++) {
		write_clock(names[i], now + told, now - 60 + i * later);
		assert_true(compare_learn(&compare, paths[i]));
	}
	variant_tells += now;
	strftime(line, sizeof(line), "clock %H:%M:%S\n",
		 gmtime_r(&variant_tells, &time));
	good = allows_line(&compare, line);
	compare_free(&compare);
	return good;
}

static void steady_clocks_are_of_fast_runs(void **state)
{
	(void)state;
	assert_true(allows_clock(-60, 0, 0));
	assert_true(allows_clock(-60, 0, -60));
	/* the runs had another time to tell, but told the same */
	assert_false(allows_clock(-60, 5, 0));
	/* neither of the two tells what is not the time of its run */
	assert_false(allows_clock(-5 * 3600, 0, 0));
	assert_false(allows_clock(-60, 0, -2 * 3600));
	assert_false(allows_clock(-60, 0, 20 * 60));
}

/* ---- random names ---- */

static void names_are_known_later(void **state)
{
	static const char *const lines[RUNS] = {"job 461339 has energy 1.5\n",
						"job 735513 has energy 1.5\n",
						"job 09c0d2 has energy 1.5\n"};
	struct compare compare = {0};
	const struct freed_item *freed;
	size_t count;

	(void)state;
	for (int i = 0; i < RUNS; i++) {
		write_bytes(names[i], "", 0, lines[i], strlen(lines[i]));
		assert_true(compare_learn(&compare, paths[i]));
		assert_int_equal(
			allows_line(&compare, "job a3f91c has energy 1.5\n"),
			i == RUNS - 1);
	}
	assert_true(allows_line(&compare, "job 2e3 has energy 1.5\n"));
	assert_true(allows_line(&compare, "job 461339b has energy 1.5\n"));
	assert_false(allows_line(&compare, "job 461339 has energy 1.505\n"));
	freed = compare_freed(&compare, &count);
	assert_int_equal(count, 1);
	assert_string_equal(freed->what, "461339");
	compare_free(&compare);
}

/* ---- tables of times ---- */

static const char *const profile[RUNS] = {
	"part            seconds      share\n"
	"cell advection   0.3443     8.0695\n"
	"ideal gas        0.0824     1.9303\n",
	"part            seconds      share\n"
	"cell advection   0.3172     7.6328\n"
	"ideal gas        0.0795     1.8812\n",
	"part            seconds      share\n"
	"cell advection   0.3299     7.8101\n"
	"ideal gas        0.0831     1.9520\n"};

static void learn_texts(struct compare *compare, const char *const *texts)
{
	for (int i = 0; i < RUNS; i++) {
		write_bytes(names[i], "", 0, texts[i], strlen(texts[i]));
		assert_true(compare_learn(compare, paths[i]));
	}
}

/* What three runs printed allows the one and not the other. */
static void tells_apart(const char *const *texts, const char *right,
			const char *wrong)
{
	struct compare compare = {0};

	learn_texts(&compare, texts);
	assert_true(allows_line(&compare, right));
	assert_false(allows_line(&compare, wrong));
	compare_free(&compare);
}

/* Names of several words do not hide which column a number is in. */
static void rows_have_names_of_several_words(void **state)
{
	(void)state;
	tells_apart(profile,
		    "part            seconds      share\n"
		    "cell advection   0.1443     8.0695\n"
		    "ideal gas        0.0424     1.9303\n",
		    "part            seconds      share\n"
		    "cell advection   0.3443     8.0695\n"
		    "ideal gas        0.0824     9.9303\n");
}

/* "(  8.1 %)" is as much a field as "(10.2%)" is. */
static void brackets_may_begin_with_blanks(void)
{
	static const char *const texts[RUNS] = {"part      time (secs)\n"
						"all   :   5.481  (100.0%)\n"
						"right :   0.433  (  7.9%)\n",
						"part      time (secs)\n"
						"all   :   5.218  (100.0%)\n"
						"right :   0.425  (  8.1%)\n",
						"part      time (secs)\n"
						"all   :   5.603  (100.0%)\n"
						"right :   0.451  (  8.0%)\n"};

	tells_apart(texts,
		    "part      time (secs)\n"
		    "all   :   3.018  (100.0%)\n"
		    "right :   0.203  (  6.7%)\n",
		    "part      time (secs)\n"
		    "all   :   3.018  (100.1%)\n"
		    "right :   0.203  (  6.7%)\n");
}

/* The rank before a time is no key of another one. */
static void ranks_stand_before_times(void)
{
	static const char *const texts[RUNS] = {
		"  part    rank: min (s)   weight\n"
		"force       0:  7.5312   1.2500\n",
		"  part    rank: min (s)   weight\n"
		"force       0:  7.7203   1.2500\n",
		"  part    rank: min (s)   weight\n"
		"force       0:  7.6018   1.2500\n"};

	tells_apart(texts,
		    "  part    rank: min (s)   weight\n"
		    "force       0:  5.1207   1.2500\n",
		    "  part    rank: min (s)   weight\n"
		    "force       0:  7.5312   1.2600\n");
}

/* A bar without a blank behind it parts cells as the others do. */
static void bars_may_touch_cells(void)
{
	static const char *const texts[RUNS] = {
		"  part |  min time  |  max time  |%grown| weight\n"
		"pair  | 0.37806 | 0.39112 | 12.4 | 1.2500\n"
		"rest  |  | 0.02163 | 3.12 | 2.5\n",
		"  part |  min time  |  max time  |%grown| weight\n"
		"pair  | 0.37112 | 0.38541 | 12.4 | 1.2500\n"
		"rest  |  | 0.02204 | 3.12 | 2.5\n",
		"  part |  min time  |  max time  |%grown| weight\n"
		"pair  | 0.38024 | 0.39416 | 12.4 | 1.2500\n"
		"rest  |  | 0.02147 | 3.12 | 2.5\n"};

	tells_apart(texts,
		    "  part |  min time  |  max time  |%grown| weight\n"
		    "pair  | 0.21806 | 0.22112 | 12.4 | 1.2500\n"
		    "rest  |  | 0.01163 | 3.12 | 2.5\n",
		    "  part |  min time  |  max time  |%grown| weight\n"
		    "pair  | 0.37806 | 0.39112 | 12.4 | 1.2500\n"
		    "rest  |  | 0.02163 | 3.12 | 2.6\n");
}

/* What ends in a colon speaks of all below it, not of a column. */
static void titles_with_a_colon_are_no_heads(void)
{
	static const char *const texts[RUNS] = {"runtime statistics:\n"
						"all 42.1\n"
						"least 12.31\n",
						"runtime statistics:\n"
						"all 41.8\n"
						"least 12.07\n",
						"runtime statistics:\n"
						"all 42.6\n"
						"least 12.55\n"};

	tells_apart(texts,
		    "runtime statistics:\n"
		    "all 29.7\n"
		    "least 8.12\n",
		    "runtime:\n"
		    "all 42.1\n"
		    "least 12.31\n");
}

static void fields_are_parted_as_the_head_is(void **state)
{
	(void)state;
	brackets_may_begin_with_blanks();
	ranks_stand_before_times();
	bars_may_touch_cells();
	titles_with_a_colon_are_no_heads();
}

/*
 * Nearly all stays nearly all, while the other shares move. What stays with
 * digits enough to move is none.
 */
static void shares_are_of_times(void)
{
	static const char *const texts[RUNS] = {
		"timer      calls   total (s)   % loop    weight\n"
		"loop           1      8.7213   100.00    1.5000\n"
		"step          10      8.7196    99.98    1.5000\n"
		"force        101      7.5312    86.35    1.2500\n"
		"halo         101      0.5121     5.87    1.5000\n"
		"sums          39      0.1024     1.17    1.5000\n"
		"cut            3      0.4123    41.23    1.5000\n",
		"timer      calls   total (s)   % loop    weight\n"
		"loop           1      8.5117   100.00    1.5000\n"
		"step          10      8.5100    99.98    1.5000\n"
		"force        101      7.3014    85.78    1.2500\n"
		"halo         101      0.5342     6.28    1.5000\n"
		"sums          39      0.1068     1.26    1.5000\n"
		"cut            3      0.4123    41.23    1.5000\n",
		"timer      calls   total (s)   % loop    weight\n"
		"loop           1      8.6551   100.00    1.5000\n"
		"step          10      8.6534    99.98    1.5000\n"
		"force        101      7.4513    86.09    1.2500\n"
		"halo         101      0.4987     5.76    1.5000\n"
		"sums          39      0.0997     1.15    1.5000\n"
		"cut            3      0.4123    41.23    1.5000\n"};

	tells_apart(texts,
		    "timer      calls   total (s)   % loop    weight\n"
		    "loop           1      6.1000   100.00    1.5000\n"
		    "step          10      6.0988    99.99    1.5000\n"
		    "force        101      4.9000    80.33    1.2500\n"
		    "halo         101      0.4200     6.89    1.5000\n"
		    "sums          39      0.0840     1.38    1.5000\n"
		    "cut            3      0.4123    41.23    1.5000\n",
		    "timer      calls   total (s)   % loop    weight\n"
		    "loop           1      6.1000   100.00    1.5000\n"
		    "step          10      6.0988    99.99    1.5000\n"
		    "force        101      4.9000    80.33    1.2500\n"
		    "halo         101      0.4200     6.89    1.5000\n"
		    "sums          39      0.0840     1.38    1.5000\n"
		    "cut            3      0.4123    41.33    1.5000\n");
	tells_apart(texts,
		    "timer      calls   total (s)   % loop    weight\n"
		    "loop           1      9.9000   100.00    1.5000\n"
		    "step          10      9.8980    99.97    1.5000\n"
		    "force        101      7.9000    79.80    1.2500\n"
		    "halo         101      0.6200     6.26    1.5000\n"
		    "sums          39      0.1240     1.25    1.5000\n"
		    "cut            3      0.4123    41.23    1.5000\n",
		    "timer      calls   total (s)   % loop    weight\n"
		    "loop           1      9.9000   100.00    1.5000\n"
		    "step          10      9.8980    99.97    1.5000\n"
		    "force        101      7.9000    79.80    1.2600\n"
		    "halo         101      0.6200     6.26    1.5000\n"
		    "sums          39      0.1240     1.25    1.5000\n"
		    "cut            3      0.4123    41.23    1.5000\n");
}

/* The unit of the least is that of the largest and the mean. */
static void units_go_on_to_statistics(void)
{
	static const char *const texts[RUNS] = {
		"kernel       MB/s   min (sec)   max       average\n"
		"copy      19882.18   0.02716     0.02881   0.02770\n"
		"add       19741.65   0.04103     0.04312   0.04205\n",
		"kernel       MB/s   min (sec)   max       average\n"
		"copy      19992.60   0.02701     0.02915   0.02792\n"
		"add       19867.55   0.04077     0.04288   0.04169\n",
		"kernel       MB/s   min (sec)   max       average\n"
		"copy      19758.51   0.02733     0.02861   0.02768\n"
		"add       19631.60   0.04126     0.04335   0.04219\n"};

	tells_apart(texts,
		    "kernel       MB/s   min (sec)   max       average\n"
		    "copy      35761.59   0.01510     0.01810   0.01610\n"
		    "add       32270.92   0.02510     0.02920   0.02610\n",
		    "kernel       MB/s   min (sec)   max       average\n"
		    "copy      35761.59   0.01510     0.01810   0.01610\n"
		    "sub       32270.92   0.02510     0.02920   0.02610\n");
}

/* Behind a time a maximum may be that of anything. */
static void maxima_are_results(void)
{
	static const char *const texts[RUNS] = {
		"   time (s)    max      wall (s)    max\n"
		"     0.00    5.21     0.3100    0.87\n"
		"     0.10    5.34     0.6200    0.89\n"
		"     0.20    5.48     0.9100    0.91\n",
		"   time (s)    max      wall (s)    max\n"
		"     0.00    5.25     0.3200    0.88\n"
		"     0.10    5.31     0.6100    0.88\n"
		"     0.20    5.46     0.9300    0.91\n",
		"   time (s)    max      wall (s)    max\n"
		"     0.00    5.19     0.2900    0.87\n"
		"     0.10    5.35     0.6300    0.89\n"
		"     0.20    5.51     0.9400    0.92\n"};

	tells_apart(texts,
		    "   time (s)    max      wall (s)    max\n"
		    "     0.00    5.22     0.2100    0.87\n"
		    "     0.10    5.33     0.4200    0.89\n"
		    "     0.20    5.47     0.6100    0.91\n",
		    "   time (s)    max      wall (s)    max\n"
		    "     0.00    5.21     0.2100    0.87\n"
		    "     0.10    7.34     0.4200    1.22\n"
		    "     0.20    5.48     0.6100    0.91\n");
}

/* How many are accepted is a result, also where chance decides. */
static void percentages_of_others_are_results(void)
{
	static const char *const texts[RUNS] = {
		"sweep   seconds   accepted %   share %\n"
		"0       0.3100      43.123      16.848\n"
		"1       0.6200      42.812      33.696\n"
		"2       0.9100      43.511      49.457\n",
		"sweep   seconds   accepted %   share %\n"
		"0       0.3200      42.931      17.204\n"
		"1       0.6100      43.205      32.796\n"
		"2       0.9300      43.312      50.000\n",
		"sweep   seconds   accepted %   share %\n"
		"0       0.2900      43.302      15.591\n"
		"1       0.6300      43.012      33.871\n"
		"2       0.9400      42.955      50.538\n"};

	tells_apart(texts,
		    "sweep   seconds   accepted %   share %\n"
		    "0       0.2100      43.123      28.378\n"
		    "1       0.1200      42.812      16.216\n"
		    "2       0.4100      43.311      55.405\n",
		    "sweep   seconds   accepted %   share %\n"
		    "0       0.3100      43.123      16.848\n"
		    "1       0.6200      39.812      33.696\n"
		    "2       0.9100      43.511      49.457\n");
}

static void columns_of_times_are_of_one_kind(void **state)
{
	(void)state;
	shares_are_of_times();
	units_go_on_to_statistics();
	maxima_are_results();
	percentages_of_others_are_results();
}

/* How often a timer ran is no time, whatever its name. */
static void calls_are_counts(void **state)
{
	static const char *const texts[RUNS] = {
		"timer       count    seconds\n"
		"readtime       40     0.2113\n"
		"solve          12     1.7312\n",
		"timer       count    seconds\n"
		"readtime       40     0.2172\n"
		"solve          12     1.7701\n",
		"timer       count    seconds\n"
		"readtime       40     0.2098\n"
		"solve          12     1.7119\n"};

	(void)state;
	tells_apart(texts,
		    "timer       count    seconds\n"
		    "readtime       40     0.1313\n"
		    "solve          12     1.1312\n",
		    "timer       count    seconds\n"
		    "readtime       41     0.2113\n"
		    "solve          12     1.7312\n");
}

/* What a line says of its statistics the head of a table below it goes on with.
 */
static void statistics_go_on_below_a_line(void **state)
{
	static const char *const texts[RUNS] = {
		"   Time: ave, min, max (sec): 1.9000 ... 1.8800 ... 1.9500\n"
		"\n"
		"            average  minimum  maximum\n"
		"packing  : 0.311200 0.301864 0.323648\n"
		"sending  : 0.021300 0.020661 0.022152\n"
		"copies   : 1.021200 0.990564 1.062048\n"
		"\n"
		"messages : 240.000000 240.000000 240.000000\n",
		"   Time: ave, min, max (sec): 1.9646 ... 1.9439 ... 2.0163\n"
		"\n"
		"            average  minimum  maximum\n"
		"packing  : 0.321781 0.312127 0.334652\n"
		"sending  : 0.022024 0.021363 0.022905\n"
		"copies   : 1.055921 1.024243 1.098158\n"
		"\n"
		"messages : 240.000000 240.000000 240.000000\n",
		"   Time: ave, min, max (sec): 1.8639 ... 1.8443 ... 1.9129\n"
		"\n"
		"            average  minimum  maximum\n"
		"packing  : 0.305287 0.296129 0.317499\n"
		"sending  : 0.020895 0.020268 0.021731\n"
		"copies   : 1.001797 0.971743 1.041869\n"
		"\n"
		"messages : 240.000000 240.000000 240.000000\n"};

	(void)state;
	tells_apart(
		texts,
		"   Time: ave, min, max (sec): 1.3490 ... 1.3348 ... 1.3845\n"
		"\n"
		"            average  minimum  maximum\n"
		"packing  : 0.220952 0.214323 0.229790\n"
		"sending  : 0.015123 0.014669 0.015728\n"
		"copies   : 0.725052 0.703300 0.754054\n"
		"\n"
		"messages : 240.000000 240.000000 240.000000\n",
		"   Time: ave, min, max (sec): 1.3490 ... 1.3348 ... 1.3845\n"
		"\n"
		"            average  minimum  maximum\n"
		"packing  : 0.220952 0.214323 0.229790\n"
		"sending  : 0.015123 0.014669 0.015728\n"
		"copies   : 0.725052 0.703300 0.754054\n"
		"\n"
		"messages : 241.000000 241.000000 241.000000\n");
}

/* A word that is of any time leaves it to the one before it. No day has 50
   hours, so this is no time of day, whenever it is run. */
static void wall_times_may_be_clocks(void **state)
{
	static const char *const texts[RUNS] = {
		"Total wall time: 0:00:01, game time: 50:02:05\n",
		"Total wall time: 0:00:01, game time: 50:02:05\n",
		"Total wall time: 0:00:01, game time: 50:02:05\n"};

	(void)state;
	tells_apart(texts, "Total wall time: 0:00:00, game time: 50:02:05\n",
		    "Total wall time: 0:00:01, game time: 50:02:07\n");
}

/* What programs call their figure of merit is a rate if it moves. */
static void figures_of_merit_may_be_rates(void **state)
{
	static const char *const texts[RUNS] = {
		"FOM_1: 5.9931e+09 merit: 2.5\n",
		"FOM_1: 6.0721e+09 merit: 2.5\n",
		"FOM_1: 6.0214e+09 merit: 2.5\n"};
	static const char *const steady[RUNS] = {
		"FOM = 0.91234\n", "FOM = 0.91234\n", "FOM = 0.91234\n"};

	(void)state;
	tells_apart(texts, "FOM_1: 9.1234e+09 merit: 2.5\n",
		    "FOM_1: 6.0214e+09 merit: 2.6\n");
	tells_apart(steady, "FOM = 0.91234\n", "FOM = 0.91334\n");
}

/* A number in a title does not make it a line of numbers. */
static void titles_may_have_numbers(void **state)
{
	static const char *const texts[RUNS] = {
		"Elapsed time profile, grid 1:\n"
		"\n"
		"  transport  1.3123\n"
		"  advection  0.5214\n"
		"  diffusion  0.8123\n"
		"  mixing  0.2031\n"
		"  cut  0.4123\n",
		"Elapsed time profile, grid 1:\n"
		"\n"
		"  transport  1.3569\n"
		"  advection  0.5391\n"
		"  diffusion  0.8399\n"
		"  mixing  0.2100\n"
		"  cut  0.4123\n",
		"Elapsed time profile, grid 1:\n"
		"\n"
		"  transport  1.2874\n"
		"  advection  0.5115\n"
		"  diffusion  0.7969\n"
		"  mixing  0.1992\n"
		"  cut  0.4123\n"};

	(void)state;
	tells_apart(texts,
		    "Elapsed time profile, grid 1:\n"
		    "\n"
		    "  transport  0.8005\n"
		    "  advection  0.3181\n"
		    "  diffusion  0.4955\n"
		    "  mixing  0.1239\n"
		    "  cut  0.4123\n",
		    "Elapsed time profile, grid 1:\n"
		    "\n"
		    "  transport  0.8005\n"
		    "  advection  0.3181\n"
		    "  diffusion  0.4955\n"
		    "  mixing  0.1239\n"
		    "  cut  0.4223\n");
}

/* "41 mflops = 907.6" are no 41 of these, and "0.1 s = 0.002 min" are times. */
static void units_may_be_keys(void **state)
{
	static const char *const texts[RUNS] = {
		"solve: time = 0.121200 masters = 1 iters = 41 mflops = "
		"907.5908\n"
		"best = 0.10908 s = 0.001818 minutes\n",
		"solve: time = 0.125300 masters = 1 iters = 41 mflops = "
		"877.8931\n"
		"best = 0.11277 s = 0.001879 minutes\n",
		"solve: time = 0.119600 masters = 1 iters = 41 mflops = "
		"919.7324\n"
		"best = 0.10764 s = 0.001794 minutes\n"};

	(void)state;
	tells_apart(texts,
		    "solve: time = 0.071200 masters = 1 iters = 41 mflops = "
		    "1544.9438\n"
		    "best = 0.06408 s = 0.001068 minutes\n",
		    "solve: time = 0.121200 masters = 1 iters = 42 mflops = "
		    "907.5908\n"
		    "best = 0.10908 s = 0.001818 minutes\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(doubles_are_compared_by_value,
						make_files, remove_files),
		cmocka_unit_test_setup_teardown(singles_are_compared_by_value,
						make_files, remove_files),
		cmocka_unit_test_setup_teardown(marks_of_records_stay,
						make_files, remove_files),
		cmocka_unit_test_setup_teardown(same_bytes_stay_the_same,
						make_files, remove_files),
		cmocka_unit_test_setup_teardown(bytes_of_chance_are_named,
						make_files, remove_files),
		cmocka_unit_test(clocks_of_now_are_known),
		cmocka_unit_test_setup_teardown(steady_clocks_are_of_fast_runs,
						make_files, remove_files),
		cmocka_unit_test_setup_teardown(names_are_known_later,
						make_files, remove_files),
		cmocka_unit_test_setup_teardown(
			rows_have_names_of_several_words, make_files,
			remove_files),
		cmocka_unit_test_setup_teardown(
			fields_are_parted_as_the_head_is, make_files,
			remove_files),
		cmocka_unit_test_setup_teardown(
			columns_of_times_are_of_one_kind, make_files,
			remove_files),
		cmocka_unit_test_setup_teardown(calls_are_counts, make_files,
						remove_files),
		cmocka_unit_test_setup_teardown(statistics_go_on_below_a_line,
						make_files, remove_files),
		cmocka_unit_test_setup_teardown(figures_of_merit_may_be_rates,
						make_files, remove_files),
		cmocka_unit_test_setup_teardown(wall_times_may_be_clocks,
						make_files, remove_files),
		cmocka_unit_test_setup_teardown(titles_may_have_numbers,
						make_files, remove_files),
		cmocka_unit_test_setup_teardown(units_may_be_keys, make_files,
						remove_files),
	};

	setenv("TZ", "UTC", 1);
	tzset();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
