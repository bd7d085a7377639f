/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many iterations loops have that are shared out together, and in what GCC
 * counts them.
 */
#include "collapse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "declared.h"
#include "record/loop.h"

#define FITS 2147483648.

/* The loop that comes to stand at the depth. */
static const json_t *joined(const json_t *record, const struct reshape *reshape,
			    int depth)
{
	return loop_nested(record, reshape->first + reshape->order[depth]);
}

/* ---- how many there are ---- */

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

/* Of one loop at most. */
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

/* ---- in what they are counted ---- */

static bool counts_long(const json_t *loop)
{
	const json_t *ops =
		json_object_get(json_object_get(loop, "ops"), "certain");

	return json_object_get(ops, "control.i64") &&
	       !json_object_get(ops, "control.i32");
}

bool collapse_may_widen(const json_t *record, const struct reshape *reshape)
{
	for (int i = 0; i < reshape->collapse; i++)
		if (counts_long(joined(record, reshape, i)))
			return false;
	return reshape->collapse && !collapse_is_short(record, reshape);
}

/* Is that all of a type that says int? */
static bool says_int(const struct lexemes *lexemes, struct range type)
{
	for (size_t at = header_at(lexemes, type);
	     at < lexemes->count && lexemes->list[at].start < type.end; at++)
		if (!lexeme_is(lexemes, at, "int") &&
		    !lexeme_is(lexemes, at, "signed"))
			return false;
	return !range_is_empty(type);
}

/*
 * Declared as an int, in its head or before the directive. Loops that are
 * shared out have counters of their own, whose values nobody sees behind them:
 * so one that is declared in the head may stand in the place of the other.
 */
static bool is_int(const struct lexemes *lexemes, const struct band *band,
		   const struct header *header)
{
	struct declared declared;

	if (!range_is_empty(header->type))
		return says_int(lexemes, header->type);
	return lexemes->form == LEXEME_C &&
	       declared_find(lexemes, band->directive,
			     header_at(lexemes, header->counter), &declared) &&
	       says_int(lexemes, declared.type);
}

/* Does GCC count it as an int? */
static bool counts_int(const json_t *loop)
{
	const json_t *ops =
		json_object_get(json_object_get(loop, "ops"), "certain");

	return json_object_get(ops, "control.i32");
}

/* It goes up from a number, so that it compares in any type as in its own. */
static bool goes_up(const json_t *loop)
{
	const json_t *from = json_object_get(loop, "from");
	const json_t *step = json_object_get(loop, "step");

	return json_is_integer(from) && json_integer_value(from) >= 0 &&
	       json_is_integer(step) && json_integer_value(step) > 0;
}

/* Another type means the same where it only says which element is meant. */
static bool is_subscript_only(const struct lexemes *lexemes,
			      const struct header *header)
{
	size_t name = header_at(lexemes, header->counter);
	int depth = 0;

	for (size_t at = header->last + 1; at < header->behind; at++) {
		depth += lexeme_is(lexemes, at, "[");
		depth -= lexeme_is(lexemes, at, "]");
		if (depth == 0 && lexeme_same(lexemes, at, name))
			return false;
	}
	return true;
}

static bool may_widen(const struct lexemes *lexemes, const struct band *band,
		      const struct header *header, const json_t *loop)
{
	return is_int(lexemes, band, header) &&
	       (!range_is_empty(header->type) || counts_int(loop)) &&
	       goes_up(loop) && is_subscript_only(lexemes, header);
}

bool collapse_widen(const struct lexemes *lexemes, const json_t *record,
		    const struct reshape *reshape, const struct band *band,
		    int *loop, struct text *reason)
{
	*loop = -1;
	if (!collapse_may_widen(record, reshape))
		return true;
	for (int i = 0; i < reshape->collapse && *loop < 0; i++)
		if (may_widen(lexemes, band, &band->loops[reshape->order[i]],
			      joined(record, reshape, i)))
			*loop = reshape->order[i];
	if (*loop >= 0)
		return true;
	text_print(reason,
		   "GCC would count the iterations of %d loops in 32 bits, "
		   "which may be too few; a counter of 64 bits mends that",
		   reshape->collapse);
	return false;
}

void collapse_add_head(const struct lexemes *lexemes,
		       const struct header *header, struct text *out)
{
	const char *text = lexemes->text;
	bool declares = !range_is_empty(header->type);
	size_t before = declares ? header->type.start : header->counter.start;
	size_t behind = declares ? header->type.end : before;

	text_add_bytes(out, text + header->whole.start,
		       before - header->whole.start);
	text_add(out, declares ? "long long" : "long long ");
	text_add_bytes(out, text + behind, header->whole.end - behind);
}
