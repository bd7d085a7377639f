/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two versions of what stands in a loop from tile to tile.
 */
#include "full.h"

#include <ctype.h>

#include "base/text.h"
#include "layout.h"
#include "record/loop.h"
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
	if (!reshape_parts_shared(reshape, record))
		return twice_may_stand(lexemes, band, no_version, reason);
	text_add(reason, "the test for full tiles would stand between loops "
			 "that are shared out together");
	return false;
}

/* Does a head of the counter begin here? */
static bool begins_loop(const struct lexemes *lexemes, size_t at,
			const char *counter)
{
	if (lexemes->form != LEXEME_C)
		return lexeme_is(lexemes, at, "do") &&
		       lexeme_is(lexemes, at + 1, counter);
	if (!lexeme_is(lexemes, at, "for"))
		return false;
	while (!lexeme_is(lexemes, at, ";") &&
	       !lexeme_is(lexemes, at, counter) && at < lexemes->count)
		at++;
	return lexeme_is(lexemes, at, counter);
}

/* The head of the innermost loop from tile to tile, which no other is like. */
static bool find_head(const struct lexemes *lexemes, const char *counter,
		      struct header *header, struct text *reason)
{
	size_t at = 0;

	while (at < lexemes->count && !begins_loop(lexemes, at, counter))
		at++;
	if (at == lexemes->count)
		return refuse(reason, "its loops are not found again");
	if (lexemes->form != LEXEME_C)
		return doloop_find(lexemes, at, header, reason);
	return header_read(lexemes, at, header, reason);
}

/* Lines of what the loop holds, without its braces. */
static bool find_inside(const struct lexemes *lexemes,
			const struct header *header, struct range *inside,
			struct text *reason)
{
	bool c = lexemes->form == LEXEME_C;
	size_t first = header->body;
	size_t last = (c ? header->behind : header->end) - 1;

	if (c && lexeme_is(lexemes, first, "{")) {
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

/* Is the word written in capitals? */
static bool is_upper(const struct lexemes *lexemes, size_t at)
{
	return isupper((unsigned char)lexemes->text[lexemes->list[at].start]);
}

/* A directive for GCC, in small letters, written as the loop is. In fixed form
   it stands in the first columns, or is a comment. */
static void add_directive(const struct full *all, const struct lexemes *lexemes,
			  size_t loop, const char *words, struct edits *edits)
{
	size_t start = lexemes->list[loop].start;
	struct range blanks = layout_blanks(lexemes, start);
	struct text line = {0};

	if (lexemes->form != LEXEME_FIXED)
		text_print(&line, "%s%.*s", all->unit,
			   (int)(blanks.end - blanks.start),
			   lexemes->text + blanks.start);
	text_add(&line, lexemes->form == LEXEME_C ? "#pragma GCC " : "!GCC$ ");
	for (size_t i = 0; words[i]; i++) {
		char letter =
			is_upper(lexemes, loop) ? toupper(words[i]) : words[i];

		text_add_bytes(&line, &letter, 1);
	}
	text_add(&line, layout_newline(lexemes));
	edits_insert(edits, lexeme_line_start(lexemes, start),
		     text_string(&line));
	text_free(&line);
}

/* GCC is asked to unroll loops through full tiles, at -O2 as well. Each of them
   begins a line, before which that can be said. */
static bool add_unroll(const struct full *all, const struct lexemes *lexemes,
		       size_t loop, struct edits *edits, struct text *reason)
{
	struct text words = {0};

	if (!layout_begins_line(lexemes, lexemes->list[loop].start))
		return refuse(reason, "its loops share lines");
	text_print(&words, "unroll %d", MOST_UNROLLED);
	add_directive(all, lexemes, loop, text_string(&words), edits);
	text_free(&words);
	return true;
}

/* Is the head that of a loop whose iterations may stand in the lanes of a
   vector, whichever of its name it is? */
static bool fills(const struct full *all, const struct lexemes *lexemes,
		  const struct header *header)
{
	bool has = false;

	for (int i = all->reshape->first; i < loop_count(all->record); i++) {
		if (!loop_is_within(all->record, i, all->reshape->first) ||
		    !header_counts(lexemes, header,
				   loop_counter(all->record, i)))
			continue;
		if (!reshape_fills(all->reshape, i))
			return false;
		has = true;
	}
	return has;
}

/* GCC is told, where the loop begins a line, that its iterations may stand in
   the lanes of a vector. */
static void add_lanes(const struct full *all, const struct lexemes *lexemes,
		      struct header *around, struct edits *edits)
{
	if (all->lanes && around->behind > 0 &&
	    layout_begins_line(lexemes, around->whole.start) &&
	    fills(all, lexemes, around))
		add_directive(all, lexemes, around->first, "ivdep", edits);
	around->behind = 0;
}

/* Directives before the loops through full tiles, and right around them. */
static bool direct(const struct full *all, const struct lexemes *lexemes,
		   struct range inside, struct edits *edits,
		   struct text *reason)
{
	bool c = lexemes->form == LEXEME_C;
	struct header header, around = {0};
	struct text ignored = {0};
	bool good = true;

	for (size_t at = lexeme_from(lexemes, inside.start);
	     at < lexeme_from(lexemes, inside.end) && good; at++) {
		if (at >= around.behind)
			around.behind = 0;
		if (!lexeme_is(lexemes, at, c ? "for" : "do") ||
		    !header_read(lexemes, at, &header, &ignored))
			continue;
		if (!is_through(all->tiling, lexemes, &header)) {
			around = header;
			continue;
		}
		add_lanes(all, lexemes, &around, edits);
		good = add_unroll(all, lexemes, at, edits, reason);
	}
	text_free(&ignored);
	return good;
}

/* A text with what stands in the loop moved in, and where that is. */
struct version {
	struct text text, blanks; /* of its first line, before it was moved */
	const char *newline;
	enum lexeme_form form;
	bool upper, joined; /* Fortran's words are "IF", "endif" */
	struct range inside;
};

/* Words are written as those of the loop. */
static void set_manner(const struct lexemes *lexemes,
		       const struct header *header, struct range inside,
		       struct version *version)
{
	struct range blanks = layout_blanks(lexemes, inside.start);

	version->newline = layout_newline(lexemes);
	version->form = lexemes->form;
	version->upper = is_upper(lexemes, header->first);
	version->joined = lexeme_is(lexemes, header->end, "enddo");
	text_add_bytes(&version->blanks, lexemes->text + blanks.start,
		       blanks.end - blanks.start);
}

/* Changes are inside alone: what stands in front of it and behind stays. */
static bool move_in(const struct full *all, bool full, const struct text *text,
		    struct version *version, struct text *reason)
{
	struct lexemes lexemes = {0};
	struct edits edits = {0};
	struct header header;
	struct range inside;
	bool good = lexemes_read(&lexemes, text_string(text), text->length,
				 tiling_form(all->tiling), reason) &&
		    find_head(&lexemes, tiling_innermost(all->tiling), &header,
			      reason) &&
		    find_inside(&lexemes, &header, &inside, reason) &&
		    (!full || direct(all, &lexemes, inside, &edits, reason));

	if (good) {
		set_manner(&lexemes, &header, inside, version);
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
struct words {
	const char *begin, *and, *open, *between, *close;
};

static struct words words_of(const struct version *version)
{
	static const struct words c = {"if (", " && ", ") {", "} else {", "}"};
	static const struct words all[2][2] = {
		{{"if (", " .and. ", ") then", "else", "end if"},
		 {"if (", " .and. ", ") then", "else", "endif"}},
		{{"IF (", " .AND. ", ") THEN", "ELSE", "END IF"},
		 {"IF (", " .AND. ", ") THEN", "ELSE", "ENDIF"}}};

	return version->form == LEXEME_C ? c
					 : all[version->upper][version->joined];
}

static void add_test(const struct tiling *tiling, const struct version *version,
		     const char *and, struct text *out)
{
	struct words words = words_of(version);

	text_print(out, "%s%s", text_string(&version->blanks), words.begin);
	tiling_add_test(tiling, and, out);
	text_add(out, words.open);
}

/* The test, with a line for each loop where one is too long. */
static void add_lines(const struct tiling *tiling,
		      const struct version *version, struct text *out)
{
	struct text line = {0}, and = {0};

	text_add(&and, words_of(version).and);
	add_test(tiling, version, text_string(&and), &line);
	if (layout_is_wider(text_string(&line), "", version->form)) {
		text_cut(&line, 0);
		text_cut(&and, and.length - 1);
		layout_add_break(version->form, text_string(&version->blanks),
				 version->newline, 0, &and);
		add_test(tiling, version, text_string(&and), &line);
	}
	text_add(out, text_string(&line));
	text_free(&line);
	text_free(&and);
}

static void add_versions(const struct tiling *tiling,
			 const struct version *full, const struct version *any,
			 struct text *out)
{
	const char *newline = any->newline;
	const char *blanks = text_string(&any->blanks);
	struct words words = words_of(any);

	add_lines(tiling, any, out);
	text_add(out, newline);
	add_inside(full, out);
	text_print(out, "%s%s%s%s", newline, blanks, words.between, newline);
	add_inside(any, out);
	text_print(out, "%s%s%s", newline, blanks, words.close);
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
