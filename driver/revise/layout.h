/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a source lays out its lines: indentation, ends of lines, and which lines
 * may move.
 */
#ifndef PODIUM_LAYOUT_H
#define PODIUM_LAYOUT_H

#include "edit.h"
#include "source/band.h"

struct text;

/* "\n" or "\r\n", as the source has it. */
const char *layout_newline(const struct lexemes *lexemes);

/* The blanks at the beginning of the line of a byte. */
struct range layout_blanks(const struct lexemes *lexemes, size_t byte);

/* Is there nothing but blanks before it in its line? */
bool layout_begins_line(const struct lexemes *lexemes, size_t byte);

/*
 * The bytes of a statement: with its lines, if nothing else stands in them but
 * a comment behind it, and with a blank line where it begins a block.
 */
struct range layout_statement(const struct lexemes *lexemes, size_t first,
			      size_t behind);

/* What the source indents a loop of the band by, seen from that around it. */
void layout_unit(const struct lexemes *lexemes, const struct band *band,
		 struct text *unit);

/*
 * Move the lines from that of one byte to that of another by some blanks;
 * strings, lines that go on and those of the preprocessor stay.
 */
void layout_shift(const struct lexemes *lexemes, size_t first, size_t last,
		  const char *blanks, struct edits *edits);

/*
 * Add bytes that stood in the line of one byte and shall in that of another:
 * their lines but the first move with them.
 */
void layout_add_moved(const struct lexemes *lexemes, const struct text *moved,
		      size_t from, size_t to, struct text *out);

/* How many columns a line of Fortran may have. */
size_t layout_width(enum lexeme_form form);

/*
 * Let a statement of Fortran that begins behind the blanks go on in another
 * line, with bytes of this length: there is room for them, where there may be.
 */
void layout_add_break(enum lexeme_form form, const char *blanks,
		      const char *newline, size_t length, struct text *out);

/* Has a text of Fortran more lines that are too long than another? */
bool layout_is_wider(const char *text, const char *before,
		     enum lexeme_form form);

#endif
