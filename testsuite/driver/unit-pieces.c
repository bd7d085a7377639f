/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The small pieces of the driver: suggestions, digest, selection, tables,
 * results, text, lists of processors, names of compilers,
 * file systems.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/digest.h"
#include "base/letters.h"
#include "base/list.h"
#include "base/path.h"
#include "base/result.h"
#include "base/suggest.h"
#include "base/table.h"
#include "base/text.h"
#include "machine/compiler.h"
#include "machine/kernel.h"
#include "record/loop.h"
#include "record/selection.h"

static void counts_letters(void **state)
{
	(void)state;
	assert_int_equal(suggest_distance("features", "features"), 0);
	assert_int_equal(suggest_distance("fetures", "features"), 1);
	assert_int_equal(suggest_distance("featuers", "features"), 1);
	assert_int_equal(suggest_distance("kitten", "sitting"), 3);
	assert_int_equal(suggest_distance("", "abc"), 3);
}

static void finds_words_in_lists(void **state)
{
	struct words words = {0};

	(void)state;
	assert_false(list_has(words.list, "one"));
	words_add(&words, "one");
	words_add(&words, "two");
	assert_true(list_has(words.list, "two"));
	assert_false(list_has(words.list, "tw"));
	free(words.list);
}

static void proposes_the_nearest(void **state)
{
	size_t best = SIZE_MAX;

	(void)state;
	assert_false(suggest_better("xyzzyx", "json", &best));
	assert_true(suggest_better("jsn", "json", &best));
	assert_false(suggest_better("jsn", "json", &best));
}

/* Test vectors of the authors of FNV. */
static void digests(void **state)
{
	(void)state;
	assert_int_equal(digest_bytes("", 0), 0xcbf29ce484222325);
	assert_int_equal(digest_bytes("a", 1), 0xaf63dc4c8601ec8c);
	assert_int_equal(digest_bytes("foobar", 6), 0x85944171f73967e8);
}

static void counts_processors(void **state)
{
	(void)state;
	assert_int_equal(kernel_count("0-3"), 4);
	assert_int_equal(kernel_count("0"), 1);
	assert_int_equal(kernel_count("0-1,4,6-8"), 6);
	assert_int_equal(kernel_count(""), 0);
	assert_int_equal(kernel_count("3-1"), 0);
	assert_int_equal(kernel_count("none"), 0);
}

static void selects(void **state)
{
	static const struct {
		const char *selector;
		bool matches;
	} rows[] = {
		{"_Z1fv#2", true},    {"_Z1fv#1", false},
		{"_Z1fv", true},      {"n::f", true},
		{"n::f#2", true},     {"n::f#1", false},
		{"10", true},	      {"11", true},
		{"12", false},	      {"a.c:10", true},
		{"src/a.c:11", true}, {"/x/src/a.c:10", false},
		{"c:10", false},      {"b.c:10", false},
		{"a.c:", false},      {"", false},
	};
	json_t *record = json_loads(
		"{\"id\": \"_Z1fv#2\", \"function\": \"_Z1fv\","
		" \"name\": \"n::f\", \"ordinal\": 2, \"file\": \"src/a.c\", "
		"\"line\": 10,"
		" \"nest\": [{\"file\": \"src/a.c\", \"line\": 11}]}",
		0, NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(selection_matches(rows[i].selector, record),
				 rows[i].matches);
	json_decref(record);
}

static void names_compilers(void **state)
{
	static const struct {
		const char *gcc;
		enum compiler_language language;
		const char *command;
	} rows[] = {
		{"gcc", COMPILER_CXX, "g++"},
		{"gcc-12", COMPILER_FORTRAN, "gfortran-12"},
		{"/gcc/bin/x86_64-linux-gnu-gcc-11", COMPILER_CXX,
		 "/gcc/bin/x86_64-linux-gnu-g++-11"},
		{"clang", COMPILER_C, NULL},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *command = compiler_command(rows[i].gcc, rows[i].language);

		if (rows[i].command)
			assert_string_equal(command, rows[i].command);
		else
			assert_null(command);
		free(command);
	}
	assert_int_equal(compiler_language("a.C"), COMPILER_CXX);
	assert_int_equal(compiler_language("d.c/a.F90"), COMPILER_FORTRAN);
	assert_int_equal(compiler_language("d.c/a"), COMPILER_NO_LANGUAGE);
}

/* The place of a loop is cut between its parts, not within its line. */
static void keeps_numbers_whole(void **state)
{
	struct table_layout layout = {.width = 16};
	struct table table = {.columns = 1};
	struct text out = {0};

	(void)state;
	table_add(&table, "source/kernels.c:1234");
	table_add(&table, "kernel_of_us.c:1234");
	table_add(&table, "abcdefghijklm12345");
	table_print(&table, &layout, &out);
	assert_string_equal(text_string(&out), "source/kernels.c\n"
					       ":1234\n"
					       "kernel_of_us.c\n"
					       ":1234\n"
					       "abcdefghijklm\n"
					       "12345\n");
	text_free(&out);
	table_free(&table);
}

static void lays_out_tables(void **state)
{
	struct table_layout layout = {.width = 24, .indent = 2, .gap = true};
	struct table table = {.columns = 2};
	struct text out = {0};

	(void)state;
	table_add(&table, "a\nbb");
	table_add(&table, "words that need wrapping");
	table_note(&table, STYLE_PLAIN, "and a note that is too long as well");
	table_add(&table, "\xc3\xa9\xc3\xa9\xc3\xa9");
	table_cell(&table, "%d", 7);
	table_print(&table, &layout, &out);
	assert_string_equal(text_string(&out), "  a    words that need\n"
					       "  bb   wrapping\n"
					       "    and a note that is\n"
					       "      too long as well\n"
					       "\n"
					       "  \xc3\xa9\xc3\xa9\xc3\xa9  7\n"
					       "\n");
	text_free(&out);
	table_free(&table);
}

static void removes_controls(void **state)
{
	struct text out = {0};

	(void)state;
	text_add_safe(&out, "a\033[1m\n\x7f\xc2\x9b\xc3\xa9z");
	assert_string_equal(text_string(&out), "a?[1m???\xc3\xa9z");
	text_free(&out);
}

static void shortens_paths(void **state)
{
	static const struct {
		const char *path, *here, *apart;
	} cases[] = {
		{"/usr/share/doc/a.c", "doc/a.c", "doc/a.c"},
		{"/usr/share/a.c", "a.c", "a.c"},
		{"/usr/lib/a.c", "/usr/lib/a.c", "lib/a.c"},
		{"/usr/shared/a.c", "/usr/shared/a.c", "shared/a.c"},
		{"/usr/shar/a.c", "/usr/shar/a.c", "shar/a.c"},
		{"/etc/a.c", "/etc/a.c", "/etc/a.c"},
		{"/a.c", "/a.c", "/a.c"},
		{"share/a.c", "share/a.c", "share/a.c"},
		{"", "", ""},
	};

	(void)state;
	assert_int_equal(chdir("/usr/share"), 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_string_equal(path_here(cases[i].path), cases[i].here);
		assert_string_equal(path_apart(cases[i].path), cases[i].apart);
	}
}

/* Every byte but NUL, letters that stand for bytes, halves of letters. */
static void names_come_back(void **state)
{
	static const struct {
		const char *bytes, *letters;
	} cases[] = {
		{"", ""},
		{"a.c", "a.c"},
		{"\xc3\xb6.c", "\xc3\xb6.c"},
		{"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
		{"\xf6.c", "\xee\xbf\xb6.c"},
		{"a\x80", "a\xee\xbe\x80"},
		{"\xff", "\xee\xbf\xbf"},
		{"\xc3", "\xee\xbf\x83"},
		{"\xee\xbe\x80", "\xee\xbf\xae\xee\xbe\xbe\xee\xbe\x80"},
		{"\xee\xbc\x80", "\xee\xbc\x80"},
		{"\xed\xa0\x80", "\xee\xbf\xad\xee\xbe\xa0\xee\xbe\x80"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *letters = letters_of(cases[i].bytes);
		json_t *string = letters_json(cases[i].bytes);
		char *bytes = letters_read(string);

		assert_string_equal(letters, cases[i].letters);
		assert_string_equal(bytes, cases[i].bytes);
		free(bytes);
		json_decref(string);
		free(letters);
	}
}

/* In tables: what tells instances apart stays, as far as it is short. */
static void shortens_templates(void **state)
{
	static const struct {
		const char *name, *shown;
	} rows[] = {
		{"scale<double>", "scale<double>#1"},
		{"outer::Matrix<double, 3>::fill<int, std::less<int> >",
		 "outer::Matrix<double, 3>::fill<int, ...>#1"},
		{"fill<double, std::vector<double, std::allocator<double> >, "
		 "8>",
		 "fill<double, ...>#1"},
		{"fill<std::vector<double, std::allocator<double> >, 8>::go",
		 "fill<...>::go#1"},
		{"a_class_of_a_name::operator<<<std::char_traits<char>, int>",
		 "a_class_of_a_name::operator<<<...>#1"},
		{"a_class_of_some_name::operator-><std::vector<int>, long>",
		 "a_class_of_some_name::operator-><...>#1"},
		{"sort<(lambda at some/file.cc:12)((1 > 2) ? 3 : 4), double>",
		 "sort<...>#1"},
		{"an_unbalanced_name_of_more_letters<than, a, table, has",
		 "an_unbalanced_name_of_more_letters<than, a, table, has#1"},
		{"main()::<lambda(const some::type&, "
		 "another::type)>::operator()",
		 "main()::<...>::operator()#1"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_t *record = json_pack("{s:s, s:i}", "name", rows[i].name,
					   "ordinal", 1);
		struct text out = {0};

		loop_short_name(&out, record);
		assert_string_equal(text_string(&out), rows[i].shown);
		assert_true(selection_matches(rows[i].shown, record));
		text_free(&out);
		json_decref(record);
	}
}

/* Ranges, lists, members, what is not there, and names that are no UTF-8. */
static void shows_results(void **state)
{
	static const struct result_column columns[] = {
		{"name", "name", .key = "name", .bytes = true},
		{"of/time", "ms", "%.1f", "none", "time", "%g", .scale = 1e3},
		{"of/list//n", "of each", .form = "%.0f"},
		{"of/share", "share", .write = result_percent},
		{"of/good", .heading = "good"},
		{"of/more/*", .key = "*"},
		{0},
	};
	static const char table[] =
		"name  ms               of each  share   good\n"
		"a\xff    2.0 (1.5..10.0)  1, 2     150 %   yes\n"
		"  Why not.\n"
		"b     none                      0.50 %\n";
	struct result result = {.whole = NULL};
	json_t *rows = json_pack(
		"[{s:o, s:{s:o, s:[{s:i}, {s:f}], s:f, s:b, s:{s:i, s:s}}, "
		"s:s}, {s:s, s:{s:n, s:f, s:{s:f, s:n}}}]",
		"name", letters_json("a\xff"), "of", "time",
		result_range(.002, .0015, .01), "list", "n", 1, "n", 2.,
		"share", 1.5, "good", 1, "more", "x", 3, "y", "1,2", "note",
		"Why not.", "name", "b", "of", "time", "share", .005, "more",
		"x", .25, "y");

	(void)state;
	assert_non_null(rows);
	result_rows(&result, columns, rows);
	assert_string_equal(text_string(&result.page), table);
	assert_string_equal(text_string(&result.lines),
			    "name,time,x,y\n"
			    "a\xff,0.002 (0.0015..0.01),3,\"1,2\"\n"
			    "b,,0.25,\n");
	result_free(&result);
}

/* Nothing can be said of the members of what is not there. */
static void shows_no_results(void **state)
{
	static const struct result_column all[] = {{"*", .key = "*"}, {0}};
	static const struct result_column some[] = {
		{"a", "A", .key = "a"}, {"b", .key = "b"}, {0}};
	struct result result = {0};

	(void)state;
	result_rows(&result, all, json_array());
	assert_string_equal(text_string(&result.page), "");
	assert_string_equal(text_string(&result.lines), "");
	result_rows(&result, some, json_array());
	assert_string_equal(text_string(&result.page), "A\n");
	assert_string_equal(text_string(&result.lines), "a,b\n");
	result_free(&result);
	assert_true(json_is_null(result_number(NAN)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_letters),
		cmocka_unit_test(finds_words_in_lists),
		cmocka_unit_test(proposes_the_nearest),
		cmocka_unit_test(digests),
		cmocka_unit_test(counts_processors),
		cmocka_unit_test(selects),
		cmocka_unit_test(names_compilers),
		cmocka_unit_test(lays_out_tables),
		cmocka_unit_test(shows_results),
		cmocka_unit_test(shows_no_results),
		cmocka_unit_test(keeps_numbers_whole),
		cmocka_unit_test(removes_controls),
		cmocka_unit_test(shortens_paths),
		cmocka_unit_test(shortens_templates),
		cmocka_unit_test(names_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
