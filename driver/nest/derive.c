/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Records made from records.
 */
#include "derive.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "record/loop.h"

#define MOST_COPIES 16	/* of an iteration: max-completely-peel-times */
#define MOST_COPIED 200 /* statements: max-completely-peeled-insns */

struct derivation {
	const json_t *old;
	const struct reshape *reshape;
	struct reshape_loop band[2 * RESHAPE_MOST]; /* as it will stand */
	int band_count, tiles;
	int apart[RESHAPE_MOST]; /* loops around statements that come apart */
	int apart_count;
	json_t *nest; /* new */
	int vector_bytes;
};

static json_t *old_loop(const struct derivation *derivation, int loop)
{
	return json_array_get(json_object_get(derivation->old, "nest"), loop);
}

static int old_loops(const struct derivation *derivation)
{
	return (int)json_array_size(json_object_get(derivation->old, "nest"));
}

static int old_last(const struct derivation *derivation)
{
	return derivation->reshape->first + derivation->reshape->count - 1;
}

static int new_last(const struct derivation *derivation)
{
	return derivation->reshape->first + derivation->band_count - 1;
}

static bool is_in_band(const struct derivation *derivation, int loop)
{
	return loop >= derivation->reshape->first &&
	       loop <= old_last(derivation);
}

/* Where an old loop stands in the new nest; of one in tiles, that within. */
static int new_index(const struct derivation *derivation, int loop)
{
	int first = derivation->reshape->first;

	if (loop < first)
		return loop;
	if (!is_in_band(derivation, loop))
		return loop + derivation->tiles;
	return first + reshape_place(derivation->reshape, loop - first, false);
}

/* ---- operations ---- */

/* Those of the loop's own counting, or the others. */
static json_t *operations_of(const json_t *loop, const char *key, bool control)
{
	json_t *from = json_object_get(json_object_get(loop, "ops"), key);
	json_t *to = json_object();

	for (void *i = json_object_iter(from); i;
	     i = json_object_iter_next(from, i)) {
		const char *name = json_object_iter_key(i);

		if ((strncmp(name, "control.", 8) == 0) == control)
			json_object_set(to, name, json_object_iter_value(i));
	}
	return to;
}

static void add_count(json_t *counts, const char *name, json_int_t more)
{
	json_int_t sum =
		json_integer_value(json_object_get(counts, name)) + more;

	if (sum > 0)
		json_object_set_new(counts, name, json_integer(sum));
	else
		json_object_del(counts, name);
}

void derive_add_operations(json_t *to, json_t *from)
{
	for (void *i = json_object_iter(from); i;
	     i = json_object_iter_next(from, i))
		add_count(to, json_object_iter_key(i),
			  json_integer_value(json_object_iter_value(i)));
}

/* What these loops of the band do beside counting. */
static json_t *body_operations(const struct derivation *derivation, int from,
			       int to, const char *key)
{
	json_t *body = json_object();

	for (int i = from; i < to; i++) {
		json_t *one = operations_of(
			old_loop(derivation, derivation->reshape->first + i),
			key, false);

		derive_add_operations(body, one);
		json_decref(one);
	}
	return body;
}

static json_t *operations(const json_t *loop)
{
	return json_pack("{s:o, s:o}", "certain",
			 operations_of(loop, "certain", true), "conditional",
			 operations_of(loop, "conditional", true));
}

/* ---- loops ---- */

static const char *old_name(const struct derivation *derivation, int loop)
{
	return json_string_value(
		json_object_get(old_loop(derivation, loop), "var"));
}

/* Of the loop from tile to tile: no other counter has such a name. */
static char *tile_name(const struct derivation *derivation, int place)
{
	return memory_print(
		"%s:tile",
		old_name(derivation, derivation->reshape->first + place));
}

static json_t *product(json_t *expression, json_int_t number)
{
	if (json_is_integer(expression))
		return json_integer(json_integer_value(expression) * number);
	return json_pack("[s, I, O]", "*", number, expression);
}

static json_t *tile_loop(const struct derivation *derivation, int place)
{
	json_int_t tile = derivation->reshape->tile[place];
	json_t *old = old_loop(derivation, derivation->reshape->first + place);
	json_t *loop = json_copy(old);
	char *name = tile_name(derivation, place);

	json_object_set_new(loop, "var", json_string(name));
	json_object_set_new(loop, "step",
			    product(json_object_get(old, "step"), tile));
	json_object_set_new(loop, "trip",
			    json_pack("[s, O, I]", "cdiv",
				      json_object_get(old, "trip"), tile));
	json_object_set_new(loop, "ops", operations(old));
	json_object_set_new(loop, "chain", json_object());
	free(name);
	return loop;
}

/* min(tile, trip - tile * iterations of the loop from tile to tile) */
static json_t *trip_in_tile(json_t *trip, json_int_t tile, const char *name)
{
	return json_pack("[s, I, [s, O, [s, I, [s, s]]]]", "min", tile, "+",
			 trip, "*", -tile, "iter", name);
}

/* min(to, tile's counter + step * tile), or max where it counts down */
static json_t *end_of_tile(const json_t *old, json_int_t tile, const char *name)
{
	const char *relation = json_string_value(json_object_get(old, "while"));
	json_t *length = product(json_object_get(old, "step"), tile);
	const char *end = relation && *relation == '>' ? "max" : "min";

	return json_pack("[s, [s, s, o], O]", end, "+", name, length,
			 json_object_get(old, "to"));
}

static json_t *loop_in_tile(const struct derivation *derivation, int place)
{
	json_int_t tile = derivation->reshape->tile[place];
	json_t *old = old_loop(derivation, derivation->reshape->first + place);
	json_t *loop = json_copy(old);
	char *name = tile_name(derivation, place);
	json_t *counting = operations(old);

	json_object_set_new(loop, "from", json_string(name));
	json_object_set_new(loop, "to", end_of_tile(old, tile, name));
	json_object_set_new(
		loop, "trip",
		trip_in_tile(json_object_get(old, "trip"), tile, name));
	/* the smaller of two ends is computed each time */
	add_count(json_object_get(counting, "certain"), "control.i32", 2);
	json_object_set_new(loop, "ops", counting);
	json_object_set_new(loop, "chain", json_object());
	free(name);
	return loop;
}

static json_t *moved_loop(const struct derivation *derivation, int place)
{
	json_t *old = old_loop(derivation, derivation->reshape->first + place);
	json_t *loop;

	if (derivation->reshape->tile[place] > 0)
		return loop_in_tile(derivation, place);
	loop = json_copy(old);
	json_object_set_new(loop, "ops", operations(old));
	json_object_set_new(loop, "chain", json_object());
	return loop;
}

static void place_loop(json_t *loop, int parent, int depth, int shared)
{
	json_object_set_new(loop, "parent",
			    parent < 0 ? json_null() : json_integer(parent));
	json_object_set_new(loop, "depth", json_integer(depth));
	json_object_set_new(loop, "omp",
			    shared < 0 ? json_null() : json_integer(shared));
}

static int depth_of(const json_t *loop)
{
	return (int)loop_integer(loop, "depth");
}

/* How many loops the construct comes to share out. */
static int shared_loops(const struct derivation *derivation)
{
	return derivation->reshape->collapse
		       ? derivation->reshape->collapse
		       : (int)loop_integer(derivation->old, "collapse");
}

/* The loops that the construct shares out are the outermost, as before. */
static int shared_at(const struct derivation *derivation, int index)
{
	const json_t *outer = old_loop(derivation, derivation->reshape->first);

	return json_is_integer(json_object_get(outer, "omp")) &&
			       index < shared_loops(derivation)
		       ? index
		       : -1;
}

static void add_band(struct derivation *derivation)
{
	const json_t *outer = old_loop(derivation, derivation->reshape->first);
	int first = derivation->reshape->first;

	for (int i = 0; i < derivation->band_count; i++) {
		int place = derivation->band[i].loop;
		json_t *loop = derivation->band[i].tile
				       ? tile_loop(derivation, place)
				       : moved_loop(derivation, place);

		place_loop(loop, i ? first + i - 1 : loop_parent(outer),
			   depth_of(outer) + i,
			   shared_at(derivation, first + i));
		json_array_append_new(derivation->nest, loop);
	}
}

/* What stood inside the innermost of the band stands there again. */
static json_t *inner_loop(const struct derivation *derivation, int index)
{
	json_t *old = old_loop(derivation, index);
	json_t *loop = json_copy(old);
	int parent = loop_parent(old);
	bool below =
		index > old_last(derivation) &&
		depth_of(old) > depth_of(old_loop(derivation,
						  derivation->reshape->first));

	if (parent == old_last(derivation))
		parent = new_last(derivation);
	else if (parent > old_last(derivation))
		parent += derivation->tiles;
	place_loop(loop, parent,
		   depth_of(old) + (below ? derivation->tiles : 0), -1);
	return loop;
}

/* The work of these loops of the band goes to a loop of the new nest. */
static void set_body(struct derivation *derivation, int from, int to, int loop)
{
	json_t *last = json_array_get(derivation->nest, loop);
	json_t *all = json_object_get(last, "ops");
	static const char *const keys[] = {"certain", "conditional"};

	for (size_t i = 0; i < 2; i++) {
		json_t *body = body_operations(derivation, from, to, keys[i]);

		derive_add_operations(json_object_get(all, keys[i]), body);
		json_decref(body);
	}
}

/* ---- statements that come apart ---- */

/* Loops of the new band that stand around all of it. */
static int loops_around_all(const struct derivation *derivation)
{
	return reshape_tiles(derivation->reshape, false) +
	       reshape_around(derivation->reshape);
}

/* The new loop in which the statements stand: behind all others. */
static int beside(const struct derivation *derivation)
{
	return old_loops(derivation) + derivation->tiles +
	       derivation->apart_count - 1;
}

/* Another counter than that of the loop that it comes apart from. */
static char *beside_name(const struct derivation *derivation, int place)
{
	return memory_print(
		"%s:beside",
		old_name(derivation, derivation->reshape->first + place));
}

json_t *derive_renamed(json_t *expression, const char *from, const char *to)
{
	json_t *result;

	if (json_is_string(expression) &&
	    strcmp(json_string_value(expression), from) == 0)
		return json_string(to);
	if (!json_is_array(expression))
		return json_incref(expression);
	result = json_array();
	for (size_t i = 0; i < json_array_size(expression); i++)
		json_array_append_new(
			result, derive_renamed(json_array_get(expression, i),
					       from, to));
	return result;
}

/* Ends that depend on a loop that comes apart, too, depend on its own. */
static void rename_ends(const struct derivation *derivation, json_t *loop)
{
	static const char *const keys[] = {"from", "to", "trip"};

	for (int i = 0; i < derivation->apart_count; i++) {
		int place = derivation->apart[i];
		char *name = beside_name(derivation, place);

		for (size_t j = 0; j < sizeof(keys) / sizeof(keys[0]); j++)
			json_object_set_new(
				loop, keys[j],
				derive_renamed(
					json_object_get(loop, keys[j]),
					old_name(derivation,
						 derivation->reshape->first +
							 place),
					name));
		free(name);
	}
}

static void add_beside(struct derivation *derivation)
{
	int around = loops_around_all(derivation);
	int first = derivation->reshape->first;
	const json_t *outer = old_loop(derivation, first);
	int parent = around ? first + around - 1 : loop_parent(outer);

	for (int i = 0; i < derivation->apart_count; i++) {
		int place = derivation->apart[i];
		json_t *loop = moved_loop(derivation, place);
		char *name = beside_name(derivation, place);

		rename_ends(derivation, loop);
		json_object_set_new(loop, "var", json_string(name));
		place_loop(loop, parent, depth_of(outer) + around + i, -1);
		json_array_append_new(derivation->nest, loop);
		parent = (int)json_array_size(derivation->nest) - 1;
		free(name);
	}
}

static void add_loops(struct derivation *derivation)
{
	derivation->nest = json_array();
	for (int i = 0; i < derivation->reshape->first; i++)
		json_array_append(derivation->nest, old_loop(derivation, i));
	add_band(derivation);
	for (int i = old_last(derivation) + 1; i < old_loops(derivation); i++)
		json_array_append_new(derivation->nest,
				      inner_loop(derivation, i));
	add_beside(derivation);
	set_body(derivation, derivation->reshape->split,
		 derivation->reshape->count, new_last(derivation));
	if (derivation->apart_count)
		set_body(derivation, 0, derivation->reshape->split,
			 beside(derivation));
}

/* ---- references ---- */

static bool is_below(const struct derivation *derivation, int loop)
{
	while (loop > old_last(derivation))
		loop = (int)loop_integer(old_loop(derivation, loop), "parent");
	return is_in_band(derivation, loop);
}

/* Does it stand among the statements that come apart? */
static bool is_beside(const struct derivation *derivation, int loop)
{
	return derivation->apart_count && is_in_band(derivation, loop) &&
	       loop < derivation->reshape->first + derivation->reshape->split;
}

static bool is_fixed(const json_t *stride)
{
	return json_is_integer(stride) && json_integer_value(stride) == 0;
}

/* The stride in a loop of the band; NULL where it stands before that. */
static json_t *stride_in(const struct derivation *derivation,
			 const json_t *reference, int place)
{
	size_t before =
		depth_of(old_loop(derivation, derivation->reshape->first));

	return json_array_get(json_object_get(reference, "strides"),
			      before + place);
}

/* Strides outside of the band as they were, then those in the new order. */
static json_t *new_strides(const struct derivation *derivation,
			   const json_t *reference, int band_loops)
{
	json_t *strides = json_object_get(reference, "strides");
	json_t *result = json_array();
	size_t before =
		depth_of(old_loop(derivation, derivation->reshape->first));
	size_t inside = before + derivation->reshape->count;

	for (size_t i = 0; i < before; i++)
		json_array_append(result, json_array_get(strides, i));
	for (int i = 0; i < band_loops; i++) {
		json_t *stride = derivation->band[i].tile
					 ? NULL
					 : stride_in(derivation, reference,
						     derivation->band[i].loop);

		if (stride)
			json_array_append(result, stride);
		else
			json_array_append_new(result, json_integer(0));
	}
	for (size_t i = inside; i < json_array_size(strides); i++)
		json_array_append(result, json_array_get(strides, i));
	return result;
}

/* Of statements that came apart: those around all, then their own. */
static json_t *strides_beside(const struct derivation *derivation,
			      const json_t *reference)
{
	json_t *strides = json_object_get(reference, "strides");
	json_t *result = json_array();
	int around = loops_around_all(derivation);
	int before = depth_of(old_loop(derivation, derivation->reshape->first));

	for (int i = 0; i < before; i++)
		json_array_append(result, json_array_get(strides, i));
	for (int i = 0; i < around + derivation->apart_count; i++) {
		bool tile = i < around && derivation->band[i].tile;
		int place = i < around ? derivation->band[i].loop
				       : derivation->apart[i - around];
		json_t *stride =
			tile ? NULL : stride_in(derivation, reference, place);

		json_array_append_new(result, stride ? json_incref(stride)
						     : json_integer(0));
	}
	return result;
}

static bool may_overlap(const json_t *record, size_t index)
{
	const json_t *pair;
	size_t i;

	json_array_foreach(json_object_get(record, "overlaps"), i, pair)
	{
		if (loop_integer(pair, "from") == (json_int_t)index ||
		    loop_integer(pair, "to") == (json_int_t)index)
			return true;
	}
	return false;
}

bool derive_is_changed(const json_t *record, size_t index)
{
	const json_t *references = json_object_get(record, "refs");
	const json_t *reference = json_array_get(references, index), *one;
	size_t i;

	json_array_foreach(references, i, one)
	{
		if (loop_true(one, "write") &&
		    (loop_same(one, reference, "base") ||
		     loop_may_meet(record, one, reference)))
			return true;
	}
	return may_overlap(record, index);
}

/*
 * Loops of the band around the reference. GCC loads before a loop what does
 * not move in it and is not written.
 */
static int loops_around(const struct derivation *derivation, size_t index,
			const json_t *reference)
{
	int count = derivation->band_count;

	if (loop_integer(reference, "loop") > old_last(derivation) ||
	    loop_true(reference, "write") ||
	    loop_true(reference, "conditional") ||
	    derive_is_changed(derivation->old, index))
		return count;
	while (count > 1 && !derivation->band[count - 2].tile) {
		json_t *stride = stride_in(derivation, reference,
					   derivation->band[count - 1].loop);

		if (stride && !is_fixed(stride))
			break;
		count--;
	}
	return count;
}

/* Its loads go with the reference from the body to the loop around it. */
static void move_loads(struct derivation *derivation, const json_t *reference,
		       int loop)
{
	char *name = memory_print("load.%s", json_string_value(json_object_get(
						     reference, "type")));
	json_int_t count = loop_integer(reference, "count");
	json_t *last = json_object_get(
		json_object_get(
			json_array_get(derivation->nest, new_last(derivation)),
			"ops"),
		"certain");
	json_t *to = json_object_get(
		json_object_get(json_array_get(derivation->nest, loop), "ops"),
		"certain");

	if (last != to &&
	    json_integer_value(json_object_get(last, name)) >= count) {
		add_count(last, name, -count);
		add_count(to, name, count);
	}
	free(name);
}

static json_t *new_reference(struct derivation *derivation, size_t index,
			     json_t *old)
{
	json_t *reference = json_copy(old);
	int loop = (int)loop_integer(old, "loop");
	int around;

	if (!is_below(derivation, loop)) {
		if (loop > old_last(derivation))
			json_object_set_new(
				reference, "loop",
				json_integer(loop + derivation->tiles));
		return reference;
	}
	if (is_beside(derivation, loop)) {
		json_object_set_new(reference, "strides",
				    strides_beside(derivation, old));
		json_object_set_new(reference, "loop",
				    json_integer(beside(derivation)));
		return reference;
	}
	around = loops_around(derivation, index, old);
	json_object_set_new(reference, "strides",
			    new_strides(derivation, old, around));
	if (loop > old_last(derivation)) {
		json_object_set_new(reference, "loop",
				    json_integer(new_index(derivation, loop)));
		return reference;
	}
	loop = derivation->reshape->first + around - 1;
	json_object_set_new(reference, "loop", json_integer(loop));
	move_loads(derivation, old, loop);
	return reference;
}

static json_t *new_references(struct derivation *derivation)
{
	json_t *references = json_object_get(derivation->old, "refs");
	json_t *result = json_array();

	for (size_t i = 0; i < json_array_size(references); i++)
		json_array_append_new(
			result, new_reference(derivation, i,
					      json_array_get(references, i)));
	return result;
}

/* ---- chains ---- */

static json_t *last_stride(const json_t *reference)
{
	json_t *strides = json_object_get(reference, "strides");

	return json_array_get(strides, json_array_size(strides) - 1);
}

/* Does the next iteration of the innermost loop read what this one writes? */
static bool goes_on(const struct derivation *derivation,
		    const json_t *references, const json_t *write)
{
	for (size_t i = 0; i < json_array_size(references); i++) {
		const json_t *read = json_array_get(references, i);
		json_int_t moved = loop_integer(write, "offset") -
				   loop_integer(read, "offset");
		json_t *stride = last_stride(write);

		if (!loop_true(read, "write") &&
		    loop_integer(read, "loop") == new_last(derivation) &&
		    loop_same(read, write, "base") &&
		    loop_same(read, write, "strides") &&
		    json_is_integer(stride) &&
		    json_integer_value(stride) == moved)
			return true;
	}
	return false;
}

static json_t *waiting(const char *type, const json_t *certain)
{
	char *add = memory_print("add.%s", type);
	json_t *chain = json_object();

	if (json_object_get(certain, add))
		json_object_set_new(chain, add, json_integer(1));
	free(add);
	return chain;
}

static bool keeps_innermost(const struct derivation *derivation)
{
	return derivation->band[derivation->band_count - 1].loop ==
	       derivation->reshape->count - 1;
}

/* A guess: one addition of the type that goes on through memory. */
static void set_chain(struct derivation *derivation, const json_t *references)
{
	json_t *last = json_array_get(derivation->nest, new_last(derivation));
	const json_t *certain =
		json_object_get(json_object_get(last, "ops"), "certain");

	if (keeps_innermost(derivation)) {
		json_object_set(last, "chain",
				json_object_get(old_loop(derivation,
							 old_last(derivation)),
						"chain"));
		return;
	}

	for (size_t i = 0; i < json_array_size(references); i++) {
		const json_t *write = json_array_get(references, i);

		if (!loop_true(write, "write") ||
		    loop_integer(write, "loop") != new_last(derivation) ||
		    !goes_on(derivation, references, write))
			continue;
		json_object_set_new(last, "chain",
				    waiting(json_string_value(json_object_get(
						    write, "type")),
					    certain));
		return;
	}
}

/* ---- what GCC will make of it ---- */

static const json_t *old_code(const struct derivation *derivation, int loop)
{
	const json_t *codes = json_object_get(derivation->old, "code");

	for (size_t i = 0; i < json_array_size(codes); i++) {
		const json_t *code = json_array_get(codes, i);

		if (loop_integer(code, "loop") == loop)
			return code;
	}
	return NULL;
}

static bool is_in_loop(const json_t *reference, int loop)
{
	return loop_integer(reference, "loop") == loop;
}

static json_int_t stores_that_may_meet(const struct derivation *derivation,
				       const json_t *references, int loop,
				       const json_t *reference)
{
	const json_t *one;
	size_t i;
	json_int_t stores = 0;

	json_array_foreach(references, i, one)
	{
		if (loop_true(one, "write") && is_in_loop(one, loop) &&
		    loop_may_meet(derivation->old, one, reference))
			stores += loop_integer(one, "count");
	}
	return stores;
}

/*
 * What the loop does not move is loaded again behind each store that may have
 * changed it. If no such store stands behind the last of these loads, the next
 * iteration has its value and GCC hands that on, in a way of which it fills
 * no vectors. There is none where loads are more than stores.
 */
static bool hands_on_loads(const struct derivation *derivation,
			   const json_t *references, int loop)
{
	size_t depth = depth_of(json_array_get(derivation->nest, loop));
	const json_t *one;
	size_t i;

	json_array_foreach(references, i, one)
	{
		json_int_t loads = loop_integer(one, "count");

		if (!loop_true(one, "write") && loads > 1 &&
		    loop_integer(one, "loop") == loop &&
		    is_fixed(json_array_get(json_object_get(one, "strides"),
					    depth)) &&
		    loads > stores_that_may_meet(derivation, references, loop,
						 one))
			return true;
	}
	return false;
}

/* From 13 on it fills vectors of what is handed on so. */
static bool is_carried(const struct derivation *derivation,
		       const json_t *references, int loop)
{
	const char *gcc =
		json_string_value(json_object_get(derivation->old, "gcc"));

	return gcc && atoi(gcc) < 13 &&
	       hands_on_loads(derivation, references, loop);
}

/* Bytes of an element that fills vectors along the loop well, as it moves with
   its own size or, read, not at all; else 0. */
static json_int_t bytes_along(const struct derivation *derivation,
			      const json_t *reference, int loop)
{
	const json_t *stride = json_array_get(
		json_object_get(reference, "strides"),
		depth_of(json_array_get(derivation->nest, loop)));
	json_int_t size = loop_integer(reference, "size");

	if (!json_is_integer(stride) || size < 1 || size > 8 ||
	    loop_true(reference, "conditional") ||
	    (json_integer_value(stride) != size &&
	     (json_integer_value(stride) != 0 ||
	      loop_true(reference, "write"))))
		return 0;
	return size;
}

/* Elements that a vector along the loop has of the largest type of these
   references, 0 where it cannot have any. */
static int lanes_along(const struct derivation *derivation,
		       const json_t *references, int loop,
		       bool counts(const json_t *, int))
{
	json_int_t largest = 0;
	const json_t *one;
	size_t i;

	json_array_foreach(references, i, one)
	{
		json_int_t size;

		if (!counts(one, loop))
			continue;
		size = bytes_along(derivation, one, loop);
		if (size == 0)
			return 0;
		largest = size > largest ? size : largest;
	}
	return largest ? derivation->vector_bytes / (int)largest : 0;
}

/* Does GCC use vectors at these flags where it must ask at run time? */
static bool vectorises(const json_t *code)
{
	const char *reason = json_string_value(json_object_get(code, "reason"));

	return loop_true(code, "vectorised") || !reason ||
	       !strstr(reason, "cost model of these flags");
}

/* In a loop that it shares out with others GCC finds out in each iteration
   where it is: no vector is filled. */
static bool is_joined(const struct derivation *derivation, int loop)
{
	return derivation->reshape->collapse > loop;
}

/* Sums and products of an iteration. */
static json_int_t arithmetic_of(const struct derivation *derivation, int loop)
{
	const json_t *ops = json_object_get(
		json_object_get(json_array_get(derivation->nest, loop), "ops"),
		"certain");
	json_int_t sum = 0;
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)ops, key, value)
	{
		if (strncmp(key, "add.", 4) == 0 ||
		    strncmp(key, "mul.", 4) == 0)
			sum += json_integer_value(value);
	}
	return sum;
}

/* Statements by which GCC measures an iteration: each place that is met has
   its access and, where it moves, its pointer. */
static json_int_t statements_of(const struct derivation *derivation,
				const json_t *references, int loop)
{
	size_t depth = depth_of(json_array_get(derivation->nest, loop));
	json_int_t sum = arithmetic_of(derivation, loop);
	const json_t *one;
	size_t i;

	json_array_foreach(references, i, one)
	{
		if (is_in_loop(one, loop) &&
		    !is_fixed(json_array_get(json_object_get(one, "strides"),
					     depth)))
			sum += 2;
	}
	return sum;
}

/* Does GCC unroll vectors along the loop completely? Its own measure: a third
   of what is copied is thought to go. */
static bool leaves_no_loop(const struct derivation *derivation,
			   const json_t *references, const json_t *code,
			   int loop, int lanes)
{
	const json_t *trip =
		json_object_get(json_array_get(derivation->nest, loop), "trip");
	json_int_t steps = json_integer_value(trip) / lanes;

	return loop_true(code, "grows") && json_is_integer(trip) && steps > 0 &&
	       steps <= MOST_COPIES &&
	       steps * statements_of(derivation, references, loop) * 2 / 3 <=
		       MOST_COPIED;
}

/* What the old innermost loop says holds where the new one is no shorter. */
static json_int_t unrolling(const struct derivation *derivation,
			    const json_t *references, const json_t *code,
			    int loop, int lanes)
{
	json_int_t before = loop_integer(code, "unrolled");

	if (lanes > 1)
		return leaves_no_loop(derivation, references, code, loop, lanes)
			       ? 0
			       : before + (before == 0);
	return before;
}

static json_t *guess(const struct derivation *derivation,
		     const json_t *references, const json_t *code, int loop)
{
	const json_t *last = json_array_get(derivation->nest, loop);
	json_t *chain = json_object_get(last, "chain");
	json_t *fresh = json_copy((json_t *)code);
	int lanes = lanes_along(derivation, references, loop, is_in_loop);
	bool vector = lanes > 1 && json_object_size(chain) == 0 &&
		      vectorises(code) && !is_joined(derivation, loop) &&
		      !is_carried(derivation, references, loop);

	if (loop_true(code, "vectorised") && lanes > 1 &&
	    loop_integer(code, "lanes") > 1)
		lanes = (int)loop_integer(code, "lanes");
	json_object_set_new(fresh, "loop", json_integer(loop));
	json_object_set_new(fresh, "vectorised", json_boolean(vector));
	json_object_set_new(fresh, "lanes", json_integer(vector ? lanes : 1));
	json_object_set_new(fresh, "iterations",
			    json_integer(vector ? lanes : 1));
	json_object_set_new(fresh, "over",
			    vector ? json_integer(loop) : json_null());
	json_object_set_new(fresh, "kind",
			    json_string(vector ? "contiguous" : "none"));
	json_object_set_new(fresh, "masked", json_false());
	json_object_set_new(fresh, "reduction", json_null());
	json_object_set_new(fresh, "unrolled",
			    json_integer(unrolling(derivation, references, code,
						   loop, vector ? lanes : 1)));
	json_object_set_new(fresh, "interchanged", json_false());
	json_object_set_new(fresh, "reason", json_null());
	return fresh;
}

/*
 * Vectors along the loop around the innermost one stay with it there. GCC fills
 * none so where the inner loop may have no iteration, as in a tile.
 */
static bool keeps_vectors(const struct derivation *derivation,
			  const json_t *code)
{
	const json_t *over = json_object_get(code, "over");
	int last = old_last(derivation);
	int loop = json_is_integer(over) ? (int)json_integer_value(over) : last;

	return loop == last ||
	       (derivation->reshape->tile[last - derivation->reshape->first] ==
			0 &&
		new_index(derivation, loop) == new_last(derivation) - 1);
}

static json_t *unrolled(const json_t *code, int loop)
{
	json_t *fresh = json_copy((json_t *)code);

	json_object_set_new(fresh, "loop", json_integer(loop));
	json_object_set_new(fresh, "vectorised", json_false());
	json_object_set_new(fresh, "lanes", json_integer(1));
	json_object_set_new(fresh, "iterations", json_integer(1));
	json_object_set_new(fresh, "over", json_null());
	json_object_set_new(fresh, "kind", json_string("none"));
	json_object_set_new(fresh, "unrolled", json_integer(0));
	return fresh;
}

static bool is_inside(const json_t *reference, int loop)
{
	return loop_integer(reference, "loop") >= loop;
}

/* Is the loop of which vectors are filled right around the one below the band
   as before? */
static bool is_still_around(const struct derivation *derivation, int over)
{
	return new_index(derivation, over) == new_last(derivation);
}

/* Vectors of a loop below the band are filled along the one that is around it
   now, or there are none. */
static json_t *turned(const struct derivation *derivation,
		      const json_t *references, const json_t *code)
{
	int around = new_last(derivation);
	int lanes = lanes_along(derivation, references, around, is_inside);
	json_t *fresh = unrolled(code, (int)loop_integer(code, "loop"));

	json_object_set_new(fresh, "unrolled", json_integer(1));
	if (lanes <= 1)
		return fresh;
	json_object_set_new(fresh, "vectorised", json_true());
	json_object_set_new(fresh, "lanes", json_integer(lanes));
	json_object_set_new(fresh, "iterations", json_integer(lanes));
	json_object_set_new(fresh, "over", json_integer(around));
	json_object_set_new(fresh, "kind", json_string("contiguous"));
	return fresh;
}

/* The same code, of loops by their new numbers. */
static json_t *moved_code(const struct derivation *derivation,
			  const json_t *references, const json_t *old)
{
	const json_t *over = json_object_get(old, "over");
	int loop = (int)loop_integer(old, "loop");
	json_t *code = json_copy((json_t *)old), *fresh;

	json_object_set_new(code, "loop",
			    json_integer(new_index(derivation, loop)));
	if (!json_is_integer(over))
		return code;
	if (is_in_band(derivation, (int)json_integer_value(over)) &&
	    !is_in_band(derivation, loop) &&
	    !is_still_around(derivation, (int)json_integer_value(over))) {
		fresh = turned(derivation, references, code);
		json_decref(code);
		return fresh;
	}
	json_object_set_new(
		code, "over",
		json_integer(
			new_index(derivation, (int)json_integer_value(over))));
	return code;
}

/* The loop around one that is unrolled completely holds none any more. */
static json_t *around_no_loop(const struct derivation *derivation, int loop,
			      const json_t *innermost)
{
	int around = loop_parent(json_array_get(derivation->nest, loop));
	json_t *code;

	if (around < 0)
		return NULL;
	code = unrolled(innermost, around);
	json_object_set_new(code, "unrolled", json_integer(1));
	return code;
}

/* The new innermost loop, and that around it where it is unrolled. */
static void add_new_codes(const struct derivation *derivation,
			  const json_t *references, const json_t *innermost,
			  json_t *codes)
{
	int loop = new_last(derivation);
	json_t *code = guess(derivation, references, innermost, loop);

	if (loop_true(code, "vectorised") &&
	    loop_integer(code, "unrolled") == 0)
		json_array_append_new(
			codes, around_no_loop(derivation, loop, innermost));
	json_array_append_new(codes, code);
}

/* Codes of loops that stay what they are, and of the new innermost one. */
static json_t *new_codes(const struct derivation *derivation,
			 const json_t *references)
{
	const json_t *codes = json_object_get(derivation->old, "code");
	const json_t *innermost = old_code(derivation, old_last(derivation));
	bool same = keeps_innermost(derivation) &&
		    keeps_vectors(derivation, innermost) &&
		    !is_joined(derivation, new_last(derivation));
	json_t *result = json_array();

	for (size_t i = 0; i < json_array_size(codes); i++) {
		const json_t *code = json_array_get(codes, i);
		int loop = (int)loop_integer(code, "loop");

		if (!is_in_band(derivation, loop) ||
		    (same && loop == old_last(derivation)))
			json_array_append_new(
				result,
				moved_code(derivation, references, code));
	}
	if (!same && innermost)
		add_new_codes(derivation, references, innermost, result);
	if (derivation->apart_count && innermost)
		json_array_append_new(result,
				      guess(derivation, references, innermost,
					    beside(derivation)));
	return result;
}

json_t *derive_across(const json_t *record, const struct reshape *reshape)
{
	const struct derivation derivation = {.old = record,
					      .reshape = reshape};

	return tile_loop(&derivation, 0);
}

json_t *derive_within(const json_t *record, const struct reshape *reshape)
{
	const struct derivation derivation = {.old = record,
					      .reshape = reshape};

	return loop_in_tile(&derivation, 0);
}

json_t *derive_code(const json_t *record, const struct reshape *reshape,
		    int vector_bytes, json_t *nest, const json_t *references,
		    int loop, const json_t *code)
{
	const struct derivation derivation = {.old = record,
					      .reshape = reshape,
					      .nest = nest,
					      .vector_bytes = vector_bytes};

	return guess(&derivation, references, code, loop);
}

json_t *derive_operations(const json_t *loop, const char *key)
{
	return operations_of(loop, key, false);
}

json_t *derive_record(const json_t *record, const struct reshape *reshape,
		      int vector_bytes)
{
	struct derivation derivation = {.old = record,
					.reshape = reshape,
					.vector_bytes = vector_bytes};
	json_t *result = json_copy((json_t *)record);
	json_t *references;

	derivation.band_count = reshape_loops(reshape, derivation.band);
	derivation.tiles = derivation.band_count - reshape->count;
	derivation.apart_count = reshape_apart(reshape, derivation.apart);
	add_loops(&derivation);
	references = new_references(&derivation);
	set_chain(&derivation, references);
	if (json_is_array(json_object_get(record, "code")))
		json_object_set_new(result, "code",
				    new_codes(&derivation, references));
	json_object_set_new(result, "collapse",
			    json_integer(shared_loops(&derivation)));
	json_object_set_new(result, "nest", derivation.nest);
	json_object_set_new(result, "refs", references);
	return result;
}
