/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of an array that the source counts by itself.
 *
 * Slack is what lies between the ends of a subscript and those of its row. It
 * is asked for in the numbers that the record computes with, of 64 bits with a
 * sign: a size_t may be used as one below 0.
 */
#include "pitch.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "ends.h"
#include "member.h"
#include "record/loop.h"

#define MOST_ROWS 10 /* a longer test is read by nobody */

/* More than any array has; in a double, too, far from 64 bits. */
#define MOST_BYTES ((int64_t)1 << 61)

/* ---- ends of a subscript ---- */

/* The lowest or the highest value of the subscript; as ends_replace. */
static bool find_end(const struct pitch_part *part, bool highest,
		     struct names *positive, struct polynomial *end)
{
	struct ends ends = {part->record, part->reference};
	int at = (int)loop_integer(part->reference, "loop");
	bool good = polynomial_copy(part->at, end);

	for (; good && at >= 0;
	     at = loop_parent(loop_nested(part->record, at))) {
		const json_t *loop = loop_nested(part->record, at);

		good = !loop_may_wrap(loop) &&
		       ends_replace(&ends, loop, highest, positive, end);
		if (!good)
			polynomial_free(end);
	}
	return good;
}

/* What is left of the row before the lowest subscript. */
static bool find_slack_before(const struct pitch_part *part,
			      struct names *positive, struct polynomial *slack)
{
	return find_end(part, false, positive, slack);
}

/* And behind the highest one. */
static bool find_slack_behind(const struct pitch_part *part,
			      struct names *positive, struct polynomial *slack)
{
	struct polynomial end;
	bool good;

	if (!find_end(part, true, positive, &end))
		return false;
	good = polynomial_shift(&end, part->size) &&
	       polynomial_add(part->length, &end, -1, slack);
	polynomial_free(&end);
	return good;
}

typedef bool find_slack(const struct pitch_part *part, struct names *positive,
			struct polynomial *slack);

static find_slack *const sides[] = {find_slack_before, find_slack_behind};

/* ---- what the loops say ---- */

static bool is_positive(const struct pitch_part *part,
			const struct polynomial *slack)
{
	struct ends ends = {part->record, part->reference};

	return ends_sign(&ends, slack, NULL) > 0;
}

bool pitch_holds(const struct pitch_part *part)
{
	for (int i = 0; i < 2; i++) {
		struct polynomial slack;
		bool holds;

		if (!sides[i](part, NULL, &slack))
			return false;
		holds = is_positive(part, &slack);
		polynomial_free(&slack);
		if (!holds)
			return false;
	}
	return true;
}

bool pitch_lies_before(const struct pitch_part *part)
{
	static const struct polynomial zero;
	struct pitch_part before = *part;
	struct polynomial slack;
	bool good;

	before.length = &zero;
	if (!find_slack_behind(&before, NULL, &slack))
		return false;
	good = is_positive(part, &slack);
	polynomial_free(&slack);
	return good;
}

bool pitch_lowest(const struct pitch_part *part, struct polynomial *lowest)
{
	struct names ignored = {0};
	bool good = find_end(part, false, &ignored, lowest);

	names_free(&ignored);
	return good;
}

/* ---- what is asked ---- */

static int64_t round_down(int64_t number, int64_t by)
{
	return number / by - (number % by < 0);
}

/* From bytes to what the source counts in; what is below 0 stays below 0. */
static void shorten(struct polynomial *slack)
{
	int64_t factor = polynomial_common_factor(slack, 0), number = 0;

	for (size_t i = 0; i < slack->count; i++) {
		struct polynomial_term *term = &slack->terms[i];

		if (term->degree > 0)
			term->factor /= factor;
		else
			number =
				round_down(term->factor, factor) - term->factor;
	}
	polynomial_shift(slack, number);
}

/* Can the source read it before the loops? */
static bool is_known(const json_t *record, const char *name)
{
	return member_is(name) && member_is_there(record, name);
}

/* Can it be computed where the loops begin, and be 0 or more? Loops around one
   that has iterations read all that it runs to. */
static bool may_be_asked(const struct pitch_part *part,
			 const struct polynomial *slack)
{
	bool more = false;

	for (size_t i = 0; i < slack->count; i++) {
		const struct polynomial_term *term = &slack->terms[i];

		more |= term->factor > 0;
		for (int j = 0; j < term->degree; j++)
			if (!(part->runs ? member_is(term->names[j])
					 : is_known(part->record,
						    term->names[j])) ||
			    ends_is_counter(part->record, term->names[j]))
				return false;
	}
	return more && polynomial_common_factor(slack, 0) > 0;
}

/* Taken over; of two that differ by a number the smaller one is asked for. */
static bool take_row(struct pitches *rows, struct pitch *fresh)
{
	int64_t number = 0;

	for (size_t i = 0; i < rows->count; i++) {
		struct pitch *row = &rows->list[i];

		if (row->wide != fresh->wide ||
		    !polynomial_difference(&fresh->slack, &row->slack, &number))
			continue;
		polynomial_free(number < 0 ? &row->slack : &fresh->slack);
		if (number < 0)
			row->slack = fresh->slack;
		row->runs &= fresh->runs;
		return true;
	}
	if (rows->count == MOST_ROWS) {
		polynomial_free(&fresh->slack);
		return false;
	}
	rows->list =
		memory_grow(rows->list, rows->count + 1, sizeof(*rows->list));
	rows->list[rows->count++] = *fresh;
	return true;
}

/* The slack is taken over. */
static bool add_row(const struct pitch_part *part, struct polynomial *slack,
		    bool wide, struct pitches *rows)
{
	struct pitch fresh = {
		.base = part->base ? part->base
				   : loop_word(part->reference, "base"),
		.object = !json_is_null(
			json_object_get(part->reference, "extent")),
		.large = !ends_are_small(part->record, slack),
		.wide = wide,
		.room = part->room,
		.runs = part->runs,
		.slack = *slack};

	return take_row(rows, &fresh);
}

static bool ask_slack(const struct pitch_part *part, struct polynomial *slack,
		      struct pitches *rows)
{
	if (is_positive(part, slack)) {
		polynomial_free(slack);
		return true;
	}
	if (!may_be_asked(part, slack)) {
		polynomial_free(slack);
		return false;
	}
	shorten(slack);
	return add_row(part, slack, false, rows);
}

/* Which end is the low one hangs on these. */
static bool ask_positive(const struct pitch_part *part,
			 const struct names *positive, struct pitches *rows)
{
	for (size_t i = 0; i < positive->count; i++) {
		struct polynomial slack = polynomial_name(positive->list[i]);

		if (!ask_slack(part, &slack, rows))
			return false;
	}
	return true;
}

void pitches_free(struct pitches *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		polynomial_free(&rows->list[i].slack);
	free(rows->list);
	*rows = (struct pitches){0};
}

void pitches_add(struct pitches *rows, struct pitches *others)
{
	rows->list = memory_grow(rows->list, rows->count + others->count + 1,
				 sizeof(*rows->list));
	for (size_t i = 0; i < others->count; i++)
		rows->list[rows->count++] = others->list[i];
	free(others->list);
	*others = (struct pitches){0};
}

bool pitches_merge(struct pitches *rows, struct pitches *others)
{
	bool good = true;

	for (size_t i = 0; i < others->count; i++)
		if (good)
			good = take_row(rows, &others->list[i]);
		else
			polynomial_free(&others->list[i].slack);
	free(others->list);
	*others = (struct pitches){0};
	return good;
}

bool pitches_ask_room(const struct pitches *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		if (rows->list[i].room)
			return true;
	return false;
}

/* ---- numbers that may wrap around ---- */

/* Without what makes it larger, as all names are 0 or more. */
static void take_less(struct polynomial *slack)
{
	for (size_t i = slack->count; i-- > 0;)
		if (slack->terms[i].degree > 0 && slack->terms[i].factor > 0)
			polynomial_remove(slack, i);
}

static void add_names(const struct pitch_part *part,
		      const struct polynomial *sum, struct names *positive)
{
	struct ends ends = {part->record, part->reference};

	for (size_t i = 0; i < sum->count; i++) {
		struct polynomial one = {.terms = &sum->terms[i], .count = 1};

		ends_sign(&ends, &one, positive);
	}
}

/*
 * Products of several names may leave 64 bits: these are computed in a double.
 * That is exact up to 2^53, and what is asked is far below.
 */
static bool ask_wide(const struct pitch_part *part, struct polynomial *slack,
		     struct pitches *rows)
{
	struct names positive = {0};
	bool good;

	take_less(slack);
	if (is_positive(part, slack)) {
		polynomial_free(slack);
		return true;
	}
	add_names(part, slack, &positive);
	good = may_be_asked(part, slack);
	if (good) {
		shorten(slack);
		good = add_row(part, slack, true, rows);
	} else {
		polynomial_free(slack);
	}
	good = good && ask_positive(part, &positive, rows);
	names_free(&positive);
	return good;
}

/* "1 <= n": nothing is computed. */
static bool is_one_name(const struct polynomial *slack)
{
	return slack->count > 0 && slack->terms[0].degree == 1 &&
	       slack->terms[0].factor == 1 &&
	       (slack->count == 1 ||
		(slack->count == 2 && slack->terms[1].degree == 0));
}

/* A sum of what is 0 or more: then that is all there is to ask. */
static bool ask_parts(const struct pitch_part *part,
		      const struct polynomial *slack, struct pitches *rows)
{
	struct ends ends = {part->record, part->reference};
	struct names positive = {0};
	bool good = ends_sign(&ends, slack, &positive) > 0 &&
		    ask_positive(part, &positive, rows);

	names_free(&positive);
	return good;
}

/* Of slack that is computed before it is known that any loop runs. */
static bool ask_any(const struct pitch_part *part, struct polynomial *slack,
		    struct pitches *rows)
{
	if (ends_are_positive(part->record, slack) ||
	    ask_parts(part, slack, rows)) {
		polynomial_free(slack);
		return true;
	}
	return is_one_name(slack) || ends_are_small(part->record, slack)
		       ? ask_slack(part, slack, rows)
		       : ask_wide(part, slack, rows);
}

/* Of a value, and the least or the most that its type has room for. */
static bool ask_limit(const struct pitch_part *part, bool highest,
		      int64_t limit, struct pitches *rows)
{
	struct names positive = {0};
	struct polynomial end, slack = {0};
	struct polynomial bound = polynomial_number(limit);
	bool good = find_end(part, highest, &positive, &end);

	if (good) {
		good = highest ? polynomial_add(&bound, &end, -1, &slack)
			       : polynomial_add(&end, &bound, -1, &slack);
		polynomial_free(&end);
	}
	polynomial_free(&bound);
	good = good && ask_any(part, &slack, rows) &&
	       ask_positive(part, &positive, rows);
	names_free(&positive);
	return good;
}

/*
 * Addresses of numbers of 64 bits may wrap around where no iteration touches
 * what lies before: of every second row of half of all bytes each is the first
 * one.
 */
static bool ask_addresses(const struct pitch_part *part, struct pitches *rows)
{
	struct ends ends = {part->record, part->reference};
	struct polynomial address;
	struct pitch_part whole = *part;
	bool good = true;

	if (!ends_address(part->record, part->reference, &address))
		return false;
	whole.at = &address;
	whole.room = true;
	if (!ends_are_touched(&ends) && !ends_are_small(part->record, &address))
		good = ask_limit(&whole, false, -MOST_BYTES, rows) &&
		       ask_limit(&whole, true, MOST_BYTES, rows);
	polynomial_free(&address);
	return good;
}

bool pitch_ask(const struct pitch_part *part, struct pitches *rows)
{
	struct names positive = {0};
	bool good = is_known(part->record, loop_word(part->reference, "base"));

	for (int i = 0; good && i < 2; i++) {
		struct polynomial slack;

		good = sides[i](part, &positive, &slack) &&
		       ask_slack(part, &slack, rows);
	}
	good = good && ask_positive(part, &positive, rows) &&
	       ask_addresses(part, rows);
	names_free(&positive);
	return good;
}

/* One that the source can name: the test is marked beside it. What is written
   is data, and no container that holds them. */
static const char *named_base(const json_t *record)
{
	const json_t *list = json_object_get(record, "refs"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		const char *base = loop_row(one) ? loop_table(one)
						 : loop_word(one, "base");

		if (loop_true(one, "write") && is_known(record, base))
			return base;
	}
	return NULL;
}

/* What a reference in the loop is, beside whose base something is asked. */
static json_t *beside(const json_t *record, json_int_t loop, const char *base)
{
	const json_t *list = json_object_get(record, "refs"), *one;
	json_t *extent = NULL;
	size_t index;

	json_array_foreach(list, index, one)
	{
		if (strcmp(loop_word(one, "base"), base) == 0 && !loop_row(one))
			extent = json_object_get(one, "extent");
	}
	return json_pack("{s:I, s:O?}", "loop", loop, "extent", extent);
}

bool pitch_ask_room(const json_t *record, const json_t *wrap,
		    struct pitches *rows)
{
	const json_t *loop = json_object_get(wrap, "loop");
	const char *base = named_base(record);
	json_t *reference = beside(
		record, json_is_integer(loop) ? json_integer_value(loop) : -1,
		base ? base : "");
	struct polynomial value;
	struct pitch_part part = {.record = record,
				  .reference = reference,
				  .at = &value,
				  .base = base,
				  .room = true};
	bool good = base && ends_read(json_object_get(wrap, "value"), &value);

	if (good) {
		good = ask_limit(&part, false, loop_integer(wrap, "least"),
				 rows) &&
		       ask_limit(&part, true, loop_integer(wrap, "most"), rows);
		polynomial_free(&value);
	}
	json_decref(reference);
	return good;
}

/* ---- iterations ---- */

/* A comparison without a sign takes what is below 0 for more than all else. */
static bool ask_first(const struct pitch_part *part, const json_t *loop,
		      struct pitches *rows)
{
	struct polynomial low;

	return ends_lowest(loop, &low) && ask_slack(part, &low, rows);
}

bool pitch_ask_iteration(const json_t *record, const json_t *loop,
			 const char *base, struct pitches *rows)
{
	json_t *reference = beside(record, loop_parent(loop), base);
	struct pitch_part part = {.record = record,
				  .reference = reference,
				  .base = base,
				  .runs = true};
	struct polynomial spread;
	bool good = ends_spread(loop, &spread) &&
		    ask_slack(&part, &spread, rows) &&
		    ask_first(&part, loop, rows);

	json_decref(reference);
	return good;
}

/* ---- how it is written ---- */

static const char wide[] = "long long", unsigned_wide[] = "unsigned long long";

static void add_term(const struct polynomial_term *term, const char *type,
		     struct text *out)
{
	const char *between = "";

	if (term->degree == 0 || llabs(term->factor) != 1) {
		text_print(out, "%lld", llabs(term->factor));
		between = " * ";
	}
	for (int i = 0; i < term->degree; i++) {
		text_print(out, "%s(%s)", between, type);
		member_print(out, term->names[i]);
		between = " * ";
	}
}

/* The terms of one sign, without numbers that "number" leaves out. */
static void add_sum(const struct polynomial *slack, int sign, bool number,
		    const char *type, struct text *out)
{
	const char *between = "";

	for (size_t i = 0; i < slack->count; i++) {
		const struct polynomial_term *term = &slack->terms[i];

		if ((term->factor > 0) != (sign > 0) ||
		    (term->degree == 0 && !number))
			continue;
		text_add(out, between);
		add_term(term, type, out);
		between = " + ";
	}
	if (!*between)
		text_add(out, "0");
}

/* Is that a name alone, which cannot wrap around, or nothing? */
static bool is_alone(const struct polynomial *slack, int sign, bool number)
{
	int count = 0;

	for (size_t i = 0; i < slack->count; i++) {
		const struct polynomial_term *term = &slack->terms[i];

		if ((term->factor > 0) == (sign > 0) &&
		    (number || term->degree > 0))
			count += term->degree == 1 && term->factor == sign ? 1
									   : 2;
	}
	return count < 2;
}

/*
 * The test is also made where no loop runs, and names may be anything: a number
 * with a sign must not wrap around there. Where loops run none of them does.
 */
static void add_side(const struct pitch *row, int sign, bool number,
		     struct text *out)
{
	bool wraps = row->large && !row->wide &&
		     !is_alone(&row->slack, sign, number);

	text_print(out, "%s", wraps ? "(long long)(" : "");
	add_sum(&row->slack, sign, number,
		row->wide ? "double"
		: wraps	  ? unsigned_wide
			  : wide,
		out);
	text_add(out, wraps ? ")" : "");
}

/* n + 1 <= ld is n < ld. Numbers stand behind all products. */
static bool is_strict(const struct polynomial *slack)
{
	const struct polynomial_term *last = &slack->terms[slack->count - 1];

	return last->degree == 0 && last->factor == -1;
}

void pitch_print_slack(const struct pitch *row, struct text *out)
{
	add_sum(&row->slack, 1, true, wide, out);
	text_add(out, " - (");
	add_sum(&row->slack, -1, true, wide, out);
	text_add(out, ")");
}

void pitch_print(const struct pitch *row, struct text *out)
{
	bool strict = is_strict(&row->slack);

	add_side(row, -1, !strict, out);
	text_add(out, strict ? " < " : " <= ");
	add_side(row, 1, true, out);
}
