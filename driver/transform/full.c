/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two versions of what stands in a loop from tile to tile.
 */
#include "full.h"

#include "base/text.h"
#include "lane.h"
#include "layout.h"
#include "twice.h"

/* Iterations of a tile that GCC is asked to unroll: no less than it has. */
#define MOST_UNROLLED 16

static const char no_version[] =
	"full tiles cannot have a version of their own";

static bool refuse(struct text *reason, const char *why)
{
	text_print(reason, "%s: %s", no_version, why);
	return false;
}

bool full_may_be(const struct lexemes *lexemes, const struct band *band,
		 const json_t *record, const struct reshape *reshape,
		 struct text *reason)
{
	if (lexemes->form != LEXEME_C)
		text_add(reason, "full tiles have a version of their own in C "
				 "and C++ only");
	else if (reshape_parts_shared(reshape, record))
		text_add(reason, "the test for full tiles would stand between "
				 "loops that are shared out together");
	else
		return twice_may_stand(lexemes, band, no_version, reason);
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

static void add_pragma(const struct full *all, const struct lexemes *lexemes,
		       size_t start, const char *words, struct edits *edits)
{
	struct range blanks = layout_blanks(lexemes, start);
	struct text line = {0};

	text_print(&line, "%s%.*s#pragma GCC %s%s", all->unit,
		   (int)(blanks.end - blanks.start),
		   lexemes->text + blanks.start, words,
		   layout_newline(lexemes));
	edits_insert(edits, lexeme_line_start(lexemes, start),
		     text_string(&line));
	text_free(&line);
}

/* GCC is asked to unroll loops through full tiles, at -O2 as well. Each of them
   begins a line, before which that can be said. */
static bool add_unroll(const struct full *all, const struct lexemes *lexemes,
		       size_t start, struct edits *edits, struct text *reason)
{
	struct text words = {0};

	if (!layout_begins_line(lexemes, start))
		return refuse(reason, "its loops share lines");
	text_print(&words, "unroll %d", MOST_UNROLLED);
	add_pragma(all, lexemes, start, text_string(&words), edits);
	text_free(&words);
	return true;
}

/* GCC is told, where the loop begins a line, that its iterations may stand in
   the lanes of a vector. */
static void add_lanes(const struct full *all, const struct lexemes *lexemes,
		      struct header *around, struct edits *edits)
{
	size_t start = around->whole.start;

	if (all->lanes && around->behind > 0 &&
	    layout_begins_line(lexemes, start) &&
	    lane_has(all->record, all->reshape, lexemes, around))
		add_pragma(all, lexemes, start, "ivdep", edits);
	around->behind = 0;
}

/* Directives before the loops through full tiles, and right around them. */
static bool direct(const struct full *all, const struct lexemes *lexemes,
		   struct range inside, struct edits *edits,
		   struct text *reason)
{
	struct header header, around = {0};
	struct text ignored = {0};
	bool good = true;

	for (size_t at = lexeme_from(lexemes, inside.start);
	     at < lexeme_from(lexemes, inside.end) && good; at++) {
		if (at >= around.behind)
			around.behind = 0;
		if (!lexeme_is(lexemes, at, "for") ||
		    !header_read(lexemes, at, &header, &ignored))
			continue;
		if (!is_through(all->tiling, lexemes, &header)) {
			around = header;
			continue;
		}
		add_lanes(all, lexemes, &around, edits);
		good = add_unroll(all, lexemes, lexemes->list[at].start, edits,
				  reason);
	}
	text_free(&ignored);
	return good;
}

/* A text with what stands in the loop moved in, and where that is. */
struct version {
	struct text text, blanks; /* of its first line, before it was moved */
	const char *newline;
	struct range inside;
};

/* Changes are inside alone: what stands in front of it and behind stays. */
static bool move_in(const struct full *all, bool full, const struct text *text,
		    struct version *version, struct text *reason)
{
	struct lexemes lexemes = {0};
	struct edits edits = {0};
	struct range inside, blanks;
	bool good = lexemes_read(&lexemes, text_string(text), text->length,
				 LEXEME_C, reason) &&
		    find_inside(&lexemes, tiling_innermost(all->tiling),
				&inside, reason) &&
		    (!full || direct(all, &lexemes, inside, &edits, reason));

	if (good) {
		version->newline = layout_newline(&lexemes);
		blanks = layout_blanks(&lexemes, inside.start);
		text_add_bytes(&version->blanks, lexemes.text + blanks.start,
			       blanks.end - blanks.start);
		layout_shift(&lexemes, inside.start, inside.end - 1, all->unit,
			     &edits);
		good = edits_apply(&edits, lexemes.text, lexemes.length,
				   &version->text) ||
		       refuse(reason, "its changes meet");
		version->inside = (struct range){
			inside.start,
			version->text.length - (lexemes.length - inside.end)};
	}
	edits_free(&edits);
	lexemes_free(&lexemes);
	return good;
}

static void add_bytes(const struct version *version, size_t start, size_t end,
		      struct text *out)
{
	text_add_bytes(out, text_string(&version->text) + start, end - start);
}

static void add_inside(const struct version *version, struct text *out)
{
	add_bytes(version, version->inside.start, version->inside.end, out);
}

/* "if (...) {", the one, "} else {", the other, "}" */
static void add_versions(const struct tiling *tiling,
			 const struct version *full, const struct version *any,
			 struct text *out)
{
	const char *newline = any->newline;
	const char *blanks = text_string(&any->blanks);

	text_print(out, "%sif (", blanks);
	tiling_add_test(tiling, out);
	text_print(out, ") {%s", newline);
	add_inside(full, out);
	text_print(out, "%s%s} else {%s", newline, blanks, newline);
	add_inside(any, out);
	text_print(out, "%s%s}", newline, blanks);
}

static void version_free(struct version *version)
{
	text_free(&version->text);
	text_free(&version->blanks);
}

bool full_join(const struct full *all, const struct text *full,
	       const struct text *any, struct text *out, struct text *reason)
{
	struct version whole = {0}, end = {0};
	bool good = move_in(all, true, full, &whole, reason) &&
		    move_in(all, false, any, &end, reason);

	if (good) {
		add_bytes(&end, 0, end.inside.start, out);
		add_versions(all->tiling, &whole, &end, out);
		add_bytes(&end, end.inside.end, end.text.length, out);
	}
	version_free(&whole);
	version_free(&end);
	return good;
}
