/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of rows that pointers find, as text.
 */
#include "ascent.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "layout.h"

/* Names of variables that the test declares, which nothing else has. */
const char ascent_holds[] = "rows_apart";
static const char rows_at[] = "rows_at", rows_beside[] = "rows_beside";

bool ascent_has_free_names(const struct lexemes *lexemes)
{
	const struct range all = {0, lexemes->length};

	return !lexeme_has_word(lexemes, all, ascent_holds) &&
	       !lexeme_has_word(lexemes, all, rows_at) &&
	       !lexeme_has_word(lexemes, all, rows_beside);
}

/* Names that it has are only there where loops run. */
static void add_first(const struct polynomial *row, struct text *out)
{
	int64_t number;
	bool named = !polynomial_is_number(row, &number);

	text_print(out, "%s%s", named ? ascent_holds : "", named ? " ? " : "");
	address_print_index(row, out);
	text_add(out, named ? " : 0" : "");
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
static void add_ascent(const struct tested *tested, const struct span *span,
		       const char *line, struct text *out)
{
	char *next = memory_print("%s + 1", rows_at);

	address_print_row(tested, span, true, rows_at, out);
	text_print(out, " <=%s", line);
	address_print_row(tested, span, false, next, out);
	free(next);
}

/* Each row ends before the next one begins: of this table, and of those behind
   it that have the same subscripts. */
static void add_ascents(const struct tested *tested, const struct spans *spans,
			size_t index, const char *line, const char *unit,
			struct text *out)
{
	const struct span *span = &spans->list[index];
	char *within = memory_print("%s%s%s", line, unit, unit);

	text_print(out, "%sfor (%s = ", line, rows_at);
	add_first(&span->rows.first, out);
	text_print(out, "; %s && %s < ", ascent_holds, rows_at);
	address_print_index(&span->rows.last, out);
	text_print(out, "; %s++)%s%s%s = ", rows_at, line, unit, ascent_holds);
	add_ascent(tested, span, within, out);
	for (size_t i = index + 1; i < spans->count; i++) {
		if (!are_beside(span, &spans->list[i]))
			continue;
		text_print(out, " &&%s", within);
		add_ascent(tested, &spans->list[i], within, out);
	}
	text_add(out, ";");
	free(within);
}

/* Rows of two tables, which both ascend, may lie by turns: the one that ends
   before the other begins lies before all that follow there. */
static void add_walk(const struct tested *tested, const struct span *one,
		     const struct span *other, const char *line,
		     const char *unit, struct text *out)
{
	char *inside = memory_print("%s%s", line, unit);
	char *beside = memory_print("%s++", rows_beside);

	text_print(out, "%sfor (%s = ", line, rows_at);
	add_first(&one->rows.first, out);
	text_print(out, ", %s = ", rows_beside);
	add_first(&other->rows.first, out);
	text_print(out, "; %s && %s <= ", ascent_holds, rows_at);
	address_print_index(&one->rows.last, out);
	text_print(out, " &&%s     %s <= ", line, rows_beside);
	address_print_index(&other->rows.last, out);
	text_print(out, ";)%sif (", inside);
	address_print_row(tested, one, true, rows_at, out);
	text_print(out, " <=%s    ", inside);
	address_print_row(tested, other, false, rows_beside, out);
	text_print(out, ")%s%s%s++;%selse%s%s%s = ", inside, unit, rows_at,
		   inside, inside, unit, ascent_holds);
	address_print_row(tested, other, true, beside, out);
	text_print(out, " <=%s%s%s", inside, unit, unit);
	address_print_row(tested, one, false, rows_at, out);
	text_add(out, ";");
	free(beside);
	free(inside);
}

bool ascent_answers(const struct spans *spans, const struct span_pair *pair)
{
	return spans->list[pair->one].rows.table &&
	       spans->list[pair->other].rows.table;
}

size_t ascent_count_pairs(const struct spans *spans)
{
	size_t count = 0;

	for (size_t i = 0; i < spans->apart_count; i++)
		count += ascent_answers(spans, &spans->apart[i]);
	return count;
}

void ascent_print(const struct tested *tested, const struct spans *spans,
		  const char *line, const char *unit, struct text *out)
{
	bool several = ascent_count_pairs(spans) > 0;

	text_print(out, "%slong long %s%s%s;%s", line, rows_at,
		   several ? ", " : "", several ? rows_beside : "",
		   layout_newline(tested->lexemes));
	for (size_t i = 0; i < spans->count; i++)
		if (spans->list[i].rows.table && !is_asked_before(spans, i))
			add_ascents(tested, spans, i, line, unit, out);
	for (size_t i = 0; i < spans->apart_count; i++)
		if (ascent_answers(spans, &spans->apart[i]))
			add_walk(tested, &spans->list[spans->apart[i].one],
				 &spans->list[spans->apart[i].other], line,
				 unit, out);
}
