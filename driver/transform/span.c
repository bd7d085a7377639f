/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bytes that a nest touches through pointers.
 */
#include "span.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "record/loop.h"

#define MOST_SPANS 8 /* a longer test is read by nobody */
#define MOST_APART 6
#define ADDRESS_BITS 63
#define FIRST_PAGE 4096 /* no address in it is valid */

struct finding {
	const json_t *record, *references, *nest;
	int loop;
	struct spans *spans;
	struct text *reason;
};

/* One reference on the way to its span. */
struct reach {
	const struct finding *finding;
	const json_t *reference;
	bool certain; /* both ends are touched, if anything is */
	struct polynomial low, high;
};

/* ---- names and sums ---- */

static bool is_name(const char *word)
{
	if (!isalpha((unsigned char)*word) && *word != '_')
		return false;
	while (isalnum((unsigned char)*word) || *word == '_')
		word++;
	return !*word;
}

/* Counters and parameters alike are names. */
static bool read_sum(const json_t *expression, struct polynomial *out)
{
	return expression && !json_is_null(expression) &&
	       polynomial_read(expression, NULL, NULL, out);
}

/* *to += factor * a * b; false where that leaves 64 bits. */
static bool add_product(struct polynomial *to, const struct polynomial *a,
			const struct polynomial *b)
{
	struct polynomial product, sum;
	bool good;

	if (!polynomial_multiply(a, b, &product))
		return false;
	good = polynomial_add(to, &product, 1, &sum);
	polynomial_free(&product);
	if (!good)
		return false;
	polynomial_free(to);
	*to = sum;
	return true;
}

static bool add_number(struct polynomial *to, int64_t number)
{
	struct polynomial one = polynomial_number(number), sum;
	bool good = polynomial_add(to, &one, 1, &sum);

	polynomial_free(&one);
	if (!good)
		return false;
	polynomial_free(to);
	*to = sum;
	return true;
}

static struct polynomial name_alone(const char *name)
{
	json_t *word = json_string(name);
	struct polynomial out = {0};

	polynomial_read(word, NULL, NULL, &out);
	json_decref(word);
	return out;
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
	struct polynomial alone = name_alone(name);
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

/* ---- loops around a reference ---- */

static const json_t *loop_at(const struct finding *finding, int index)
{
	return json_array_get(finding->nest, index);
}

static bool is_inside(const struct finding *finding, const json_t *reference,
		      int outer)
{
	return loop_is_within(finding->record,
			      (int)loop_integer(reference, "loop"), outer);
}

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
	return read_sum(json_object_get(loop, "to"), last) &&
	       (add_number(last, beyond) || (polynomial_free(last), false));
}

/* The lowest or the highest value of the counter. */
static bool read_bound(const json_t *loop, bool highest, struct polynomial *out)
{
	if (!direction_of(loop))
		return false;
	if ((direction_of(loop) > 0) == highest)
		return read_last(loop, out);
	return read_sum(json_object_get(loop, "from"), out);
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
static bool is_implied(const struct reach *reach, const char *name)
{
	const struct finding *finding = reach->finding;
	const json_t *around = json_object_get(finding->record, "around");
	int64_t least;

	for (int at = (int)loop_integer(reach->reference, "loop"); at >= 0;
	     at = loop_parent(loop_at(finding, at)))
		if (is_counted_by(loop_at(finding, at), name, &least) &&
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

static void ask_positive(struct spans *spans, const char *name)
{
	for (size_t i = 0; i < spans->positive_count; i++)
		if (strcmp(spans->positive[i], name) == 0)
			return;
	spans->positive =
		memory_grow(spans->positive, spans->positive_count + 1,
			    sizeof(*spans->positive));
	spans->positive[spans->positive_count++] = memory_string(name);
}

static bool is_counter(const struct finding *finding, const char *name)
{
	for (size_t i = 0; i < json_array_size(finding->nest); i++)
		if (strcmp(loop_word(loop_at(finding, (int)i), "var"), name) ==
		    0)
			return true;
	return false;
}

/*
 * The sign of a sum whose names are 0 or more, by the loops or, if "ask" is
 * true, since the test asks for it. 0 where that is not known, where terms have
 * several signs, or a counter is in them.
 */
static int sign_of(const struct reach *reach, const struct polynomial *factor,
		   bool ask)
{
	int sign = 0;

	for (size_t i = 0; i < factor->count; i++) {
		const struct polynomial_term *term = &factor->terms[i];
		int own = term->factor > 0 ? 1 : -1;

		if (sign && own != sign)
			return 0;
		sign = own;
		for (int j = 0; j < term->degree; j++) {
			if (is_implied(reach, term->names[j]))
				continue;
			if (!ask || is_counter(reach->finding, term->names[j]))
				return 0;
			ask_positive(reach->finding->spans, term->names[j]);
		}
	}
	return sign ? sign : 1;
}

/* ---- one reference ---- */

static bool refuse(const struct finding *finding, const json_t *reference,
		   const char *why)
{
	text_add(finding->reason, "what is touched of '");
	text_add_safe(finding->reason, loop_word(reference, "base"));
	text_print(finding->reason, "' cannot be told before the loops: %s",
		   why);
	return false;
}

/* Replace the counter of a loop in the lowest or the highest address. */
static bool replace(const struct reach *reach, const json_t *loop, bool highest,
		    struct polynomial *sum)
{
	struct polynomial factor, rest, bound;
	bool good;
	int sign;

	if (!split(sum, loop_word(loop, "var"), &factor, &rest))
		return false;
	sign = sign_of(reach, &factor, true);
	good = factor.count == 0;
	if (!good && sign && read_bound(loop, (sign > 0) == highest, &bound)) {
		good = add_product(&rest, &factor, &bound);
		polynomial_free(&bound);
	}
	polynomial_free(&factor);
	polynomial_free(sum);
	*sum = rest;
	return good;
}

/* By how much an address moves if the counter becomes 1 more. */
static bool add_movement(const json_t *stride, const json_t *loop,
			 struct polynomial *to)
{
	struct polynomial by, step, each, rest, counter;
	bool good;

	if (json_is_integer(stride) && json_integer_value(stride) == 0)
		return true;
	if (!direction_of(loop) || !read_sum(stride, &by))
		return false;
	if (!read_sum(json_object_get(loop, "step"), &step)) {
		polynomial_free(&by);
		return false;
	}
	good = polynomial_divide(&by, &step, &each, &rest);
	polynomial_free(&by);
	polynomial_free(&step);
	if (!good)
		return false;
	counter = name_alone(loop_word(loop, "var"));
	good = rest.count == 0 && add_product(to, &each, &counter);
	polynomial_free(&each);
	polynomial_free(&rest);
	polynomial_free(&counter);
	return good;
}

/* The address with all counters as they are, those around included. */
static bool read_address(const json_t *record, const json_t *reference,
			 struct polynomial *out)
{
	const json_t *nest = json_object_get(record, "nest");
	const json_t *around = json_object_get(record, "around");
	const json_t *strides = json_object_get(reference, "strides");
	const json_t *outside = json_object_get(reference, "strides_around");
	bool good = read_sum(json_object_get(reference, "offset"), out);

	if (!good)
		return false;
	for (int at = (int)loop_integer(reference, "loop"); good && at >= 0;
	     at = loop_parent(json_array_get(nest, at))) {
		const json_t *loop = json_array_get(nest, at);

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

/* Do the ends of a loop hang on other counters, or may it be passed by? */
static bool is_certain_loop(const struct finding *finding, const json_t *loop)
{
	static const char *const keys[] = {"from", "to"};

	if ((loop_parent(loop) >= 0 && loop_true(loop, "conditional")) ||
	    loop_true(loop, "early_exit") || llabs(step_of(loop)) != 1)
		return false;
	for (int i = 0; i < 2; i++) {
		struct polynomial sum = {0};
		bool free = read_sum(json_object_get(loop, keys[i]), &sum);

		for (size_t t = 0; free && t < sum.count; t++)
			for (int n = 0; n < sum.terms[t].degree; n++)
				if (is_counter(finding, sum.terms[t].names[n]))
					free = false;
		polynomial_free(&sum);
		if (!free)
			return false;
	}
	return true;
}

/* From the inner to the outer loops, whose counters bounds may be made of. */
static bool replace_counters(struct reach *reach)
{
	const struct finding *finding = reach->finding;

	for (int at = (int)loop_integer(reach->reference, "loop"); at >= 0;
	     at = loop_parent(loop_at(finding, at))) {
		const json_t *loop = loop_at(finding, at);

		if (loop_may_wrap(loop))
			return refuse(finding, reach->reference,
				      "numbers may wrap around");
		if (!replace(reach, loop, false, &reach->low) ||
		    !replace(reach, loop, true, &reach->high))
			return refuse(finding, reach->reference,
				      "its ends are no sums of products");
		reach->certain &= is_certain_loop(finding, loop);
	}
	return true;
}

/* ---- numbers that do not wrap around ---- */

/* Of a parameter; those of pointers and more are not known. */
static int bits_of(const struct finding *finding, const char *name)
{
	const json_t *list = json_object_get(finding->record, "params");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		const char *type = loop_word(one, "type");

		if (strcmp(loop_word(one, "name"), name) == 0 && *type == 'i')
			return atoi(type + 1);
	}
	return 2 * ADDRESS_BITS;
}

static bool is_small(const struct reach *reach,
		     const struct polynomial_term *term)
{
	int bits = 64 - __builtin_clzll(llabs(term->factor) | 1);

	for (int i = 0; i < term->degree; i++)
		bits += bits_of(reach->finding, term->names[i]);
	return bits < ADDRESS_BITS;
}

static bool are_small(const struct reach *reach, const struct polynomial *sum)
{
	for (size_t i = 0; i < sum->count; i++)
		if (!is_small(reach, &sum->terms[i]))
			return false;
	return true;
}

/* Does it lie behind what the base points at, or right before that? */
static bool is_behind(const struct reach *reach, const struct polynomial *low)
{
	for (size_t i = 0; i < low->count; i++) {
		struct polynomial term = {.terms = &low->terms[i], .count = 1};

		if (low->terms[i].degree ? sign_of(reach, &term, true) <= 0
					 : low->terms[i].factor <= -FIRST_PAGE)
			return false;
	}
	return true;
}

/*
 * Ends that the nest touches are addresses, whatever the machine computes on
 * its way to them. Others must be none that wrap around.
 */
static bool is_safe(const struct reach *reach)
{
	return (reach->certain &&
		!loop_true(reach->reference, "conditional")) ||
	       (is_behind(reach, &reach->low) &&
		are_small(reach, &reach->low) &&
		are_small(reach, &reach->high)) ||
	       refuse(reach->finding, reach->reference,
		      "not all iterations touch it, and the numbers may be "
		      "too large for the others");
}

static bool has_names(const struct finding *finding, const json_t *reference,
		      const struct polynomial *sum)
{
	for (size_t i = 0; i < sum->count; i++)
		for (int j = 0; j < sum->terms[i].degree; j++) {
			const char *name = sum->terms[i].names[j];
			struct text why = {0};

			if (is_name(name) && !is_counter(finding, name))
				continue;
			text_add(&why, "'");
			text_add_safe(&why, name);
			text_add(&why, "' is no name of the source");
			refuse(finding, reference, text_string(&why));
			text_free(&why);
			return false;
		}
	return true;
}

static bool has_whole_elements(const struct polynomial *sum, json_int_t size)
{
	for (size_t i = 0; i < sum->count; i++)
		if (sum->terms[i].factor % size)
			return false;
	return true;
}

static bool find_ends(struct reach *reach)
{
	const struct finding *finding = reach->finding;
	const json_t *reference = reach->reference;
	json_int_t size = loop_integer(reference, "size");

	if (json_is_string(json_object_get(reference, "indirect")) ||
	    json_array_size(json_object_get(reference, "indirect")))
		return refuse(finding, reference, "data say where it is");
	if (size <= 0 || !is_name(loop_word(reference, "base")))
		return refuse(finding, reference,
			      "it is no name of the source");
	if (!read_address(finding->record, reference, &reach->low))
		return refuse(finding, reference,
			      "its address is no sum of products");
	if (!polynomial_copy(&reach->low, &reach->high) ||
	    !add_number(&reach->high, size))
		return refuse(finding, reference, "its numbers are too large");
	if (!replace_counters(reach) ||
	    !has_names(finding, reference, &reach->low) ||
	    !has_names(finding, reference, &reach->high) || !is_safe(reach))
		return false;
	return (has_whole_elements(&reach->low, size) &&
		has_whole_elements(&reach->high, size)) ||
	       refuse(finding, reference, "it is not made of whole elements");
}

/* ---- spans ---- */

static bool is_object(const json_t *reference)
{
	return !json_is_null(json_object_get(reference, "extent"));
}

/* Do the two references speak of one base in the same way? */
static bool is_of(const struct span *span, const json_t *reference)
{
	return strcmp(span->base, loop_word(reference, "base")) == 0 &&
	       span->object == is_object(reference);
}

/* a - b, if that is a number. */
static bool difference(const struct polynomial *a, const struct polynomial *b,
		       int64_t *number)
{
	struct polynomial rest;
	bool good;

	if (!polynomial_add(a, b, -1, &rest))
		return false;
	good = polynomial_is_number(&rest, number);
	polynomial_free(&rest);
	return good;
}

/* Make the end of a span that of the other, if it is known to lie farther. */
static bool widen_end(const struct reach *reach, int outwards,
		      const struct polynomial *other, struct polynomial *end)
{
	struct polynomial farther, copy;
	int sign;

	if (!polynomial_add(other, end, -1, &farther))
		return false;
	sign = sign_of(reach, &farther, false);
	if (farther.count && sign == outwards &&
	    polynomial_copy(other, &copy)) {
		polynomial_free(end);
		*end = copy;
	}
	polynomial_free(&farther);
	return sign != 0;
}

/*
 * Make a span hold the reference, too. Both must be touched by the same
 * iterations: an end that none of them touches may be no address.
 */
static bool widen(const struct reach *reach, struct span *span)
{
	struct span wider = {0};
	bool good;

	if (!is_of(span, reach->reference) ||
	    span->loop != loop_integer(reach->reference, "loop") ||
	    span->size != loop_integer(reach->reference, "size") ||
	    !polynomial_copy(&span->low, &wider.low))
		return false;
	good = polynomial_copy(&span->high, &wider.high) &&
	       widen_end(reach, -1, &reach->low, &wider.low) &&
	       widen_end(reach, 1, &reach->high, &wider.high);
	polynomial_free(good ? &span->low : &wider.low);
	polynomial_free(good ? &span->high : &wider.high);
	if (good) {
		span->low = wider.low;
		span->high = wider.high;
	}
	return good;
}

static bool add_span(struct reach *reach)
{
	const struct finding *finding = reach->finding;
	struct spans *spans = finding->spans;

	for (size_t i = 0; i < spans->count; i++)
		if (widen(reach, &spans->list[i]))
			return true;
	if (spans->count == MOST_SPANS)
		return refuse(finding, reach->reference,
			      "too many ranges would be tested");
	spans->list = memory_grow(spans->list, spans->count + 1,
				  sizeof(*spans->list));
	spans->list[spans->count++] =
		(struct span){.base = loop_word(reach->reference, "base"),
			      .object = is_object(reach->reference),
			      .size = loop_integer(reach->reference, "size"),
			      .loop = loop_integer(reach->reference, "loop"),
			      .low = reach->low,
			      .high = reach->high};
	reach->low = reach->high = (struct polynomial){0};
	return true;
}

/* All references through the base of this one. */
static bool add_base(struct finding *finding, const json_t *of)
{
	for (size_t i = 0; i < finding->spans->count; i++)
		if (is_of(&finding->spans->list[i], of))
			return true;
	for (size_t i = 0; i < json_array_size(finding->references); i++) {
		const json_t *reference =
			json_array_get(finding->references, i);
		struct reach reach = {.finding = finding,
				      .reference = reference,
				      .certain = true};
		bool good;

		if (strcmp(loop_word(reference, "base"),
			   loop_word(of, "base")) != 0 ||
		    is_object(reference) != is_object(of) ||
		    !is_inside(finding, reference, finding->loop))
			continue;
		good = find_ends(&reach) && add_span(&reach);
		polynomial_free(&reach.low);
		polynomial_free(&reach.high);
		if (!good)
			return false;
	}
	return true;
}

/* Do loops of another depth touch just the same? */
static bool same_span(const struct span *a, const struct span *b)
{
	int64_t low = 0, high = 0;

	return strcmp(a->base, b->base) == 0 && a->object == b->object &&
	       difference(&a->low, &b->low, &low) &&
	       difference(&a->high, &b->high, &high) && !low && !high;
}

static bool is_known_pair(const struct spans *spans, size_t one, size_t other)
{
	const struct span *list = spans->list;

	for (size_t i = 0; i < spans->apart_count; i++) {
		const struct span *a = &list[spans->apart[i].one];
		const struct span *b = &list[spans->apart[i].other];

		if ((same_span(a, &list[one]) && same_span(b, &list[other])) ||
		    (same_span(a, &list[other]) && same_span(b, &list[one])))
			return true;
	}
	return false;
}

static bool add_pairs(struct finding *finding, const json_t *a, const json_t *b)
{
	struct spans *spans = finding->spans;

	for (size_t i = 0; i < spans->count; i++)
		for (size_t j = 0; j < spans->count; j++) {
			if (!is_of(&spans->list[i], a) ||
			    !is_of(&spans->list[j], b) ||
			    is_known_pair(spans, i, j))
				continue;
			if (spans->apart_count == MOST_APART)
				return refuse(
					finding, a,
					"too many ranges would be tested");
			spans->apart = memory_grow(spans->apart,
						   spans->apart_count + 1,
						   sizeof(*spans->apart));
			spans->apart[spans->apart_count++] =
				strcmp(spans->list[i].base,
				       spans->list[j].base) < 0
					? (struct span_pair){i, j}
					: (struct span_pair){j, i};
		}
	return true;
}

/* The two references of an entry of "overlaps", if both are in the loop. */
static bool read_pair(const struct finding *finding, size_t index,
		      const json_t **a, const json_t **b)
{
	const json_t *pair = json_array_get(
		json_object_get(finding->record, "overlaps"), index);

	*a = json_array_get(finding->references, loop_integer(pair, "from"));
	*b = json_array_get(finding->references, loop_integer(pair, "to"));
	return *a && *b && is_inside(finding, *a, finding->loop) &&
	       is_inside(finding, *b, finding->loop);
}

/* What the test asks of names must be about names. */
static bool asks_names(const struct finding *finding, const json_t *reference)
{
	const struct spans *spans = finding->spans;

	for (size_t i = 0; i < spans->positive_count; i++)
		if (!is_name(spans->positive[i]))
			return refuse(finding, reference,
				      "how it moves has no name of the source");
	return true;
}

static struct finding finding_of(const json_t *record, int loop)
{
	return (struct finding){.record = record,
				.references = json_object_get(record, "refs"),
				.nest = json_object_get(record, "nest"),
				.loop = loop};
}

static size_t pairs_of(const json_t *record)
{
	return json_array_size(json_object_get(record, "overlaps"));
}

bool spans_are_needed(const json_t *record, int loop)
{
	struct finding finding = finding_of(record, loop);
	const json_t *a, *b;

	for (size_t i = 0; i < pairs_of(record); i++)
		if (read_pair(&finding, i, &a, &b))
			return true;
	return false;
}

bool spans_find(const json_t *record, int loop, struct spans *spans,
		struct text *reason)
{
	struct finding finding = finding_of(record, loop);
	const json_t *a, *b;
	bool good = true;

	*spans = (struct spans){0};
	finding.spans = spans;
	finding.reason = reason;
	for (size_t i = 0; good && i < pairs_of(record); i++) {
		if (!read_pair(&finding, i, &a, &b))
			continue;
		if (strcmp(loop_word(a, "base"), loop_word(b, "base")) == 0)
			good = refuse(&finding, a,
				      "several pointers have this name");
		good = good && add_base(&finding, a) && add_base(&finding, b) &&
		       add_pairs(&finding, a, b) && asks_names(&finding, a);
	}
	if (!good)
		spans_free(spans);
	return good;
}

void spans_free(struct spans *spans)
{
	for (size_t i = 0; i < spans->count; i++) {
		polynomial_free(&spans->list[i].low);
		polynomial_free(&spans->list[i].high);
	}
	for (size_t i = 0; i < spans->positive_count; i++)
		free(spans->positive[i]);
	free(spans->list);
	free(spans->apart);
	free(spans->positive);
	*spans = (struct spans){0};
}

/* ---- what a record says of them ---- */

static bool is_byte(const struct span *span, const json_t *reference)
{
	return is_of(span, reference) && loop_integer(reference, "size") == 1 &&
	       !loop_true(reference, "write");
}

bool span_is_read(const json_t *record, const struct span *span,
		  const struct polynomial *end, int64_t offset)
{
	const json_t *references = json_object_get(record, "refs");
	bool found = false;

	for (size_t i = 0; i < json_array_size(references) && !found; i++) {
		const json_t *reference = json_array_get(references, i);
		struct polynomial address;
		int64_t behind;

		if (!is_byte(span, reference) ||
		    !read_address(record, reference, &address))
			continue;
		found = difference(&address, end, &behind) && behind == offset;
		polynomial_free(&address);
	}
	return found;
}
