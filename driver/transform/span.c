/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bytes that a nest touches through pointers.
 */
#include "span.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "ends.h"
#include "member.h"
#include "record/loop.h"

#define MOST_SPANS 16 /* a longer test is read by nobody */
#define MOST_APART 16
#define FIRST_PAGE 4096 /* no address in it is valid */

struct finding {
	const json_t *record, *references;
	int loop;
	struct spans *spans;
	struct text *reason;
};

/* One reference on the way to its span. */
struct reach {
	const struct finding *finding;
	struct ends ends; /* the reference, with its record */
	struct polynomial low, high;
};

/* ---- one reference ---- */

static bool is_inside(const struct finding *finding, const json_t *reference,
		      int outer)
{
	return loop_is_within(finding->record,
			      (int)loop_integer(reference, "loop"), outer);
}

static bool refuse(const struct finding *finding, const json_t *reference,
		   const char *why)
{
	text_add(finding->reason, "what is touched of '");
	text_add_safe(finding->reason, loop_word(reference, "base"));
	text_print(finding->reason, "' cannot be told before the loops: %s",
		   why);
	return false;
}

/* From the inner to the outer loops, whose counters bounds may be made of. */
static bool replace_counters(struct reach *reach)
{
	const struct finding *finding = reach->finding;
	struct names *positive = &finding->spans->positive;

	for (int at = (int)loop_integer(reach->ends.reference, "loop"); at >= 0;
	     at = loop_parent(loop_nested(finding->record, at))) {
		const json_t *loop = loop_nested(finding->record, at);

		if (loop_may_wrap(loop))
			return refuse(finding, reach->ends.reference,
				      "numbers may wrap around");
		if (!ends_replace(&reach->ends, loop, false, positive,
				  &reach->low) ||
		    !ends_replace(&reach->ends, loop, true, positive,
				  &reach->high))
			return refuse(finding, reach->ends.reference,
				      "its ends are no sums of products");
	}
	return true;
}

/* ---- numbers that do not wrap around ---- */

/* Does it lie behind what the base points at, or right before that? */
static bool is_behind(const struct reach *reach, const struct polynomial *low)
{
	for (size_t i = 0; i < low->count; i++) {
		struct polynomial term = {.terms = &low->terms[i], .count = 1};

		if (low->terms[i].degree
			    ? ends_sign(&reach->ends, &term,
					&reach->finding->spans->positive) <= 0
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
	return ends_are_touched(&reach->ends) ||
	       (is_behind(reach, &reach->low) &&
		ends_are_small(reach->finding->record, &reach->low) &&
		ends_are_small(reach->finding->record, &reach->high)) ||
	       refuse(reach->finding, reach->ends.reference,
		      "not all iterations touch it, and the numbers may be "
		      "too large for the others");
}

static bool refuse_name(const struct finding *finding, const json_t *reference,
			const char *name, const char *why)
{
	struct text text = {0};

	text_add(&text, "'");
	text_add_safe(&text, name);
	text_print(&text, "' %s", why);
	refuse(finding, reference, text_string(&text));
	text_free(&text);
	return false;
}

/* Can the source read it before the loops? */
static bool is_known(const struct finding *finding, const json_t *reference,
		     const char *name)
{
	if (!member_is(name) || ends_is_counter(finding->record, name))
		return refuse_name(finding, reference, name,
				   "is no name of the source");
	return member_is_there(finding->record, name) ||
	       refuse_name(finding, reference, name,
			   "may not be there, if no loop runs");
}

static bool has_names(const struct finding *finding, const json_t *reference,
		      const struct polynomial *sum)
{
	for (size_t i = 0; i < sum->count; i++)
		for (int j = 0; j < sum->terms[i].degree; j++)
			if (!is_known(finding, reference,
				      sum->terms[i].names[j]))
				return false;
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
	const json_t *reference = reach->ends.reference;
	json_int_t size = loop_integer(reference, "size");

	if (json_is_string(json_object_get(reference, "indirect")) ||
	    json_array_size(json_object_get(reference, "indirect")))
		return refuse(finding, reference, "data say where it is");
	if (size <= 0 ||
	    !is_known(finding, reference, loop_word(reference, "base")))
		return false;
	if (!ends_address(finding->record, reference, &reach->low))
		return refuse(finding, reference,
			      "its address is no sum of products");
	if (!polynomial_copy(&reach->low, &reach->high) ||
	    !polynomial_shift(&reach->high, size))
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

/* Make the end of a span that of the other, if it is known to lie farther. */
static bool widen_end(const struct reach *reach, int outwards,
		      const struct polynomial *other, struct polynomial *end)
{
	struct polynomial farther, copy;
	int sign;

	if (!polynomial_add(other, end, -1, &farther))
		return false;
	sign = ends_sign(&reach->ends, &farther, NULL);
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

	if (!is_of(span, reach->ends.reference) ||
	    span->loop != loop_integer(reach->ends.reference, "loop") ||
	    span->size != loop_integer(reach->ends.reference, "size") ||
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
		return refuse(finding, reach->ends.reference,
			      "too many ranges would be tested");
	spans->list = memory_grow(spans->list, spans->count + 1,
				  sizeof(*spans->list));
	spans->list[spans->count++] = (struct span){
		.base = loop_word(reach->ends.reference, "base"),
		.object = is_object(reach->ends.reference),
		.size = loop_integer(reach->ends.reference, "size"),
		.loop = loop_integer(reach->ends.reference, "loop"),
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
				      .ends = {finding->record, reference}};
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
	       polynomial_difference(&a->low, &b->low, &low) &&
	       polynomial_difference(&a->high, &b->high, &high) && !low &&
	       !high;
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

	for (size_t i = 0; i < spans->positive.count; i++)
		if (!is_known(finding, reference, spans->positive.list[i]))
			return false;
	return true;
}

static struct finding finding_of(const json_t *record, int loop)
{
	return (struct finding){.record = record,
				.references = json_object_get(record, "refs"),
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
	free(spans->list);
	free(spans->apart);
	names_free(&spans->positive);
	*spans = (struct spans){0};
}

/* ---- what a record says of them ---- */

static bool is_byte(const struct span *span, const json_t *reference)
{
	return is_of(span, reference) && loop_integer(reference, "size") == 1 &&
	       !loop_true(reference, "write");
}

/* How far behind the end the address lies, if that is a number. */
static bool lies_behind(const json_t *record, struct polynomial *address,
			const struct polynomial *end, int64_t *behind)
{
	struct polynomial copy;
	bool good = polynomial_difference(address, end, behind);

	if (good || !polynomial_copy(end, &copy))
		return good;
	ends_define(record, address);
	ends_define(record, &copy);
	good = polynomial_difference(address, &copy, behind);
	polynomial_free(&copy);
	return good;
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
		    !ends_address(record, reference, &address))
			continue;
		found = lies_behind(record, &address, end, &behind) &&
			behind == offset;
		polynomial_free(&address);
	}
	return found;
}
