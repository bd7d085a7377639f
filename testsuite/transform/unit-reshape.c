/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Another order and tiles in words and as loops.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "nest/reshape.h"

static json_t *record;

static int make_record(void **state)
{
	(void)state;
	record = json_loads("{\"nest\": [{\"var\": \"t\"}, "
			    "{\"var\": \"i\", \"parent\": 0}, "
			    "{\"var\": \"j\", \"parent\": 1}, "
			    "{\"var\": \"k\", \"parent\": 2}]}",
			    0, NULL);
	return record == NULL;
}

static int free_record(void **state)
{
	(void)state;
	json_decref(record);
	return 0;
}

static void prints(const struct reshape *reshape, const char *words)
{
	struct text text = {0};

	reshape_print(&text, reshape, record);
	assert_string_equal(text_string(&text), words);
	text_free(&text);
}

static void test_words(void **state)
{
	struct reshape order = {.first = 1, .count = 3, .order = {2, 0, 1}};
	struct reshape tiles = {.first = 1,
				.count = 3,
				.order = {0, 2, 1},
				.tile = {32, 0, 64}};
	struct reshape none = {.first = 0, .count = 2, .order = {0, 1}};
	struct reshape together = {
		.first = 0, .count = 3, .order = {0, 1, 2}, .collapse = 2};

	(void)state;
	prints(&order, "order(k,i,j)");
	prints(&tiles, "order(i,k,j) tile(i:32,k:64)");
	prints(&none, "as written");
	prints(&together, "order(t,i) collapse(2)");
}

static void test_inner_loops(void **state)
{
	struct reshape order = {.count = 4, .order = {1, 0, 2, 3}};
	struct reshape tiles = {
		.count = 4, .order = {0, 1, 2, 3}, .tile = {0, 0, 8}};
	struct reshape one = {.count = 4, .order = {0, 1, 2, 3}, .tile = {8}};
	struct reshape together = {
		.count = 4, .order = {0, 1, 2, 3}, .collapse = 3};
	struct reshape apart = {.count = 4, .split = 1, .order = {0, 2, 1, 3}};

	(void)state;
	prints(&order, "order(i,t)");
	prints(&tiles, "order(t,i,j) tile(j:8)");
	prints(&one, "order(t,i) tile(t:8)");
	prints(&together, "order(t,i,j) collapse(3)");
	prints(&apart, "distribute(t) order(t,j,i,k)");
}

static void test_distribution(void **state)
{
	struct reshape apart = {
		.first = 1, .count = 3, .split = 2, .order = {0, 2, 1}};
	struct reshape jam = {
		.first = 2, .count = 1, .tile = {64}, .jam = true};

	(void)state;
	prints(&apart, "distribute(j) order(i,k,j)");
	prints(&jam, "jam(j:64)");
}

/* Names that do not say which loop it is, or that no tuned file has. */
static void test_numbers(void **state)
{
	struct reshape order = {.first = 0, .count = 5, .order = {4, 3, 2, 1}};
	json_t *names = record;

	(void)state;
	record = json_loads("{\"nest\": [{\"var\": \"i\"}, {\"var\": \"j\"}, "
			    "{\"var\": \"j.2\"}, {\"var\": \"loop3\"}, "
			    "{\"var\": \"this->n\"}]}",
			    0, NULL);
	prints(&order, "order(4,3,2,1,i)");
	json_decref(record);
	record = names;
}

/* Tiles stand around all, but those of loops inside a split. */
static void test_inside(void **state)
{
	struct reshape reshape = {.count = 4,
				  .split = 2,
				  .order = {0, 2, 1, 3},
				  .tile = {64, 16, 0, 8}};
	struct reshape_loop loops[2 * RESHAPE_MOST];
	static const int wanted[] = {0, 1, 0, 3, 2, 1, 3};
	static const bool tiles[] = {true,  true,  false, true,
				     false, false, false};

	(void)state;
	assert_int_equal(reshape_tiles(&reshape, false), 2);
	assert_int_equal(reshape_tiles(&reshape, true), 1);
	assert_int_equal(reshape_loops(&reshape, loops), 7);
	for (int i = 0; i < 7; i++) {
		assert_int_equal(loops[i].loop, wanted[i]);
		assert_int_equal(loops[i].tile, tiles[i]);
		assert_int_equal(reshape_place(&reshape, wanted[i], tiles[i]),
				 i);
	}
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

/* Printed words are read again, from names or numbers. */
static void reads(const char *words, const char *printed)
{
	struct text problem = {0};
	struct reshape reshape;

	assert_true(reshape_parse(&reshape, words, record, &problem));
	assert_string_equal(text_string(&problem), "");
	prints(&reshape, printed ? printed : words);
}

static void refuses(const char *words, const char *why)
{
	struct text problem = {0};
	struct reshape reshape;

	assert_false(reshape_parse(&reshape, words, record, &problem));
	assert_string_equal(text_string(&problem), why);
	text_free(&problem);
}

static void test_reading(void **state)
{
	(void)state;
	reads("order(k,i,j)", NULL);
	reads("order(3,1,2)", "order(k,i,j)");
	reads("order(i,k,j) tile(i:32,k:64)", NULL);
	reads("order(t,i,j) collapse(2)", "order(t,i) collapse(2)");
	reads("order(i,t,j,k)", "order(i,t)");
	reads("collapse(2)", "order(t,i) collapse(2)");
	reads("tile(j:8,i:4)", "order(i,j) tile(i:4,j:8)");
	reads("distribute(j) order(i,k,j)", NULL);
	reads("jam(j:64)", NULL);

	refuses("order(i,x)", "it has no loop x");
	refuses("order(i@,i,j) tile(i:4)",
		"tile loops stand outermost: leave i@ out of the order");
	refuses("order(i,4)", "it has no loop 4");
	refuses("order(i,i)", "loop i is named twice");
	refuses("order(i,k)", "the loops do not stand right in each other");
	refuses("order(j,i) tile(k:4)",
		"a loop in tiles is not named by the order");
	refuses("order(j,i) tile(i:1)", "'1' is no number from 2 on");
	refuses("order(j,i) tile(i)", "loop i has no size, as in i:64");
	refuses("order(j,i) collapse(2)",
		"collapse(...) counts from the outermost loop, which the order "
		"does not name");
	refuses("order(i,t) collapse(3)",
		"it has not so many loops to share together");
	refuses("distribute(k) order(k,j)",
		"what is distributed has none of these loops in it");
	refuses("jam(j:4) order(k,j)", "jam(...) stands alone");
}

/* Two loops of one name have numbers. */
static void test_namesakes(void **state)
{
	json_t *whole = record;

	(void)state;
	record = json_loads("{\"nest\": [{\"var\": \"i\"}, "
			    "{\"var\": \"j\", \"parent\": 0}, "
			    "{\"var\": \"i.2\", \"parent\": 1}]}",
			    0, NULL);
	refuses("order(j,i)", "several loops are called i: give their numbers");
	reads("order(2,j,0)", NULL);
	json_decref(record);
	record = whole;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_inner_loops),
		cmocka_unit_test(test_distribution),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_inside),
		cmocka_unit_test(test_loops),
		cmocka_unit_test(test_reading),
		cmocka_unit_test(test_namesakes),
	};

	return cmocka_run_group_tests(tests, make_record, free_record);
}
