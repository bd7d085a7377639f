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

#define MOST_ROWS 6 /* a longer test is read by nobody */

/* ---- ends of a subscript ---- */

/* The lowest or the highest value of the subscript. */
static bool find_end(const struct pitch_part *part, bool highest,
		     struct polynomial *end)
{
	struct ends ends = {part->record, part->reference};
	int at = (int)loop_integer(part->reference, "loop");
	bool good = polynomial_copy(part->at, end);

	for (; good && at >= 0;
	     at = loop_parent(loop_nested(part->record, at))) {
		const json_t *loop = loop_nested(part->record, at);

		good = !loop_may_wrap(loop) &&
		       ends_replace(&ends, loop, highest, NULL, end);
		if (!good)
			polynomial_free(end);
	}
	return good;
}

/* What is left of the row before the lowest subscript. */
static bool find_slack_before(const struct pitch_part *part,
			      struct polynomial *slack)
{
	return find_end(part, false, slack);
}

/* And behind the highest one. */
static bool find_slack_behind(const struct pitch_part *part,
			      struct polynomial *slack)
{
	struct polynomial end;
	bool good;

	if (!find_end(part, true, &end))
		return false;
	good = polynomial_shift(&end, part->size) &&
	       polynomial_add(part->length, &end, -1, slack);
	polynomial_free(&end);
	return good;
}

typedef bool find_slack(const struct pitch_part *part,
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

		if (!sides[i](part, &slack))
			return false;
		holds = is_positive(part, &slack);
		polynomial_free(&slack);
		if (!holds)
			return false;
	}
	return true;
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

/* Can it be computed where the loops begin, and be 0 or more? */
static bool may_be_asked(const struct pitch_part *part,
			 const struct polynomial *slack)
{
	bool more = false;

	for (size_t i = 0; i < slack->count; i++) {
		const struct polynomial_term *term = &slack->terms[i];

		more |= term->factor > 0;
		for (int j = 0; j < term->degree; j++)
			if (!is_known(part->record, term->names[j]) ||
			    ends_is_counter(part->record, term->names[j]))
				return false;
	}
	return more && polynomial_common_factor(slack, 0) > 0;
}

/* The slack is taken over; of two that differ by a number the smaller one is
   asked for. */
static bool add_row(const struct pitch_part *part, struct polynomial *slack,
		    struct pitches *rows)
{
	int64_t number = 0;

	for (size_t i = 0; i < rows->count; i++) {
		struct pitch *row = &rows->list[i];

		if (!polynomial_difference(slack, &row->slack, &number))
			continue;
		polynomial_free(number < 0 ? &row->slack : slack);
		if (number < 0)
			row->slack = *slack;
		return true;
	}
	if (rows->count == MOST_ROWS) {
		polynomial_free(slack);
		return false;
	}
	rows->list =
		memory_grow(rows->list, rows->count + 1, sizeof(*rows->list));
	rows->list[rows->count++] =
		(struct pitch){.base = loop_word(part->reference, "base"),
			       .object = !json_is_null(json_object_get(
				       part->reference, "extent")),
			       .large = !ends_are_small(part->record, slack),
			       .slack = *slack};
	return true;
}

bool pitch_ask(const struct pitch_part *part, struct pitches *rows)
{
	if (!is_known(part->record, loop_word(part->reference, "base")))
		return false;
	for (int i = 0; i < 2; i++) {
		struct polynomial slack;

		if (!sides[i](part, &slack))
			return false;
		if (is_positive(part, &slack)) {
			polynomial_free(&slack);
			continue;
		}
		if (!may_be_asked(part, &slack)) {
			polynomial_free(&slack);
			return false;
		}
		shorten(&slack);
		if (!add_row(part, &slack, rows))
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
		text_print(out, "%s(%s)%s", between, type, term->names[i]);
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
	bool wraps = row->large && !is_alone(&row->slack, sign, number);

	text_print(out, "%s", wraps ? "(long long)(" : "");
	add_sum(&row->slack, sign, number, wraps ? unsigned_wide : wide, out);
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
