/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Another order and tiles in words: written, read back, compared.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "transform/reshape.h"

static json_t *record;

static int make_record(void **state)
{
	(void)state;
	record = json_loads("{\"nest\": [{\"var\": \"t\"}, {\"var\": \"i\"}, "
			    "{\"var\": \"j\"}, {\"var\": \"k\"}]}",
			    0, NULL);
	return record == NULL;
}

static int free_record(void **state)
{
	(void)state;
	json_decref(record);
	return 0;
}

static void prints_and_reads(const struct reshape *reshape, const char *words)
{
	struct text text = {0}, problem = {0};
	struct reshape again;

	reshape_print(&text, reshape, record);
	assert_string_equal(text_string(&text), words);
	assert_true(reshape_parse(words, record, &again, &problem));
	assert_true(reshape_equal(reshape, &again));
	text_free(&text);
	text_free(&problem);
}

static void test_words(void **state)
{
	struct reshape order = {.first = 1, .count = 3, .order = {2, 0, 1}};
	struct reshape tiles = {.first = 1,
				.count = 3,
				.order = {0, 2, 1},
				.tile = {32, 0, 64}};
	struct reshape none = {.first = 0, .count = 2, .order = {0, 1}};

	(void)state;
	prints_and_reads(&order, "order(k,i,j)");
	prints_and_reads(&tiles, "order(i,k,j) tile(i:32,k:64)");
	prints_and_reads(&none, "as written");
}

static void test_refused(void **state)
{
	static const char *const wrong[] = {
		"",
		"order",
		"order(",
		"order()",
		"order(i",
		"order(i,)",
		"order(i,i)",
		"order(i,k)",
		"order(x,i)",
		"order(j,i) ",
		"order(j,i)x",
		"order(j,i) tile()",
		"order(j,i) tile(k:3)",
		"order(j,i) tile(i:0)",
		"order(j,i) tile(i:-1)",
		"order(j,i) tile(i:3,i:3)",
		"order(j,i) tile(i:3",
		"order(j,i) tile(i:3) ",
		"order(j,i) tile(i:99999999999999999999)",
		"order(t,i,j,k,t,i,j,k,t)",
		"as written "};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct reshape reshape = {.first = 7};
		struct text problem = {0};

		assert_false(
			reshape_parse(wrong[i], record, &reshape, &problem));
		assert_int_equal(reshape.first, 7);
		assert_true(problem.length > 0);
		text_free(&problem);
	}
}

/* Loops outside and inside of those that are moved do not matter; but tiles
   stand outside of all loops that are named. */
static void test_equal(void **state)
{
	struct reshape inner = {.first = 2, .count = 2, .order = {1, 0}};
	struct reshape outer = {.first = 1, .count = 3, .order = {0, 2, 1}};
	struct reshape other = {.first = 1, .count = 3, .order = {1, 0, 2}};
	struct reshape none = {.first = 1, .count = 3, .order = {0, 1, 2}};
	struct reshape empty = {.count = 0};

	(void)state;
	assert_true(reshape_equal(&inner, &outer));
	assert_false(reshape_equal(&outer, &other));
	assert_true(reshape_equal(&none, &empty));
	assert_true(reshape_is_none(&none));
	inner.tile[0] = outer.tile[1] = 8;
	assert_false(reshape_equal(&inner, &outer));
}

static void test_loops(void **state)
{
	struct reshape reshape = {
		.first = 1, .count = 3, .order = {2, 1, 0}, .tile = {4, 0, 8}};
	struct reshape_loop loops[2 * RESHAPE_MOST];
	static const int wanted[] = {0, 2, 2, 1, 0};

	(void)state;
	assert_int_equal(reshape_loops(&reshape, loops), 5);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(loops[i].loop, wanted[i]);
		assert_int_equal(loops[i].tile, i < 2);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_equal),
		cmocka_unit_test(test_loops),
	};

	return cmocka_run_group_tests(tests, make_record, free_record);
}
