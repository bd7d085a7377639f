/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows that pointers find, joined to one array.
 */
#include "stack.h"

#include <stdlib.h>
#include <string.h>

#include "ends.h"
#include "polynomial.h"
#include "record/loop.h"

/* Of rows of which the nest does not show how long they are. */
#define USUAL_BYTES 4096

/* Of pointers, and of vectors of C++. */
static int64_t unit_of(const json_t *row)
{
	return strstr(loop_word(row, "of"), ".begin()") ? 24 : 8;
}

/* What stands before the name, where that is a number; without one the number
   that stands alone. */
static int64_t factor_of(const json_t *expression, const char *name)
{
	struct polynomial sum;
	int64_t factor = 0;

	if (!ends_read(expression, &sum))
		return 0;
	for (size_t i = 0; i < sum.count; i++) {
		const struct polynomial_term *term = &sum.terms[i];

		if (name ? term->degree == 1 &&
				    strcmp(term->names[0], name) == 0
			 : term->degree == 0)
			factor = term->factor;
	}
	polynomial_free(&sum);
	return factor;
}

/* The bytes that the loops go through in one row; NULL for none. */
static json_t *length_of(const json_t *record, const json_t *reference)
{
	const json_t *bytes = json_object_get(loop_row(reference), "bytes");
	json_t *sum = json_pack("[s, i]", "+", 0);

	for (int at = (int)loop_integer(reference, "loop"); at >= 0;
	     at = loop_parent(loop_nested(record, at))) {
		const json_t *loop = loop_nested(record, at);
		int64_t each = llabs(factor_of(bytes, loop_word(loop, "var")) *
				     loop_integer(loop, "step"));
		json_t *trip = json_object_get(loop, "trip");

		if (each && trip)
			json_array_append_new(sum, json_pack("[s, I, O]", "*",
							     (json_int_t)each,
							     trip));
	}
	if (json_array_size(sum) > 2)
		return sum;
	json_decref(sum);
	return NULL;
}

/* By what is touched of any row of the base. */
static json_t *row_length(const json_t *record, const json_t *reference)
{
	const json_t *list = json_object_get(record, "refs"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		json_t *length =
			loop_row(one) && loop_same(one, reference, "base")
				? length_of(record, one)
				: NULL;

		if (length)
			return length;
	}
	return json_integer(USUAL_BYTES);
}

static json_t *times(int64_t factor, json_t *length)
{
	return factor ? json_pack("[s, I, O]", "*", (json_int_t)factor, length)
		      : json_integer(0);
}

static void join_strides(const json_t *record, json_t *reference,
			 json_t *length)
{
	const json_t *row = loop_row(reference);
	json_t *strides = json_object_get(reference, "strides");

	for (int at = (int)loop_integer(reference, "loop"); at >= 0;
	     at = loop_parent(loop_nested(record, at))) {
		const json_t *loop = loop_nested(record, at);
		size_t depth = (size_t)loop_integer(loop, "depth");
		int64_t rows = factor_of(json_object_get(row, "at"),
					 loop_word(loop, "var")) *
			       loop_integer(loop, "step") / unit_of(row);

		if (rows && json_is_null(json_array_get(strides, depth)))
			json_array_set_new(strides, depth, times(rows, length));
	}
}

static void join_one(const json_t *record, json_t *reference)
{
	const json_t *row = loop_row(reference);
	json_t *length = row_length(record, reference);
	int64_t first = factor_of(json_object_get(row, "at"), NULL);
	int64_t bytes = factor_of(json_object_get(row, "bytes"), NULL);

	join_strides(record, reference, length);
	json_object_set_new(reference, "offset",
			    json_pack("[s, o, I]", "+",
				      times(first / unit_of(row), length),
				      (json_int_t)bytes));
	json_object_set_new(reference, "indirect", json_null());
	json_object_del(reference, "row");
	json_decref(length);
}

static bool has_rows(const json_t *record)
{
	const json_t *list = json_object_get(record, "refs"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		if (loop_row(one))
			return true;
	}
	return false;
}

json_t *stack_rows(const json_t *record)
{
	json_t *joined = has_rows(record) ? json_deep_copy(record)
					  : json_incref((json_t *)record);
	json_t *list = json_object_get(joined, "refs"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		if (loop_row(one))
			join_one(record, one);
	}
	return joined;
}
