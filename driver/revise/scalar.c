/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variables exchanged for elements in the source.
 */
#include "scalar.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "directive.h"
#include "edit.h"
#include "layout.h"
#include "nest/element.h"
#include "record/loop.h"
#include "split.h"

/* Lexemes: the first, and what is behind the last. */
struct piece {
	size_t first, behind;
};

/* A variable, and the statements that it stands in. */
struct scalar {
	const char *name;
	struct piece begins, value; /* "double s = 0;", and what it begins as */
	struct piece adds;	    /* "s += a[i][k];" */
	struct piece ends, element; /* "c[i][j] = s;", and "c[i][j]" */
	bool only_ends;		    /* what the element gets is s itself */
	char *text;		    /* of the element */
};

struct replacing {
	const struct lexemes *lexemes;
	const json_t *record;
	const struct band *band;
	struct parts parts;
	struct edits edits;
	struct text *reason;
};

static bool refuse(const struct replacing *all, size_t at, const char *name,
		   const char *why)
{
	text_print(all->reason, "'%s' stays a variable: line %d %s", name,
		   all->lexemes->list[at].line, why);
	return false;
}

/* ---- words ---- */

static struct range range_of(const struct lexemes *lexemes, struct piece piece)
{
	return (struct range){lexemes->list[piece.first].start,
			      lexemes->list[piece.behind - 1].end};
}

static bool is_name(const struct lexemes *lexemes, size_t at, const char *name)
{
	return lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
	       lexeme_is(lexemes, at, name) && !split_is_member(lexemes, at);
}

static size_t find_name(const struct lexemes *lexemes, struct piece in,
			const char *name)
{
	while (in.first < in.behind && !is_name(lexemes, in.first, name))
		in.first++;
	return in.first;
}

static size_t count_names(const struct lexemes *lexemes, struct piece in,
			  const char *name)
{
	size_t count = 0;

	for (size_t at = in.first; at < in.behind; at++)
		count += is_name(lexemes, at, name);
	return count;
}

/* Is there a comma outside of brackets? */
static bool has_comma(const struct lexemes *lexemes, struct piece in)
{
	for (size_t at = in.first; at < in.behind;
	     at = lexeme_step(lexemes, at))
		if (lexeme_is(lexemes, at, ","))
			return true;
	return false;
}

static bool has_comment(const struct lexemes *lexemes, struct range range)
{
	for (size_t i = 0; i < lexemes->comment_count; i++)
		if (lexemes->comments[i].start >= range.start &&
		    lexemes->comments[i].start < range.end)
			return true;
	return false;
}

/* The only statement of a block, between two lexemes, that has the name. */
static bool find_statement(const struct replacing *all, struct piece block,
			   const char *name, struct piece *found)
{
	size_t statements = 0, at = block.first;

	while (at < block.behind) {
		size_t end = forloop_behind(all->lexemes, at);
		struct piece one = {at, end};

		if (!end || end > block.behind)
			return refuse(all, at, name, "is not clear");
		if (count_names(all->lexemes, one, name)) {
			*found = one;
			statements++;
		}
		at = end;
	}
	return statements == 1 ||
	       refuse(all, block.first, name,
		      "begins a block that does not use it just once");
}

/* Is it read there, and nothing else done with it? */
static bool is_read(const struct lexemes *lexemes, size_t at)
{
	static const char *const before[] = {"&", "++", "--", "[", "::", NULL};
	static const char *const behind[] = {"++", "--", "[",  "(", "{",
					     ".",  "->", "::", NULL};

	return !lexeme_is_among(lexemes, at - 1, before) &&
	       !lexeme_is_among(lexemes, at + 1, behind) &&
	       !lexeme_assigns(lexemes, at + 1);
}

/* ---- before the loop ---- */

/* "double", "long double", "real": all words before the name. */
static bool is_type(const struct lexemes *lexemes, struct piece type)
{
	static const char *const numbers[] = {"long", "double", "float",
					      "register", NULL};
	static const char *const others[] = {
		"auto",	     "static", "extern", "const", "volatile",
		"constexpr", "return", "throw",	 "else",  "mutable",
		"inline",    "goto",   "case",	 NULL};

	for (size_t at = type.first; at < type.behind; at++)
		if (!lexeme_has_kind(lexemes, at, LEXEME_WORD) ||
		    lexeme_is_among(lexemes, at, others) ||
		    (type.behind - type.first > 1 &&
		     !lexeme_is_among(lexemes, at, numbers)))
			return false;
	return true;
}

/* A variable of the block, or one that each thread has for itself. */
static bool is_own(const struct replacing *all, const struct scalar *scalar,
		   size_t name)
{
	const struct lexemes *lexemes = all->lexemes;
	size_t first = scalar->begins.first;

	return name > first
		       ? is_type(lexemes, (struct piece){first, name})
		       : directive_is_private(lexemes, all->band->directive,
					      scalar->name);
}

static bool find_beginning(const struct replacing *all, struct scalar *scalar)
{
	const struct lexemes *lexemes = all->lexemes;
	struct piece block = {all->parts.open + 1, all->parts.first};
	size_t name;

	if (!find_statement(all, block, scalar->name, &scalar->begins))
		return false;
	name = find_name(lexemes, scalar->begins, scalar->name);
	scalar->value = (struct piece){name + 2, scalar->begins.behind - 1};
	return (is_own(all, scalar, name) &&
		lexeme_is(lexemes, name + 1, "=") &&
		lexeme_is(lexemes, scalar->value.behind, ";") &&
		!lexeme_is(lexemes, scalar->value.first, "{") &&
		!has_comma(lexemes, scalar->value) &&
		!has_comment(
			lexemes,
			range_of(lexemes, (struct piece){scalar->begins.first,
							 name + 1})) &&
		count_names(lexemes, scalar->begins, scalar->name) == 1) ||
	       refuse(all, name, scalar->name,
		      "does more than to give it a first value");
}

/* ---- in the loop ---- */

/* Does a statement begin there, which is no part of a head? */
static bool begins_statement(const struct replacing *all, size_t at)
{
	static const char *const before[] = {"{", "}", ";", ")", "else", NULL};
	int depth = 0;

	for (size_t i = all->parts.first; i < at; i++) {
		depth += lexeme_is(all->lexemes, i, "(");
		depth -= lexeme_is(all->lexemes, i, ")");
	}
	return depth == 0 && lexeme_is_among(all->lexemes, at - 1, before);
}

static bool find_sum(const struct replacing *all, struct scalar *scalar)
{
	static const char *const sums[] = {"=", "+=", "-=", "*=", "/=", NULL};
	const struct lexemes *lexemes = all->lexemes;
	struct piece inside = {all->parts.first, all->parts.behind};
	size_t at = find_name(lexemes, inside, scalar->name), end = at;
	struct piece value;

	while (end < inside.behind && !lexeme_is(lexemes, end, ";"))
		end = lexeme_step(lexemes, end);
	scalar->adds = (struct piece){at, end};
	value = (struct piece){at + 2, end};
	if (end >= inside.behind || !begins_statement(all, at) ||
	    has_comma(lexemes, scalar->adds) ||
	    count_names(lexemes, inside, scalar->name) !=
		    count_names(lexemes, scalar->adds, scalar->name))
		return refuse(all, at, scalar->name,
			      "uses it in other ways than one sum");
	for (size_t i = value.first; i < value.behind; i++)
		if (is_name(lexemes, i, scalar->name) && !is_read(lexemes, i))
			return refuse(all, i, scalar->name,
				      "does more than to read it");
	return lexeme_is_among(lexemes, at + 1, sums) ||
	       refuse(all, at, scalar->name,
		      "uses it in other ways than one sum");
}

/* ---- behind the loop ---- */

/* Is the word a counter of the loop inside, or is something else done to it? */
static bool changes(const struct replacing *all, size_t word)
{
	const struct lexemes *lexemes = all->lexemes;

	for (int i = all->band->split; i < all->band->count; i++)
		if (header_is_counter(lexemes, &all->band->loops[i], word))
			return true;
	for (size_t at = all->parts.open + 1; at < all->parts.close; at++)
		if (lexeme_same(lexemes, at, word) &&
		    !split_is_member(lexemes, at) && split_is_set(lexemes, at))
			return true;
	return false;
}

/* Is the element one and the same place in all of the block? */
static bool stays(const struct replacing *all, const struct scalar *scalar)
{
	static const char *const marks[] = {".", "->", "++", "--", "{", NULL};
	const struct lexemes *lexemes = all->lexemes;

	for (size_t at = scalar->element.first; at < scalar->element.behind;
	     at++)
		if (lexeme_assigns(lexemes, at) ||
		    lexeme_is_among(lexemes, at, marks) ||
		    lexeme_has_kind(lexemes, at, LEXEME_STRING) ||
		    (lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
		     changes(all, at)))
			return refuse(all, at, scalar->name,
				      "has an element that may be another "
				      "before the loop");
	return true;
}

/* Is the array that the record says is written? */
static bool is_known(const struct replacing *all, size_t at)
{
	struct elements elements;
	const json_t *references = json_object_get(all->record, "refs");

	if (!elements_find(all->record, &elements))
		return false;
	for (size_t i = 0; i < elements.count; i++)
		if (split_names(all->lexemes, at,
				loop_word(json_array_get(references,
							 elements.to[i]),
					  "base")))
			return true;
	return false;
}

/* Does nothing else of the block name the array before the element is set? */
static bool is_untouched(const struct replacing *all,
			 const struct scalar *scalar)
{
	const struct lexemes *lexemes = all->lexemes;
	size_t array = scalar->element.first;

	for (size_t at = all->parts.open + 1; at < all->parts.close; at++) {
		bool own = at == array || (at >= scalar->value.first &&
					   at < scalar->value.behind);
		bool inside = at >= all->parts.first && at < all->parts.behind;

		if (!own && !inside && lexeme_same(lexemes, at, array) &&
		    !split_is_member(lexemes, at))
			return refuse(all, at, scalar->name,
				      "names the array of its element once "
				      "more");
	}
	return true;
}

static bool find_end(const struct replacing *all, struct scalar *scalar)
{
	const struct lexemes *lexemes = all->lexemes;
	struct piece block = {all->parts.behind, all->parts.close};
	struct piece value;
	size_t at;

	if (!find_statement(all, block, scalar->name, &scalar->ends))
		return false;
	at = scalar->ends.first + 1;
	while (lexeme_is(lexemes, at, "["))
		at = lexeme_behind_bracket(lexemes, at);
	scalar->element = (struct piece){scalar->ends.first, at};
	value = (struct piece){at + 1, scalar->ends.behind - 1};
	if (at == scalar->ends.first + 1 || !lexeme_is(lexemes, at, "=") ||
	    !lexeme_is(lexemes, value.behind, ";") ||
	    has_comma(lexemes, value) ||
	    count_names(lexemes, scalar->element, scalar->name) ||
	    !is_known(all, scalar->ends.first))
		return refuse(all, scalar->ends.first, scalar->name,
			      "does more than to give it to one element");
	for (at = value.first; at < value.behind; at++)
		if (is_name(lexemes, at, scalar->name) && !is_read(lexemes, at))
			return refuse(all, at, scalar->name,
				      "does more than to read it");
	scalar->only_ends = value.behind == value.first + 1;
	return stays(all, scalar) && is_untouched(all, scalar);
}

/* ---- all of it ---- */

static bool is_nowhere_else(const struct replacing *all,
			    const struct scalar *scalar)
{
	const struct lexemes *lexemes = all->lexemes;
	struct piece whole = {all->band->first, all->band->behind};
	size_t known = count_names(lexemes, scalar->begins, scalar->name) +
		       count_names(lexemes, scalar->adds, scalar->name) +
		       count_names(lexemes, scalar->ends, scalar->name);

	return count_names(lexemes, whole, scalar->name) == known ||
	       refuse(all, all->band->first, scalar->name,
		      "begins a loop that uses it elsewhere");
}

static bool find_scalar(const struct replacing *all, struct scalar *scalar)
{
	struct range range;

	if (!find_beginning(all, scalar) || !find_sum(all, scalar) ||
	    !find_end(all, scalar) || !is_nowhere_else(all, scalar))
		return false;
	range = range_of(all->lexemes, scalar->element);
	scalar->text = memory_print("%.*s", (int)(range.end - range.start),
				    all->lexemes->text + range.start);
	return (!strpbrk(scalar->text, "\r\n") &&
		!has_comment(all->lexemes, range)) ||
	       refuse(all, scalar->element.first, scalar->name,
		      "has an element that takes more than a line");
}

/* ---- written ---- */

static void replace(struct replacing *all, struct piece in,
		    const struct scalar *scalar)
{
	for (size_t at = in.first; at < in.behind; at++)
		if (is_name(all->lexemes, at, scalar->name))
			edits_replace(&all->edits,
				      range_of(all->lexemes,
					       (struct piece){at, at + 1}),
				      scalar->text);
}

static void take_out(struct replacing *all, struct piece statement)
{
	edits_replace(&all->edits,
		      layout_statement(all->lexemes, statement.first,
				       statement.behind),
		      "");
}

/* Does the variable begin as what its element is? */
static bool begins_as_element(const struct lexemes *lexemes,
			      const struct scalar *scalar)
{
	size_t length = scalar->value.behind - scalar->value.first;

	if (length != scalar->element.behind - scalar->element.first)
		return false;
	for (size_t i = 0; i < length; i++)
		if (!lexeme_same(lexemes, scalar->value.first + i,
				 scalar->element.first + i))
			return false;
	return true;
}

static void write_scalar(struct replacing *all, const struct scalar *scalar)
{
	const struct lexemes *lexemes = all->lexemes;
	size_t name = find_name(lexemes, scalar->begins, scalar->name);

	if (begins_as_element(lexemes, scalar))
		take_out(all, scalar->begins);
	else
		edits_replace(
			&all->edits,
			range_of(lexemes, (struct piece){scalar->begins.first,
							 name + 1}),
			scalar->text);
	replace(all, scalar->adds, scalar);
	if (scalar->only_ends)
		take_out(all, scalar->ends);
	else
		replace(all, scalar->ends, scalar);
}

static void mark_scalar(struct replacing *all, const struct scalar *scalar)
{
	edits_replace(&all->edits, range_of(all->lexemes, scalar->value), "0");
}

typedef void write_one(struct replacing *all, const struct scalar *scalar);

static bool write_all(struct replacing *all, write_one *write, struct text *out)
{
	const struct lexemes *lexemes = all->lexemes;
	struct elements elements;
	bool good = elements_find(all->record, &elements);

	if (!good)
		text_add(all->reason, "which element a variable belongs to is "
				      "not known");
	for (size_t i = 0; good && i < elements.count; i++) {
		struct scalar scalar = {
			.name = json_string_value(json_object_get(
				json_array_get(elements.variables, i),
				"name"))};

		good = find_scalar(all, &scalar);
		if (good)
			write(all, &scalar);
		free(scalar.text);
	}
	if (good &&
	    !edits_apply(&all->edits, lexemes->text, lexemes->length, out)) {
		text_add(all->reason, "statements of several variables meet");
		good = false;
	}
	return good;
}

bool scalar_replace(const struct lexemes *lexemes, const json_t *record,
		    const struct band *band, struct text *out, json_t **moved,
		    struct text *reason)
{
	struct replacing all = {.lexemes = lexemes,
				.record = record,
				.band = band,
				.parts = split_parts(band),
				.reason = reason};
	bool good = write_all(&all, write_scalar, out);

	if (good)
		*moved = edits_move_loops(&all.edits, lexemes, record);
	edits_free(&all.edits);
	return good;
}

bool scalar_mark(const struct lexemes *lexemes, const json_t *record,
		 const struct band *band, struct text *out, struct text *reason)
{
	struct replacing all = {.lexemes = lexemes,
				.record = record,
				.band = band,
				.parts = split_parts(band),
				.reason = reason};

	bool good = write_all(&all, mark_scalar, out);

	edits_free(&all.edits);
	return good;
}
