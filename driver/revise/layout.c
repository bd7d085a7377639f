/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a source lays out its lines.
 */
#include "layout.h"

#include <string.h>

#include "base/text.h"

#define TABULATOR 8
#define FREE_WIDTH 132
#define FIXED_WIDTH 72
#define FIXED_MARGIN 6 /* columns before statements */

const char *layout_newline(const struct lexemes *lexemes)
{
	const char *end = memchr(lexemes->text, '\n', lexemes->length);

	return end && end > lexemes->text && end[-1] == '\r' ? "\r\n" : "\n";
}

struct range layout_blanks(const struct lexemes *lexemes, size_t byte)
{
	return (struct range){lexeme_line_start(lexemes, byte),
			      lexeme_line_text(lexemes, byte)};
}

bool layout_begins_line(const struct lexemes *lexemes, size_t byte)
{
	return lexeme_line_text(lexemes, byte) == byte;
}

/* The next line, if there is nothing in it; else the same byte. */
static size_t behind_blank(const struct lexemes *lexemes, size_t line)
{
	const char *newline =
		memchr(lexemes->text + line, '\n', lexemes->length - line);

	if (!newline ||
	    lexeme_line_text(lexemes, line) < lexeme_line_end(lexemes, line))
		return line;
	return newline + 1 - lexemes->text;
}

/* Behind what a comment says of a statement in the same line. */
static size_t behind_comment(const struct lexemes *lexemes, size_t byte)
{
	size_t line = lexeme_line_end(lexemes, byte);

	for (size_t i = 0; i < lexemes->comment_count; i++)
		if (lexemes->comments[i].start >= byte &&
		    lexemes->comments[i].end <= line)
			byte = lexemes->comments[i].end;
	return byte;
}

static bool stands_alone(const struct lexemes *lexemes, struct range range,
			 size_t behind)
{
	size_t end = lexeme_line_end(lexemes, range.end);
	size_t comment = behind_comment(lexemes, range.end);

	return range.start == lexeme_line_text(lexemes, range.start) &&
	       (behind >= lexemes->count ||
		lexemes->list[behind].start > end) &&
	       strspn(lexemes->text + comment, " \t\r") >= end - comment;
}

struct range layout_statement(const struct lexemes *lexemes, size_t first,
			      size_t behind)
{
	struct range range = {lexemes->list[first].start,
			      lexemes->list[behind - 1].end};
	size_t end = lexeme_line_end(lexemes, range.end);
	const char *newline =
		memchr(lexemes->text + end, '\n', lexemes->length - end);

	if (!newline || !stands_alone(lexemes, range, behind))
		return range;
	range.start = lexeme_line_start(lexemes, range.start);
	range.end = newline + 1 - lexemes->text;
	if (lexeme_is(lexemes, first - 1, "{"))
		range.end = behind_blank(lexemes, range.end);
	return range;
}

static int columns(const char *bytes, size_t length)
{
	int column = 0;

	for (size_t i = 0; i < length; i++)
		column += bytes[i] == '\t' ? TABULATOR - column % TABULATOR : 1;
	return column;
}

static int column_of(const struct lexemes *lexemes, size_t byte)
{
	size_t start = lexeme_line_start(lexemes, byte);

	return columns(lexemes->text + start, byte - start);
}

/* What the line of one byte has before it more than that of the other. */
static void add_difference(const struct lexemes *lexemes, size_t outer,
			   size_t inner, struct text *unit)
{
	struct range less = layout_blanks(lexemes, outer);
	struct range more = layout_blanks(lexemes, inner);
	size_t length = less.end - less.start;
	int wider = column_of(lexemes, more.end) - column_of(lexemes, less.end);

	if (more.end - more.start >= length &&
	    memcmp(lexemes->text + less.start, lexemes->text + more.start,
		   length) == 0)
		text_add_bytes(unit, lexemes->text + more.start + length,
			       more.end - more.start - length);
	else
		for (; wider > 0; wider--)
			text_add(unit, " ");
}

void layout_unit(const struct lexemes *lexemes, const struct band *band,
		 struct text *unit)
{
	const struct header *outer = &band->loops[0];
	size_t inner = outer->body;

	while (lexeme_is(lexemes, inner, "{"))
		inner++;
	if (inner < lexemes->count &&
	    layout_begins_line(lexemes, lexemes->list[inner].start))
		add_difference(lexemes, outer->whole.start,
			       lexemes->list[inner].start, unit);
	else if (lexemes->form != LEXEME_C)
		text_add(unit, "  ");
	else
		text_add(unit, "\t");
}

/* Does the byte stand within a string, a directive or the like? */
static bool is_within(const struct lexemes *lexemes, size_t byte)
{
	size_t at = lexeme_from(lexemes, byte);

	return at && lexemes->list[at - 1].start < byte &&
	       byte < lexemes->list[at - 1].end;
}

/* Does the line go on with the one before, by a backslash? */
static bool goes_on(const struct lexemes *lexemes, size_t line)
{
	size_t at = line;

	if (lexemes->form != LEXEME_C)
		return false;
	while (at && strchr(" \t\r\n", lexemes->text[at - 1]) &&
	       !(lexemes->text[at - 1] == '\n' && at != line))
		at--;
	return at && lexemes->text[at - 1] == '\\';
}

static bool may_move(const struct lexemes *lexemes, size_t line)
{
	size_t text = lexeme_line_text(lexemes, line);
	size_t end = lexeme_line_end(lexemes, line);
	size_t at = lexeme_from(lexemes, text);

	if (text >= end || is_within(lexemes, line) || goes_on(lexemes, line))
		return false;
	if (lexeme_has_kind(lexemes, at, LEXEME_DIRECTIVE) &&
	    lexemes->list[at].start == text)
		return false;
	return lexemes->form != LEXEME_FIXED ||
	       text - line > FIXED_MARGIN - 1 || lexemes->text[line] == '\t';
}

void layout_shift(const struct lexemes *lexemes, size_t first, size_t last,
		  const char *blanks, struct edits *edits)
{
	bool tabs = strspn(blanks, "\t") == strlen(blanks);
	size_t line = lexeme_line_start(lexemes, first);

	while (line <= last && line < lexemes->length) {
		size_t end = lexeme_line_end(lexemes, line);

		if (*blanks && may_move(lexemes, line))
			edits_insert(edits,
				     tabs && lexemes->form != LEXEME_FIXED
					     ? line
					     : lexeme_line_text(lexemes, line),
				     blanks);
		while (end < lexemes->length && lexemes->text[end] != '\n')
			end++;
		line = end + 1;
	}
}

static size_t count_blanks(const char *bytes)
{
	return strspn(bytes, " \t");
}

/* The blanks of a line, fewer or more of them. */
static void add_wider(struct text *out, const char *bytes, int wider)
{
	size_t length = count_blanks(bytes);

	for (; wider < 0 && length && bytes[length - 1] == ' '; wider++)
		length--;
	text_add_bytes(out, bytes, length);
	for (; wider > 0; wider--)
		text_add(out, " ");
}

/* Blanks for a line that goes on with one that has changed its own. */
static void add_moved_blanks(const struct lexemes *lexemes, const char *bytes,
			     struct range less, struct range more,
			     struct text *out)
{
	size_t length = less.end - less.start;

	if (count_blanks(bytes) >= length &&
	    memcmp(bytes, lexemes->text + less.start, length) == 0) {
		text_add_bytes(out, lexemes->text + more.start,
			       more.end - more.start);
		text_add_bytes(out, bytes + length,
			       count_blanks(bytes) - length);
	} else {
		add_wider(out, bytes,
			  column_of(lexemes, more.end) -
				  column_of(lexemes, less.end));
	}
}

void layout_add_moved(const struct lexemes *lexemes, const struct text *moved,
		      size_t from, size_t to, struct text *out)
{
	struct range less = layout_blanks(lexemes, from);
	struct range more = layout_blanks(lexemes, to);
	const char *at = text_string(moved), *end;

	while (lexemes->form != LEXEME_FIXED && (end = strchr(at, '\n'))) {
		text_add_bytes(out, at, end + 1 - at);
		add_moved_blanks(lexemes, end + 1, less, more, out);
		at = end + 1 + count_blanks(end + 1);
	}
	text_add(out, at);
}

void layout_add_break(enum lexeme_form form, const char *blanks,
		      const char *newline, size_t length, struct text *out)
{
	int column = columns(blanks, strlen(blanks)) - FIXED_MARGIN + 4;
	int room = FIXED_WIDTH - FIXED_MARGIN - (int)length;

	if (column > room)
		column = room;
	if (form == LEXEME_FREE)
		text_print(out, " &%s%s    ", newline, blanks);
	else
		text_print(out, "%s     &%*s", newline, column > 1 ? column : 1,
			   "");
}

size_t layout_width(enum lexeme_form form)
{
	return form == LEXEME_FREE ? FREE_WIDTH : FIXED_WIDTH;
}

/* Lines of a directive, with what it goes on in. */
static size_t long_lines(const struct lexemes *lexemes,
			 const struct lexeme *lexeme)
{
	size_t count = 0, line = lexeme_line_start(lexemes, lexeme->start);

	while (line < lexeme->end) {
		size_t end = lexeme_line_end(lexemes, line);

		count += end - line > layout_width(lexemes->form);
		line = end + strspn(lexemes->text + end, "\r\n");
	}
	return count;
}

static bool is_beyond(const struct lexemes *lexemes, size_t byte)
{
	return byte - lexeme_line_start(lexemes, byte) >
	       layout_width(lexemes->form);
}

/* What the compiler would cut off in fixed form, and is no comment. */
static bool is_cut_off(const struct lexemes *lexemes,
		       const struct lexeme *comment)
{
	return lexemes->form == LEXEME_FIXED &&
	       lexemes->text[comment->start] != '!' &&
	       is_beyond(lexemes, comment->start + 1);
}

/* Words that stand beyond the width of a line; comments may. */
static size_t too_wide(const char *text, enum lexeme_form form)
{
	struct lexemes lexemes;
	struct text ignored = {0};
	size_t count = 0;

	lexemes_read(&lexemes, text, strlen(text), form, &ignored);
	for (size_t at = 0; at < lexemes.count; at++)
		count += lexemes.list[at].kind == LEXEME_DIRECTIVE
				 ? long_lines(&lexemes, &lexemes.list[at])
				 : lexemes.list[at].kind != LEXEME_END &&
					   is_beyond(&lexemes,
						     lexemes.list[at].end);
	for (size_t i = 0; i < lexemes.comment_count; i++)
		count += is_cut_off(&lexemes, &lexemes.comments[i]);
	lexemes_free(&lexemes);
	text_free(&ignored);
	return count;
}

bool layout_is_wider(const char *text, const char *before,
		     enum lexeme_form form)
{
	return form != LEXEME_C &&
	       too_wide(text, form) > too_wide(before, form);
}
