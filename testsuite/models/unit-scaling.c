/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Speed-up, efficiency and serial fraction: both published tables, laws that
 * are known, readings, intervals by enumeration, and every refusal.
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

#include "../../models/scaling.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define MOST 16

static void is_near(double value, double wanted)
{
	assert_true(fabs(value - wanted) <= 1e-12 * (1 + fabs(wanted)));
}

/* One round each. */
static struct scaling_point once(double threads, double one, double many)
{
	struct scaling_times times = {1, &one, &many};
	struct scaling_point point;

	assert_int_equal(scaling_point(threads, &times, &point), MODEL_OK);
	return point;
}

/* ---- the published tables: Floyd, 500 and 3000 nodes ---- */

struct printed {
	double threads, seconds, speedup, efficiency, fraction;
};

static const struct printed small[] = {
	{2, .96, 1.92, .959, .0423},  {3, .65, 2.84, .946, .02868},
	{4, .5, 3.69, .923, .02793},  {5, .41, 4.47, .894, .02972},
	{6, .36, 5.11, .851, .03506}, {7, .53, 3.49, .499, .16757},
	{8, .37, 5.05, .631, .08361},
};
static const double small_one = 1.85;

static const struct printed large[] = {
	{2, 191.97, 1.99, .995, .00453},  {3, 128.7, 2.97, .99, .0051},
	{4, 97.51, 3.92, .98, .00685},	  {5, 78.23, 4.89, .977, .00584},
	{6, 65.85, 5.8, .967, .00674},	  {7, 56.59, 6.75, .965, .00608},
	{8, 49.8, 7.67, .959, .00606},	  {9, 44.77, 8.54, .949, .00679},
	{10, 40.67, 9.4, .94, .00712},	  {11, 37.46, 10.2, .927, .00782},
	{12, 34.34, 11.13, .927, .00711},
};
static const double large_one = 382.2;

static bool rounds_to(double value, double printed, int digits)
{
	return fabs(value - printed) <= .5 * pow(10, -digits) * (1 + 1e-6);
}

/* Do all figures of the row come out of this time? */
static bool comes_out_of(const struct printed *row, double one, double many)
{
	struct scaling_point point = once(row->threads, one, many);

	return rounds_to(many, row->seconds, 2) &&
	       rounds_to(point.speedup.value, row->speedup, 2) &&
	       rounds_to(point.efficiency.value, row->efficiency, 3) &&
	       rounds_to(point.fraction.value, row->fraction, 5);
}

/*
 * The times are printed with two digits, from which the fraction does not
 * come out to five. But a time that rounds to the printed one has all the
 * printed figures to their digits; it is looked for among those that go with
 * the printed fraction. So no row contradicts its formulas.
 */
static bool comes_out(const struct printed *row, double one)
{
	double p = row->threads;

	for (int i = -50; i <= 50; i++) {
		double fraction = row->fraction + i * 1e-7;

		if (comes_out_of(row, one,
				 one * (fraction * (1 - 1 / p) + 1 / p)))
			return true;
	}
	return false;
}

static void published_tables_come_out(void **state)
{
	struct printed wrong = small[6];

	(void)state;
	for (size_t i = 0; i < COUNT(small); i++)
		assert_true(comes_out(&small[i], small_one));
	for (size_t i = 0; i < COUNT(large); i++)
		assert_true(comes_out(&large[i], large_one));
	wrong.fraction = .07361;
	assert_false(comes_out(&wrong, small_one));
}

static struct scaling_reading read_printed(const struct printed *rows,
					   size_t count, double one,
					   struct scaling_point *points)
{
	struct scaling_reading reading;

	points[0] = once(1, one, one);
	for (size_t i = 0; i < count; i++)
		points[i + 1] = once(rows[i].threads, one, rows[i].seconds);
	assert_int_equal(scaling_read(points, count + 1, &reading), MODEL_OK);
	return reading;
}

/* Seven threads are the outlier that the paper's text has, too. */
static void reads_published_tables(void **state)
{
	struct scaling_point points[MOST];
	struct scaling_reading reading;

	(void)state;
	reading = read_printed(small, COUNT(small), small_one, points);
	assert_int_equal(reading.outliers, 1);
	assert_int_equal(points[6].note, SCALING_OUTLIER);
	assert_int_equal(reading.superlinear, 0);
	is_near(reading.limit, 1 / ((.37 / 1.85 - .125) / .875));
	assert_int_equal(reading.trend, SCALING_FALLING_GROWING);
	assert_in_range(reading.turn, 3, 5);
	reading = read_printed(large, COUNT(large), large_one, points);
	assert_int_equal(reading.outliers, 0);
	assert_int_equal(reading.trend, SCALING_GROWING);
	is_near(reading.turn, 2);
}

/* ---- laws ---- */

static struct scaling_reading read_law(double (*time)(double threads),
				       size_t count,
				       struct scaling_point *points)
{
	struct scaling_reading reading;

	for (size_t i = 0; i < count; i++)
		points[i] = once(i + 1, time(1), time(i + 1));
	assert_int_equal(scaling_read(points, count, &reading), MODEL_OK);
	return reading;
}

static double amdahl(double threads)
{
	return 7.7 * (.083 + .917 / threads);
}

static double overhead(double threads)
{
	return 3.1 * (.01 + .99 / threads) + .05 * (threads - 1);
}

/* Caches hold the whole from four threads on. */
static double cached(double threads)
{
	return threads >= 4 ? 2.3 * .7 / threads : 2.3 / threads;
}

static double faster(double threads)
{
	return .3 / threads + .2 / (threads * threads);
}

static void laws_are_read(void **state)
{
	struct scaling_point points[MOST];
	struct scaling_reading reading = read_law(amdahl, 9, points);

	(void)state;
	for (int i = 1; i < 9; i++)
		is_near(points[i].fraction.value, .083);
	assert_true(isnan(points[0].fraction.value));
	is_near(points[0].speedup.value, 1);
	is_near(points[3].speedup.value, 1 / (.083 + .917 / 4));
	is_near(points[3].efficiency.value, 1 / (.083 * 4 + .917));
	assert_int_equal(reading.trend, SCALING_CONSTANT);
	is_near(reading.limit, 1 / .083);
	assert_int_equal(reading.outliers, 0);
	reading = read_law(overhead, 9, points);
	assert_int_equal(reading.trend, SCALING_GROWING);
	is_near(reading.turn, 2);
	reading = read_law(cached, 9, points);
	assert_int_equal(reading.superlinear, 6);
	assert_int_equal(points[2].note, SCALING_PLAIN);
	assert_int_equal(points[3].note, SCALING_SUPERLINEAR);
	assert_true(isinf(reading.limit));
	reading = read_law(faster, 9, points);
	assert_int_equal(reading.superlinear, 8);
	reading = read_law(amdahl, 3, points);
	assert_int_equal(reading.trend, SCALING_UNKNOWN);
	is_near(reading.limit, 1 / .083);
	reading = read_law(amdahl, 1, points);
	assert_true(isinf(reading.limit));
	reading = read_law(amdahl, 0, points);
	assert_int_equal(reading.trend, SCALING_UNKNOWN);
	assert_int_equal(scaling_trend_text(SCALING_GROWING)[0], 'g');
	assert_string_equal(scaling_trend_text((enum scaling_trend)99),
			    "unknown");
}

static double falling(double threads)
{
	return 1 / threads + .3 * (1 - 1 / threads) / threads;
}

/* Outliers of either side; one at an end is none: it has no neighbours. */
static void outliers_are_left_out(void **state)
{
	struct scaling_point points[MOST];
	struct scaling_reading reading = read_law(falling, 9, points);

	(void)state;
	assert_int_equal(reading.trend, SCALING_FALLING);
	assert_int_equal(reading.outliers, 0);
	for (int i = 2; i < 8; i++) {
		read_law(amdahl, 9, points);
		points[i] = once(i + 1, amdahl(1), 1.3 * amdahl(i + 1));
		assert_int_equal(scaling_read(points, 9, &reading), MODEL_OK);
		assert_int_equal(reading.outliers, 1);
		assert_int_equal(points[i].note, SCALING_OUTLIER);
		assert_int_equal(reading.trend, SCALING_CONSTANT);
		points[i] = once(i + 1, amdahl(1), .8 * amdahl(i + 1));
		assert_int_equal(scaling_read(points, 9, &reading), MODEL_OK);
		assert_int_equal(points[i].note, SCALING_OUTLIER);
		/* unless the interval is as wide */
		points[i] = once(i + 1, amdahl(1), 1.3 * amdahl(i + 1));
		points[i].fraction.low = 0;
		assert_int_equal(scaling_read(points, 9, &reading), MODEL_OK);
		assert_int_equal(reading.outliers, 0);
	}
	read_law(amdahl, 9, points);
	points[8] = once(9, amdahl(1), 1.3 * amdahl(9));
	assert_int_equal(scaling_read(points, 9, &reading), MODEL_OK);
	assert_int_equal(reading.outliers, 0);
}

/* ---- intervals ---- */

static void intervals_are_of_order_statistics(void **state)
{
	static const struct {
		size_t rounds, left_out;
		double confidence;
	} rows[] = {
		{5, 0, 1 - 2 / 32.},
		{6, 0, 1 - 2 / 64.},
		{8, 0, 1 - 2 / 256.},
		{9, 1, 1 - 2 * 10 / 512.},
		{11, 2, 1 - 2 * (1 + 11 + 55) / 2048.},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		double one[MOST], many[MOST];
		size_t n = rows[i].rounds;
		struct scaling_times times = {n, one, many};
		struct scaling_point point;

		/* ratios of .40, .41 ... in another order */
		for (size_t j = 0; j < n; j++) {
			one[j] = 2.385 + j * j;
			many[j] = one[j] * (.4 + .01 * (j * 3 % n));
			if (n % 3 == 0)
				many[j] = one[j] * (.4 + .01 * (n - 1 - j));
		}
		assert_int_equal(scaling_point(4, &times, &point), MODEL_OK);
		is_near(point.confidence, rows[i].confidence);
		is_near(point.speedup.value, 1 / (.4 + .005 * (n - 1)));
		is_near(point.speedup.high, 1 / (.4 + .01 * rows[i].left_out));
		is_near(point.fraction.high,
			(.4 + .01 * (n - 1 - rows[i].left_out) - .25) / .75);
		is_near(point.efficiency.low, point.speedup.low / 4);
	}
}

/* A round in a slow phase of the machine is slow in all of its runs. */
static void rounds_are_paired(void **state)
{
	static const double one[] = {2, 3.7, 2.2, 2.9, 2.1};
	static const double many[] = {1.1, 2.035, 1.21, 1.595, 1.155};
	struct scaling_times times = {5, one, many};
	struct scaling_point point;

	(void)state;
	assert_int_equal(scaling_point(2, &times, &point), MODEL_OK);
	assert_true(fabs(point.fraction.low - .1) < 1e-12);
	assert_true(fabs(point.fraction.high - .1) < 1e-12);
	is_near(point.seconds, 1.21);
	times.rounds = 4;
	assert_int_equal(scaling_point(2, &times, &point), MODEL_OK);
	is_near(point.confidence, 0);
	is_near(point.seconds, (1.21 + 1.595) / 2);
}

/* ---- refusals ---- */

static void refuses(void **state)
{
	static const double good[] = {2.3, 2.9}, zero[] = {2.3, 0};
	static const double endless[] = {2.3, INFINITY};
	static const struct {
		double threads;
		struct scaling_times times;
		enum model_status status;
	} rows[] = {
		{2, {2, good, good}, MODEL_OK},
		{2, {0, good, good}, MODEL_TOO_FEW},
		{.5, {2, good, good}, MODEL_NOT_POSITIVE},
		{NAN, {2, good, good}, MODEL_NOT_FINITE},
		{2, {2, zero, good}, MODEL_NOT_POSITIVE},
		{2, {2, good, zero}, MODEL_NOT_POSITIVE},
		{2, {2, good, endless}, MODEL_NOT_FINITE},
	};
	struct scaling_reading reading = {.turn = 4711};
	struct scaling_point points[2];

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct scaling_point point = {.threads = 4711};

		assert_int_equal(
			scaling_point(rows[i].threads, &rows[i].times, &point),
			rows[i].status);
		is_near(point.threads, rows[i].status ? 4711 : 2);
	}
	points[0] = once(2, 1.3, .7);
	points[1] = once(2, 1.3, .7);
	assert_int_equal(scaling_read(points, 2, &reading), MODEL_BAD_ARGUMENT);
	is_near(reading.turn, 4711);
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
	static const double good[] = {2.3};
	struct scaling_times times = {1, good, good};
	struct scaling_point point = once(2, 1.3, .7);
	struct scaling_reading reading;
	enum model_status status;

	(void)state;
	allocations_left = 0;
	status = scaling_point(2, &times, &point);
	allocations_left = -1;
	assert_int_equal(status, MODEL_NO_MEMORY);
	for (int left = 0; left < 2; left++) {
		allocations_left = left;
		status = scaling_read(&point, 1, &reading);
		allocations_left = -1;
		assert_int_equal(status, MODEL_NO_MEMORY);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(published_tables_come_out),
		cmocka_unit_test(reads_published_tables),
		cmocka_unit_test(laws_are_read),
		cmocka_unit_test(outliers_are_left_out),
		cmocka_unit_test(intervals_are_of_order_statistics),
		cmocka_unit_test(rounds_are_paired),
		cmocka_unit_test(refuses),
		cmocka_unit_test(runs_out_of_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
