/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Records after unroll-and-jam.
 */
#include "unfold.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "derive.h"
#include "record/loop.h"

#define NOWHERE (-1)

struct unfolding {
	const json_t *old;
	const struct reshape *reshape;
	int vector_bytes;
	json_t *nest, *references, *codes; /* new */
	int *origin; /* of a new loop: the old one, NOWHERE from tile to tile */
	int *place;  /* of an old loop: where it stands now */
	int *seat;   /* where its own statements do */
	int copies;  /* of the loop through a tile */
};

static bool is_cut(const struct unfolding *all, int loop)
{
	return loop_is_within(all->old, loop, all->reshape->first);
}

/* ---- loops ---- */

/* Takes the loop over; returns where it stands. */
static int add_loop(struct unfolding *all, json_t *loop, int parent, int origin)
{
	int index = (int)json_array_size(all->nest);
	json_int_t depth =
		parent < 0 ? loop_integer(loop, "depth")
			   : loop_integer(json_array_get(all->nest, parent),
					  "depth") +
				     1;

	json_object_set_new(loop, "parent",
			    parent < 0 ? json_null() : json_integer(parent));
	json_object_set_new(loop, "depth", json_integer(depth));
	if (parent >= 0)
		json_object_set_new(loop, "omp", json_null());
	json_array_append_new(all->nest, loop);
	all->origin = memory_grow(all->origin, index + 1, sizeof(*all->origin));
	all->origin[index] = origin;
	return index;
}

/* Each copy of the loop through a tile has a counter of its own. */
static int add_copy(struct unfolding *all, int parent)
{
	json_t *loop = derive_within(all->old, all->reshape);
	char *name = memory_print("%s:%d",
				  loop_counter(all->old, all->reshape->first),
				  ++all->copies);

	json_object_set_new(loop, "var", json_string(name));
	free(name);
	return add_loop(all, loop, parent, all->reshape->first);
}

/* What the old loop does beside counting goes to the new one. */
static void add_body(const struct unfolding *all, int from, int to)
{
	static const char *const keys[] = {"certain", "conditional"};
	json_t *ops = json_object_get(json_array_get(all->nest, to), "ops");

	for (size_t i = 0; i < 2; i++) {
		json_t *body =
			derive_operations(loop_nested(all->old, from), keys[i]);

		derive_add_operations(json_object_get(ops, keys[i]), body);
		json_decref(body);
	}
}

static void take_body(const json_t *old, json_t *loop)
{
	static const char *const keys[] = {"certain", "conditional"};
	json_t *ops = json_deep_copy(json_object_get(old, "ops"));

	for (size_t i = 0; i < 2; i++) {
		json_t *counts = json_object_get(ops, keys[i]);
		const char *name;
		json_t *count;
		void *next;

		json_object_foreach_safe(
			counts, next, name,
			count) if (strncmp(name, "control.",
					   strlen("control.")) != 0)
			json_object_del(counts, name);
	}
	json_object_set_new(loop, "ops", ops);
	json_object_set_new(loop, "chain", json_object());
}

static bool has_references(const struct unfolding *all, int loop)
{
	const json_t *references = json_object_get(all->old, "refs");

	for (size_t i = 0; i < json_array_size(references); i++)
		if (loop_integer(json_array_get(references, i), "loop") == loop)
			return true;
	return false;
}

static void add_cut(struct unfolding *all, int loop, int parent);

/* What the loop contains, each part in a loop through the tile. */
static void add_parts(struct unfolding *all, int loop)
{
	int parent = all->place[loop];

	if (loop_is_innermost(all->old, loop) || has_references(all, loop)) {
		all->seat[loop] = add_copy(all, parent);
		add_body(all, loop, all->seat[loop]);
	}
	for (int i = loop + 1; i < loop_count(all->old); i++) {
		if (loop_parent(loop_nested(all->old, i)) == loop)
			add_cut(all, i, parent);
	}
}

static void add_cut(struct unfolding *all, int loop, int parent)
{
	bool tiles = loop == all->reshape->first;
	json_t *old = loop_nested(all->old, loop);
	json_t *copy =
		tiles ? derive_across(all->old, all->reshape) : json_copy(old);

	if (!tiles)
		take_body(old, copy);
	all->place[loop] = add_loop(all, copy, parent, tiles ? NOWHERE : loop);
	all->seat[loop] = all->place[loop];
	add_parts(all, loop);
}

static void add_around(struct unfolding *all, int loop, int parent)
{
	all->place[loop] = add_loop(all, json_copy(loop_nested(all->old, loop)),
				    parent, loop);
	all->seat[loop] = all->place[loop];
	for (int i = loop + 1; i < loop_count(all->old); i++) {
		if (loop_parent(loop_nested(all->old, i)) != loop)
			continue;
		if (i == all->reshape->first)
			add_cut(all, i, all->place[loop]);
		else
			add_around(all, i, all->place[loop]);
	}
}

static void add_loops(struct unfolding *all)
{
	for (int i = 0; i < loop_count(all->old); i++) {
		if (loop_parent(loop_nested(all->old, i)) != NOWHERE)
			continue;
		if (i == all->reshape->first)
			add_cut(all, i, NOWHERE);
		else
			add_around(all, i, NOWHERE);
	}
}

/* ---- references ---- */

/* Strides in the loops around a new one: as they were, 0 from tile to tile. */
static json_t *strides_at(const struct unfolding *all, const json_t *old,
			  int loop)
{
	json_t *result = json_array();

	for (; loop >= 0; loop = loop_parent(json_array_get(all->nest, loop))) {
		int origin = all->origin[loop];
		json_t *stride =
			origin < 0 ? NULL
				   : json_array_get(
					     old,
					     loop_integer(loop_nested(all->old,
								      origin),
							  "depth"));

		json_array_insert_new(result, 0,
				      stride ? json_incref(stride)
					     : json_integer(0));
	}
	return result;
}

/* GCC loads before a loop what is always the same there. */
static bool stands_before(const struct unfolding *all, size_t index, int loop)
{
	const json_t *reference =
		json_array_get(json_object_get(all->old, "refs"), index);
	const json_t *strides = json_object_get(reference, "strides");
	json_t *stride = json_array_get(
		strides,
		loop_integer(loop_nested(all->old, all->reshape->first),
			     "depth"));

	return all->seat[loop] != all->place[loop] && is_cut(all, loop) &&
	       !loop_true(reference, "write") &&
	       !loop_true(reference, "conditional") &&
	       json_is_integer(stride) && json_integer_value(stride) == 0 &&
	       !derive_is_changed(all->old, index);
}

static void add_reference(struct unfolding *all, size_t index)
{
	json_t *old = json_array_get(json_object_get(all->old, "refs"), index);
	json_t *fresh = json_copy((json_t *)old);
	int loop = (int)loop_integer(old, "loop");
	int at = stands_before(all, index, loop) ? all->place[loop]
						 : all->seat[loop];

	json_object_set_new(
		fresh, "strides",
		strides_at(all, json_object_get(old, "strides"), at));
	json_object_set_new(fresh, "loop", json_integer(at));
	json_array_append_new(all->references, fresh);
}

static json_int_t size_of(const char *type)
{
	return atoi(type + strcspn(type, "0123456789")) / 8;
}

/* A variable of each iteration of the tile, in the first cache or nearer. */
static void add_own(struct unfolding *all, const json_t *variable, int at,
		    bool write)
{
	json_t *one = json_deep_copy(
		json_array_get(json_object_get(all->old, "refs"), 0));
	const char *type = json_string_value(json_object_get(variable, "type"));
	json_t *strides = json_array();
	json_int_t depth = loop_integer(json_array_get(all->nest, at), "depth");

	for (json_int_t i = 0; i < depth; i++)
		json_array_append_new(strides, json_integer(0));
	json_array_append_new(strides, json_integer(size_of(type)));
	json_object_set(one, "base", json_object_get(variable, "name"));
	json_object_set_new(one, "type", json_string(type));
	json_object_set_new(one, "size", json_integer(size_of(type)));
	json_object_set_new(one, "write", json_boolean(write));
	json_object_set_new(one, "count", json_integer(1));
	json_object_set_new(one, "loop", json_integer(at));
	json_object_set_new(one, "strides", strides);
	json_object_set_new(one, "offset", json_integer(0));
	json_object_set_new(one, "extent", json_null());
	json_object_set_new(one, "within", json_array());
	json_object_set_new(one, "indirect", json_null());
	json_object_set_new(one, "conditional", json_false());
	json_object_set_new(one, "protected", json_null());
	json_object_set_new(one, "private", json_true());
	json_array_append_new(all->references, one);
}

static void count_own(struct unfolding *all, const json_t *variable, int at)
{
	const char *type = json_string_value(json_object_get(variable, "type"));
	char *load = memory_print("load.%s", type);
	char *store = memory_print("store.%s", type);
	json_t *more = json_pack("{s:i, s:i}", load, 1, store, 1);

	derive_add_operations(
		json_object_get(
			json_object_get(json_array_get(all->nest, at), "ops"),
			"certain"),
		more);
	json_decref(more);
	free(load);
	free(store);
}

/* Numbers that go on in a loop that is cut. */
static void add_owns(struct unfolding *all, int loop)
{
	const json_t *carries =
		json_object_get(loop_nested(all->old, loop), "carries");
	const json_t *variable;
	size_t index;

	json_array_foreach(carries, index, variable)
	{
		if (!loop_is_innermost(all->old, loop))
			continue;
		add_own(all, variable, all->seat[loop], false);
		add_own(all, variable, all->seat[loop], true);
		count_own(all, variable, all->seat[loop]);
	}
}

static void add_references(struct unfolding *all)
{
	const json_t *references = json_object_get(all->old, "refs");

	for (size_t i = 0; i < json_array_size(references); i++)
		add_reference(all, i);
	for (int i = 0; i < loop_count(all->old) && json_array_size(references);
	     i++)
		if (is_cut(all, i))
			add_owns(all, i);
}

/* ---- what GCC will make of it ---- */

static const json_t *code_of(const struct unfolding *all, int loop)
{
	const json_t *codes = json_object_get(all->old, "code"), *code;
	size_t index;

	json_array_foreach(codes, index, code)
	{
		if (loop_integer(code, "loop") == loop)
			return code;
	}
	return json_array_get(codes, 0);
}

/* Of a loop that stayed as it is. */
static void add_code(struct unfolding *all, const json_t *code)
{
	json_t *fresh = json_copy((json_t *)code);
	json_t *over = json_object_get(code, "over");

	json_object_set_new(
		fresh, "loop",
		json_integer(all->place[loop_integer(code, "loop")]));
	if (json_is_integer(over))
		json_object_set_new(
			fresh, "over",
			json_integer(all->place[json_integer_value(over)]));
	json_array_append_new(all->codes, fresh);
}

static void add_guess(struct unfolding *all, int old, int loop)
{
	json_array_append_new(all->codes,
			      derive_code(all->old, all->reshape,
					  all->vector_bytes, all->nest,
					  all->references, loop,
					  code_of(all, old)));
}

static void add_codes(struct unfolding *all)
{
	const json_t *codes = json_object_get(all->old, "code"), *code;
	size_t index;

	json_array_foreach(codes, index, code)
	{
		if (!is_cut(all, (int)loop_integer(code, "loop")))
			add_code(all, code);
	}
	for (int i = 0; i < loop_count(all->old); i++)
		if (json_array_size(codes) && is_cut(all, i) &&
		    all->seat[i] != all->place[i])
			add_guess(all, i, all->seat[i]);
}

json_t *unfold_record(const json_t *record, const struct reshape *reshape,
		      int vector_bytes)
{
	size_t loops = loop_count(record);
	struct unfolding all = {.old = record,
				.reshape = reshape,
				.vector_bytes = vector_bytes,
				.nest = json_array(),
				.references = json_array(),
				.codes = json_array(),
				.place = memory_grow(NULL, loops, sizeof(int)),
				.seat = memory_grow(NULL, loops, sizeof(int))};
	json_t *result = json_copy((json_t *)record);

	add_loops(&all);
	add_references(&all);
	add_codes(&all);
	json_object_set_new(result, "nest", all.nest);
	json_object_set_new(result, "refs", all.references);
	if (json_is_array(json_object_get(record, "code")))
		json_object_set(result, "code", all.codes);
	json_decref(all.codes);
	free(all.origin);
	free(all.place);
	free(all.seat);
	return result;
}
