/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two versions of what stands in a loop from tile to tile.
 */
#include "full.h"

#include "base/text.h"
#include "layout.h"

/* Iterations of a tile that GCC is asked to unroll: no less than it has. */
#define MOST_UNROLLED 16

static bool refuse(struct text *reason, const char *why)
{
	text_print(reason, "full tiles cannot have a version of their own: %s",
		   why);
	return false;
}

/* The head that declares the counter of the innermost loop from tile to tile.
   Nothing else in front of it has that name. */
static bool find_head(const struct lexemes *lexemes, const char *counter,
		      struct header *header, struct text *reason)
{
	size_t at = 0;

	while (at < lexemes->count && !lexeme_is(lexemes, at, counter))
		at++;
	while (at > 0 && !lexeme_is(lexemes, at, "for"))
		at--;
	return header_read(lexemes, at, header, reason);
}

/* Lines of what the loop holds, without its braces. */
static bool find_inside(const struct lexemes *lexemes, const char *counter,
			struct range *inside, struct text *reason)
{
	struct header header;
	size_t first, last;

	if (!find_head(lexemes, counter, &header, reason))
		return false;
	first = header.body;
	last = header.behind - 1;
	if (lexeme_is(lexemes, first, "{")) {
		first++;
		last--;
	}
	inside->start = lexemes->list[first].start;
	inside->end = lexemes->list[last].end;
	if (!layout_begins_line(lexemes, inside->start) ||
	    (last + 1 < lexemes->count &&
	     lexemes->list[last + 1].start <
		     lexeme_line_end(lexemes, inside->end)))
		return refuse(reason, "its loops share lines");
	inside->start = lexeme_line_start(lexemes, inside->start);
	inside->end = lexeme_line_end(lexemes, inside->end);
	return true;
}

/* Does the loop run through a tile? */
static bool is_through(const struct tiling *tiling,
		       const struct lexemes *lexemes,
		       const struct header *header)
{
	size_t from = header_at(lexemes, header->from);

	return lexemes->list[from].end == header->from.end &&
	       tiling_counts(tiling, lexemes, from);
}

static void add_unroll(const struct lexemes *lexemes, size_t start,
		       const char *unit, struct edits *edits)
{
	struct range blanks = layout_blanks(lexemes, start);
	struct text line = {0};

	text_print(&line, "%s%.*s#pragma GCC unroll %d%s", unit,
		   (int)(blanks.end - blanks.start),
		   lexemes->text + blanks.start, MOST_UNROLLED,
		   layout_newline(lexemes));
	edits_insert(edits, lexeme_line_start(lexemes, start),
		     text_string(&line));
	text_free(&line);
}

/* GCC is asked to unroll loops through full tiles, at -O2 as well. Each of them
   begins a line, before which that can be said. */
static bool unroll(const struct tiling *tiling, const struct lexemes *lexemes,
		   struct range inside, const char *unit, struct edits *edits,
		   struct text *reason)
{
	struct text ignored = {0};
	bool good = true;

	for (size_t at = lexeme_from(lexemes, inside.start);
	     at < lexeme_from(lexemes, inside.end) && good; at++) {
		size_t start = lexemes->list[at].start;
		struct header header;

		if (!lexeme_is(lexemes, at, "for") ||
		    !header_read(lexemes, at, &header, &ignored) ||
		    !is_through(tiling, lexemes, &header))
			continue;
		good = layout_begins_line(lexemes, start) ||
		       refuse(reason, "its loops share lines");
		if (good)
			add_unroll(lexemes, start, unit, edits);
	}
	text_free(&ignored);
	return good;
}

/* What stands inside, moved in; *lexemes are of the text then. */
static bool move_in(const struct tiling *tiling, bool full, const char *unit,
		    const struct text *text, struct text *moved,
		    struct lexemes *lexemes, struct range *inside,
		    struct text *reason)
{
	const char *counter = tiling_innermost(tiling);
	struct lexemes old = {0};
	struct edits edits = {0};
	struct range range;
	bool good = lexemes_read(&old, text_string(text), text->length,
				 LEXEME_C, reason) &&
		    find_inside(&old, counter, &range, reason);

	if (good) {
		good = !full ||
		       unroll(tiling, &old, range, unit, &edits, reason);
		layout_shift(&old, range.start, range.end - 1, unit, &edits);
		edits_apply(&edits, old.text, old.length, moved);
	}
	good = good &&
	       lexemes_read(lexemes, text_string(moved), moved->length,
			    LEXEME_C, reason) &&
	       find_inside(lexemes, counter, inside, reason);
	edits_free(&edits);
	lexemes_free(&old);
	return good;
}

static void add_bytes(const struct lexemes *lexemes, size_t start, size_t end,
		      struct text *out)
{
	text_add_bytes(out, lexemes->text + start, end - start);
}

/* "if (...) {", the one, "} else {", the other, "}" */
static void add_versions(const struct tiling *tiling, const char *blanks,
			 const struct lexemes *full, struct range full_inside,
			 const struct lexemes *any, struct range any_inside,
			 struct text *out)
{
	const char *newline = layout_newline(any);

	text_print(out, "%sif (", blanks);
	tiling_add_test(tiling, out);
	text_print(out, ") {%s", newline);
	add_bytes(full, full_inside.start, full_inside.end, out);
	text_print(out, "%s%s} else {%s", newline, blanks, newline);
	add_bytes(any, any_inside.start, any_inside.end, out);
	text_print(out, "%s%s}", newline, blanks);
}

/* The blanks of the inside before it was moved in. */
static void find_blanks(const struct text *text, const char *counter,
			struct text *blanks)
{
	struct lexemes lexemes = {0};
	struct range inside, range;
	struct text ignored = {0};

	if (lexemes_read(&lexemes, text_string(text), text->length, LEXEME_C,
			 &ignored) &&
	    find_inside(&lexemes, counter, &inside, &ignored)) {
		range = layout_blanks(&lexemes, inside.start);
		add_bytes(&lexemes, range.start, range.end, blanks);
	}
	lexemes_free(&lexemes);
	text_free(&ignored);
}

bool full_join(const struct tiling *tiling, const struct text *full,
	       const struct text *any, const char *unit, struct text *out,
	       struct text *reason)
{
	const char *counter = tiling_innermost(tiling);
	struct lexemes of_full = {0}, of_any = {0};
	struct text full_moved = {0}, any_moved = {0}, blanks = {0};
	struct range full_inside, any_inside;
	bool good = move_in(tiling, true, unit, full, &full_moved, &of_full,
			    &full_inside, reason) &&
		    move_in(tiling, false, unit, any, &any_moved, &of_any,
			    &any_inside, reason);

	if (good) {
		find_blanks(any, counter, &blanks);
		add_bytes(&of_any, 0, any_inside.start, out);
		add_versions(tiling, text_string(&blanks), &of_full,
			     full_inside, &of_any, any_inside, out);
		add_bytes(&of_any, any_inside.end, of_any.length, out);
	}
	lexemes_free(&of_full);
	lexemes_free(&of_any);
	text_free(&full_moved);
	text_free(&any_moved);
	text_free(&blanks);
	return good;
}
