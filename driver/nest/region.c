/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What else in a parallel region relies on who has which iteration.
 *
 * Where the record says nothing against another schedule, any thread may have
 * any iteration of the shared loop. Others may still take for granted that a
 * thread has each of them as a whole, and only what a thread has for itself
 * could tell them so: it must leave nothing there.
 */
#include "region.h"

#include <string.h>

#include "base/list.h"
#include "base/text.h"
#include "record/loop.h"

bool region_has_others(const json_t *record)
{
	return strcmp(json_string_value(json_object_get(record, "construct")),
		      "for") == 0;
}

/* Is the variable named by such a clause of the construct itself? */
static bool has_clause(const json_t *record, const char *const *clauses,
		       const char *name)
{
	const json_t *list = json_object_get(record, "clauses"), *clause;
	const char *const names[] = {name, NULL};
	size_t index;

	json_array_foreach(list, index, clause)
	{
		const char *word = json_string_value(
			json_array_get(json_object_get(clause, "vars"), 0));

		if (word && list_has(names, word) &&
		    list_has(clauses, json_string_value(
					      json_object_get(clause, "name"))))
			return true;
	}
	return false;
}

/*
 * What it touches that a thread has for itself, other than what it begins anew,
 * or NULL. Another loop may leave something there for the same thread.
 */
static const json_t *find_own(const json_t *record)
{
	static const char *const fresh[] = {"private", "firstprivate",
					    "reduction", NULL};
	const json_t *references = json_object_get(record, "refs"), *reference;
	size_t index;

	json_array_foreach(references, index, reference)
	{
		const char *base =
			json_string_value(json_object_get(reference, "base"));

		if (loop_true(reference, "perhaps_private") ||
		    (loop_true(reference, "private") &&
		     !(base && has_clause(record, fresh, base))))
			return reference;
	}
	return NULL;
}

/* Does it leave a sum of whole numbers to the thread that added them up? */
static bool leaves_sum(const json_t *record)
{
	static const char *const reductions[] = {"reduction", NULL};
	const json_t *nest = json_object_get(record, "nest"), *loop, *name;
	size_t i, j;

	json_array_foreach(nest, i, loop)
	{
		if (!json_is_integer(json_object_get(loop, "omp")))
			continue;
		if (!json_object_get(loop, "sums"))
			return true;
		json_array_foreach(json_object_get(loop, "sums"), j, name)
		{
			if (!has_clause(record, reductions,
					json_string_value(name)))
				return true;
		}
	}
	return false;
}

/* The operation of a clause by the record's name: differences are sums, and
   logical values of Fortran whole numbers. */
static const char *operation_of(const json_t *clause)
{
	static const char *const others[][2] = {
		{"-", "+"}, {"&&", "&"}, {"||", "|"}};
	const char *operation = loop_word(clause, "op");

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (strcmp(operation, others[i][0]) == 0)
			return others[i][1];
	return operation;
}

/* Does the first clause reduction of the variable have the operation? */
static bool is_reduced_by(const json_t *record, const char *name,
			  const char *operation)
{
	const json_t *list = json_object_get(record, "clauses"), *clause;
	size_t index;

	json_array_foreach(list, index, clause)
	{
		const char *word = json_string_value(
			json_array_get(json_object_get(clause, "vars"), 0));

		if (strcmp(loop_word(clause, "name"), "reduction") == 0 &&
		    word && strcmp(word, name) == 0)
			return strcmp(operation_of(clause), operation) == 0;
	}
	return false;
}

/* Is the sum put together by an operation that is not its own? Each thread's
   part then depends on which iterations it has. */
static bool is_reduced_otherwise(const json_t *record, const char *name,
				 const char *operation)
{
	static const char *const reductions[] = {"reduction", NULL};

	return name && operation && *operation &&
	       has_clause(record, reductions, name) &&
	       !is_reduced_by(record, name, operation);
}

/* Is any of those that the shared loops add up? */
static bool reduces_otherwise(const json_t *record)
{
	const json_t *nest = json_object_get(record, "nest"), *loop, *name;
	size_t i, j;

	json_array_foreach(nest, i, loop)
	{
		if (!json_is_integer(json_object_get(loop, "omp")))
			continue;
		json_array_foreach(json_object_get(loop, "sums"), j, name)
		{
			if (is_reduced_otherwise(
				    record, json_string_value(name),
				    json_string_value(json_array_get(
					    json_object_get(loop, "sum_ops"),
					    j))))
				return true;
		}
	}
	return false;
}

/* The first reason not to change its schedule, or NULL. */
static const char *fixed(const json_t *record)
{
	const char *why = json_string_value(
		json_array_get(json_object_get(record, "rewrite_why"), 0));
	const char *colon = why ? strstr(why, ": ") : NULL;

	if (why)
		return colon ? colon + 2 : why;
	return loop_true(record, "rewritable")
		       ? NULL
		       : "which thread has which iteration must stay";
}

static const char own[] =
	"other loops may use what its threads have for themselves";

/* What a function returned has no name in the source. */
void region_print_own(struct text *out, const json_t *record, const char *why)
{
	const json_t *reference = why == own ? find_own(record) : NULL;
	const char *base =
		json_string_value(json_object_get(reference, "base"));

	if (!reference)
		return;
	if (base && !strchr(base, '(')) {
		text_add(out, ", such as '");
		text_add_safe(out, base);
		text_add(out, "'");
	} else if (json_is_integer(json_object_get(reference, "line"))) {
		text_print(out, ", such as data in line %lld",
			   (long long)loop_integer(reference, "line"));
	}
}

const char *region_binds(const json_t *record)
{
	if (fixed(record))
		return fixed(record);
	if (region_has_others(record) && find_own(record))
		return own;
	if (region_has_others(record) && leaves_sum(record))
		return "threads may go on with sums of their own iterations";
	if (reduces_otherwise(record))
		return "a clause puts together by another operation what its "
		       "threads add up";
	return loop_reorders(record);
}
