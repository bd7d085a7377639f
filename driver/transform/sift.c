/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Offers that the compiler can make.
 */
#include "sift.h"

#include <stdlib.h>
#include <string.h>

#include "base/letters.h"
#include "base/memory.h"
#include "base/text.h"
#include "record/loop.h"
#include "record/records.h"

/* Variants that differ in sizes of tiles alone have one shape. */
static bool is_shape_of(const struct reshape *a, const struct reshape *b)
{
	size_t order = (size_t)a->count * sizeof(*a->order);

	if (a->first != b->first || a->count != b->count ||
	    a->split != b->split || a->collapse != b->collapse ||
	    a->jam != b->jam || memcmp(a->order, b->order, order) != 0)
		return false;
	for (int i = 0; i < a->count; i++)
		if (!a->tile[i] != !b->tile[i])
			return false;
	return true;
}

/* The first offer of the same shape. */
static size_t first_of(const struct offers *offers, size_t index)
{
	size_t i = 0;

	while (!is_shape_of(&offers->list[i].reshape,
			    &offers->list[index].reshape))
		i++;
	return i;
}

void sift_ask(struct text *asked, const json_t *record,
	      const struct offers *offers)
{
	char *id = letters_read(json_object_get(record, "id"));

	for (size_t i = 0; i < offers->count; i++) {
		if (first_of(offers, i) < i)
			continue;
		text_print(asked, "%s\t", id);
		reshape_print(asked, &offers->list[i].reshape, record);
		text_add(asked, "\n");
	}
	free(id);
}

/* The list of answers for the record, or NULL. */
static const json_t *plans_of(const struct records *answers,
			      const json_t *record)
{
	static const char *const keys[] = {"id", "file", "unit", NULL};

	for (size_t i = 0; i < answers->count; i++) {
		const json_t *one = answers->list[i];
		bool same = true;

		for (int j = 0; keys[j]; j++)
			same = same && loop_same(one, record, keys[j]);
		if (same)
			return json_object_get(one, "plans");
	}
	return NULL;
}

/* Why it cannot be made, NULL where it can. */
static const char *why_not(const json_t *plans, const char *words)
{
	const json_t *one;
	size_t index;

	json_array_foreach(plans, index, one)
	{
		if (strcmp(loop_word(one, "transformation"), words) == 0)
			return json_string_value(json_object_get(one, "why"));
	}
	return "the compiler was not asked";
}

bool sift_take(const struct records *answers, const json_t *record,
	       struct offers *offers, struct text *best)
{
	const json_t *plans = plans_of(answers, record);
	const char **why = memory_grow(NULL, offers->count + 1, sizeof(*why));
	size_t kept = 0;

	for (size_t i = 0; plans && i < offers->count; i++) {
		size_t first = first_of(offers, i);
		struct text words = {0};

		reshape_print(&words, &offers->list[i].reshape, record);
		why[i] = first < i ? why[first]
				   : why_not(plans, text_string(&words));
		if (why[i])
			offers_forbid(offers, why[i]);
		if (why[i] && best->length == 0)
			text_print(best, "%s: %s", text_string(&words), why[i]);
		text_free(&words);
	}
	for (size_t i = 0; plans && i < offers->count; i++)
		if (!why[i])
			offers->list[kept++] = offers->list[i];
	if (plans)
		offers->count = kept;
	free(why);
	return plans;
}
