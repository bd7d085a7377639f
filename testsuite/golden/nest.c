/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loops of a record, by name, and what comes of running through them.
 */
#include "nest.h"

#include <stdlib.h>
#include <string.h>

#define MAX_LEVELS 16
#define MAX_WALK 4096

int nest_index(const json_t *nest, const char *name)
{
	size_t index;
	const json_t *loop;

	if (name[0] == '@') {
		index = strtoul(name + 1, NULL, 10);
		return index < json_array_size(nest) ? (int)index : -1;
	}
	for (index = 0; index < json_array_size(nest); index++) {
		const char *var;

		loop = json_array_get(nest, index);
		var = json_string_value(json_object_get(loop, "var"));
		if (var && strcmp(var, name) == 0)
			return (int)index;
	}
	return -1;
}

bool nest_trip(const json_t *loop, const struct env *env, long *trip)
{
	long value;

	if (!env_value(env, json_object_get(loop, "trip"), &value))
		return false;
	*trip = value > 0 ? value : 0;
	return true;
}

static bool goes_on(const char *relation, long value, long to)
{
	if (strcmp(relation, "<") == 0)
		return value < to;
	if (strcmp(relation, "<=") == 0)
		return value <= to;
	if (strcmp(relation, ">") == 0)
		return value > to;
	if (strcmp(relation, ">=") == 0)
		return value >= to;
	return value != to;
}

/* A step may depend on the counter: l *= 2 adds l. */
static bool step_at(const json_t *loop, const struct env *env, long value,
		    long *step)
{
	const char *var = json_string_value(json_object_get(loop, "var"));
	struct env inside = *env;

	if (var && !env_push(&inside, var, value, 0))
		return false;
	return env_value(&inside, json_object_get(loop, "step"), step);
}

int nest_walk(const json_t *loop, const struct env *env, long *values, int most)
{
	const char *relation =
		json_string_value(json_object_get(loop, "while"));
	long from;
	long to;
	long step;
	int count = 0;

	if (!relation ||
	    !env_value(env, json_object_get(loop, "from"), &from) ||
	    !env_value(env, json_object_get(loop, "to"), &to))
		return -1;
	for (long value = from; goes_on(relation, value, to); value += step) {
		if (count == MAX_WALK || !step_at(loop, env, value, &step))
			return -1;
		if (count < most)
			values[count] = value;
		count++;
	}
	return count;
}

/*
 * Add up loop path[level] and, for the last but outermost, those inside:
 * "path" leads from the loop asked for, path[0], outwards.
 */
static bool add_level(const json_t *nest, const int *path, int level,
		      struct env *env, long *total, const char **why)
{
	const json_t *loop = json_array_get(nest, path[level]);
	const char *var = json_string_value(json_object_get(loop, "var"));
	long values[MAX_WALK];
	int walked = nest_walk(loop, env, values, MAX_WALK);
	long trip;

	*why = "trip or var is unknown";
	if (!var || !nest_trip(loop, env, &trip))
		return false;
	*why = "trip contradicts from, while, to, step";
	if (walked >= 0 && walked != trip)
		return false;
	if (level == 0) {
		*total += trip;
		return true;
	}
	*why = "from, while, to or step is unknown";
	if (walked < 0)
		return false;
	for (int i = 0; i < walked; i++) {
		bool added;

		if (!env_push(env, var, values[i], i))
			return false;
		added = add_level(nest, path, level - 1, env, total, why);
		env_pop(env);
		if (!added)
			return false;
	}
	return true;
}

bool nest_total(const json_t *nest, int index, struct env *env, long *total,
		const char **why)
{
	int path[MAX_LEVELS];
	int levels = 0;
	const json_t *parent;

	*why = "the loops around it make no path";
	while (levels < MAX_LEVELS && index >= 0 &&
	       (size_t)index < json_array_size(nest)) {
		path[levels++] = index;
		parent = json_object_get(json_array_get(nest, index), "parent");
		if (json_is_null(parent))
			break;
		if (!json_is_integer(parent))
			return false;
		index = (int)json_integer_value(parent);
	}
	if (levels == 0 || levels == MAX_LEVELS)
		return false;
	*total = 0;
	return add_level(nest, path, levels - 1, env, total, why);
}
