/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lowest and the highest value of sums.
 */
#include "ends.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "member.h"
#include "record/loop.h"

#define ADDRESS_BITS 63
#define EXACT 0x1p53 /* sums below are */

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
			    ends_is_counter(ends->record, term->names[j]))
				return 0;
			add_name(positive, term->names[j]);
		}
	}
	return sign ? sign : 1;
}

/* ---- ends ---- */

bool ends_is_counter(const json_t *record, const char *name)
{
	for (int i = 0; i < loop_count(record); i++)
		if (strcmp(loop_counter(record, i), name) == 0)
			return true;
	return false;
}

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

/* ---- ends that are touched ---- */

static bool has_counter(const json_t *record, const struct polynomial *sum)
{
	for (size_t i = 0; i < sum->count; i++)
		for (int j = 0; j < sum->terms[i].degree; j++)
			if (ends_is_counter(record, sum->terms[i].names[j]))
				return true;
	return false;
}

/* Do the ends of a loop hang on other counters, or may it be passed by? */
static bool is_certain_loop(const json_t *record, const json_t *loop)
{
	static const char *const keys[] = {"from", "to"};

	if ((loop_parent(loop) >= 0 && loop_true(loop, "conditional")) ||
	    loop_true(loop, "early_exit") || llabs(step_of(loop)) != 1)
		return false;
	for (int i = 0; i < 2; i++) {
		struct polynomial sum;
		bool hangs;

		if (!ends_read(json_object_get(loop, keys[i]), &sum))
			return false;
		hangs = has_counter(record, &sum);
		polynomial_free(&sum);
		if (hangs)
			return false;
	}
	return true;
}

bool ends_are_touched(const struct ends *ends)
{
	for (int at = (int)loop_integer(ends->reference, "loop"); at >= 0;
	     at = loop_parent(loop_nested(ends->record, at)))
		if (!is_certain_loop(ends->record,
				     loop_nested(ends->record, at)))
			return false;
	return !loop_true(ends->reference, "conditional");
}

bool ends_lowest(const json_t *loop, struct polynomial *lowest)
{
	return read_bound(loop, false, lowest);
}

bool ends_spread(const json_t *loop, struct polynomial *spread)
{
	struct polynomial low, high;
	bool good;

	if (!read_bound(loop, false, &low))
		return false;
	good = read_bound(loop, true, &high);
	if (good) {
		good = polynomial_add(&high, &low, -1, spread);
		polynomial_free(&high);
	}
	polynomial_free(&low);
	return good;
}

/* ---- numbers that do not wrap around ---- */

/* Of a parameter; those of pointers and more are not known. */
static int bits_of(const json_t *record, const char *name)
{
	const json_t *list = json_object_get(record, "params");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		const char *type = loop_word(one, "type");

		if (strcmp(loop_word(one, "name"), name) == 0 && *type == 'i')
			return atoi(type + 1);
	}
	return 2 * ADDRESS_BITS;
}

static bool is_small(const json_t *record, const struct polynomial_term *term)
{
	int bits = 64 - __builtin_clzll(llabs(term->factor) | 1);

	for (int i = 0; i < term->degree; i++)
		bits += bits_of(record, term->names[i]);
	return bits < ADDRESS_BITS;
}

/* The least that the term may be: its names may have a sign or none. */
static double least_of(const json_t *record, const struct polynomial_term *term)
{
	double factor = (double)term->factor, values = 1;

	for (int i = 0; i < term->degree; i++)
		values *= ldexp(1, bits_of(record, term->names[i]));
	if (term->degree == 0)
		return factor;
	if (term->degree > 1)
		return -fabs(factor) * values;
	return factor < 0 ? factor * (values - 1) : factor * -values / 2;
}

bool ends_are_positive(const json_t *record, const struct polynomial *sum)
{
	double least = 0;

	for (size_t i = 0; i < sum->count; i++) {
		least += least_of(record, &sum->terms[i]);
		if (!(fabs(least) < EXACT))
			return false;
	}
	return least >= 0;
}

bool ends_are_small(const json_t *record, const struct polynomial *sum)
{
	for (size_t i = 0; i < sum->count; i++)
		if (!is_small(record, &sum->terms[i]))
			return false;
	return true;
}

/* ---- names of sums ---- */

#define MOST_DEFINED 20 /* names that are computed from each other */

/* "sum" with the name's own sum in its place; false where it has no name. */
static bool exchange_name(const char *name, const struct polynomial *is,
			  struct polynomial *sum)
{
	struct polynomial alone = polynomial_name(name), factor, rest;
	bool good = polynomial_divide(sum, &alone, &factor, &rest);

	polynomial_free(&alone);
	if (!good)
		return false;
	good = factor.count > 0 && polynomial_add_product(&rest, &factor, is);
	polynomial_free(&factor);
	if (good) {
		polynomial_free(sum);
		*sum = rest;
	} else {
		polynomial_free(&rest);
	}
	return good;
}

/* A quotient or a choice of names has no name in a sum but its JSON; the size
   of a container does. */
static bool is_of_names(const struct polynomial *sum)
{
	for (size_t i = 0; i < sum->count; i++)
		for (int j = 0; j < sum->terms[i].degree; j++)
			if (*sum->terms[i].names[j] == '[' &&
			    !member_is_size(sum->terms[i].names[j]))
				return false;
	return true;
}

static bool define_one(const json_t *parameter, struct polynomial *sum)
{
	struct polynomial is;
	bool changed;

	if (!ends_read(json_object_get(parameter, "is"), &is))
		return false;
	changed = is_of_names(&is) &&
		  exchange_name(loop_word(parameter, "name"), &is, sum);
	polynomial_free(&is);
	return changed;
}

/* *sum = factor * name + rest, where the name is what "bytes" are by the size
   of an element: all of it in bytes, if that leaves none over. */
static bool exchange_size(const char *name, const struct polynomial *bytes,
			  int64_t size, struct polynomial *sum)
{
	struct polynomial by = polynomial_number(size), left = {0};
	struct polynomial factor, rest, elements;
	bool good = split(sum, name, &factor, &rest);

	if (good) {
		good = factor.count &&
		       polynomial_divide(&factor, &by, &elements, &left);
		polynomial_free(&factor);
		if (good) {
			good = !left.count &&
			       polynomial_add_product(&rest, &elements, bytes);
			polynomial_free(&elements);
		}
		polynomial_free(good ? sum : &rest);
		if (good)
			*sum = rest;
	}
	polynomial_free(&left);
	polynomial_free(&by);
	return good;
}

/* The name is ["div", BYTES, SIZE]. */
static bool define_size(const char *name, struct polynomial *sum)
{
	json_t *whole = member_is_size(name) ? json_loads(name, 0, NULL) : NULL;
	struct polynomial bytes;
	bool changed = false;

	if (ends_read(json_array_get(whole, 1), &bytes)) {
		changed = exchange_size(
			name, &bytes,
			json_integer_value(json_array_get(whole, 2)), sum);
		polynomial_free(&bytes);
	}
	json_decref(whole);
	return changed;
}

/* GCC makes of eight times a container's size, of numbers of 8 bytes, what lies
   between its ends. */
static bool define_sizes(struct polynomial *sum)
{
	for (size_t i = 0; i < sum->count; i++)
		for (int j = 0; j < sum->terms[i].degree; j++)
			if (define_size(sum->terms[i].names[j], sum))
				return true;
	return false;
}

void ends_define(const json_t *record, struct polynomial *sum)
{
	const json_t *list = json_object_get(record, "params");
	bool changed = true;

	for (int left = MOST_DEFINED; changed && left > 0; left--) {
		changed = define_sizes(sum);
		for (size_t i = 0; i < json_array_size(list); i++)
			changed |= define_one(json_array_get(list, i), sum);
	}
}

/* ---- addresses ---- */

/* By how much an address moves if the counter becomes 1 more. */
static bool add_movement(const json_t *stride, const json_t *loop,
			 struct polynomial *to)
{
	struct polynomial by, step, each, rest, counter;
	bool good;

	if (json_is_integer(stride) && json_integer_value(stride) == 0)
		return true;
	if (!direction_of(loop) || !ends_read(stride, &by))
		return false;
	if (!ends_read(json_object_get(loop, "step"), &step)) {
		polynomial_free(&by);
		return false;
	}
	good = polynomial_divide(&by, &step, &each, &rest);
	polynomial_free(&by);
	polynomial_free(&step);
	if (!good)
		return false;
	counter = polynomial_name(loop_word(loop, "var"));
	good = rest.count == 0 && polynomial_add_product(to, &each, &counter);
	polynomial_free(&each);
	polynomial_free(&rest);
	polynomial_free(&counter);
	return good;
}

bool ends_address(const json_t *record, const json_t *reference,
		  struct polynomial *out)
{
	const json_t *around = json_object_get(record, "around");
	const json_t *strides = json_object_get(reference, "strides");
	const json_t *outside = json_object_get(reference, "strides_around");
	bool good = ends_read(json_object_get(reference, "offset"), out);

	if (!good)
		return false;
	for (int at = (int)loop_integer(reference, "loop"); good && at >= 0;
	     at = loop_parent(loop_nested(record, at))) {
		const json_t *loop = loop_nested(record, at);

		good = add_movement(
			json_array_get(strides, loop_integer(loop, "depth")),
			loop, out);
	}
	for (size_t i = 0; good && i < json_array_size(outside); i++)
		good = add_movement(json_array_get(outside, i),
				    json_array_get(around, i), out);
	if (!good)
		polynomial_free(out);
	return good;
}
