/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formulas and series by hand, at their limits, and with memory that is out.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../models/formula.h"
#include "../../models/nest.h"
#include "../../models/series.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- memory that is out -----------------------------------------------------
 */

/* Allocations that still succeed; negative: all. */
static long allocations = -1;

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_calloc(size_t count, size_t size)
{
	return allocations-- == 0 ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return allocations-- == 0 ? NULL : __real_realloc(old, size);
}

/* ---- formulas -------------------------------------------------------------
 */

static double of_two(enum formula_kind kind, double a, double b)
{
	struct formula *formula =
		formula_new(kind, formula_number(a), formula_number(b), NULL);
	double value = formula_value(formula, NULL);

	assert_non_null(formula);
	formula_free(formula);
	return value;
}

static void computes(void **state)
{
	static const struct {
		enum formula_kind kind;
		double a, b, wanted;
	} cases[] = {
		{FORMULA_ADD, 23, -85, -62},
		{FORMULA_MULTIPLY, 23, -85, -1955},
		{FORMULA_DIVIDE, 85, 23, 3},
		{FORMULA_DIVIDE, -85, 23, -4},
		{FORMULA_DIVIDE, 85, -23, -4},
		{FORMULA_DIVIDE, -92, 23, -4},
		{FORMULA_DIVIDE_UP, 85, 23, 4},
		{FORMULA_DIVIDE_UP, -85, 23, -3},
		{FORMULA_DIVIDE_UP, 92, 23, 4},
		{FORMULA_MODULO, 85, 23, 16},
		{FORMULA_MODULO, -85, 23, 7},
		{FORMULA_MODULO, 85, -23, -7},
		{FORMULA_MODULO, 92, 23, 0},
		{FORMULA_LOG, 8, 2, 3},
		{FORMULA_LOG, 9, 2, 4},
		{FORMULA_LOG, 1, 2, 0},
		{FORMULA_LOG, -23, 2, 0},
		{FORMULA_LOG, 28, 3, 4},
		{FORMULA_MIN, 23, -85, -85},
		{FORMULA_MAX, 23, -85, 23},
		{FORMULA_LESS, 23, 85, 1},
		{FORMULA_LESS, 23, 23, 0},
		{FORMULA_LESS_EQUAL, 23, 23, 1},
		{FORMULA_LESS_EQUAL, 85, 23, 0},
		{FORMULA_EQUAL, 23, 23, 1},
		{FORMULA_EQUAL, 23, 85, 0},
		{FORMULA_AND, 93, 55, 21},
		{FORMULA_OR, 93, 55, 127},
		{FORMULA_XOR, 93, 55, 106},
		{FORMULA_SHIFT, 93, 2, 23},
		{FORMULA_SHIFT, -93, 2, -24},
		{FORMULA_SHIFT, 93, 0, 93},
		{FORMULA_ADD, 0x1p53 - 1, 1, 0x1p53},
		{FORMULA_DIVIDE, 0x1p53 - 1, 1, 0x1p53 - 1},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_true(of_two(cases[i].kind, cases[i].a, cases[i].b) ==
			    cases[i].wanted);
}

static void does_not_know(void **state)
{
	static const struct {
		enum formula_kind kind;
		double a, b;
	} cases[] = {{FORMULA_ADD, NAN, 1},	 {FORMULA_MULTIPLY, 0, NAN},
		     {FORMULA_DIVIDE, 1, 0},	 {FORMULA_DIVIDE_UP, -1, 0},
		     {FORMULA_MODULO, 1, 0},	 {FORMULA_MIN, NAN, 1},
		     {FORMULA_MAX, 1, NAN},	 {FORMULA_LESS, NAN, NAN},
		     {FORMULA_EQUAL, NAN, NAN},	 {FORMULA_AND, 0x1p62, 1},
		     {FORMULA_OR, 1, INFINITY},	 {FORMULA_XOR, NAN, 1},
		     {FORMULA_SHIFT, 93, 63},	 {FORMULA_SHIFT, 93, -1},
		     {FORMULA_SHIFT, -0x1p70, 1}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_true(
			isnan(of_two(cases[i].kind, cases[i].a, cases[i].b)));
	assert_true(isnan(formula_value(NULL, NULL)));
}

static struct formula *chosen(struct formula *condition)
{
	return formula_new(FORMULA_CHOOSE, condition, formula_symbol(1),
			   formula_number(29.7));
}

static double value_with(struct formula *formula, const double *values)
{
	double value = formula_value(formula, values);

	formula_free(formula);
	return value;
}

static void chooses(void **state)
{
	static const double yes[] = {3, 85}, no[] = {0, 85};
	struct formula *unknown =
		formula_new(FORMULA_UNKNOWN, NULL, NULL, NULL);

	(void)state;
	assert_true(value_with(chosen(formula_symbol(0)), yes) == 85);
	assert_true(value_with(chosen(formula_symbol(0)), no) == 29.7);
	assert_true(isnan(value_with(chosen(unknown), yes)));
	/* what is not chosen need not be known */
	unknown = formula_new(FORMULA_UNKNOWN, NULL, NULL, NULL);
	assert_true(value_with(formula_new(FORMULA_CHOOSE, formula_symbol(0),
					   formula_symbol(1), unknown),
			       yes) == 85);
}

static void tells_what_it_is_made_of(void **state)
{
	struct formula *formula = chosen(formula_symbol(7));
	struct formula *sum =
		formula_new(FORMULA_ADD, formula_symbol(2),
			    formula_new(FORMULA_MULTIPLY, formula_number(-1),
					formula_symbol(3), NULL),
			    NULL);

	(void)state;
	assert_true(formula_mentions(formula, 7));
	assert_true(formula_mentions(formula, 1));
	assert_false(formula_mentions(formula, 29));
	assert_false(formula_mentions(NULL, 7));
	assert_false(formula_is_polynomial(formula));
	assert_true(formula_is_polynomial(sum));
	assert_true(formula_is_polynomial(NULL));
	assert_false(formula_is_number(sum));
	assert_false(formula_is_number(NULL));
	sum = formula_new(FORMULA_ADD, sum,
			  formula_new(FORMULA_MIN, formula_number(1),
				      formula_symbol(1), NULL),
			  NULL);
	assert_false(formula_is_polynomial(sum));
	formula_free(formula);
	formula_free(sum);
}

static void tells_where_data_is_read(void **state)
{
	struct formula *length = formula_new(
		FORMULA_ADD,
		formula_new(FORMULA_DATA,
			    formula_new(FORMULA_DATA, formula_symbol(7), NULL,
					NULL),
			    NULL, NULL),
		formula_symbol(3), NULL);

	(void)state;
	assert_true(formula_reads_at(length, 7));
	assert_false(formula_reads_at(length, 3));
	assert_false(formula_mentions(length, 7));
	assert_true(formula_mentions(length, 3));
	assert_false(formula_reads_at(NULL, 7));
	assert_true(formula_is_polynomial(length));
	assert_null(formula_new(FORMULA_DATA, NULL, NULL, NULL));
	formula_free(length);
}

/* Operands are freed whatever happens; valgrind and ASan would tell. */
static void survives_without_memory(void **state)
{
	(void)state;
	assert_null(formula_new(FORMULA_ADD, formula_number(1), NULL, NULL));
	assert_null(formula_new(FORMULA_CHOOSE, formula_number(1),
				formula_number(2), NULL));
	for (long i = 0; i < 3; i++) {
		struct formula *formula;

		allocations = i;
		formula = formula_new(FORMULA_ADD, formula_number(1),
				      formula_symbol(0), NULL);
		allocations = -1;
		assert_null(formula);
	}
	for (long i = 0; i < 7; i++) {
		struct nest *nest;

		allocations = i;
		nest = nest_new(3, 4);
		allocations = -1;
		assert_null(nest);
	}
	formula_free(NULL);
	nest_free(NULL);
}

/* ---- series ---------------------------------------------------------------
 */

/* 7, 10, 13, 16, 19; 5, 5; nothing; 2 x^2 - 3 x + 1 at 0 .. 3 */
static struct series three(void)
{
	static const double rising[] = {7, 3, 0, 0}, flat[] = {5, 0, 0, 0};
	static const double values[] = {1, 0, 3, 10};
	double curve[SERIES_DEGREE + 1];
	struct series series = {0};

	series_differences(values, 4, curve);
	assert_int_equal(series_add(&series, 5, rising), MODEL_OK);
	assert_int_equal(series_add(&series, 2, flat), MODEL_OK);
	assert_int_equal(series_add(&series, 0, rising), MODEL_OK);
	assert_int_equal(series_add(&series, 4, curve), MODEL_OK);
	return series;
}

static void sums(void **state)
{
	static const double values[] = {7, 10, 13, 16, 19, 5, 5, 1, 0, 3, 10};
	struct series series = three();

	(void)state;
	assert_true(series.length == 11 && series.total == 89);
	for (int from = 0; from <= 11; from++) {
		double sum = 0;

		for (int to = from; to <= 11; to++) {
			assert_true(series_sum(&series, from, to) == sum);
			sum += to < 11 ? values[to] : 0;
		}
	}
	for (int i = 0; i < 11; i++)
		assert_true(series_value(&series, i) == values[i]);
	assert_true(series_peak(&series) == 19);
	assert_false(series_is_constant(&series));
	series_free(&series);
}

static void ends(void **state)
{
	struct series series = three();
	struct series empty = {0};

	(void)state;
	assert_true(series_value(&series, -1) == 0);
	assert_true(series_value(&series, 11) == 0);
	assert_true(series_sum(&series, -5, 1) == 7);
	assert_true(series_sum(&series, 10, 1e12) == 10);
	assert_true(series_sum(&series, 4, 3) == 0);
	assert_true(series_sum(&series, NAN, 3) == 0);
	assert_true(series_value(&series, NAN) == 0);
	assert_true(series_value(&empty, 0) == 0);
	assert_true(series_sum(&empty, 0, 29) == 0);
	assert_true(series_peak(&empty) == 0);
	assert_true(series_is_constant(&empty));
	series_free(&series);
	series_free(&empty);
}

/* The sum of a line over 2e12 values, against its closed form. */
static void sums_without_number(void **state)
{
	static const double line[] = {0, 1, 0, 0};
	struct series series = {0};
	double n = 2e12;

	(void)state;
	assert_int_equal(series_add(&series, n, line), MODEL_OK);
	assert_true(fabs(series.total / (n * (n - 1) / 2) - 1) < 1e-14);
	assert_true(series_value(&series, 1e12) == 1e12);
	assert_true(series_sum(&series, 3e6, 3e6 + 2) == 6e6 + 1);
	series_free(&series);
}

static void grows_until_memory_is_out(void **state)
{
	static const double flat[] = {5, 0, 0, 0};
	struct series series = {0};
	enum model_status status = MODEL_OK;

	(void)state;
	allocations = 2;
	for (int i = 0; i < 9 && status == MODEL_OK; i++)
		status = series_add(&series, 3, flat);
	allocations = -1;
	assert_int_equal(status, MODEL_NO_MEMORY);
	assert_int_equal(series.count, 8);
	assert_true(series.total == 120);
	assert_true(series_is_constant(&series));
	series_free(&series);
}

static void every_status_has_words(void **state)
{
	(void)state;
	for (int i = MODEL_OK; i <= MODEL_BAD_ARGUMENT; i++) {
		const char *text = model_status_text((enum model_status)i);

		assert_true(strlen(text) > 5);
		assert_string_not_equal(text, "unknown status");
	}
	assert_string_equal(model_status_text((enum model_status) - 1),
			    "unknown status");
	assert_string_equal(
		model_status_text((enum model_status)(MODEL_BAD_ARGUMENT + 1)),
		"unknown status");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(computes),
		cmocka_unit_test(does_not_know),
		cmocka_unit_test(chooses),
		cmocka_unit_test(tells_what_it_is_made_of),
		cmocka_unit_test(tells_where_data_is_read),
		cmocka_unit_test(survives_without_memory),
		cmocka_unit_test(sums),
		cmocka_unit_test(ends),
		cmocka_unit_test(sums_without_number),
		cmocka_unit_test(grows_until_memory_is_out),
		cmocka_unit_test(every_status_has_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
