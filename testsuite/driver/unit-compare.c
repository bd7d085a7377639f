/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options of the output check, and its summary.
 */
#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "compare/compare.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static char folder[] = "/tmp/podium-compare-XXXXXX";

static const char *in_file(const char *name, const char *content)
{
	static char path[sizeof(folder) + 20];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_true(file_write(path, content));
	return path;
}

static bool matches(const char *const *runs, const char *variant,
		    const struct compare_wish *wish, struct text *why)
{
	static const char *const names[] = {"first", "second", "threads"};
	struct compare compare = {.name = "stdout"};
	bool good;

	for (size_t i = 0; i < COUNT(names); i++)
		if (runs[i])
			compare_learn(&compare, in_file(names[i], runs[i]),
				      i == 2);
	good = compare_matches(&compare, in_file("variant", variant), wish,
			       why);
	compare_free(&compare);
	return good;
}

#define P1 "step 1 of 9, 0.5 s\n"
#define P2 "step 2 of 9, 0.5 s\n"
#define P3 "step 3 of 9, 0.7 s\n"

static void wishes(void **state)
{
	static const struct {
		double tolerance;
		bool exact;
		const char *ignored;
		const char *runs[3]; /* the third one with other threads */
		const char *variant;
		bool right;
	} rows[] = {
		{1e-6, false, NULL, {"a 1.5\n"}, "a 1.5000001\n", true},
		{1e-6, false, NULL, {"a 1.5\n"}, "a 1.50001\n", false},
		{1e-3, false, NULL, {"a 1.5\n"}, "a 1.501\n", true},
		{1e-3, false, NULL, {"a 100000\n"}, "a 100001\n", false},
		{1e-6, true, NULL, {"a 1.5\n"}, "a 1.5000001\n", false},
		{1e-6, true, NULL, {"a 1.5\n", "a 1.50001\n"}, "a 1.5\n", true},
		{1e-6,
		 true,
		 NULL,
		 {"a 1.5\n", "a 1.50001\n"},
		 "a 1.500005\n",
		 false},
		{1e-6,
		 true,
		 NULL,
		 {"a 1.5\n", NULL, "a 1.6\n"},
		 "a 1.6\n",
		 false},
		{1e-6,
		 false,
		 NULL,
		 {"a 1.5\n", NULL, "a 1.51\n"},
		 "a 1.55\n",
		 true},
		{1e-6,
		 false,
		 NULL,
		 {"a 1.5\n", NULL, "a 1.51\n"},
		 "a 1.7\n",
		 false},
		{1e-6,
		 false,
		 NULL,
		 {"a 1.5\n", NULL, "a 1.7\n"},
		 "a -1.5\n",
		 false},
		{1e-6, false, NULL, {"a 1.5\n", "a 1.51\n"}, "a 1.7\n", false},
		{1e-6, false, NULL, {"a 1.5\n", "a 1.7\n"}, "a 99.\n", true},
		{1e-6, false, NULL, {"a 1.5\n", "a 1.7\n"}, "a 9e9\n", false},
		{1e-6, false, NULL, {"a 15\n", "a 16\n"}, "a 99\n", true},
		{1e-6,
		 false,
		 NULL,
		 {"a 15\n", NULL, "a 16\n"},
		 "a 17\n",
		 false},
		{1e-6, false, "^a", {"a 1\nb 2\n"}, "a 9\nb 2\n", true},
		{1e-6, false, "^a", {"a 1\nb 2\n"}, "b 2\n", true},
		{1e-6, false, "^a", {"a 1\nb 2\n"}, "a 1\nb 3\n", false},
		{1e-6, false, "2$", {"a 1\nb 2\n"}, "a 1\n", true},
		/* numbers that do not fit their format */
		{1e-6, false, NULL, {"a 1.5s\n", "a ***s\n"}, "a 1.7s\n", true},
		{1e-6, false, NULL, {"a 1.5s\n"}, "a ***s\n", false},
		{1e-6,
		 false,
		 NULL,
		 {"(1.5s) b 1\n(1.6s) b 2\n", "(***s) b 1\n(***s) b 2\n"},
		 "(1.5s) b 1\n",
		 false},
		{1e-6,
		 false,
		 NULL,
		 {"(1.5s) b 1\n(1.6s) b 2\n", "(***s) b 1\n(***s) b 2\n"},
		 "(1.5s) b 1\n(1.6s) b -2\n",
		 false},
		/* lines that come in any number */
		{1e-6, false, NULL, {P1 "end\n", P1 P2 "end\n"}, P3, false},
		{1e-6,
		 false,
		 NULL,
		 {P1 "end\n", P1 P2 "end\n"},
		 P3 P2 P3 "end\n",
		 true},
		{1e-6,
		 false,
		 NULL,
		 {P1 "end\n", P1 P2 "end\n"},
		 "step 3 of 8, 0.7 s\nend\n",
		 false},
		{1e-6,
		 false,
		 NULL,
		 {P1 "end\n", P1 P2 "end\n"},
		 "step 3 of 9, nan s\nend\n",
		 false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		regex_t pattern;
		struct compare_wish wish = {.tolerance = rows[i].tolerance,
					    .exact = rows[i].exact,
					    .ignored = &pattern};
		struct text why = {0};

		if (rows[i].ignored) {
			assert_int_equal(regcomp(&pattern, rows[i].ignored,
						 REG_EXTENDED),
					 0);
			wish.ignored_count = 1;
		}
		if (matches(rows[i].runs, rows[i].variant, &wish, &why) !=
		    rows[i].right)
			fail_msg("row %zu: %s", i, text_string(&why));
		assert_int_equal(why.length == 0, rows[i].right);
		if (rows[i].ignored)
			regfree(&pattern);
		text_free(&why);
	}
}

static void reasons(void **state)
{
	static const struct {
		const char *runs[3];
		const char *variant, *why;
	} rows[] = {
		{{"a\nsum 1.5\n"},
		 "a\nsum 1.6\n",
		 "line 2 is 'sum 1.6', the baseline's 'sum 1.5'"},
		{{"a\nb\n"}, "a\n", "line 2 is missing: 'b'"},
		{{"a\n"}, "a\nb\n", "line 2 is one too many: 'b'"},
		{{"a  b\n"}, "a b\n", "line 1 is 'a b', the baseline's 'a  b'"},
		{{"a\n"},
		 "\033[31mb\n",
		 "line 1 is '?[31mb', the baseline's 'a'"},
	};
	const struct compare_wish wish = {.tolerance = 1e-6};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct text why = {0}, expected = {0};

		text_print(&expected, "wrong output: stdout, %s", rows[i].why);
		assert_false(
			matches(rows[i].runs, rows[i].variant, &wish, &why));
		assert_string_equal(text_string(&why), text_string(&expected));
		text_free(&why);
		text_free(&expected);
	}
}

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	file_remove_tree(folder);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wishes),
		cmocka_unit_test(reasons),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
