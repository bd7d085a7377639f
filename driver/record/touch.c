/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Places in memory that functions touch.
 */
#include "touch.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "loop.h"

static json_int_t integer_of(const json_t *place, const char *key)
{
	return json_integer_value(json_object_get(place, key));
}

/* What only the unit has is told by its first part, too. */
static json_t *place_of(const json_t *written, size_t unit)
{
	json_t *place = json_copy((json_t *)written);
	const char *variable =
		json_string_value(json_object_get(place, "variable"));
	char *name;

	if (!variable || *variable != ':')
		return place;
	name = memory_print(":%zu%s", unit, variable);
	json_object_set_new(place, "variable", json_string(name));
	free(name);
	return place;
}

static void add(json_t *set, json_t *place)
{
	char *key = json_dumps(place, JSON_COMPACT | JSON_SORT_KEYS);

	json_object_set_new(set, key, place);
	free(key);
}

json_t *touch_set(json_t *sets, const char *name)
{
	json_t *set = json_object_get(sets, name);

	if (!set) {
		set = json_object();
		json_object_set_new(sets, name, set);
	}
	return set;
}

void touch_add(json_t *set, const json_t *list, size_t unit)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		add(set, place_of(json_array_get(list, i), unit));
}

/* ---- as the caller sees them ---- */

static void set_unknown(json_t *place)
{
	json_object_del(place, "variable");
	json_object_del(place, "parameter");
	json_object_del(place, "member");
	json_object_del(place, "alone");
	json_object_del(place, "at");
	json_object_del(place, "bits");
}

/* What is given stands in the place of the parameter. */
static void set_given(json_t *place, const json_t *given, size_t unit)
{
	static const char *const keys[] = {"variable", "parameter"};
	json_t *from = place_of(given, unit);
	json_int_t inner = integer_of(place, "pointers");
	json_int_t outer = integer_of(given, "pointers");
	json_t *member = json_object_get(place, "member");
	bool alone = loop_true(given, "alone") && inner == 1;

	json_incref(member);
	set_unknown(place);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		json_object_set(place, keys[i], json_object_get(from, keys[i]));
	if (inner > 1)
		json_object_set(place, "member", member);
	else
		json_object_set(place, "member",
				json_object_get(from, "member"));
	if (alone)
		json_object_set_new(place, "alone", json_true());
	json_object_set_new(place, "pointers", json_integer(inner + outer - 1));
	json_decref(member);
	json_decref(from);
}

static void add_translated(json_t *set, const json_t *called,
			   const json_t *gives, size_t unit)
{
	const json_t *parameter = json_object_get(called, "parameter");
	const char *variable =
		json_string_value(json_object_get(called, "variable"));
	const json_t *given =
		json_array_get(gives, (size_t)json_integer_value(parameter));
	json_t *place;

	if (integer_of(called, "pointers") == 0 &&
	    (parameter || (variable && *variable == '%')))
		return;
	place = json_copy((json_t *)called);
	if (parameter && given)
		set_given(place, given, unit);
	else if (parameter || !variable || *variable == '%')
		set_unknown(place);
	add(set, place);
}

void touch_translate(json_t *set, json_t *called, const json_t *gives,
		     size_t unit)
{
	for (void *at = json_object_iter(called); at;
	     at = json_object_iter_next(called, at))
		add_translated(set, json_object_iter_value(at), gives, unit);
}

/* ---- two of them ---- */

static bool is_equal(const json_t *a, const json_t *b, const char *key)
{
	json_t *x = json_object_get(a, key), *y = json_object_get(b, key);

	return x == y || (x && y && json_equal(x, y));
}

static bool has_base(const json_t *place)
{
	return json_object_get(place, "variable") ||
	       json_object_get(place, "parameter");
}

static bool overlaps(const json_t *a, const json_t *b)
{
	if (!json_object_get(a, "at") || !json_object_get(b, "at"))
		return true;
	return integer_of(a, "at") <
		       integer_of(b, "at") + integer_of(b, "bits") &&
	       integer_of(b, "at") <
		       integer_of(a, "at") + integer_of(a, "bits");
}

static bool counts_through(const json_t *single, const json_t *counted)
{
	return loop_true(single, "single") && loop_true(counted, "counted");
}

/* As the plugin does within a function. */
static bool is_same(const json_t *a, const json_t *b)
{
	if (!loop_true(a, "writes") && !loop_true(b, "writes"))
		return false;
	if (has_base(a) && is_equal(a, b, "variable") &&
	    is_equal(a, b, "parameter") && is_equal(a, b, "pointers") &&
	    is_equal(a, b, "member"))
		return overlaps(a, b);
	if (loop_true(a, "alone") && loop_true(b, "alone"))
		return false;
	if (counts_through(a, b) || counts_through(b, a))
		return false;
	return !json_object_get(a, "type") || !json_object_get(b, "type") ||
	       is_equal(a, b, "type");
}

const json_t *touch_meet(json_t *one, json_t *other)
{
	for (void *i = json_object_iter(one); i;
	     i = json_object_iter_next(one, i))
		for (void *j = json_object_iter(other); j;
		     j = json_object_iter_next(other, j))
			if (is_same(json_object_iter_value(i),
				    json_object_iter_value(j)))
				return json_object_iter_value(
					has_base(json_object_iter_value(i))
						? i
						: j);
	return NULL;
}

/* ":3:x.1234" is 'x'. */
char *touch_name(const json_t *place)
{
	const char *variable =
		json_string_value(json_object_get(place, "variable"));
	const char *begin = variable ? strrchr(variable, ':') : NULL;

	if (!variable || *variable == '%')
		return NULL;
	begin = begin ? begin + 1 : variable;
	return memory_print("%.*s", (int)strcspn(begin, "."), begin);
}
