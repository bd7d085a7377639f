/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tokens of lines, and the keys of lines.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "compare/lines.h"
#include "../random.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Tokens between strokes: numbers as "=VALUE", "~" before those that are not
   whole, and units behind; what else there is as it stands. */
static void show(const char *bytes, size_t length, struct text *out)
{
	const struct line line = {.text = bytes, .length = length};
	struct token token = {0};

	while (token_next(&line, &token)) {
		size_t unit = token.length - token.digits;

		text_add(out, out->length ? "|" : "");
		if (token.digits > 0)
			text_print(out, "%s=%g%.*s", token.whole ? "" : "~",
				   token.value, (int)unit,
				   token.text + token.digits);
		else
			text_add_bytes(out, token.text, token.length);
	}
}

static void lines_are_cut(void **state)
{
	static const struct {
		const char *line, *tokens;
	} rows[] = {
		{"", ""},
		{" \t ", ""},
		{"sum 1.5", "sum|~=1.5"},
		{"x=-3", "x|=|=-3"},
		{"+1.5D-03", "~=0.0015"},
		{"1.0-300", "1.0-300"},
		{"68848.", "=68848"},
		{".5", "~=0.5"},
		{"...", "..."},
		{"3 % 4%", "=3|%|=4%"},
		{"12 MB/s", "=12|MB|/|s"},
		{"0.25s 1e3ms", "~=0.25s|~=1000ms"},
		{"a 1,234,567 1,234.5", "a|=1.23457e+06|~=1234.5"},
		{"a,1,234,5", "a|,|=1|,|=234|,|=5"},
		{"1,234,567", "=1|,|=234|,|=567"},
		{"0.5000-0.2500 1.5", "~=0.5|~=-0.25|~=1.5"},
		{"-1.25E+00-2.5E+00", "~=-1.25|~=-2.5"},
		{"2026-11-28", "2026-11-28"},
		{"12:30:59", "=12|:|=30|:|=59"},
		{"nan -inf Infinity nano", "~=nan|~=-inf|~=inf|nano"},
		{"(0.1,-0.2)", "(|~=0.1|,|~=-0.2|)"},
		{"5-3 a-1 3e8e", "5-3|a-1|~=3e+08e"},
		{"0x1f 4x4", "0x1f|4x4"},
		{"v1.2.3", "v1.2.3"},
		{"----- **", "-----|~=nan"},
		{"/tmp/a.1/b", "/|tmp|/|a.1|/|b"},
		{"caf\xc3\xa9 3\xc2\xb5s", "caf\xc3\xa9|=3\xc2\xb5s"},
		{"1..2", "1|..|=2"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct text out = {0};

		show(rows[i].line, strlen(rows[i].line), &out);
		assert_string_equal(text_string(&out), rows[i].tokens);
		text_free(&out);
	}
}

/* Whatever the bytes are: tokens follow each other, and none is empty. */
static void random_lines(void **state)
{
	static const char letters[] = "0123456789..--++eEdDxn,:%( \t\xc3\xff";

	(void)state;
	for (int round = 0; round < 20000; round++) {
		size_t length = random_below(20);
		char *bytes = test_malloc(length + 1);
		const struct line line = {.text = bytes, .length = length};
		const char *last = bytes;
		struct token token = {0};

		for (size_t i = 0; i < length; i++)
			bytes[i] = letters[random_below(sizeof(letters))];
		while (token_next(&line, &token)) {
			assert_true(token.length > 0);
			assert_true(token.digits <= token.length);
			assert_true(token.text >= last);
			last = token.text + token.length;
			assert_true(last <= bytes + length);
		}
		test_free(bytes);
	}
}

static void numbers_and_texts(void **state)
{
	static const struct {
		const char *one, *other;
		bool text, unit;
	} rows[] = {
		{"1.5s", "1.6s", false, true}, {"1.5s", "1.5ms", false, false},
		{"1.5", "1.5", true, true},    {"a", "a", true, false},
		{"nan", "1.5", false, true},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct line first = {.text = rows[i].one,
					   .length = strlen(rows[i].one)};
		const struct line second = {.text = rows[i].other,
					    .length = strlen(rows[i].other)};
		struct token one = {0}, other = {0};

		assert_true(token_next(&first, &one));
		assert_true(token_next(&second, &other));
		assert_int_equal(token_same_text(&one, &other), rows[i].text);
		assert_int_equal(token_same_unit(&one, &other), rows[i].unit);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_cut),
		cmocka_unit_test(random_lines),
		cmocka_unit_test(numbers_and_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
