/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Corrects the estimate of a loop order: an unexplained gain is not believed.
 */
#include "trust.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "record/loop.h"

/* Between neighbours; those further apart lie in lines of their own. */
#define NEAR 32

/* A cache line takes so many times as long without prefetch, where the stride
   is large. PolyBench's gesummv by columns took 1.7 times as long. */
#define NOT_AHEAD 2

/* Is the loop written out completely, so that the one around it is left? */
static bool is_gone(const json_t *record, int loop)
{
	const json_t *code;
	size_t i;

	json_array_foreach(json_object_get(record, "code"), i, code)
	{
		if (loop_integer(code, "loop") == loop)
			return json_is_integer(
				       json_object_get(code, "unrolled")) &&
			       loop_integer(code, "unrolled") == 0;
	}
	return false;
}

/* From one iteration to the next, or along what is written out? */
static bool is_near(const json_t *record, const json_t *reference)
{
	const json_t *strides = json_object_get(reference, "strides");
	int loop = (int)loop_integer(reference, "loop");

	for (size_t i = json_array_size(strides); i > 0 && loop >= 0; i--) {
		const json_t *stride = json_array_get(strides, i - 1);

		if (json_is_integer(stride) &&
		    llabs(json_integer_value(stride)) <= NEAR)
			return true;
		if (!is_gone(record, loop))
			return false;
		loop = loop_parent(loop_nested(record, loop));
	}
	return false;
}

/* Does an innermost loop step over what neighbours each other as written? */
static bool loses_neighbours(const json_t *before, const json_t *after)
{
	const json_t *old = json_object_get(before, "refs"), *reference;
	const json_t *fresh = json_object_get(after, "refs");
	size_t i;

	json_array_foreach(old, i, reference)
	{
		const json_t *made = json_array_get(fresh, i);

		if (is_near(before, reference) && !is_near(after, made) &&
		    loop_is_innermost(after, loop_integer(made, "loop")))
			return true;
	}
	return false;
}

static double sum(const struct estimate *estimate, int from)
{
	double cycles = 0;

	for (int i = from; i <= TERM_TLB2; i++)
		cycles += estimate->term[i];
	return cycles;
}

/* The least time of a nest, where computing and waiting overlap. */
static double bound(const struct estimate *estimate)
{
	return fmax(estimate->term[TERM_CORE], sum(estimate, TERM_L2));
}

/* Lines from beyond L2 that are not fetched ahead, when no level of memory
   gives more than as written. */
static double waits(const struct estimate *written,
		    const struct estimate *estimate)
{
	double cycles = sum(estimate, TERM_L3);

	return NOT_AHEAD * fmax(cycles, sum(written, TERM_L3)) - cycles;
}

/* Is the innermost loop of the band the same as before? */
static bool stays(const json_t *after, const struct reshape *reshape)
{
	struct reshape_loop loops[2 * RESHAPE_MOST];
	int last = reshape_loops(reshape, loops) - 1;

	return loops[last].loop == reshape->count - 1 &&
	       !is_gone(after, reshape->first + last);
}

/*
 * Tiles around an innermost loop that stays one do not make it compute faster,
 * and sums in columns, whose chains are broken, load and store each number. A
 * jam has to make shorter what bounds the nest as written.
 */
double trust_cycles(const struct estimate *written,
		    const struct estimate *estimate, const json_t *before,
		    const json_t *after, const struct reshape *reshape)
{
	bool apart = loses_neighbours(before, after);
	double saved = written->term[TERM_CORE] - estimate->term[TERM_CORE];
	double longer = bound(estimate) / fmax(bound(written), 1);
	double cycles = estimate->cycles;

	if (!reshape->jam && (apart || stays(after, reshape)))
		cycles += fmax(saved, 0);
	if (apart)
		cycles += waits(written, estimate);
	if (reshape->jam && longer > 1)
		cycles = fmax(cycles, written->cycles * longer);
	return cycles;
}
