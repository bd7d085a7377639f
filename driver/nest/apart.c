/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statements beside a loop that are shared out for themselves.
 */
#include "apart.h"

#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/memory.h"
#include "derive.h"
#include "record/loop.h"

static bool comes_apart(const json_t *record, const struct reshape *reshape)
{
	const json_t *outer = loop_nested(record, reshape->first);

	return reshape->split > 0 && reshape->first == 0 &&
	       reshape_around(reshape) == 0 &&
	       json_is_integer(json_object_get(outer, "omp"));
}

bool apart_is(const json_t *record, const struct reshape *reshape)
{
	return comes_apart(record, reshape) &&
	       (!reshape_has_tiles(reshape) || reshape_cuts_inside(reshape));
}

/* ---- what the record says ---- */

/* Has each thread, or may each have, another one of something in memory? What
   it wrote in the one construct another thread may read in the other. */
static bool has_own_data(const json_t *record)
{
	const json_t *list = json_object_get(record, "refs"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		if (loop_true(one, "private") ||
		    loop_true(one, "perhaps_private"))
			return true;
	}
	return loop_true(record, "uses_threadprivate");
}

/* Do its variables begin in each construct as if the other was not there? */
static bool has_plain_clauses(const json_t *record)
{
	static const char *const plain[] = {"private", "shared", "default",
					    NULL};
	const json_t *list = json_object_get(record, "clauses"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		if (!list_has(plain,
			      json_string_value(json_object_get(one, "name"))))
			return false;
	}
	return true;
}

const char *apart_forbids(const json_t *record, const struct reshape *reshape)
{
	if (loop_integer(record, "collapse") != 1 || reshape->collapse)
		return "several loops are shared out together";
	if (reshape->element)
		return "a variable would have to stand in elements";
	if (loop_true(record, "nowait"))
		return "no thread waits for others behind it, as it has "
		       "'nowait', and they would wait within";
	if (has_own_data(record))
		return "threads have data of their own in it";
	if (!has_plain_clauses(record))
		return "it has clauses that bring values in or out";
	return NULL;
}

bool apart_may_come(const json_t *record, const struct reshape *reshape)
{
	return comes_apart(record, reshape) && !apart_forbids(record, reshape);
}

/* ---- records of one of them ---- */

/* Does what has this loop under "loop" go with the statements? */
static bool is_beside(const json_t *thing, const struct reshape *reshape)
{
	return loop_integer(thing, "loop") < reshape->split;
}

/* Those of a list that do, or do not; numbers[i] becomes where the i-th of them
   stands now, -1 where it is gone. */
static json_t *list_of(const json_t *record, const char *key,
		       const struct reshape *reshape, bool beside, int *numbers)
{
	const json_t *list = json_object_get(record, key);
	json_t *result = json_array(), *one;
	size_t index;

	json_array_foreach((json_t *)list, index, one)
	{
		bool stays = is_beside(one, reshape) == beside;

		if (numbers)
			numbers[index] =
				stays ? (int)json_array_size(result) : -1;
		if (stays)
			json_array_append(result, one);
	}
	return result;
}

/* Pairs of references of which both are still there. */
static json_t *pairs_of(const json_t *record, const char *key,
			const int *numbers)
{
	const json_t *list = json_object_get(record, key);
	int count = (int)json_array_size(json_object_get(record, "refs"));
	json_t *result = json_array(), *one;
	size_t index;

	json_array_foreach((json_t *)list, index, one)
	{
		int from = (int)loop_integer(one, "from");
		int to = (int)loop_integer(one, "to");
		json_t *fresh;

		if (from < 0 || from >= count || to < 0 || to >= count ||
		    numbers[from] < 0 || numbers[to] < 0)
			continue;
		fresh = json_copy(one);
		json_object_set_new(fresh, "from", json_integer(numbers[from]));
		json_object_set_new(fresh, "to", json_integer(numbers[to]));
		json_array_append_new(result, fresh);
	}
	return result;
}

static json_t *without_body(json_t *loop)
{
	json_t *fresh = json_copy(loop);
	json_t *certain = json_object(), *count;
	const char *name;

	json_object_foreach(
		json_object_get(json_object_get(loop, "ops"), "certain"), name,
		count)
	{
		if (strncmp(name, "control.", strlen("control.")) == 0)
			json_object_set(certain, name, count);
	}
	json_object_set_new(
		fresh, "ops",
		json_pack("{s:o, s:{}}", "certain", certain, "conditional"));
	return fresh;
}

static json_t *loops_of(const json_t *record, const struct reshape *reshape,
			bool beside)
{
	json_t *result = json_array();

	for (int i = 0; i < loop_count(record); i++) {
		json_t *loop = (json_t *)loop_nested(record, i);

		if (beside && i < reshape->split)
			json_array_append(result, loop);
		else if (!beside && i < reshape->split)
			json_array_append_new(result, without_body(loop));
		else if (!beside)
			json_array_append(result, loop);
	}
	return result;
}

static json_t *part_of(const json_t *record, const struct reshape *reshape,
		       bool beside)
{
	static const char *const lists[] = {"calls", "code", NULL};
	static const char *const pairs[] = {"overlaps", "deps", NULL};
	size_t count = json_array_size(json_object_get(record, "refs"));
	int *numbers = memory_grow(NULL, count + 1, sizeof(*numbers));
	json_t *part = json_copy((json_t *)record);

	json_object_set_new(part, "nest", loops_of(record, reshape, beside));
	json_object_set_new(part, "refs",
			    list_of(record, "refs", reshape, beside, numbers));
	for (int i = 0; lists[i]; i++)
		json_object_set_new(
			part, lists[i],
			list_of(record, lists[i], reshape, beside, NULL));
	for (int i = 0; pairs[i]; i++)
		json_object_set_new(part, pairs[i],
				    pairs_of(record, pairs[i], numbers));
	free(numbers);
	return part;
}

json_t *apart_beside(const json_t *record, const struct reshape *reshape)
{
	return part_of(record, reshape, true);
}

json_t *apart_inside(const json_t *record, const struct reshape *reshape)
{
	return part_of(record, reshape, false);
}

/* ---- two records as one ---- */

/* Numbers of loops that stand behind so many others now. */
static void move_loop(json_t *thing, const char *key, int by)
{
	if (json_is_integer(json_object_get(thing, key)))
		json_object_set_new(
			thing, key,
			json_integer(loop_integer(thing, key) + by));
}

static void append_moved(json_t *to, const json_t *record, const char *list,
			 const char *key, int by)
{
	json_t *one;
	size_t index;

	json_array_foreach(json_object_get(record, list), index, one)
	{
		json_t *fresh = json_copy(one);

		move_loop(fresh, key, by);
		json_array_append_new(to, fresh);
	}
}

static json_t *both_lists(const json_t *first, const json_t *second,
			  const char *list, const char *key)
{
	json_t *both = json_array();

	append_moved(both, first, list, key, 0);
	append_moved(both, second, list, key, loop_count(first));
	return both;
}

static json_t *both_operations(const json_t *first, const json_t *second)
{
	static const char *const keys[] = {"certain", "conditional", NULL};
	const json_t *old = json_object_get(first, "ops");
	const json_t *more = json_object_get(second, "ops");
	json_t *both = json_object();

	for (int i = 0; keys[i]; i++) {
		json_t *sum = json_object();

		derive_add_operations(sum, json_object_get(old, keys[i]));
		derive_add_operations(sum, json_object_get(more, keys[i]));
		json_object_set_new(both, keys[i], sum);
	}
	return both;
}

json_t *apart_join(const json_t *first, const json_t *second)
{
	json_t *both = json_copy((json_t *)first);
	json_t *races = json_copy(json_object_get(first, "races"));

	if (races)
		json_array_extend(races, json_object_get(second, "races"));
	json_object_set_new(both, "races", races ? races : json_array());
	json_object_set_new(both, "nest",
			    both_lists(first, second, "nest", "parent"));
	json_object_set_new(both, "refs",
			    both_lists(first, second, "refs", "loop"));
	json_object_set_new(both, "ops", both_operations(first, second));
	json_object_set_new(both, "analysed",
			    json_boolean(loop_true(first, "analysed") &&
					 loop_true(second, "analysed")));
	return both;
}
