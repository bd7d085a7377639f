/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a test at run time asks, as text.
 */
#include "question.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "layout.h"
#include "nest/member.h"
#include "record/loop.h"

const char question_not_written[] = "a test around the loops cannot be written";

/* Names of variables that the test declares, which nothing else has. */
static const char rows_apart[] = "rows_apart", rows_at[] = "rows_at",
		  rows_beside[] = "rows_beside";

bool question_has_free_names(const struct question *question)
{
	const struct range all = {0, question->lexemes->length};

	return !lexeme_has_word(question->lexemes, all, rows_apart) &&
	       !lexeme_has_word(question->lexemes, all, rows_at) &&
	       !lexeme_has_word(question->lexemes, all, rows_beside);
}

bool question_refuse(struct text *reason, int line, const char *why)
{
	text_print(reason, "%s: ", question_not_written);
	if (line)
		text_print(reason, "line %d: ", line);
	text_add(reason, why);
	return false;
}

/* ---- what the source names ---- */

/* Behind the member, if it stands here as it is in the record; else 0. */
static size_t behind_member(const struct question *question, size_t at,
			    const char *member)
{
	const struct lexemes *lexemes = question->lexemes;
	const char *name = member_short(member);
	size_t length = member_length(name);

	while (length > 0 && at < question->band->behind) {
		const struct lexeme *one = &lexemes->list[at++];
		size_t own = one->end - one->start;

		if (own > length ||
		    strncmp(name, lexemes->text + one->start, own) != 0)
			return 0;
		name += own;
		length -= own;
	}
	return length > 0 ? 0 : at;
}

/* The first "[" behind the base; the end of the loops where there is none. */
static size_t find_subscript(const struct question *question, const char *base)
{
	for (size_t at = question->band->first; at < question->band->behind;
	     at++) {
		size_t behind = behind_member(question, at, base);

		if (behind && behind < question->band->behind &&
		    lexeme_is(question->lexemes, behind, "["))
			return behind;
	}
	return question->band->behind;
}

/* ---- ends ---- */

/* "sizeof(x[0][0])", with as many subscripts as the loops have, of rows that
   pointers find two at least: these may have names of their own. */
static void add_size(const struct question *question, const struct span *span,
		     struct text *out)
{
	const struct lexemes *lexemes = question->lexemes;
	const char *name = span_name(span);
	int left = span->rows.table ? 2 : 0;
	size_t at = find_subscript(question, name);

	if (at == question->band->behind && !left) {
		text_add(out, "sizeof(*");
		member_print_data(out, name);
		text_add(out, ")");
		return;
	}
	text_add(out, "sizeof(");
	member_print(out, name);
	for (; lexeme_is(lexemes, at, "["); left--) {
		text_add(out, "[0]");
		at = lexeme_behind_bracket(lexemes, at);
	}
	while (left-- > 0)
		text_add(out, "[0]");
	text_add(out, ")");
}

/* Does a loop go from one element to the next? */
static bool has_neighbours(const struct question *question,
			   const struct span *span)
{
	const json_t *list = json_object_get(question->record, "refs"), *one;
	const json_t *stride;
	size_t index, depth;

	json_array_foreach(list, index, one)
	{
		if (!json_is_string(json_object_get(one, "base")) ||
		    strcmp(json_string_value(json_object_get(one, "base")),
			   span->base) != 0)
			continue;
		json_array_foreach(json_object_get(one, "strides"), depth,
				   stride)
		{
			if (llabs(json_integer_value(stride)) == span->size)
				return true;
		}
	}
	return false;
}

/* Behind "[i][j]" */
static size_t behind_subscripts(const struct question *question, size_t at)
{
	while (lexeme_is(question->lexemes, at, "["))
		at = lexeme_behind_bracket(question->lexemes, at);
	return at;
}

/* Does the source go from the base to a member? A function, as "x.size()", is
   none. */
static bool has_member_here(const struct question *question, const char *base)
{
	static const char *const leads[] = {".", "->", NULL};
	const struct lexemes *lexemes = question->lexemes;

	for (size_t at = question->band->first; at < question->band->behind;
	     at++) {
		size_t behind = behind_member(question, at, base);

		if (!behind)
			continue;
		behind = behind_subscripts(question, behind);
		if (lexeme_is_among(lexemes, behind, leads) &&
		    !lexeme_is(lexemes, behind + 2, "("))
			return true;
	}
	return false;
}

/* Has the record a name that goes from it to a member? */
static bool has_member(const json_t *list, const char *key, const char *base)
{
	size_t length = strlen(base);

	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *name = json_string_value(
			json_object_get(json_array_get(list, i), key));

		if (name && strncmp(name, base, length) == 0 &&
		    (strncmp(name + length, "->", 2) == 0 ||
		     name[length] == '.'))
			return true;
	}
	return false;
}

/* Does the source give it another type each time, as ((double *)base)[i]? */
static bool is_cast(const struct question *question, const char *base)
{
	const struct lexemes *lexemes = question->lexemes;

	for (size_t at = question->band->first; at < question->band->behind;
	     at++)
		if (lexeme_is(lexemes, at, "*") &&
		    lexeme_is(lexemes, at + 1, ")") &&
		    behind_member(question, at + 2, base))
			return true;
	return false;
}

/* Is it one of structures, of which the loops touch members? */
static bool is_of_structures(const struct question *question, const char *base)
{
	const json_t *record = question->record;

	return has_member_here(question, base) || is_cast(question, base) ||
	       has_member(json_object_get(record, "refs"), "base", base) ||
	       has_member(json_object_get(record, "params"), "name", base);
}

/* Data that the loops use without a subscript: a number, or a structure. */
static bool is_whole(const struct question *question, const struct span *span)
{
	return span->object &&
	       find_subscript(question, span->base) == question->band->behind;
}

/* Where all loops step over more than they touch at a time, what the base
   points at may be a structure, whose size the record does not have. */
static bool has_other_size(const struct question *question,
			   const struct span *span)
{
	if (is_whole(question, span) ||
	    is_of_structures(question, span_name(span)))
		return true;
	return polynomial_common_factor(
		       &span->low, polynomial_common_factor(&span->high, 0)) >
		       span->size &&
	       !has_neighbours(question, span);
}

/* "sizeof(x[0]) * 2", or "sizeof(char[16])" */
static void add_bytes(const struct question *question, const struct span *span,
		      int64_t bytes, struct text *out)
{
	if (is_whole(question, span) && bytes == span->extent) {
		text_add(out, "sizeof(");
		member_print(out, span->base);
		text_add(out, ")");
		return;
	}
	if (has_other_size(question, span)) {
		text_print(out, "sizeof(char[%lld])", (long long)bytes);
		return;
	}
	add_size(question, span, out);
	if (bytes != span->size)
		text_print(out, " * %lld", (long long)(bytes / span->size));
}

/* "(long long)n - 1", "0": in the numbers of the record, whatever types the
   names have. */
static void add_index(const struct polynomial *row, struct text *out)
{
	if (!row->count)
		text_add(out, "0");
	for (size_t i = 0; i < row->count; i++) {
		const struct polynomial_term *term = &row->terms[i];
		const char *between = "";

		text_add(out, term->factor < 0 ? i ? " - " : "-"
			      : i	       ? " + "
					       : "");
		if (llabs(term->factor) != 1 || !term->degree) {
			text_print(out, "%lld", llabs(term->factor));
			between = " * ";
		}
		for (int j = 0; j < term->degree; j++) {
			text_print(out, "%s(long long)", between);
			member_print(out, term->names[j]);
			between = " * ";
		}
	}
}

/* Names that it has are only there where loops run. */
static void add_first(const struct polynomial *row, struct text *out)
{
	int64_t number;
	bool named = !polynomial_is_number(row, &number);

	text_print(out, "%s%s", named ? rows_apart : "", named ? " ? " : "");
	add_index(row, out);
	text_add(out, named ? " : 0" : "");
}

/* What one of the pointers leads to: "(const char *)x[0]"; in C++ it may be a
   container or an owner that does. */
static void add_row(const struct question *question, const struct span *span,
		    const char *index, struct text *out)
{
	bool object =
		strcmp(loop_word(question->record, "language"), "C++") == 0;

	text_print(out, "(const char *)%s", object ? "&" : "");
	member_print(out, span->rows.table);
	text_print(out, "[%s]%s", index, object ? "[0]" : "");
}

static void add_start(const struct question *question, const struct span *span,
		      struct text *out)
{
	text_print(out, "(const char *)%s",
		   is_whole(question, span) ? "&" : "");
	member_print_data(out, span->base);
}

/* " + sizeof(x[0]) * n * m" */
static void add_offset(const struct question *question, const struct span *span,
		       const struct polynomial *end, struct text *out)
{
	for (size_t i = 0; i < end->count; i++) {
		const struct polynomial_term *term = &end->terms[i];

		text_print(out, " %c ", term->factor < 0 ? '-' : '+');
		add_bytes(question, span, llabs(term->factor), out);
		for (int j = 0; j < term->degree; j++) {
			text_add(out, " * ");
			member_print(out, term->names[j]);
		}
	}
}

/* "(const char *)x + sizeof(x[0]) * n * m", of rows of the last one; "counter"
   rows further, if there is one. */
void question_print_end(const struct question *question,
			const struct span *span, bool high, const char *counter,
			struct text *out)
{
	if (span->rows.table) {
		struct text index = {0};

		add_index(high ? &span->rows.last : &span->rows.first, &index);
		text_print(&index, "%s%s", counter ? " + " : "",
			   counter ? counter : "");
		add_row(question, span, text_string(&index), out);
		text_free(&index);
	} else {
		add_start(question, span, out);
	}
	add_offset(question, span, high ? &span->high : &span->low, out);
}

/* The one ends before the other begins, or the other way round. */
static void add_apart(const struct question *question,
		      const struct span_pair *pair, const char *line,
		      struct text *out)
{
	const struct span *one = &question->spans.list[pair->one];
	const struct span *other = &question->spans.list[pair->other];

	question_print_end(question, one, true, NULL, out);
	text_add(out, " <= ");
	question_print_end(question, other, false, NULL, out);
	text_print(out, " ||%s", line);
	question_print_end(question, other, true, NULL, out);
	text_add(out, " <= ");
	question_print_end(question, one, false, NULL, out);
}

/* Of those that ask whether loops run, or of the others. */
static void add_pitches(const struct question *question, bool runs,
			const char **between, struct text *out)
{
	for (size_t i = 0; i < question->rows.count; i++) {
		if (question->rows.list[i].runs != runs)
			continue;
		text_add(out, *between);
		pitch_print(&question->rows.list[i], out);
		*between = " && ";
	}
}

/* What numbers must be, one after the other; what may not be there if no loop
   runs is read behind the question for that. */
static void add_numbers(const struct question *question, struct text *out)
{
	const struct names *positive = &question->spans.positive;
	const char *between = "";

	add_pitches(question, true, &between, out);
	for (size_t i = 0; i < positive->count; i++) {
		text_add(out, between);
		member_print(out, positive->list[i]);
		text_add(out, " >= 0");
		between = " && ";
	}
	add_pitches(question, false, &between, out);
}

static bool asks_numbers(const struct question *question)
{
	return question->spans.positive.count + question->rows.count > 0;
}

/* Have both rows, which may lie by turns? */
static bool is_of_rows(const struct question *question,
		       const struct span_pair *pair)
{
	return question->spans.list[pair->one].rows.table &&
	       question->spans.list[pair->other].rows.table;
}

static size_t count_pairs(const struct question *question, bool of_rows)
{
	size_t count = 0;

	for (size_t i = 0; i < question->spans.apart_count; i++)
		count += is_of_rows(question, &question->spans.apart[i]) ==
			 of_rows;
	return count;
}

/* Ranges; "line" begins a new line, "several": each gets brackets. */
static void add_ranges(const struct question *question, const char *line,
		       bool several, struct text *out)
{
	char *within = memory_print("%s%s", line, several ? " " : "");
	bool first = true;

	for (size_t i = 0; i < question->spans.apart_count; i++) {
		if (is_of_rows(question, &question->spans.apart[i]))
			continue;
		if (!first)
			text_print(out, " &&%s", line);
		first = false;
		text_add(out, several ? "(" : "");
		add_apart(question, &question->spans.apart[i], within, out);
		text_add(out, several ? ")" : "");
	}
	free(within);
}

/* All of it; "blanks" are those of the line of the "if". */
static void add_test(const struct question *question, const char *blanks,
		     struct text *out)
{
	const struct spans *spans = &question->spans;
	bool several = spans->positive.count + question->rows.count +
			       spans->apart_count >
		       1;
	char *line = memory_print("%s%s    ", layout_newline(question->lexemes),
				  blanks);

	add_numbers(question, out);
	if (asks_numbers(question) && spans->apart_count)
		text_print(out, " &&%s", line);
	add_ranges(question, line, several, out);
	free(line);
}

/* ---- rows that pointers find ---- */

bool question_has_pointers(const struct question *question)
{
	for (size_t i = 0; i < question->spans.count; i++)
		if (question->spans.list[i].rows.table)
			return true;
	return false;
}

static void add_row_end(const struct question *question,
			const struct span *span, bool high, const char *index,
			struct text *out)
{
	add_row(question, span, index, out);
	add_offset(question, span, high ? &span->high : &span->low, out);
}

/* Do the pointers have the same subscripts? */
static bool are_beside(const struct span *a, const struct span *b)
{
	return b->rows.table &&
	       polynomial_is_same(&a->rows.first, &b->rows.first) &&
	       polynomial_is_same(&a->rows.last, &b->rows.last);
}

/* Does the loop of a table before this one ask for it, too? */
static bool is_asked_before(const struct spans *spans, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (are_beside(&spans->list[index], &spans->list[i]))
			return true;
	return false;
}

/* "x[rows_at] ends before x[rows_at + 1]" */
static void add_ascent(const struct question *question, const struct span *span,
		       const char *line, struct text *out)
{
	char *next = memory_print("%s + 1", rows_at);

	add_row_end(question, span, true, rows_at, out);
	text_print(out, " <=%s", line);
	add_row_end(question, span, false, next, out);
	free(next);
}

/* Each row ends before the next one begins: of this table, and of those behind
   it that have the same subscripts. */
static void add_ascents(const struct question *question, size_t index,
			const char *line, const char *unit, struct text *out)
{
	const struct spans *spans = &question->spans;
	const struct span *span = &spans->list[index];
	char *within = memory_print("%s%s%s", line, unit, unit);

	text_print(out, "%sfor (%s = ", line, rows_at);
	add_first(&span->rows.first, out);
	text_print(out, "; %s && %s < ", rows_apart, rows_at);
	add_index(&span->rows.last, out);
	text_print(out, "; %s++)%s%s%s = ", rows_at, line, unit, rows_apart);
	add_ascent(question, span, within, out);
	for (size_t i = index + 1; i < spans->count; i++) {
		if (!are_beside(span, &spans->list[i]))
			continue;
		text_print(out, " &&%s", within);
		add_ascent(question, &spans->list[i], within, out);
	}
	text_add(out, ";");
	free(within);
}

/* Rows of two tables, which both ascend, may lie by turns: the one that ends
   before the other begins lies before all that follow there. */
static void add_walk(const struct question *question, const struct span *one,
		     const struct span *other, const char *line,
		     const char *unit, struct text *out)
{
	char *inside = memory_print("%s%s", line, unit);
	char *beside = memory_print("%s++", rows_beside);

	text_print(out, "%sfor (%s = ", line, rows_at);
	add_first(&one->rows.first, out);
	text_print(out, ", %s = ", rows_beside);
	add_first(&other->rows.first, out);
	text_print(out, "; %s && %s <= ", rows_apart, rows_at);
	add_index(&one->rows.last, out);
	text_print(out, " &&%s     %s <= ", line, rows_beside);
	add_index(&other->rows.last, out);
	text_print(out, ";)%sif (", inside);
	add_row_end(question, one, true, rows_at, out);
	text_print(out, " <=%s    ", inside);
	add_row_end(question, other, false, rows_beside, out);
	text_print(out, ")%s%s%s++;%selse%s%s%s = ", inside, unit, rows_at,
		   inside, inside, unit, rows_apart);
	add_row_end(question, other, true, beside, out);
	text_print(out, " <=%s%s%s", inside, unit, unit);
	add_row_end(question, one, false, rows_at, out);
	text_add(out, ";");
	free(beside);
	free(inside);
}

/* Before the "if": do rows ascend, and do none of two tables overlap? Pointers
   are only there where loops run. */
static void add_rows_test(const struct question *question, const char *line,
			  const char *unit, struct text *out)
{
	const struct spans *spans = &question->spans;
	bool several = count_pairs(question, true) > 0;

	text_print(out, "%sint %s = ", line, rows_apart);
	add_numbers(question, out);
	text_print(out, "%s;%slong long %s%s%s;%s",
		   asks_numbers(question) ? "" : "1", line, rows_at,
		   several ? ", " : "", several ? rows_beside : "",
		   layout_newline(question->lexemes));
	for (size_t i = 0; i < spans->count; i++)
		if (spans->list[i].rows.table && !is_asked_before(spans, i))
			add_ascents(question, i, line, unit, out);
	for (size_t i = 0; i < spans->apart_count; i++)
		if (is_of_rows(question, &spans->apart[i]))
			add_walk(question, &spans->list[spans->apart[i].one],
				 &spans->list[spans->apart[i].other], line,
				 unit, out);
}

/* And what the "if" asks then. */
static void add_pointers_test(const struct question *question,
			      const char *blanks, struct text *out)
{
	char *line = memory_print("%s%s    ", layout_newline(question->lexemes),
				  blanks);

	text_add(out, rows_apart);
	if (count_pairs(question, false))
		text_print(out, " &&%s", line);
	add_ranges(question, line, true, out);
	free(line);
}

/* Once each; "one" is taken over. */
static void add_once(struct text *list, struct text *one)
{
	if (!strstr(text_string(list), text_string(one)))
		text_print(list, "%s%s", list->length ? ", " : "",
			   text_string(one));
	text_free(one);
}

/* "rows of x, x and y, x and z do not overlap" */
static void add_subjects(const struct question *question, struct text *out)
{
	const struct spans *spans = &question->spans;
	struct text list = {0};

	for (size_t i = 0; i < question->rows.count; i++) {
		struct text one = {0};

		if (question->rows.list[i].room || question->rows.list[i].runs)
			continue;
		text_add(&one, "rows of ");
		member_print(&one, question->rows.list[i].base);
		add_once(&list, &one);
	}
	for (size_t i = 0; i < spans->count; i++) {
		struct text one = {0};

		if (!spans->list[i].rows.table)
			continue;
		text_add(&one, "rows of ");
		member_print(&one, spans->list[i].rows.table);
		add_once(&list, &one);
	}
	for (size_t i = 0; i < spans->apart_count; i++) {
		const struct span_pair *pair = &spans->apart[i];
		struct text one = {0};

		member_print(&one, span_name(&spans->list[pair->one]));
		text_add(&one, " and ");
		member_print(&one, span_name(&spans->list[pair->other]));
		add_once(&list, &one);
	}
	if (list.length)
		text_print(out, "%s do not overlap", text_string(&list));
	if (pitches_ask_room(&question->rows))
		text_print(out, "%sno number wraps around",
			   list.length ? " and " : "");
	text_free(&list);
}

/* The comment, and all up to the first version. */
void question_print(const struct question *question, const char *blanks,
		    const char *unit, struct text *out)
{
	bool pointers = question_has_pointers(question);
	const char *newline = layout_newline(question->lexemes);
	char *inner = memory_print("%s%s", blanks, pointers ? unit : "");
	char *line = memory_print("%s%s", newline, inner);

	text_print(out, "%s/* if ", blanks);
	add_subjects(question, out);
	text_add(out, " */");
	if (pointers) {
		text_print(out, "%s%s{", newline, blanks);
		add_rows_test(question, line, unit, out);
	}
	text_print(out, "%sif (", line);
	if (pointers)
		add_pointers_test(question, inner, out);
	else
		add_test(question, inner, out);
	text_add(out, ")");
	free(inner);
	free(line);
}
