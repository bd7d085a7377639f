/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two versions of the same loops.
 */
#include "versions.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "loop.h"

/* Loops of the nest: as many from "full" on as from "ends" on, whichever the
   compiler has first. */
struct versions {
	const json_t *record;
	int around, full, ends, count;
};

/* Behind the loop and all that it holds. */
static int behind(const json_t *record, int loop)
{
	int at = loop + 1;

	while (at < loop_count(record) && loop_is_within(record, at, loop))
		at++;
	return at;
}

/* Do the two stand at the same place of both versions? */
static bool are_partners(const struct versions *versions, int full, int end)
{
	const json_t *a = loop_nested(versions->record, full);
	const json_t *b = loop_nested(versions->record, end);
	bool top = loop_parent(a) == versions->around;

	if (top)
		return loop_parent(b) == versions->around &&
		       loop_true(a, "conditional") &&
		       loop_true(b, "conditional");
	return loop_parent(b) - loop_parent(a) ==
		       versions->ends - versions->full &&
	       loop_same(a, b, "conditional");
}

static const json_t *trip_of(const struct versions *versions, int loop)
{
	return json_object_get(loop_nested(versions->record, loop), "trip");
}

static bool knows_trip(const struct versions *versions, int loop)
{
	return json_is_integer(trip_of(versions, loop));
}

static bool is_sum(const json_t *expression)
{
	const char *name = json_string_value(json_array_get(expression, 0));

	return name && strcmp(name, "+") == 0;
}

/* The number that a term has the variable times, 0 if it is not such a term. */
static json_int_t factor_of(const json_t *term, const json_t *variable)
{
	const char *name = json_string_value(json_array_get(term, 0));
	const json_t *number = json_array_get(term, 1);

	if (json_equal(term, variable))
		return 1;
	return name && strcmp(name, "*") == 0 && json_array_size(term) == 3 &&
			       json_is_integer(number) &&
			       json_equal(json_array_get(term, 2), variable)
		       ? json_integer_value(number)
		       : 0;
}

/* By how much the expression grows with the variable: 0 where it does not, or
   not so. */
static json_int_t growth(const json_t *expression, const json_t *variable)
{
	json_int_t sum = 0;

	if (!is_sum(expression))
		return factor_of(expression, variable);
	for (size_t i = 1; i < json_array_size(expression); i++)
		sum += factor_of(json_array_get(expression, i), variable);
	return sum;
}

/*
 * Do so many iterations of the loop make one of the loop from tile to tile?
 * Where GCC counts the tiles, it begins at "4 * count" or the like.
 */
static bool fills(const json_t *loop, const json_t *around)
{
	const json_t *step = json_object_get(loop, "step");
	const json_t *tile = json_object_get(around, "step");
	json_int_t factor = growth(json_object_get(loop, "from"),
				   json_object_get(around, "var"));

	return factor && json_is_integer(step) && json_is_integer(tile) &&
	       json_integer_value(tile) * factor ==
		       json_integer_value(step) * loop_integer(loop, "trip");
}

static bool runs_through_full(const struct versions *versions, int loop)
{
	const json_t *one = loop_nested(versions->record, loop);

	for (int at = versions->around; at >= 0;
	     at = loop_parent(loop_nested(versions->record, at)))
		if (fills(one, loop_nested(versions->record, at)))
			return true;
	return false;
}

/* May the two run as often in a full tile? */
static bool run_alike(const struct versions *versions, int full, int end)
{
	if (!knows_trip(versions, full))
		return !knows_trip(versions, end);
	return knows_trip(versions, end) ? json_equal(trip_of(versions, full),
						      trip_of(versions, end))
					 : runs_through_full(versions, full);
}

/* Is one of them what the other one is, with numbers for what is computed? */
static bool are_versions(const struct versions *versions)
{
	int known = 0;

	for (int i = 0; i < versions->count; i++) {
		int full = versions->full + i, end = versions->ends + i;

		if (!are_partners(versions, full, end) ||
		    !run_alike(versions, full, end))
			return false;
		known += knows_trip(versions, full) &&
			 !knows_trip(versions, end);
	}
	return known > 0;
}

/* How many branches every iteration around the versions meets: those on a truth
   value, or all others. */
static json_int_t count_branches(const struct versions *versions, bool truth)
{
	static const char branch[] = "branch.", of_truth[] = "branch.i8";
	const json_t *ops = json_object_get(
		loop_nested(versions->record, versions->around), "ops");
	const char *name;
	const json_t *count;
	json_int_t branches = 0;

	json_object_foreach(json_object_get(ops, "certain"), name, count)
	{
		if (strncmp(name, branch, strlen(branch)) == 0 &&
		    (strcmp(name, of_truth) == 0) == truth)
			branches += json_integer_value(count);
	}
	return branches;
}

/* One test chooses between them: of two tests both may hold. GCC may make a
   truth value of several conditions first, by a branch. */
static bool are_chosen_once(const struct versions *versions)
{
	return count_branches(versions, true) <= 1 &&
	       count_branches(versions, false) <= 1;
}

static bool is_of(const struct versions *versions, int loop, bool full)
{
	int first = full ? versions->full : versions->ends;

	return loop >= first && loop < first + versions->count;
}

/* Variables of one name that each version declares are "t" and "t.2". */
static bool have_one_base(const json_t *a, const json_t *b)
{
	const char *x = json_string_value(json_object_get(a, "base"));
	const char *y = json_string_value(json_object_get(b, "base"));

	return x && y ? loop_same_counter(x, y) : x == y;
}

static bool are_alike(const json_t *a, const json_t *b)
{
	static const char *const keys[] = {"type", "write", "conditional"};
	bool same = have_one_base(a, b);

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		same = same && json_equal(json_object_get(a, keys[i]),
					  json_object_get(b, keys[i]));
	return same;
}

static int count_alike(const struct versions *versions, const json_t *one,
		       bool full)
{
	const json_t *references = json_object_get(versions->record, "refs");
	const json_t *other;
	size_t index;
	int count = 0;

	json_array_foreach(references, index, other)
	{
		int loop = (int)loop_integer(other, "loop");

		count += is_of(versions, loop, full) && are_alike(one, other);
	}
	return count;
}

static bool touch_the_same(const struct versions *versions)
{
	const json_t *references = json_object_get(versions->record, "refs");
	const json_t *one;
	size_t index;

	json_array_foreach(references, index, one)
	{
		if (count_alike(versions, one, true) !=
		    count_alike(versions, one, false))
			return false;
	}
	return true;
}

/* All that the loop holds, one half of it and the other. */
static bool find(const json_t *record, int around, struct versions *versions)
{
	int loops = behind(record, around) - around - 1, half = loops / 2;

	if (loops == 0 || loops % 2)
		return false;
	for (int second = 0; second < 2; second++) {
		*versions = (struct versions){
			.record = record,
			.around = around,
			.full = around + 1 + second * half,
			.ends = around + 1 + (1 - second) * half,
			.count = half};
		if (are_versions(versions) && are_chosen_once(versions) &&
		    touch_the_same(versions))
			return true;
	}
	return false;
}

/* ---- one of them alone ---- */

static bool stays(const struct versions *versions, int loop, bool full)
{
	return !is_of(versions, loop, !full);
}

static int new_index(const struct versions *versions, int loop, bool full)
{
	int gone = full ? versions->ends : versions->full;

	return loop >= gone + versions->count ? loop - versions->count : loop;
}

static void renumber(const struct versions *versions, json_t *thing,
		     const char *key, bool full)
{
	const json_t *old = json_object_get(thing, key);

	if (json_is_integer(old))
		json_object_set_new(
			thing, key,
			json_integer(new_index(
				versions, (int)json_integer_value(old), full)));
}

static json_t *pick_loops(const struct versions *versions, bool full)
{
	json_t *result = json_array();

	for (int i = 0; i < loop_count(versions->record); i++) {
		json_t *loop;

		if (!stays(versions, i, full))
			continue;
		loop = json_copy(loop_nested(versions->record, i));
		if (loop_parent(loop) == versions->around)
			json_object_set_new(loop, "conditional", json_false());
		renumber(versions, loop, "parent", full);
		json_array_append_new(result, loop);
	}
	return result;
}

/* Where a list has the value; behind its end where it does not. */
static size_t index_of(const json_t *list, const json_t *value)
{
	size_t index = 0;

	while (index < json_array_size(list) &&
	       !json_equal(json_array_get(list, index), value))
		index++;
	return index;
}

/* Bases of one name in a version, in the order in which the record has them. */
static json_t *bases_of(const struct versions *versions, const json_t *like,
			bool full)
{
	const json_t *references = json_object_get(versions->record, "refs");
	const json_t *one;
	size_t index;
	json_t *bases = json_array();

	json_array_foreach(references, index, one)
	{
		json_t *base = json_object_get(one, "base");

		if (is_of(versions, (int)loop_integer(one, "loop"), full) &&
		    have_one_base(one, like) &&
		    index_of(bases, base) == json_array_size(bases))
			json_array_append(bases, base);
	}
	return bases;
}

/* The first reference to a base. */
static size_t first_of(const struct versions *versions, const json_t *base)
{
	const json_t *references = json_object_get(versions->record, "refs");
	size_t index = 0;

	while (index < json_array_size(references) &&
	       !json_equal(json_object_get(json_array_get(references, index),
					   "base"),
			   base))
		index++;
	return index;
}

/*
 * What both versions load from a descriptor is "p.2" in one of them and "p.3"
 * in the other: both get the name that is met first, as if the other version
 * were not there.
 */
static void rename_base(const struct versions *versions, json_t *reference,
			bool full)
{
	json_t *own = bases_of(versions, reference, full);
	json_t *others = bases_of(versions, reference, !full);
	size_t place = index_of(own, json_object_get(reference, "base"));

	if (json_array_size(own) == json_array_size(others) &&
	    first_of(versions, json_array_get(others, place)) <
		    first_of(versions, json_array_get(own, place)))
		json_object_set(reference, "base",
				json_array_get(others, place));
	json_decref(own);
	json_decref(others);
}

/* Of a list, what is said of loops that stay. */
static json_t *pick(const struct versions *versions, const char *list,
		    bool full)
{
	const json_t *old;
	size_t index;
	json_t *result = json_array();

	json_array_foreach(json_object_get(versions->record, list), index, old)
	{
		json_t *one;

		if (!stays(versions, (int)loop_integer(old, "loop"), full))
			continue;
		one = json_copy((json_t *)old);
		if (json_is_string(json_object_get(one, "base")) &&
		    is_of(versions, (int)loop_integer(old, "loop"), full))
			rename_base(versions, one, full);
		renumber(versions, one, "loop", full);
		renumber(versions, one, "over", full);
		json_array_append_new(result, one);
	}
	return result;
}

static json_t *sum_of(const json_t *nest, const char *key)
{
	const json_t *loop, *counts, *count;
	json_t *sum = json_object();
	const char *name;
	size_t index;

	json_array_foreach(nest, index, loop)
	{
		counts = json_object_get(json_object_get(loop, "ops"), key);
		json_object_foreach((json_t *)counts, name, count)
		{
			json_object_set_new(
				sum, name,
				json_integer(json_integer_value(count) +
					     json_integer_value(json_object_get(
						     sum, name))));
		}
	}
	return sum;
}

static json_t *record_of(const struct versions *versions, bool full)
{
	json_t *result = json_copy((json_t *)versions->record);
	json_t *nest = pick_loops(versions, full);

	json_object_set_new(result, "nest", nest);
	json_object_set_new(result, "refs", pick(versions, "refs", full));
	if (json_is_array(json_object_get(result, "code")))
		json_object_set_new(result, "code",
				    pick(versions, "code", full));
	json_object_set_new(result, "deps", json_array());
	json_object_set_new(result, "ops",
			    json_pack("{s:o, s:o}", "certain",
				      sum_of(nest, "certain"), "conditional",
				      sum_of(nest, "conditional")));
	return result;
}

json_t *versions_pick(const json_t *record, bool full)
{
	struct versions versions;

	for (int i = 0; i < loop_count(record); i++)
		if (find(record, i, &versions))
			return record_of(&versions, full);
	return NULL;
}
