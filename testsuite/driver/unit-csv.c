/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reader of comma-separated values: what it takes, where it says that
 * something is wrong, and that damaged tables do not bring it down.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/csv.h"
#include "base/memory.h"
#include "base/text.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static enum csv_answer parse(const char *bytes, struct csv *csv,
			     struct text *problem)
{
	return csv_parse("t.csv", bytes, strlen(bytes), csv, problem);
}

/* All cells in brackets, rows ended by '|'. */
static char *flatten(const struct csv *csv)
{
	struct text out = {0};

	for (size_t i = 0; i < (csv->rows + 1) * csv->columns; i++)
		text_print(&out, "[%s]%s", csv->cells[i].text,
			   (i + 1) % csv->columns ? "" : "|");
	return out.bytes;
}

static void reads(void **state)
{
	static const struct {
		const char *bytes, *cells;
	} rows[] = {
		{"a,b\n1,2\n", "[a][b]|[1][2]|"},
		{"a,b\n1,2", "[a][b]|[1][2]|"},
		{"a,b\r\n1,2\r\n", "[a][b]|[1][2]|"},
		{"a,b\r1,2\r", "[a][b]|[1][2]|"},
		{"\xef\xbb\xbf"
		 "a,b\n1,2\n",
		 "[a][b]|[1][2]|"},
		{"\n\na,b\r\n\r\n1,2\n\n\n", "[a][b]|[1][2]|"},
		{"a,b\n,\n1,\n,2", "[a][b]|[][]|[1][]|[][2]|"},
		{"a,b\n\"\",\"\"\n", "[a][b]|[][]|"},
		{"a,\"b\"\n\"1,5\",\"x \"\"y\"\"\"\n",
		 "[a][b]|[1,5][x \"y\"]|"},
		{"a,b\n\"1\r\n2\",\"\n\"\r\n", "[a][b]|[1\r\n2][\n]|"},
		{"a\n1\n\n2\n", "[a]|[1]|[2]|"},
		{"a", "[a]|"},
		{" a , \xc3\xa9\n", "[ a ][ \xc3\xa9]|"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct text problem = {0};
		struct csv csv;
		char *cells;

		assert_int_equal(parse(rows[i].bytes, &csv, &problem),
				 CSV_READ);
		cells = flatten(&csv);
		assert_string_equal(cells, rows[i].cells);
		assert_string_equal(text_string(&problem), "");
		free(cells);
		csv_free(&csv);
	}
}

static void says_where(void **state)
{
	static const struct {
		const char *bytes, *problem;
	} rows[] = {
		{"", "t.csv:1:1: empty; the first line names the columns"},
		{"\r\n\n",
		 "t.csv:3:1: empty; the first line names the columns"},
		{"a,b\r\n1\r\n", "t.csv:2:1: 1 cells in this row, but 2 names "
				 "of columns"},
		{"a,b\n1,2,3\n", "t.csv:2:5: 3 cells in this row, but 2 names "
				 "of columns"},
		{"a,b\n\n\xc3\xa9,x\"y\n",
		 "t.csv:3:4: a quote within a cell; write the cell in quotes "
		 "and this one twice"},
		{"a,b\n\"1\n2\",\"3\"4\n",
		 "t.csv:3:7: expected a comma or the end of the line after the "
		 "closing quote"},
		{"a,b\n1,\"2\n3,4\n5,6\n",
		 "t.csv:2:3: the quote that opens here is never closed"},
		{"a,\"b\"\"",
		 "t.csv:1:3: the quote that opens here is never closed"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct text problem = {0};
		struct csv csv = {.rows = 2385};

		assert_int_equal(parse(rows[i].bytes, &csv, &problem), CSV_BAD);
		assert_string_equal(text_string(&problem), rows[i].problem);
		assert_int_equal(csv.rows, 2385);
		text_free(&problem);
	}
}

static void refuses_nul(void **state)
{
	static const char plain[] = "a,b\n1,\0002\n";
	static const char quoted[] = "a,b\n1,\"\0002\"\n";
	struct text problem = {0};
	struct csv csv;

	(void)state;
	assert_int_equal(
		csv_parse("t", plain, sizeof(plain) - 1, &csv, &problem),
		CSV_BAD);
	assert_string_equal(text_string(&problem),
			    "t:2:3: a NUL byte; a table is text, save it as "
			    "UTF-8");
	text_cut(&problem, 0);
	assert_int_equal(
		csv_parse("t", quoted, sizeof(quoted) - 1, &csv, &problem),
		CSV_BAD);
	assert_string_equal(text_string(&problem),
			    "t:2:4: a NUL byte; a table is text, save it as "
			    "UTF-8");
	text_free(&problem);
}

static void finds_columns(void **state)
{
	struct text problem = {0};
	struct csv csv;
	size_t column = 99;

	(void)state;
	assert_int_equal(
		parse("one, two ,three,one\n1,2,3,4\n", &csv, &problem),
		CSV_READ);
	assert_true(csv_has(&csv, "two"));
	assert_false(csv_has(&csv, "tw"));
	assert_false(csv_has(&csv, "thre"));
	assert_true(csv_column(&csv, "two", &column, &problem));
	assert_int_equal(column, 1);
	assert_false(csv_column(&csv, "one", &column, &problem));
	assert_string_equal(text_string(&problem),
			    "t.csv:1:17: a second column 'one'; which one is "
			    "meant?");
	text_cut(&problem, 0);
	assert_false(csv_column(&csv, "four", &column, &problem));
	assert_string_equal(text_string(&problem),
			    "t.csv:1:1: no column 'four'; there are: one,  two "
			    ", three, one");
	assert_int_equal(column, 1);
	csv_free(&csv);
	text_free(&problem);
}

static void reads_numbers(void **state)
{
	static const struct {
		const char *cell;
		double value; /* 0: refused */
	} rows[] = {
		{"2.385", 2.385}, {" -7.1e3\t", -7100},
		{"+.5", .5},	  {"1e-300", 1e-300},
		{"", 0},	  {" ", 0},
		{"nan", 0},	  {"inf", 0},
		{"0x1p3", 0},	  {"1e999", 0},
		{"1 2", 0},	  {"1-", 0},
		{"e", 0},	  {"1;2", 0},
		{"--1", 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		char *bytes = memory_print("a,b\nx,%s\n", rows[i].cell);
		struct text problem = {0};
		double value = 77;
		struct csv csv;

		assert_int_equal(parse(bytes, &csv, &problem), CSV_READ);
		assert_int_equal(csv_number(&csv, 0, 1, &value, &problem),
				 rows[i].value != 0);
		assert_true(value == (rows[i].value ? rows[i].value : 77));
		assert_int_equal(problem.length == 0, rows[i].value != 0);
		csv_free(&csv);
		text_free(&problem);
		free(bytes);
	}
}

static void writes_what_it_reads(void **state)
{
	static const char *const cells[] = {
		"plain", "", "a,b", "say \"yes\"", "two\nlines", "cr\r", " x "};
	struct text out = {0}, problem = {0};
	struct csv csv;

	(void)state;
	for (int row = 0; row < 2; row++)
		for (size_t i = 0; i < COUNT(cells); i++)
			csv_put(&out, cells[i],
				i + 1 < COUNT(cells) ? ',' : '\n');
	assert_int_equal(parse(text_string(&out), &csv, &problem), CSV_READ);
	assert_int_equal(csv.columns, COUNT(cells));
	assert_int_equal(csv.rows, 1);
	for (size_t i = 0; i < COUNT(cells); i++)
		assert_string_equal(csv_cell(&csv, 0, i)->text, cells[i]);
	csv_free(&csv);
	text_free(&out);
}

static void reads_long_lines(void **state)
{
	struct text bytes = {0}, problem = {0};
	struct csv csv;

	(void)state;
	for (int row = 0; row < 3; row++)
		for (int i = 0; i < 20000; i++)
			text_print(&bytes, "%d%c", i, i < 19999 ? ',' : '\n');
	assert_int_equal(parse(text_string(&bytes), &csv, &problem), CSV_READ);
	assert_int_equal(csv.columns, 20000);
	assert_int_equal(csv.rows, 2);
	assert_string_equal(csv_cell(&csv, 1, 19998)->text, "19998");
	assert_int_equal(csv_cell(&csv, 1, 19998)->line, 3);
	csv_free(&csv);
	text_free(&bytes);
}

static uint32_t next_random(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return *seed >> 33;
}

/* Whatever comes, the reader answers: with cells, or a place and a reason. */
static void survives_damage(void **state)
{
	static const char letters[] = "a1,,\"\"\n\r\\ \xef\xbb\xbf\xc3.\0";
	uint64_t seed = 2385;
	int good = 0;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		struct text problem = {0};
		size_t length = next_random(&seed) % 40;
		char bytes[40];
		struct csv csv = {0};

		for (size_t i = 0; i < length; i++)
			bytes[i] = letters[next_random(&seed) %
					   (sizeof(letters) - 1)];
		if (csv_parse("t", bytes, length, &csv, &problem) == CSV_READ) {
			assert_non_null(csv_cell(&csv, csv.rows - 1, 0)->text);
			good++;
		} else {
			assert_int_equal(strncmp(problem.bytes, "t:", 2), 0);
		}
		csv_free(&csv);
		text_free(&problem);
	}
	assert_in_range(good, 500, 15000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads),
		cmocka_unit_test(says_where),
		cmocka_unit_test(refuses_nul),
		cmocka_unit_test(finds_columns),
		cmocka_unit_test(reads_numbers),
		cmocka_unit_test(writes_what_it_reads),
		cmocka_unit_test(reads_long_lines),
		cmocka_unit_test(survives_damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
