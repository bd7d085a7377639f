/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Longest common subsequences: of keys that a table gives, and of random ones
 * beside those that dynamic programming finds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/align.h"
#include "base/memory.h"
#include "../random.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static uint64_t *keys_of(const char *letters, size_t count)
{
	uint64_t *keys = memory_grow(NULL, count + 1, sizeof(*keys));

	for (size_t i = 0; i < count; i++)
		keys[i] = (unsigned char)letters[i];
	return keys;
}

/* Pairs have equal keys and ascend; returns how many there are. */
static size_t align(const char *one, size_t count, const char *other,
		    size_t other_count)
{
	uint64_t *keys = keys_of(one, count);
	uint64_t *others = keys_of(other, other_count);
	size_t *partner = memory_grow(NULL, count + 1, sizeof(*partner));
	size_t pairs = 0, next = 0;

	assert_true(align_keys(keys, count, others, other_count, partner));
	for (size_t i = 0; i < count; i++) {
		if (partner[i] == ALIGN_NONE)
			continue;
		assert_in_range(partner[i], next, other_count - 1);
		assert_int_equal(keys[i], others[partner[i]]);
		next = partner[i] + 1;
		pairs++;
	}
	free(keys);
	free(others);
	free(partner);
	return pairs;
}

static void tables(void **state)
{
	static const struct {
		const char *one, *other;
		size_t pairs;
	} rows[] = {
		{"", "", 0},	    {"a", "", 0},
		{"", "a", 0},	    {"abc", "abc", 3},
		{"abc", "abxc", 3}, {"abc", "xabcx", 3},
		{"abc", "xyz", 0},  {"abcabba", "cbabac", 4},
		{"aaaa", "aa", 2},  {"abcd", "acbd", 3},
		{"kxyzk", "kk", 2}, {"abcdef", "fedcba", 1},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		assert_int_equal(align(rows[i].one, strlen(rows[i].one),
				       rows[i].other, strlen(rows[i].other)),
				 rows[i].pairs);
}

#define LONGEST 24

static size_t longest(const char *one, size_t count, const char *other,
		      size_t other_count)
{
	size_t best[LONGEST + 1][LONGEST + 1] = {{0}};

	for (size_t i = 1; i <= count; i++)
		for (size_t j = 1; j <= other_count; j++) {
			size_t up = best[i - 1][j], left = best[i][j - 1];

			best[i][j] = up > left ? up : left;
			if (one[i - 1] == other[j - 1])
				best[i][j] = best[i - 1][j - 1] + 1;
		}
	return best[count][other_count];
}

static void random_keys(void **state)
{

	(void)state;
	for (int round = 0; round < 5000; round++) {
		size_t count = random_below(LONGEST + 1);
		size_t other_count = random_below(LONGEST + 1);
		char one[LONGEST], other[LONGEST];

		for (size_t i = 0; i < LONGEST; i++) {
			one[i] = (char)('a' + random_below(4));
			other[i] = (char)('a' + random_below(4));
		}
		assert_int_equal(align(one, count, other, other_count),
				 longest(one, count, other, other_count));
	}
}

/* Above the bound only the common head and tail are aligned. */
static void too_many_differ(void **state)
{
	const size_t count = ALIGN_MOST + 10;
	uint64_t *keys = memory_grow(NULL, count, sizeof(*keys));
	uint64_t *others = memory_grow(NULL, count, sizeof(*others));
	size_t *partner = memory_grow(NULL, count, sizeof(*partner));

	(void)state;
	for (size_t i = 0; i < count; i++) {
		keys[i] = i;
		others[i] = count + i;
	}
	others[0] = keys[0];
	others[count - 1] = keys[count - 1];
	assert_false(align_keys(keys, count, others, count, partner));
	assert_int_equal(partner[0], 0);
	assert_int_equal(partner[1], ALIGN_NONE);
	assert_int_equal(partner[count - 1], count - 1);
	free(keys);
	free(others);
	free(partner);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables),
		cmocka_unit_test(random_keys),
		cmocka_unit_test(too_many_differ),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
