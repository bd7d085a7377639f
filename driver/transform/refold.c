/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fusion of jammed loops in a record.
 */
#include "refold.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "nest/perfect.h"
#include "record/loop.h"

/*
 * The new nest: loops up to the one from tile to tile, and within it loops as
 * they were with copies of the loop through the tile among them. Put together,
 * one such loop stands right within that from tile to tile, and around all.
 */
struct fold {
	const json_t *before, *after;
	const struct reshape *reshape;
	int tiles;  /* the loop from tile to tile */
	int *place; /* of a loop of "after" in what is put together; of a copy
		       that of the loop around it */
	bool *copy;
};

static bool is_inside(const struct fold *fold, int loop)
{
	return loop_is_within(fold->after, loop, fold->tiles);
}

static bool has_copy_around(const struct fold *fold, int loop)
{
	while ((loop = loop_parent(loop_nested(fold->after, loop))) >= 0)
		if (fold->copy[loop])
			return true;
	return false;
}

/* Which loops are copies? Each statement is in one, and in no more. */
static bool find_copies(struct fold *fold, struct rejoined *joined)
{
	const char *counter = loop_counter(fold->before, fold->tiles);

	for (int i = fold->tiles + 1; i < loop_count(fold->after); i++) {
		const json_t *loop = loop_nested(fold->after, i);

		fold->copy[i] = is_inside(fold, i) &&
				loop_same_counter(counter,
						  loop_counter(fold->after, i));
		if (!fold->copy[i])
			continue;
		if (has_copy_around(fold, i) ||
		    joined->copy_count == REJOINED_MOST)
			return false;
		joined->copies[joined->copy_count++] =
			(struct rejoined_copy){loop, fold->tiles};
	}
	return joined->copy_count > 0;
}

/* Loops behind that from tile to tile have one more before them. */
static void find_places(struct fold *fold)
{
	int place = 0;

	for (int i = 0; i < loop_count(fold->after); i++) {
		int parent = loop_parent(loop_nested(fold->after, i));

		if (!fold->copy[i])
			fold->place[i] = place++;
		else
			fold->place[i] = parent == fold->tiles
						 ? fold->tiles + 1
						 : fold->place[parent];
		place += i == fold->tiles;
	}
}

/*
 * What goes from one loop through the tile to another in a variable holds one
 * of them, as does what goes on in a loop that was cut. Loops that stayed
 * whole are held by what held them.
 */
static bool is_free(const struct fold *fold, int loop)
{
	const json_t *holds =
		json_object_get(loop_nested(fold->after, loop), "holds");
	size_t reasons = json_array_size(holds), before = 0;

	if (has_copy_around(fold, loop))
		before = json_array_size(json_object_get(
			loop_nested(fold->before, fold->place[loop] - 1),
			"holds"));
	if (reasons > before)
		reasons -= loop_may_wrap(loop_nested(fold->after, loop));
	return reasons <= before;
}

static bool are_free(const struct fold *fold)
{
	for (int i = fold->tiles; i < loop_count(fold->after); i++)
		if (is_inside(fold, i) && !is_free(fold, i))
			return false;
	return true;
}

static json_t *moved_loop(const json_t *old, int parent)
{
	json_t *loop = json_copy((json_t *)old);

	if (parent >= 0)
		json_object_set_new(loop, "parent", json_integer(parent));
	return loop;
}

/* The loop around: that through the tile where it was that of the tiles. */
static int place_around(const struct fold *fold, int loop)
{
	int parent = loop_parent(loop_nested(fold->after, loop));

	if (parent < 0)
		return parent;
	return parent == fold->tiles ? fold->tiles + 1 : fold->place[parent];
}

static json_t *join_loops(const struct fold *fold, const json_t *copy)
{
	json_t *nest = json_array();

	for (int i = 0; i < loop_count(fold->after); i++) {
		const json_t *loop = loop_nested(fold->after, i);

		if (fold->copy[i])
			continue;
		json_array_append_new(nest,
				      moved_loop(loop, place_around(fold, i)));
		if (i == fold->tiles)
			json_array_append_new(nest, moved_loop(copy, i));
	}
	return nest;
}

/* Loops are as deep as there are loops around them. */
static void set_depths(json_t *nest)
{
	json_t *loop;
	size_t index;

	json_array_foreach(nest, index, loop)
	{
		int parent = loop_parent(loop);
		json_int_t depth = loop_integer(loop, "depth");

		if (parent >= 0)
			depth = loop_integer(json_array_get(nest, parent),
					     "depth") +
				1;
		json_object_set_new(loop, "depth", json_integer(depth));
	}
}

/* ---- references ---- */

static json_int_t depth_of(const struct fold *fold, int loop)
{
	return loop_integer(loop_nested(fold->after, loop), "depth");
}

/* The copy that the loop is, or stands in; -1: none. */
static int copy_around(const struct fold *fold, int loop)
{
	while (loop >= 0 && !fold->copy[loop])
		loop = loop_parent(loop_nested(fold->after, loop));
	return loop;
}

/* The stride in the loop through the tile comes right behind the tiles'. */
static json_t *join_strides(const struct fold *fold, const json_t *reference)
{
	int loop = (int)loop_integer(reference, "loop");
	int copy = copy_around(fold, loop);
	json_t *result = json_copy(json_object_get(reference, "strides"));
	json_t *stride = json_integer(0);

	if (copy >= 0) {
		size_t depth = (size_t)depth_of(fold, copy);

		json_decref(stride);
		stride = json_incref(json_array_get(result, depth));
		json_array_remove(result, depth);
	}
	if (loop != fold->tiles)
		json_array_insert(result,
				  (size_t)depth_of(fold, fold->tiles) + 1,
				  stride);
	json_decref(stride);
	return result;
}

static bool is_known(const struct fold *fold, const json_t *base)
{
	const json_t *references = json_object_get(fold->before, "refs");

	for (size_t i = 0; i < json_array_size(references); i++)
		if (json_equal(json_object_get(json_array_get(references, i),
					       "base"),
			       base))
			return true;
	return !json_is_string(base);
}

static bool is_number(const json_t *strides, json_int_t depth,
		      json_int_t number)
{
	const json_t *stride = json_array_get(strides, (size_t)depth);

	return json_is_integer(stride) && json_integer_value(stride) == number;
}

/* To the element of a variable that has one for each iteration of a tile? */
static bool is_own(const struct fold *fold, const json_t *reference)
{
	const json_t *strides = json_object_get(reference, "strides");
	const char *type =
		json_string_value(json_object_get(reference, "type"));
	json_int_t size = loop_integer(reference, "size");
	json_int_t tile = fold->reshape->tile[0];
	int copy = copy_around(fold, (int)loop_integer(reference, "loop"));

	if (copy < 0 || !type || type[0] != 'f' ||
	    !loop_true(reference, "private") ||
	    !json_is_integer(json_object_get(reference, "offset")))
		return false;
	for (json_int_t i = 0; i < (json_int_t)json_array_size(strides); i++) {
		json_int_t wanted = i == depth_of(fold, copy) ? size
				    : i == depth_of(fold, fold->tiles)
					    ? -size * tile
					    : 0;

		if (!is_number(strides, i, wanted))
			return false;
	}
	return true;
}

/* Without those to variables; NULL where one is something else. */
static json_t *join_references(const struct fold *fold)
{
	const json_t *references = json_object_get(fold->after, "refs"), *one;
	json_t *result = json_array();
	size_t index;

	json_array_foreach(references, index, one)
	{
		int loop = (int)loop_integer(one, "loop");
		json_t *fresh;

		if (!is_known(fold, json_object_get(one, "base")) &&
		    is_own(fold, one))
			continue;
		fresh = json_copy((json_t *)one);
		if (is_inside(fold, loop))
			json_object_set_new(fresh, "strides",
					    join_strides(fold, one));
		json_object_set_new(fresh, "loop",
				    json_integer(fold->place[loop]));
		json_array_append_new(result, fresh);
	}
	return result;
}

bool refold(const json_t *before, const json_t *after,
	    const struct reshape *reshape, struct rejoined *joined,
	    struct text *problem)
{
	size_t loops = json_array_size(json_object_get(after, "nest"));
	struct fold fold = {.before = before,
			    .after = after,
			    .reshape = reshape,
			    .tiles = reshape->first,
			    .place = memory_grow(NULL, loops + 1, sizeof(int)),
			    .copy = memory_grow(NULL, loops + 1, sizeof(bool))};
	bool good;

	memset(fold.copy, 0, (loops + 1) * sizeof(bool));
	good = find_copies(&fold, joined);
	if (good)
		find_places(&fold);
	good = good && (int)loops - joined->copy_count == loop_count(before) &&
	       are_free(&fold);
	if (good) {
		json_t *nest = join_loops(&fold, joined->copies[0].loop);

		set_depths(nest);
		joined->record = json_copy((json_t *)after);
		json_object_set_new(joined->record, "nest", nest);
		json_object_set_new(joined->record, "refs",
				    join_references(&fold));
	} else {
		text_add(problem, "the loops of the jam");
	}
	free(fold.place);
	free(fold.copy);
	return good;
}
