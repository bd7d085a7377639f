/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lowest and the highest value of sums.
 */
#include "ends.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "member.h"
#include "record/loop.h"

bool ends_read(const json_t *expression, struct polynomial *out)
{
	return expression && !json_is_null(expression) &&
	       polynomial_read(expression, NULL, NULL, out);
}

static int degree_in(const struct polynomial_term *term, const char *name)
{
	int degree = 0;

	for (int i = 0; i < term->degree; i++)
		degree += strcmp(term->names[i], name) == 0;
	return degree;
}

/* "sum" = *factor * name + *rest; false where it is none of that. */
static bool split(const struct polynomial *sum, const char *name,
		  struct polynomial *factor, struct polynomial *rest)
{
	struct polynomial alone = polynomial_name(name);
	bool good = polynomial_divide(sum, &alone, factor, rest);

	polynomial_free(&alone);
	for (size_t i = 0; good && i < factor->count; i++)
		if (degree_in(&factor->terms[i], name)) {
			polynomial_free(factor);
			polynomial_free(rest);
			return false;
		}
	return good;
}

/* ---- counters ---- */

static bool is_while(const json_t *loop, const char *relation)
{
	return strcmp(loop_word(loop, "while"), relation) == 0;
}

/* 0 where it is no constant. */
static int64_t step_of(const json_t *loop)
{
	return loop_integer(loop, "step");
}

/*
 * 1 or -1: does the counter go up or down? A loop whose step is a variable runs
 * the way that its end lies in, if it runs at all. 0 where that is not known.
 */
static int direction_of(const json_t *loop)
{
	const json_t *step = json_object_get(loop, "step");

	if (json_is_integer(step))
		return step_of(loop) > 0 ? 1 : step_of(loop) < 0 ? -1 : 0;
	if (!json_is_string(step))
		return 0;
	if (is_while(loop, "<") || is_while(loop, "<="))
		return 1;
	return is_while(loop, ">") || is_while(loop, ">=") ? -1 : 0;
}

/* The last value of the counter, or what lies beyond it by less than a step. */
static bool read_last(const json_t *loop, struct polynomial *last)
{
	int64_t beyond = is_while(loop, "<")	? -1
			 : is_while(loop, ">")	? 1
			 : is_while(loop, "!=") ? (step_of(loop) > 0 ? -1 : 1)
						: 0;

	if (is_while(loop, "!=") && llabs(step_of(loop)) != 1)
		return false;
	return ends_read(json_object_get(loop, "to"), last) &&
	       (polynomial_shift(last, beyond) ||
		(polynomial_free(last), false));
}

/* The lowest or the highest value of the counter. */
static bool read_bound(const json_t *loop, bool highest, struct polynomial *out)
{
	if (!direction_of(loop))
		return false;
	if ((direction_of(loop) > 0) == highest)
		return read_last(loop, out);
	return ends_read(json_object_get(loop, "from"), out);
}

/* ---- signs ---- */

static bool is_counter(const json_t *record, const char *name)
{
	for (int i = 0; i < loop_count(record); i++)
		if (strcmp(loop_counter(record, i), name) == 0)
			return true;
	return false;
}

/* The number that is added to the name, if the sum is that alone. */
static bool is_shifted(const struct polynomial *sum, const char *name,
		       int64_t *shift)
{
	*shift = 0;
	for (size_t i = 0; i < sum->count; i++) {
		const struct polynomial_term *term = &sum->terms[i];

		if (term->degree == 0)
			*shift = term->factor;
		else if (term->degree > 1 || term->factor != 1 ||
			 !degree_in(term, name))
			return false;
	}
	return sum->count > 0 && sum->terms[0].degree == 1;
}

/*
 * Is the loop one of as many iterations as the name says, less a number? If
 * one is run, the name is no less than *least.
 */
static bool is_counted_by(const json_t *loop, const char *name, int64_t *least)
{
	struct polynomial low, high;
	int64_t first, shift;
	bool good;

	if (!read_bound(loop, false, &low))
		return false;
	good = read_bound(loop, true, &high);
	if (good) {
		good = polynomial_is_number(&low, &first) &&
		       is_shifted(&high, name, &shift) &&
		       !__builtin_sub_overflow(first, shift, least);
		polynomial_free(&high);
	}
	polynomial_free(&low);
	return good;
}

/* Is the name 0 or more wherever the reference is reached? */
static bool is_implied(const struct ends *ends, const char *name)
{
	const json_t *around = json_object_get(ends->record, "around");
	int64_t least;

	if (member_is_size(name))
		return true;
	for (int at = (int)loop_integer(ends->reference, "loop"); at >= 0;
	     at = loop_parent(loop_nested(ends->record, at)))
		if (is_counted_by(loop_nested(ends->record, at), name,
				  &least) &&
		    least >= 0)
			return true;
	for (size_t i = 0; i < json_array_size(around); i++) {
		const json_t *loop = json_array_get(around, i);
		const json_t *from = json_object_get(loop, "from");

		if (strcmp(loop_word(loop, "var"), name) == 0 &&
		    json_is_integer(from) && json_integer_value(from) >= 0 &&
		    step_of(loop) > 0)
			return true;
	}
	return false;
}

static void add_name(struct names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->list[i], name) == 0)
			return;
	names->list = memory_grow(names->list, names->count + 1,
				  sizeof(*names->list));
	names->list[names->count++] = memory_string(name);
}

void names_free(struct names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->list[i]);
	free(names->list);
	*names = (struct names){0};
}

int ends_sign(const struct ends *ends, const struct polynomial *factor,
	      struct names *positive)
{
	int sign = 0;

	for (size_t i = 0; i < factor->count; i++) {
		const struct polynomial_term *term = &factor->terms[i];
		int own = term->factor > 0 ? 1 : -1;

		if (sign && own != sign)
			return 0;
		sign = own;
		for (int j = 0; j < term->degree; j++) {
			if (is_implied(ends, term->names[j]))
				continue;
			if (!positive ||
			    is_counter(ends->record, term->names[j]))
				return 0;
			add_name(positive, term->names[j]);
		}
	}
	return sign ? sign : 1;
}

/* ---- ends ---- */

bool ends_replace(const struct ends *ends, const json_t *loop, bool highest,
		  struct names *positive, struct polynomial *sum)
{
	struct polynomial factor, rest, bound;
	bool good;
	int sign;

	if (!split(sum, loop_word(loop, "var"), &factor, &rest))
		return false;
	sign = ends_sign(ends, &factor, positive);
	good = factor.count == 0;
	if (!good && sign && read_bound(loop, (sign > 0) == highest, &bound)) {
		good = polynomial_add_product(&rest, &factor, &bound);
		polynomial_free(&bound);
	}
	polynomial_free(&factor);
	polynomial_free(sum);
	*sum = rest;
	return good;
}
