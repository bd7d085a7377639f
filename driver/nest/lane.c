/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which loops have iterations for the lanes of vectors.
 */
#include "lane.h"

#include "base/text.h"
#include "legal.h"
#include "record/loop.h"

#define WIDEST 8 /* bytes */

/* ---- how data move ---- */

/* Parts of a complex number or of a structure are neighbours. */
static bool is_one_number(const json_t *reference)
{
	const char *type =
		json_string_value(json_object_get(reference, "type"));
	json_int_t size = loop_integer(reference, "size");

	return type && (*type == 'i' || *type == 'f') && size >= 1 &&
	       size <= WIDEST;
}

static bool moves_alone(const json_t *reference, int depth)
{
	json_t *stride =
		json_array_get(json_object_get(reference, "strides"), depth);
	json_int_t size = loop_integer(reference, "size");
	json_int_t bytes = json_integer_value(stride);

	if (!json_is_integer(stride) || !is_one_number(reference))
		return false;
	return bytes == size || bytes == -size ||
	       (bytes == 0 && !loop_true(reference, "write"));
}

/* What stands in the loop "inner" comes to stand in the other. */
static bool all_move_alone(const json_t *record, int loop, int inner)
{
	const json_t *references = json_object_get(record, "refs"), *one;
	int depth = (int)loop_integer(loop_nested(record, loop), "depth");
	size_t index;

	json_array_foreach(references, index, one)
	{
		if (loop_is_within(record, (int)loop_integer(one, "loop"),
				   inner) &&
		    !moves_alone(one, depth))
			return false;
	}
	return true;
}

bool lane_moves_alone(const json_t *record, int loop)
{
	return all_move_alone(record, loop, loop);
}

/* A loop of one iteration has nothing to compare. */
static bool may_be_asked(const json_t *record, int loop, int inner)
{
	const json_t *one = loop_nested(record, loop);
	json_t *trip = json_object_get(one, "trip");

	return loop < RESHAPE_LANES && !loop_hands_on(one) &&
	       !(json_is_integer(trip) && json_integer_value(trip) < 2) &&
	       all_move_alone(record, loop, inner);
}

/* ---- orders ---- */

/* The place in the order of the loop right around those through tiles, or
   -1. */
static int place_around(const struct reshape *reshape)
{
	int at = reshape->count - 1;

	while (at >= 0 && reshape->tile[reshape->order[at]] > 0)
		at--;
	return at < reshape->count - 1 ? at : -1;
}

/* The loop in which all stands that comes to stand in loops around those
   through tiles: what comes apart has such loops for itself. */
static int inner_of(const struct reshape *reshape)
{
	return reshape->first + (reshape->split ? 0 : reshape->count - 1);
}

static uint32_t find_in_order(const struct legal *legal,
			      const struct reshape *reshape)
{
	int at = place_around(reshape), loop;

	if (at < reshape_around(reshape) || reshape->collapse ||
	    legal_carries(legal, reshape, at))
		return 0;
	loop = reshape->first + reshape->order[at];
	return may_be_asked(legal->record, loop, inner_of(reshape)) ? 1u << loop
								    : 0;
}

/* ---- iterations that go abreast ---- */

static bool is_independent(const json_t *record, int loop)
{
	struct text ignored = {0};
	bool independent = legal_is_independent(record, loop, &ignored);

	text_free(&ignored);
	return independent;
}

/* Iterations of a tile do not meet: those of the loop inside must not. What is
   handed on in any loop stands in arrays then, which no record knows. */
static uint32_t find_abreast(const json_t *record,
			     const struct reshape *reshape)
{
	uint32_t loops = 0;

	for (int i = reshape->first + 1; i < loop_count(record); i++) {
		if (!loop_is_within(record, i, reshape->first))
			continue;
		if (loop_hands_on(loop_nested(record, i)))
			return 0;
		if (loop_is_innermost(record, i) &&
		    may_be_asked(record, i, i) && is_independent(record, i))
			loops |= 1u << i;
	}
	return loops;
}

uint32_t lane_find(const struct legal *legal, const struct reshape *reshape)
{
	return reshape->abreast ? find_abreast(legal->record, reshape)
				: find_in_order(legal, reshape);
}
