/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the bytes that a nest touches begin and end, as text.
 */
#include "address.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "nest/member.h"
#include "record/loop.h"

/* ---- what the source names ---- */

/* Behind the member, if it stands here as it is in the record; else 0. */
static size_t behind_member(const struct tested *tested, size_t at,
			    const char *member)
{
	const struct lexemes *lexemes = tested->lexemes;
	const char *name = member_short(member);
	size_t length = member_length(name);

	while (length > 0 && at < tested->band->behind) {
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
static size_t find_subscript(const struct tested *tested, const char *base)
{
	for (size_t at = tested->band->first; at < tested->band->behind; at++) {
		size_t behind = behind_member(tested, at, base);

		if (behind && behind < tested->band->behind &&
		    lexeme_is(tested->lexemes, behind, "["))
			return behind;
	}
	return tested->band->behind;
}

/* ---- ends ---- */

/* "sizeof(x[0][0])", with as many subscripts as the loops have, of rows that
   pointers find two at least: these may have names of their own. */
static void add_size(const struct tested *tested, const struct span *span,
		     struct text *out)
{
	const struct lexemes *lexemes = tested->lexemes;
	const char *name = span_name(span);
	int left = span->rows.table ? 2 : 0;
	size_t at = find_subscript(tested, name);

	if (at == tested->band->behind && !left) {
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
static bool has_neighbours(const struct tested *tested, const struct span *span)
{
	const json_t *list = json_object_get(tested->record, "refs"), *one;
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
static size_t behind_subscripts(const struct tested *tested, size_t at)
{
	while (lexeme_is(tested->lexemes, at, "["))
		at = lexeme_behind_bracket(tested->lexemes, at);
	return at;
}

/* Does the source go from the base to a member? A function, as "x.size()", is
   none. */
static bool has_member_here(const struct tested *tested, const char *base)
{
	static const char *const leads[] = {".", "->", NULL};
	const struct lexemes *lexemes = tested->lexemes;

	for (size_t at = tested->band->first; at < tested->band->behind; at++) {
		size_t behind = behind_member(tested, at, base);

		if (!behind)
			continue;
		behind = behind_subscripts(tested, behind);
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
static bool is_cast(const struct tested *tested, const char *base)
{
	const struct lexemes *lexemes = tested->lexemes;

	for (size_t at = tested->band->first; at < tested->band->behind; at++)
		if (lexeme_is(lexemes, at, "*") &&
		    lexeme_is(lexemes, at + 1, ")") &&
		    behind_member(tested, at + 2, base))
			return true;
	return false;
}

/* Is it one of structures, of which the loops touch members? */
static bool is_of_structures(const struct tested *tested, const char *base)
{
	const json_t *record = tested->record;

	return has_member_here(tested, base) || is_cast(tested, base) ||
	       has_member(json_object_get(record, "refs"), "base", base) ||
	       has_member(json_object_get(record, "params"), "name", base);
}

/* Data that the loops use without a subscript: a number, or a structure. */
static bool is_whole(const struct tested *tested, const struct span *span)
{
	return span->object &&
	       find_subscript(tested, span->base) == tested->band->behind;
}

/* Where all loops step over more than they touch at a time, what the base
   points at may be a structure, whose size the record does not have. */
static bool has_other_size(const struct tested *tested, const struct span *span)
{
	if (is_whole(tested, span) || is_of_structures(tested, span_name(span)))
		return true;
	return polynomial_common_factor(
		       &span->low, polynomial_common_factor(&span->high, 0)) >
		       span->size &&
	       !has_neighbours(tested, span);
}

/* "sizeof(x[0]) * 2", or "sizeof(char[16])" */
static void add_bytes(const struct tested *tested, const struct span *span,
		      int64_t bytes, struct text *out)
{
	if (is_whole(tested, span) && bytes == span->extent) {
		text_add(out, "sizeof(");
		member_print(out, span->base);
		text_add(out, ")");
		return;
	}
	if (has_other_size(tested, span)) {
		text_print(out, "sizeof(char[%lld])", (long long)bytes);
		return;
	}
	add_size(tested, span, out);
	if (bytes != span->size)
		text_print(out, " * %lld", (long long)(bytes / span->size));
}

/* "(long long)n - 1", "0": in the numbers of the record, whatever types the
   names have. */
void address_print_index(const struct polynomial *row, struct text *out)
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

/* What one of the pointers leads to: "(const char *)x[0]"; in C++ it may be a
   container or an owner that does. */
static void add_row(const struct tested *tested, const struct span *span,
		    const char *index, struct text *out)
{
	bool object = strcmp(loop_word(tested->record, "language"), "C++") == 0;

	text_print(out, "(const char *)%s", object ? "&" : "");
	member_print(out, span->rows.table);
	text_print(out, "[%s]%s", index, object ? "[0]" : "");
}

static void add_start(const struct tested *tested, const struct span *span,
		      struct text *out)
{
	text_print(out, "(const char *)%s", is_whole(tested, span) ? "&" : "");
	member_print_data(out, span->base);
}

/* " + sizeof(x[0]) * n * m" */
static void add_offset(const struct tested *tested, const struct span *span,
		       const struct polynomial *end, struct text *out)
{
	for (size_t i = 0; i < end->count; i++) {
		const struct polynomial_term *term = &end->terms[i];

		text_print(out, " %c ", term->factor < 0 ? '-' : '+');
		add_bytes(tested, span, llabs(term->factor), out);
		for (int j = 0; j < term->degree; j++) {
			text_add(out, " * ");
			member_print(out, term->names[j]);
		}
	}
}

/* "(const char *)x + sizeof(x[0]) * n * m", of rows of the last one; "counter"
   rows further, if there is one. */
void address_print_end(const struct tested *tested, const struct span *span,
		       bool high, const char *counter, struct text *out)
{
	if (span->rows.table) {
		struct text index = {0};

		address_print_index(high ? &span->rows.last : &span->rows.first,
				    &index);
		text_print(&index, "%s%s", counter ? " + " : "",
			   counter ? counter : "");
		add_row(tested, span, text_string(&index), out);
		text_free(&index);
	} else {
		add_start(tested, span, out);
	}
	add_offset(tested, span, high ? &span->high : &span->low, out);
}

void address_print_row(const struct tested *tested, const struct span *span,
		       bool high, const char *index, struct text *out)
{
	add_row(tested, span, index, out);
	add_offset(tested, span, high ? &span->high : &span->low, out);
}
