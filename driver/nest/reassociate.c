/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums of floating-point numbers, where the user lets their order change, and
 * those that are the same to the bit in any order.
 *
 * The plugin proves of a variable that a loop does nothing with but to add to
 * it. A thread has its part of such a sum in a variable of its own only where a
 * clause of the construct puts the parts together.
 */
#include "reassociate.h"

#include <string.h>

#include "base/list.h"
#include "record/loop.h"

/* Differences are sums. Logical values of Fortran are whole numbers. */
static bool is_operation(const char *clause, const char *operation)
{
	static const char *const others[][2] = {
		{"-", "+"}, {"&&", "&"}, {"||", "|"}};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (strcmp(clause, others[i][0]) == 0)
			clause = others[i][1];
	return strcmp(clause, operation) == 0;
}

bool reassociate_is_reduced(const json_t *record, const char *name,
			    const char *operation)
{
	static const char *const operations[] = {"+", "-", "*", NULL};
	const json_t *list = json_object_get(record, "clauses"), *clause;
	size_t index;

	json_array_foreach(list, index, clause)
	{
		const char *word = json_string_value(
			json_array_get(json_object_get(clause, "vars"), 0));
		const char *op = loop_word(clause, "op");

		if (strcmp(loop_word(clause, "name"), "reduction") == 0 &&
		    word && strcmp(word, name) == 0)
			return operation ? is_operation(op, operation)
					 : list_has(operations, op);
	}
	return false;
}

/* ---- loops ---- */

static const json_t *sums_of(const json_t *loop)
{
	return json_object_get(loop, "collects");
}

static bool are_exact(const json_t *sums)
{
	const json_t *sum;
	size_t index;

	json_array_foreach(sums, index, sum)
	{
		if (!loop_true(sum, "exact"))
			return false;
	}
	return true;
}

/* What each thread would add up for itself must be put together by a clause. */
static bool is_freed(const json_t *record, const json_t *loop, bool exact)
{
	const json_t *sums = sums_of(loop), *sum;
	size_t index;

	if (json_array_size(sums) == 0 || (exact && !are_exact(sums)))
		return false;
	if (!json_is_integer(json_object_get(loop, "omp")))
		return true;
	json_array_foreach(sums, index, sum)
	{
		if (!reassociate_is_reduced(record, loop_word(sum, "name"),
					    loop_word(sum, "op")))
			return false;
	}
	return true;
}

static bool free_loops(const json_t *record, json_t *fresh, bool exact)
{
	bool freed = false;

	for (int i = 0; i < loop_count(record); i++) {
		if (!is_freed(record, loop_nested(record, i), exact))
			continue;
		json_object_set_new(loop_nested(fresh, i), "holds",
				    json_array());
		freed = true;
	}
	return freed;
}

/* ---- threads ---- */

/* Of an array, or a variable in memory, that threads have parts of: is nothing
   else done with it? */
static bool only_adds(const json_t *record, const char *name)
{
	const json_t *list = json_object_get(record, "refs"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		const char *operation =
			json_string_value(json_object_get(one, "collects"));

		if (strcmp(loop_word(one, "base"), name) == 0 &&
		    !(operation &&
		      reassociate_is_reduced(record, name, operation)))
			return false;
	}
	return true;
}

/* "the reduction of 's' adds floating-point numbers up by threads", of a clause
   of the construct itself. */
static bool is_own_reduction(const json_t *record, const char *sentence)
{
	static const char before[] = "the reduction of '";
	static const char behind[] = "' adds floating-point numbers up by "
				     "threads";
	const json_t *list = json_object_get(record, "clauses"), *clause;
	size_t index;

	if (strncmp(sentence, before, strlen(before)) != 0)
		return false;
	sentence += strlen(before);
	json_array_foreach(list, index, clause)
	{
		const char *name = json_string_value(
			json_array_get(json_object_get(clause, "vars"), 0));
		size_t length = name ? strlen(name) : 0;

		if (length && strncmp(sentence, name, length) == 0 &&
		    strcmp(sentence + length, behind) == 0)
			return reassociate_is_reduced(record, name, NULL) &&
			       only_adds(record, name);
	}
	return false;
}

/* Does nothing but such reductions depend on who has which iteration? */
static bool adds_up_by_threads(const json_t *record)
{
	const json_t *list = json_object_get(record, "reorders"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		if (!is_own_reduction(record, json_string_value(one)))
			return false;
	}
	return json_array_size(list) > 0;
}

/* ---- the record ---- */

/* Does a statement do nothing with a place but to add to it? */
static bool adds_to_elements(const json_t *record)
{
	const json_t *list = json_object_get(record, "refs"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		if (json_is_string(json_object_get(one, "collects")))
			return true;
	}
	return false;
}

json_t *reassociate_record(const json_t *record)
{
	json_t *fresh = json_deep_copy(record);
	bool changed = free_loops(record, fresh, false);

	if (adds_up_by_threads(record)) {
		json_object_set_new(fresh, "reorders", json_array());
		changed = true;
	}
	if (!changed && !adds_to_elements(record)) {
		json_decref(fresh);
		return NULL;
	}
	json_object_set_new(fresh, "reassociated", json_string("all"));
	return fresh;
}

json_t *reassociate_exact(const json_t *record)
{
	json_t *fresh = json_deep_copy(record);

	if (!free_loops(record, fresh, true)) {
		json_decref(fresh);
		return NULL;
	}
	json_object_set_new(fresh, "reassociated", json_string("exact"));
	return fresh;
}

bool reassociate_is_made(const json_t *record)
{
	return json_is_string(json_object_get(record, "reassociated"));
}

bool reassociate_changes_bits(const json_t *record)
{
	return strcmp(loop_word(record, "reassociated"), "all") == 0;
}

static bool has_sum(const json_t *loop, const json_t *sum)
{
	const json_t *one;
	size_t index;

	json_array_foreach(sums_of(loop), index, one)
	{
		if (json_equal(one, sum))
			return true;
	}
	return false;
}

bool reassociate_has(const json_t *loop, const json_t *other)
{
	const json_t *sum;
	size_t index;

	json_array_foreach(sums_of(other), index, sum)
	{
		if (!has_sum(loop, sum))
			return false;
	}
	return true;
}

bool reassociate_goes_on(const json_t *record, int around, int inside)
{
	return !reassociate_is_made(record) ||
	       reassociate_has(loop_nested(record, around),
			       loop_nested(record, inside));
}

bool reassociate_same(const json_t *loop, const json_t *other)
{
	return reassociate_has(loop, other) && reassociate_has(other, loop);
}
