/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Another order and tiles, in words.
 */
#include "reshape.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/loop.h"

bool reshape_is_none(const struct reshape *reshape)
{
	for (int i = 0; i < reshape->count; i++)
		if (reshape->order[i] != i || reshape->tile[i] > 0)
			return false;
	return true;
}

/* Loops outside of all that is moved and cut do not matter. */
static int first_changed(const struct reshape *reshape)
{
	for (int i = 0; i < reshape->count; i++) {
		if (reshape->order[i] != i)
			return reshape->first + i;
		for (int j = i; j < reshape->count; j++)
			if (reshape->tile[j] > 0)
				return reshape->first;
	}
	return -1;
}

/* The loop of the nest at each depth below the first that is changed. */
static int order_at(const struct reshape *reshape, int loop)
{
	int i = loop - reshape->first;

	return i < reshape->count ? reshape->first + reshape->order[i] : loop;
}

static int64_t tile_of(const struct reshape *reshape, int loop)
{
	int i = loop - reshape->first;

	return i < reshape->count ? reshape->tile[i] : 0;
}

static int behind(const struct reshape *reshape)
{
	return reshape->first + reshape->count;
}

bool reshape_equal(const struct reshape *a, const struct reshape *b)
{
	int first = first_changed(a);
	int end = behind(a) > behind(b) ? behind(a) : behind(b);

	if (first != first_changed(b))
		return false;
	for (int i = first; first >= 0 && i < end; i++)
		if (order_at(a, i) != order_at(b, i) ||
		    tile_of(a, i) != tile_of(b, i))
			return false;
	return true;
}

int reshape_loops(const struct reshape *reshape,
		  struct reshape_loop loops[2 * RESHAPE_MOST])
{
	int count = 0;

	for (int i = 0; i < reshape->count; i++)
		if (reshape->tile[i] > 0)
			loops[count++] = (struct reshape_loop){i, true};
	for (int i = 0; i < reshape->count; i++)
		loops[count++] =
			(struct reshape_loop){reshape->order[i], false};
	return count;
}

int reshape_around(const struct reshape *reshape)
{
	int count = 0;

	while (count < reshape->split && reshape->order[count] < reshape->split)
		count++;
	return count;
}

int reshape_apart(const struct reshape *reshape, int loops[RESHAPE_MOST])
{
	int around = reshape_around(reshape), count = 0;

	for (int loop = 0; loop < reshape->split; loop++) {
		bool apart = true;

		for (int i = 0; i < around; i++)
			apart = apart && reshape->order[i] != loop;
		if (apart)
			loops[count++] = loop;
	}
	return count;
}

void reshape_find_split(struct reshape *reshape, const json_t *record)
{
	const json_t *nest = json_object_get(record, "nest");

	for (int i = 0; i + 1 < reshape->count; i++)
		if (!loop_true(json_array_get(nest, reshape->first + i),
			       "perfect"))
			reshape->split = i + 1;
	if (reshape_around(reshape) == reshape->split)
		reshape->split = 0;
}

/* ---- written ---- */

static void add_counter(struct text *out, const struct reshape *reshape,
			const json_t *record, int loop)
{
	text_add_safe(out, loop_counter(record, reshape->first + loop));
}

static void print_tiles(struct text *out, const struct reshape *reshape,
			const json_t *record)
{
	const char *before = " tile(";

	for (int i = 0; i < reshape->count; i++) {
		if (reshape->tile[i] == 0)
			continue;
		text_add(out, before);
		add_counter(out, reshape, record, i);
		text_print(out, ":%lld", (long long)reshape->tile[i]);
		before = ",";
	}
	if (*before == ',')
		text_add(out, ")");
}

void reshape_print(struct text *out, const struct reshape *reshape,
		   const json_t *record)
{
	if (reshape_is_none(reshape)) {
		text_add(out, "as written");
		return;
	}
	text_add(out, "order(");
	for (int i = 0; i < reshape->count; i++) {
		text_add(out, i ? "," : "");
		add_counter(out, reshape, record, reshape->order[i]);
	}
	text_add(out, ")");
	print_tiles(out, reshape, record);
}

/* ---- read ---- */

struct reading {
	const char *at;
	const json_t *record;
	struct text *problem;
};

static bool fail(struct reading *reading, const char *expected)
{
	text_print(reading->problem, "%s expected at '", expected);
	text_add_safe(reading->problem, reading->at);
	text_add(reading->problem, "'");
	return false;
}

static bool take(struct reading *reading, const char *word)
{
	if (strncmp(reading->at, word, strlen(word)) != 0)
		return false;
	reading->at += strlen(word);
	return true;
}

/* The loop of the nest whose counter stands there, or -1. */
static int take_counter(struct reading *reading)
{
	const json_t *nest = json_object_get(reading->record, "nest");
	size_t length = strcspn(reading->at, ",:)");

	for (size_t i = 0; i < json_array_size(nest); i++) {
		const char *name = loop_counter(reading->record, i);

		if (strlen(name) != length ||
		    strncmp(name, reading->at, length) != 0)
			continue;
		reading->at += length;
		return (int)i;
	}
	fail(reading, "the counter of a loop");
	return -1;
}

/* Loops of the nest, in the order given; they must be a band's. */
static bool make_order(struct reading *reading, const int *loops, int count,
		       struct reshape *reshape)
{
	int first = loops[0];
	unsigned seen = 0;

	for (int i = 0; i < count; i++)
		first = loops[i] < first ? loops[i] : first;
	*reshape = (struct reshape){.first = first, .count = count};
	for (int i = 0; i < count; i++) {
		int loop = loops[i] - first;

		if (loop >= count || seen >> loop & 1) {
			text_add(reading->problem,
				 "the loops are not each the only one inside "
				 "another");
			return false;
		}
		seen |= 1u << loop;
		reshape->order[i] = loop;
	}
	return true;
}

static bool take_order(struct reading *reading, struct reshape *reshape)
{
	int loops[RESHAPE_MOST], count = 0;

	if (!take(reading, "order("))
		return fail(reading, "'order('");
	do {
		if (count == RESHAPE_MOST)
			return fail(reading, "at most eight loops");
		loops[count] = take_counter(reading);
		if (loops[count++] < 0)
			return false;
	} while (take(reading, ","));
	if (!take(reading, ")"))
		return fail(reading, "')'");
	return make_order(reading, loops, count, reshape);
}

static bool take_tile(struct reading *reading, struct reshape *reshape)
{
	int loop = take_counter(reading) - reshape->first;
	char *end;
	long long size;

	if (loop < 0 || loop >= reshape->count || reshape->tile[loop] > 0)
		return fail(reading, "another loop of the order");
	if (!take(reading, ":"))
		return fail(reading, "':'");
	errno = 0;
	size = strtoll(reading->at, &end, 10);
	if (end == reading->at || size < 1 || errno)
		return fail(reading, "a number from 1 on");
	reading->at = end;
	reshape->tile[loop] = size;
	return true;
}

static bool take_tiles(struct reading *reading, struct reshape *reshape)
{
	if (!take(reading, " tile("))
		return fail(reading, "' tile('");
	do {
		if (!take_tile(reading, reshape))
			return false;
	} while (take(reading, ","));
	return take(reading, ")") || fail(reading, "')'");
}

bool reshape_parse(const char *string, const json_t *record,
		   struct reshape *reshape, struct text *problem)
{
	struct reading reading = {string, record, problem};
	struct reshape result;

	if (strcmp(string, "as written") == 0) {
		*reshape = (struct reshape){.count = 0};
		return true;
	}
	if (!take_order(&reading, &result) ||
	    (*reading.at && !take_tiles(&reading, &result)))
		return false;
	if (*reading.at)
		return fail(&reading, "the end");
	reshape_find_split(&result, record);
	*reshape = result;
	return true;
}
