/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The largest number of iterations that collapsed loops can have.
 */
#include "collapse.h"

#include <math.h>
#include <stdlib.h>

#include "record/loop.h"
#include "reshape.h"

#define FITS 2147483648.

/* The loop at this depth of the new nest. */
static const json_t *joined(const json_t *record, const struct reshape *reshape,
			    int depth)
{
	return loop_nested(record, reshape->first + reshape->order[depth]);
}

static bool mentions_counter(const json_t *record, const json_t *expression)
{
	const json_t *nest = json_object_get(record, "nest"), *loop, *part;
	size_t index;

	if (json_is_string(expression))
		json_array_foreach(
			nest, index,
			loop) if (json_equal(json_object_get(loop, "var"),
					     expression)) return true;
	json_array_foreach(
		expression, index,
		part) if (mentions_counter(record, part)) return true;
	return false;
}

/*
 * Is the reference met in every iteration of the whole band, unless the band
 * does nothing at all? Loops inside run as often in all of them.
 */
static bool is_met(const json_t *record, const struct reshape *reshape,
		   const json_t *reference)
{
	if (loop_true(reference, "conditional") ||
	    loop_integer(reference, "loop") != reshape->count - 1)
		return false;
	for (int i = 0; i < reshape->count; i++)
		if (mentions_counter(
			    record,
			    json_object_get(loop_nested(record, i), "trip")))
			return false;
	return true;
}

/* A variable of known size is not left: no iteration goes beyond its end. */
static double steps_within(const json_t *reference, const json_t *loop)
{
	const json_t *extent = json_object_get(reference, "extent");
	const json_t *stride =
		json_array_get(json_object_get(reference, "strides"),
			       loop_integer(loop, "depth"));

	if (!json_is_integer(extent) || !json_is_integer(stride) ||
	    json_integer_value(stride) == 0)
		return INFINITY;
	return (double)json_integer_value(extent) /
		       (double)llabs(json_integer_value(stride)) +
	       1;
}

/* The most iterations that one loop can have. */
static double iterations(const json_t *record, const struct reshape *reshape,
			 const json_t *loop)
{
	const json_t *trip = json_object_get(loop, "trip");
	const json_t *references = json_object_get(record, "refs"), *reference;
	double most = INFINITY;
	size_t index;

	if (json_is_integer(trip))
		return fmax((double)json_integer_value(trip), 0);
	json_array_foreach(references, index,
			   reference) if (is_met(record, reshape, reference))
		most = fmin(most, steps_within(reference, loop));
	return most;
}

bool collapse_is_short(const json_t *record, const struct reshape *reshape)
{
	double product = 1;

	for (int i = 0; i < reshape->collapse; i++)
		product *= fmax(
			iterations(record, reshape, joined(record, reshape, i)),
			1);
	return product < FITS;
}
