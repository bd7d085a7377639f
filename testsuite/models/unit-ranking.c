/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order of trying: by estimate, taking turns among nests that are near.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../models/ranking.h"

static void expect(const struct ranking_item *items, size_t count,
		   const size_t *wanted)
{
	size_t order[8];

	assert_int_equal(ranking_order(items, count, order), MODEL_OK);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(order[i], wanted[i]);
}

static void cheapest_first(void **unused)
{
	const struct ranking_item items[] = {
		{317, 1, 1}, {23.5, 2, 2}, {118, 3, 3}, {23.5, 4, 4}};

	(void)unused;
	expect(items, 4, (const size_t[]){1, 3, 2, 0});
}

/* Nest 7 comes once, then one that is estimated 7 % slower. */
static void takes_turns_where_near(void **unused)
{
	const struct ranking_item items[] = {
		{100, 7, 3}, {101, 7, 3}, {107, 8, 4}, {190, 9, 5}};

	(void)unused;
	expect(items, 4, (const size_t[]){0, 2, 1, 3});
}

static void keeps_what_is_far_apart(void **unused)
{
	const struct ranking_item items[] = {
		{100, 7, 3}, {101, 7, 3}, {131, 8, 4}, {102, 7, 3}};

	(void)unused;
	expect(items, 4, (const size_t[]){0, 1, 2, 3});
}

static void every_item_once(void **unused)
{
	enum { MANY = 5000 };
	struct ranking_item *items = calloc(MANY, sizeof(*items));
	size_t *order = calloc(MANY, sizeof(*order));
	char *seen = calloc(MANY, 1);

	(void)unused;
	for (size_t i = 0; i < MANY; i++)
		items[i] = (struct ranking_item){1 + i * 7919 % 613, i % 11,
						 i % 3};
	assert_int_equal(ranking_order(items, MANY, order), MODEL_OK);
	for (size_t i = 0; i < MANY; i++) {
		assert_int_equal(seen[order[i]], 0);
		seen[order[i]] = 1;
	}
	for (size_t i = 40; i < MANY; i++)
		assert_true(items[order[i]].cycles >=
			    items[order[i - 1]].cycles);
	assert_int_equal(ranking_order(items, 0, order), MODEL_OK);
	free(items);
	free(order);
	free(seen);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cheapest_first),
		cmocka_unit_test(takes_turns_where_near),
		cmocka_unit_test(keeps_what_is_far_apart),
		cmocka_unit_test(every_item_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
