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
	struct span_rows rows;
};

static void rows_free(struct span_rows *rows)
{
	polynomial_free(&rows->first);
	polynomial_free(&rows->last);
	*rows = (struct span_rows){0};
}

static void reach_free(struct reach *reach)
{
	polynomial_free(&reach->low);
	polynomial_free(&reach->high);
	rows_free(&reach->rows);
}

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
static bool replace_counters(struct reach *reach, struct polynomial *low,
			     struct polynomial *high)
{
	const struct finding *finding = reach->finding;
	struct names *positive = &finding->spans->positive;

	for (int at = (int)loop_integer(reach->ends.reference, "loop"); at >= 0;
	     at = loop_parent(loop_nested(finding->record, at))) {
		const json_t *loop = loop_nested(finding->record, at);

		if (loop_may_wrap(loop))
			return refuse(finding, reach->ends.reference,
				      "numbers may wrap around");
		if (!ends_replace(&reach->ends, loop, false, positive, low) ||
		    !ends_replace(&reach->ends, loop, true, positive, high))
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
	member_tell(&text, name);
	text_print(&text, "' %s", why);
	refuse(finding, reference, text_string(&text));
	text_free(&text);
	return false;
}

/*
 * All loops around the reference have iterations, if the test asks so first,
 * from the outermost on: what all of these read is there then.
 */
static bool ask_iterations(const struct finding *finding,
			   const json_t *reference, const char *base, int loop)
{
	const json_t *one = loop_nested(finding->record, loop);

	return loop < 0 ||
	       (ask_iterations(finding, reference, base, loop_parent(one)) &&
		pitch_ask_iteration(finding->record, one, base,
				    &finding->spans->runs));
}

static bool ask_all_iterations(const struct finding *finding,
			       const json_t *reference, const char *base)
{
	struct ends ends = {finding->record, reference};

	return ends_are_touched(&ends) &&
	       ask_iterations(finding, reference, base,
			      (int)loop_integer(reference, "loop"));
}

/* Can the source read it before the loops? */
static bool is_known(const struct finding *finding, const json_t *reference,
		     const char *name)
{
	const char *base = loop_word(reference, "base");

	if (!member_is(name) || ends_is_counter(finding->record, name))
		return refuse_name(finding, reference, name,
				   "is no name of the source");
	return member_is_there(finding->record, name) ||
	       (member_is(base) &&
		ask_all_iterations(finding, reference, base)) ||
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

/* The lowest and the highest value of "low", in names of the source. */
static bool find_both(struct reach *reach, struct polynomial *low,
		      struct polynomial *high)
{
	const struct finding *finding = reach->finding;
	const json_t *reference = reach->ends.reference;

	if (!polynomial_copy(low, high))
		return refuse(finding, reference, "its numbers are too large");
	return replace_counters(reach, low, high) &&
	       has_names(finding, reference, low) &&
	       has_names(finding, reference, high);
}

/* From what the base points at, or from where the row begins. */
static bool find_bytes(struct reach *reach)
{
	const struct finding *finding = reach->finding;
	const json_t *reference = reach->ends.reference;
	json_int_t size = loop_integer(reference, "size");

	if (!find_both(reach, &reach->low, &reach->high))
		return false;
	if (!polynomial_shift(&reach->high, size))
		return refuse(finding, reference, "its numbers are too large");
	return (has_whole_elements(&reach->low, size) &&
		has_whole_elements(&reach->high, size)) ||
	       refuse(finding, reference, "it is not made of whole elements");
}

static bool find_ends(struct reach *reach)
{
	const struct finding *finding = reach->finding;
	const json_t *reference = reach->ends.reference;

	if (json_is_string(json_object_get(reference, "indirect")) ||
	    json_array_size(json_object_get(reference, "indirect")))
		return refuse(finding, reference, "data say where it is");
	if (loop_integer(reference, "size") <= 0 ||
	    !is_known(finding, reference, loop_word(reference, "base")))
		return false;
	if (!ends_address(finding->record, reference, &reach->low))
		return refuse(finding, reference,
			      "its address is no sum of products");
	return find_bytes(reach) && is_safe(reach);
}

/* ---- rows ---- */

/* Of pointers; of vectors of C++, that are three of them. */
static const int64_t units[] = {8, 24};

/* Do the loops go from one pointer to the next, in units? */
static bool has_unit(const struct finding *finding, const struct polynomial *at,
		     int64_t unit)
{
	for (size_t i = 0; i < at->count; i++) {
		const struct polynomial_term *term = &at->terms[i];

		if (term->factor % unit)
			return false;
		for (int j = 0; j < term->degree; j++)
			if (ends_is_counter(finding->record, term->names[j]) &&
			    (term->degree > 1 || llabs(term->factor) != unit))
				return false;
	}
	return true;
}

static bool find_unit(struct reach *reach)
{
	for (size_t i = sizeof(units) / sizeof(units[0]); i-- > 0;)
		if (has_unit(reach->finding, &reach->rows.first, units[i])) {
			reach->rows.unit = units[i];
			return true;
		}
	return refuse(reach->finding, reach->ends.reference,
		      "the pointers to its rows do not lie beside each other");
}

static bool count_in_units(struct polynomial *bytes, int64_t unit)
{
	struct polynomial by = polynomial_number(unit), count, rest;
	bool good = polynomial_divide(bytes, &by, &count, &rest);

	polynomial_free(&by);
	if (!good)
		return false;
	polynomial_free(&rest);
	polynomial_free(bytes);
	*bytes = count;
	return true;
}

/* Where all loops have iterations, the nest reads all pointers from the first
   to the last one; else there may be none to read. */
static bool find_pointers(struct reach *reach)
{
	const struct finding *finding = reach->finding;
	const json_t *reference = reach->ends.reference;
	struct span_rows *rows = &reach->rows;

	if (!find_unit(reach) || !find_both(reach, &rows->first, &rows->last) ||
	    !count_in_units(&rows->first, rows->unit) ||
	    !count_in_units(&rows->last, rows->unit))
		return false;
	return ask_all_iterations(finding, reference, rows->table) ||
	       refuse(finding, reference,
		      "not all iterations read its pointers");
}

static bool find_row_ends(struct reach *reach)
{
	const struct finding *finding = reach->finding;
	const json_t *reference = reach->ends.reference;
	const json_t *row = loop_row(reference);

	reach->rows.table = loop_table(reference);
	if (!member_is(reach->rows.table))
		return refuse_name(finding, reference, reach->rows.table,
				   "is no name of the source");
	if (!ends_read(json_object_get(row, "bytes"), &reach->low) ||
	    !ends_read(json_object_get(row, "at"), &reach->rows.first))
		return refuse(finding, reference,
			      "its address is no sum of products");
	return find_pointers(reach) && find_bytes(reach);
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
	       span->object == is_object(reference) &&
	       !span->rows.table == !loop_row(reference);
}

/* sum - factor * spread, where that is a number of this sign or 0 */
static bool is_beyond(const struct polynomial *sum, int64_t factor,
		      const struct polynomial *spread)
{
	struct polynomial rest;
	int64_t number = 0;
	bool beyond;

	if (!polynomial_add(sum, spread, -factor, &rest))
		return false;
	beyond = polynomial_is_number(&rest, &number) &&
		 (factor > 0 ? number >= 0 : number <= 0);
	polynomial_free(&rest);
	return beyond;
}

/* Is a sum some times what a loop goes through and more, or its opposite? */
static int sign_by(const json_t *loop, const struct polynomial *sum)
{
	int64_t factor = polynomial_common_factor(sum, 0);
	struct polynomial spread;
	int sign;

	if (factor == 0 || !ends_spread(loop, &spread))
		return 0;
	sign = is_beyond(sum, factor, &spread)	  ? 1
	       : is_beyond(sum, -factor, &spread) ? -1
						  : 0;
	polynomial_free(&spread);
	return sign;
}

/* All loops around rows have iterations: so it is asked. */
static int sign_of(const struct reach *reach, const struct polynomial *sum)
{
	const json_t *record = reach->finding->record;
	int sign = ends_sign(&reach->ends, sum, NULL);

	for (int at = (int)loop_integer(reach->ends.reference, "loop");
	     !sign && reach->rows.table && at >= 0;
	     at = loop_parent(loop_nested(record, at)))
		sign = sign_by(loop_nested(record, at), sum);
	return sign;
}

/* Make the end of a span that of the other, if it is known to lie farther. */
static bool widen_end(const struct reach *reach, int outwards,
		      const struct polynomial *other, struct polynomial *end)
{
	struct polynomial farther, copy;
	int sign;

	if (!polynomial_add(other, end, -1, &farther))
		return false;
	sign = sign_of(reach, &farther);
	if (farther.count && sign == outwards &&
	    polynomial_copy(other, &copy)) {
		polynomial_free(end);
		*end = copy;
	}
	polynomial_free(&farther);
	return sign != 0;
}

static bool is_alike(const struct reach *reach, const struct span *span)
{
	const json_t *reference = reach->ends.reference;

	return is_of(span, reference) &&
	       span->size == loop_integer(reference, "size") &&
	       (reach->rows.table
			? strcmp(reach->rows.table, span->rows.table) == 0 &&
				  reach->rows.unit == span->rows.unit
			: span->loop == loop_integer(reference, "loop"));
}

/* Its ends, from the lowest on. */
#define ENDS 4

static void list_ends(struct polynomial *low, struct polynomial *high,
		      struct span_rows *rows, struct polynomial **list)
{
	list[0] = low;
	list[1] = &rows->first;
	list[2] = high;
	list[3] = &rows->last;
}

/*
 * Make a span hold the reference, too. Both must be touched by the same
 * iterations: an end that none of them touches may be no address. Of rows all
 * ends are touched.
 */
static bool widen(struct reach *reach, struct span *span)
{
	struct polynomial *own[ENDS], *of[ENDS], wider[ENDS] = {0};
	bool good = is_alike(reach, span);

	list_ends(&reach->low, &reach->high, &reach->rows, own);
	list_ends(&span->low, &span->high, &span->rows, of);
	for (int i = 0; i < ENDS && good; i++)
		good = polynomial_copy(of[i], &wider[i]) &&
		       widen_end(reach, i < ENDS / 2 ? -1 : 1, own[i],
				 &wider[i]);
	for (int i = 0; i < ENDS; i++) {
		polynomial_free(good ? of[i] : &wider[i]);
		if (good)
			*of[i] = wider[i];
	}
	return good;
}

/* Of rows that are written none may lie over another one. */
static bool relies_on_rows(const struct finding *finding,
			   const json_t *reference)
{
	return loop_row(reference) && loop_true(reference, "write") &&
	       is_inside(finding, reference, finding->loop);
}

static bool has_base(const struct finding *finding, const json_t *reference)
{
	for (size_t i = 0; i < finding->spans->count; i++)
		if (is_of(&finding->spans->list[i], reference))
			return true;
	return false;
}

/* Rows of one array must be told apart by one test of all. */
static bool is_written_in_parts(const struct reach *reach)
{
	const struct finding *finding = reach->finding;
	const json_t *one;
	size_t index;

	if (!reach->rows.table || !has_base(finding, reach->ends.reference))
		return false;
	json_array_foreach(finding->references, index, one)
	{
		if (relies_on_rows(finding, one) &&
		    loop_same(one, reach->ends.reference, "base"))
			return true;
	}
	return false;
}

static bool add_span(struct reach *reach)
{
	const struct finding *finding = reach->finding;
	struct spans *spans = finding->spans;

	for (size_t i = 0; i < spans->count; i++)
		if (widen(reach, &spans->list[i]))
			return true;
	if (is_written_in_parts(reach))
		return refuse(finding, reach->ends.reference,
			      "which of its rows are the first and the last");
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
		.high = reach->high,
		.rows = reach->rows};
	reach->low = reach->high = (struct polynomial){0};
	reach->rows = (struct span_rows){0};
	return true;
}

/* All references through the base of this one. */
static bool add_base(struct finding *finding, const json_t *of)
{
	if (has_base(finding, of))
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
		    !loop_row(reference) != !loop_row(of) ||
		    !is_inside(finding, reference, finding->loop))
			continue;
		good = (loop_row(reference) ? find_row_ends(&reach)
					    : find_ends(&reach)) &&
		       add_span(&reach);
		reach_free(&reach);
		if (!good)
			return false;
	}
	return true;
}

/* Do loops of another depth touch just the same? */
static bool same_span(const struct span *a, const struct span *b)
{
	return strcmp(a->base, b->base) == 0 && a->object == b->object &&
	       polynomial_is_same(&a->low, &b->low) &&
	       polynomial_is_same(&a->high, &b->high) &&
	       polynomial_is_same(&a->rows.first, &b->rows.first) &&
	       polynomial_is_same(&a->rows.last, &b->rows.last);
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
	size_t index;

	json_array_foreach(finding.references, index,
			   a) if (relies_on_rows(&finding, a)) return true;

	for (size_t i = 0; i < pairs_of(record); i++)
		if (read_pair(&finding, i, &a, &b))
			return true;
	return false;
}

bool spans_ask_iterations(const json_t *record, int loop, int inside)
{
	struct finding finding = finding_of(record, loop);
	const json_t *one;
	size_t index;

	json_array_foreach(finding.references, index, one)
	{
		struct ends ends = {record, one};

		if (relies_on_rows(&finding, one) && ends_are_touched(&ends) &&
		    is_inside(&finding, one, inside))
			return true;
	}
	return false;
}

bool spans_find(const json_t *record, int loop, struct spans *spans,
		struct text *reason)
{
	struct finding finding = finding_of(record, loop);
	const json_t *a, *b;
	bool good = true;
	size_t index;

	*spans = (struct spans){0};
	finding.spans = spans;
	finding.reason = reason;
	json_array_foreach(finding.references, index, a)
	{
		if (good && relies_on_rows(&finding, a))
			good = add_base(&finding, a);
	}
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
		rows_free(&spans->list[i].rows);
	}
	free(spans->list);
	free(spans->apart);
	names_free(&spans->positive);
	pitches_free(&spans->runs);
	*spans = (struct spans){0};
}

const char *span_name(const struct span *span)
{
	return span->rows.table ? span->rows.table : span->base;
}

/* ---- what a record says of them ---- */

static bool is_byte(const struct span *span, const json_t *reference)
{
	return is_of(span, reference) && loop_integer(reference, "size") == 1 &&
	       !loop_true(reference, "write");
}

/* "x.end()" - "x.begin()", where it is "x[]" and the reference begins behind
   all that it holds. */
static bool read_whole(const struct span *span, const json_t *reference,
		       struct polynomial *bytes)
{
	int length = (int)member_length(span->base);
	char *first = memory_print("%.*s.begin()", length, span->base);
	char *last = memory_print("%.*s.end()", length, span->base);
	json_t *whole = json_pack("[s,[s,i,s],s]", "+", "*", -1, first, last);
	bool good = span->base[length] &&
		    strcmp(loop_word(reference, "base"), last) == 0 &&
		    ends_read(whole, bytes);

	json_decref(whole);
	free(first);
	free(last);
	return good;
}

/* Where a byte of it is read. */
static bool read_place(const json_t *record, const struct span *span,
		       const json_t *reference, struct polynomial *place)
{
	struct polynomial whole, rest;
	bool good;

	if (is_byte(span, reference))
		return ends_address(record, reference, place);
	if (!read_whole(span, reference, &whole))
		return false;
	good = ends_address(record, reference, &rest);
	if (good) {
		good = polynomial_add(&rest, &whole, 1, place);
		polynomial_free(&rest);
	}
	polynomial_free(&whole);
	return good;
}

/* Is the place a number of bytes behind the end? */
static bool lies_at(const json_t *record, struct polynomial *place,
		    const struct polynomial *end, int64_t offset)
{
	struct polynomial copy;
	int64_t behind = 0;
	bool good = polynomial_difference(place, end, &behind);

	if (good || !polynomial_copy(end, &copy))
		return good && behind == offset;
	ends_define(record, place);
	ends_define(record, &copy);
	good = polynomial_difference(place, &copy, &behind);
	polynomial_free(&copy);
	return good && behind == offset;
}

bool span_reads_behind(const json_t *record, const struct span *span,
		       const struct polynomial *bytes, int64_t offset)
{
	const json_t *references = json_object_get(record, "refs");
	bool found = false;

	for (size_t i = 0; i < json_array_size(references) && !found; i++) {
		const json_t *reference = json_array_get(references, i);
		struct polynomial address;

		if (!read_place(record, span, reference, &address))
			continue;
		found = lies_at(record, &address, bytes, offset);
		polynomial_free(&address);
	}
	return found;
}

/* Are its pointer and its bytes those of the end? */
static bool is_at_end(const json_t *record, const struct span *span, bool high,
		      const struct polynomial *pointer, const json_t *reference,
		      int64_t offset)
{
	const json_t *row = loop_row(reference);
	struct polynomial at, bytes;
	bool good;

	if (strcmp(loop_table(reference), span->rows.table) != 0 ||
	    !ends_read(json_object_get(row, "at"), &at))
		return false;
	good = lies_at(record, &at, pointer, 0);
	polynomial_free(&at);
	if (!good || !ends_read(json_object_get(row, "bytes"), &bytes))
		return false;
	good = lies_at(record, &bytes, high ? &span->high : &span->low, offset);
	polynomial_free(&bytes);
	return good;
}

/* unit * (row + counter) */
static bool find_pointer(const struct span *span, bool high,
			 const char *counter, struct polynomial *pointer)
{
	struct polynomial name = polynomial_name(counter), sum;
	struct polynomial unit = polynomial_number(span->rows.unit);
	bool good = polynomial_add(high ? &span->rows.last : &span->rows.first,
				   &name, 1, &sum);

	if (good) {
		good = polynomial_multiply(&sum, &unit, pointer);
		polynomial_free(&sum);
	}
	polynomial_free(&name);
	polynomial_free(&unit);
	return good;
}

static bool is_row_read(const json_t *record, const struct span *span,
			bool high, const char *counter, int64_t offset)
{
	const json_t *list = json_object_get(record, "refs"), *one;
	struct polynomial pointer;
	bool found = false;
	size_t index;

	if (!find_pointer(span, high, counter, &pointer))
		return false;
	json_array_foreach(list, index, one)
	{
		found |= is_byte(span, one) &&
			 is_at_end(record, span, high, &pointer, one, offset);
	}
	polynomial_free(&pointer);
	return found;
}

bool span_is_read(const json_t *record, const struct span *span, bool high,
		  const char *counter, int64_t offset)
{
	return span->rows.table
		       ? is_row_read(record, span, high, counter, offset)
		       : span_reads_behind(record, span,
					   high ? &span->high : &span->low,
					   offset);
}
