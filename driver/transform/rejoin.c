/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fusion of distributed loops in a record.
 */
#include "rejoin.h"

#include <string.h>

#include "base/text.h"
#include "record/loop.h"

/* The new nest: loops around all, those of statements before the others, the
   others, those of statements behind them. */
struct pieces {
	const json_t *after;
	const struct reshape *reshape;
	int apart[RESHAPE_MOST], apart_count;
	int around; /* loops around all pieces */
	int tiles,
		inside; /* of tiles: all, and around the loops inside alone */
	int before, inner, behind, end; /* where each begins */
	int last;			/* where, joined, the apart ones end */
};

static bool has_name(const json_t *loop, const json_t *other)
{
	const char *a = json_string_value(json_object_get(loop, "var"));
	const char *b = json_string_value(json_object_get(other, "var"));

	return a && b && loop_same_counter(a, b);
}

/* By more than numbers that may wrap around, which is one reason at most? */
static bool is_held(const json_t *loop)
{
	size_t reasons = json_array_size(json_object_get(loop, "holds"));

	return reasons > loop_may_wrap(loop);
}

/* Loops of which each is in the one before it, the first in the parent. */
static bool is_chain(const struct pieces *pieces, int first, int end,
		     int parent)
{
	for (int i = first; i < end; i++) {
		const json_t *loop = loop_nested(pieces->after, i);

		if (!loop ||
		    loop_parent(loop) != (i > first ? i - 1 : parent) ||
		    is_held(loop))
			return false;
	}
	return true;
}

/* Do statements stand before the loop inside? A loop from tile to tile has a
   name of its own. */
static bool starts_apart(const json_t *before, const struct pieces *pieces)
{
	const struct reshape *reshape = pieces->reshape;
	const json_t *first = loop_nested(pieces->after, pieces->before);
	int inner = reshape->order[reshape_around(reshape)];

	if (pieces->inside)
		return has_name(
			first,
			loop_nested(before, reshape->first + pieces->apart[0]));
	return !has_name(first, loop_nested(before, reshape->first + inner));
}

/* Where the pieces are; statements may stand before, behind, or both. */
static bool find_pieces(const json_t *before, struct pieces *pieces)
{
	const struct reshape *reshape = pieces->reshape;
	int around = reshape_around(reshape);
	int inner = reshape->count - around + pieces->inside;
	int extra =
		loop_count(pieces->after) - loop_count(before) - pieces->tiles;
	bool starts;

	pieces->around = pieces->tiles - pieces->inside + around;
	pieces->before = reshape->first + pieces->around;
	starts = starts_apart(before, pieces);
	pieces->inner = pieces->before + (starts ? pieces->apart_count : 0);
	pieces->behind = pieces->inner + inner;
	pieces->end = pieces->before + inner + extra;
	return extra == pieces->apart_count * (starts ? 1 : 0) ||
	       extra == pieces->apart_count * (starts ? 2 : 1);
}

/* A variable that one piece hands to another holds a loop in its place; that
   the counter of a tile is a longer number does not. */
static bool are_chains(const json_t *before, const struct pieces *pieces)
{
	int first = pieces->reshape->first;
	int outer = loop_parent(loop_nested(before, first));
	int parent = pieces->around ? pieces->before - 1 : outer;

	return is_chain(pieces, first, pieces->before, outer) &&
	       is_chain(pieces, pieces->before, pieces->inner, parent) &&
	       is_chain(pieces, pieces->inner, pieces->behind, parent) &&
	       is_chain(pieces, pieces->behind, pieces->end, parent);
}

/* Where a loop stands once its copies are gone. */
static int new_index(const struct pieces *pieces, int loop)
{
	if (loop < pieces->before)
		return loop;
	if (loop < pieces->inner)
		return -1;
	loop -= pieces->inner - pieces->before;
	if (loop < pieces->before + pieces->behind - pieces->inner)
		return loop;
	loop -= pieces->end - pieces->behind;
	return loop < pieces->before + pieces->behind - pieces->inner ? -1
								      : loop;
}

/* The place of the order where a loop of the band stands. */
static int place_of(const struct reshape *reshape, int loop)
{
	int place = 0;

	while (reshape->order[place] != loop)
		place++;
	return place;
}

/* How many loops of a chain of copies a reference stands in; 0: in none. */
static int copies_around(const struct pieces *pieces, int loop)
{
	if (loop >= pieces->before && loop < pieces->inner)
		return loop - pieces->before + 1;
	if (loop >= pieces->behind && loop < pieces->end)
		return loop - pieces->behind + 1;
	return 0;
}

/*
 * The strides of a reference among the copies, in the loops down to the last
 * of them that has a copy: 0 in those that come between.
 */
static json_t *strides(const struct pieces *pieces, const json_t *reference)
{
	const struct reshape *reshape = pieces->reshape;
	json_t *old = json_object_get(reference, "strides");
	json_t *result = json_array();
	int around = (int)loop_integer(
		loop_nested(pieces->after, pieces->inner), "depth");

	for (int i = 0; i < around; i++)
		json_array_append(result, json_array_get(old, i));
	for (int i = 0; i < pieces->inside; i++)
		json_array_append_new(result, json_integer(0));
	for (int place = reshape_around(reshape); place <= pieces->last;
	     place++) {
		json_t *stride = NULL;

		for (int i = 0; i < pieces->apart_count; i++)
			if (reshape->order[place] == pieces->apart[i])
				stride = json_array_get(old, around + i);
		json_array_append_new(result, stride ? json_incref(stride)
						     : json_integer(0));
	}
	return result;
}

static json_t *references(const struct pieces *pieces)
{
	const json_t *old = json_object_get(pieces->after, "refs");
	json_t *result = json_array(), *one;
	size_t index;

	json_array_foreach(old, index, one)
	{
		json_t *fresh = json_copy(one);
		int loop = (int)loop_integer(one, "loop");

		if (copies_around(pieces, loop)) {
			json_object_set_new(fresh, "strides",
					    strides(pieces, one));
			loop = pieces->reshape->first + pieces->tiles +
			       pieces->last;
		} else {
			loop = new_index(pieces, loop);
		}
		json_object_set_new(fresh, "loop", json_integer(loop));
		json_array_append_new(result, fresh);
	}
	return result;
}

static void add_copy(struct rejoined *joined, const struct pieces *pieces,
		     int loop)
{
	int place = copies_around(pieces, loop) - 1;

	joined->copies[joined->copy_count++] = (struct rejoined_copy){
		.loop = loop_nested(pieces->after, loop),
		.of = pieces->reshape->first + pieces->apart[place]};
}

static json_t *loops(struct rejoined *joined, const struct pieces *pieces)
{
	json_t *result = json_array();

	for (int i = 0; i < loop_count(pieces->after); i++) {
		const json_t *loop = loop_nested(pieces->after, i);
		int parent = loop_parent(loop);
		json_t *fresh;

		if (copies_around(pieces, i)) {
			add_copy(joined, pieces, i);
			continue;
		}
		fresh = json_copy((json_t *)loop);
		if (parent >= 0)
			json_object_set_new(
				fresh, "parent",
				json_integer(new_index(pieces, parent)));
		json_array_append_new(result, fresh);
	}
	return result;
}

bool rejoin(const json_t *before, const json_t *after,
	    const struct reshape *reshape, struct rejoined *joined,
	    struct text *problem)
{
	struct pieces pieces = {.after = after, .reshape = reshape};

	for (int i = 0; i < reshape->count; i++)
		pieces.tiles += reshape->tile[i] != 0;
	pieces.inside = reshape_tiles(reshape, true);
	pieces.apart_count = reshape_apart(reshape, pieces.apart);
	for (int i = 0; i < pieces.apart_count; i++) {
		int place = place_of(reshape, pieces.apart[i]);

		pieces.last = place > pieces.last ? place : pieces.last;
	}
	if (!find_pieces(before, &pieces) || !are_chains(before, &pieces)) {
		text_add(problem, "the loops of statements that come apart");
		return false;
	}
	joined->record = json_copy((json_t *)after);
	json_object_set_new(joined->record, "nest", loops(joined, &pieces));
	json_object_set_new(joined->record, "refs", references(&pieces));
	return true;
}

void rejoined_free(struct rejoined *joined)
{
	json_decref(joined->record);
	*joined = (struct rejoined){0};
}
