/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Heads of counted loops in Fortran: do v = a, b, c.
 */
#include <string.h>

#include "base/text.h"
#include "header.h"

#define DEEPEST 200 /* loops with labels within each other */

static bool refuse(struct text *reason, int line, const char *why)
{
	text_print(reason, "the head of the loop in line %d %s", line, why);
	return false;
}

static size_t behind_end(const struct lexemes *lexemes, size_t at)
{
	while (at < lexemes->count && !lexeme_has_kind(lexemes, at, LEXEME_END))
		at++;
	return at < lexemes->count ? at + 1 : at;
}

/* Over a label and the name of a construct. */
static size_t skip_names(const struct lexemes *lexemes, size_t at)
{
	if (lexeme_has_kind(lexemes, at, LEXEME_NUMBER))
		at++;
	if (lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
	    lexeme_is(lexemes, at + 1, ":"))
		at += 2;
	return at;
}

/* Does a statement end a loop without a label? */
static bool ends_loop(const struct lexemes *lexemes, size_t at)
{
	if (lexeme_is(lexemes, at, "enddo"))
		at++;
	else if (lexeme_is(lexemes, at, "end") &&
		 lexeme_is(lexemes, at + 1, "do"))
		at += 2;
	else
		return false;
	return lexeme_has_kind(lexemes, at, LEXEME_END) ||
	       (lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
		lexeme_has_kind(lexemes, at + 1, LEXEME_END));
}

/* "do", "do i = 1, n", "do while (x)", "do concurrent (...)", "do 10 i". */
static bool begins_loop(const struct lexemes *lexemes, size_t at)
{
	return lexeme_is(lexemes, at, "do") &&
	       !lexeme_is(lexemes, at + 1, "=") &&
	       !lexeme_is(lexemes, at + 1, "(") &&
	       !lexeme_is(lexemes, at + 1, "%");
}

/* Loops that have begun and not ended, with where their labels stand. */
struct open_loops {
	size_t labels[DEEPEST]; /* 0 for a loop without */
	int count;
};

/*
 * Leave the loops that the statement "at" ends. False where it ends none of
 * them, or more than it may.
 */
static bool close_loops(const struct lexemes *lexemes, size_t at,
			struct open_loops *open)
{
	bool labelled = false;

	while (open->count && lexeme_has_kind(lexemes, at, LEXEME_NUMBER) &&
	       open->labels[open->count - 1] &&
	       lexeme_same(lexemes, at, open->labels[open->count - 1])) {
		open->count--;
		labelled = true;
	}
	if (labelled || !ends_loop(lexemes, skip_names(lexemes, at)))
		return true;
	if (!open->count || open->labels[open->count - 1])
		return false;
	open->count--;
	return true;
}

/* The statement that ends the loop whose body begins here, or the end. */
static size_t find_end(const struct lexemes *lexemes, size_t at)
{
	struct open_loops open = {.count = 1};

	while (at < lexemes->count) {
		size_t word = skip_names(lexemes, at);

		if (begins_loop(lexemes, word)) {
			size_t label = lexeme_has_kind(lexemes, word + 1,
						       LEXEME_NUMBER)
					       ? word + 1
					       : 0;
			if (open.count == DEEPEST)
				break;
			open.labels[open.count++] = label;
		} else if (!close_loops(lexemes, at, &open)) {
			break;
		} else if (!open.count) {
			return at;
		}
		at = lexeme_has_kind(lexemes, at, LEXEME_DIRECTIVE)
			     ? at + 1
			     : behind_end(lexemes, at);
	}
	return lexemes->count;
}

/* The parts between commas; their number, at most "most". */
static int split(const struct lexemes *lexemes, size_t first, size_t behind,
		 struct range *parts, int most)
{
	int count = 0;
	size_t begin = first;

	for (size_t at = first; at <= behind; at++) {
		if (at < behind && (lexeme_is(lexemes, at, "(") ||
				    lexeme_is(lexemes, at, "["))) {
			at = lexeme_behind_bracket(lexemes, at) - 1;
			continue;
		}
		if (at < behind && !lexeme_is(lexemes, at, ","))
			continue;
		if (count == most || at == begin)
			return 0;
		parts[count++] = (struct range){lexemes->list[begin].start,
						lexemes->list[at - 1].end};
		begin = at + 1;
	}
	return count;
}

/* The step must be a number, so that its sign is known. */
static bool read_step(const struct lexemes *lexemes, struct header *header,
		      struct text *reason)
{
	size_t at;

	strcpy(header->relation, "<=");
	if (range_is_empty(header->step))
		return true;
	at = header_at(lexemes, header->step);
	header->falls = lexeme_is(lexemes, at, "-");
	if (header->falls)
		strcpy(header->relation, ">=");
	at += header->falls || lexeme_is(lexemes, at, "+");
	return (lexeme_has_kind(lexemes, at, LEXEME_NUMBER) &&
		at == header->last) ||
	       refuse(reason, header->line,
		      "has a step that is no number; with one "
		      "it can be changed");
}

static bool read_parts(const struct lexemes *lexemes, struct header *header,
		       struct text *reason)
{
	struct range parts[3] = {0};
	size_t at = header->first + 1;

	if (lexeme_has_kind(lexemes, at, LEXEME_NUMBER))
		return refuse(reason, header->line, "has a label");
	if (!lexeme_has_kind(lexemes, at, LEXEME_WORD) ||
	    !lexeme_is(lexemes, at + 1, "=") ||
	    split(lexemes, at + 2, header->last + 1, parts, 3) < 2)
		return refuse(reason, header->line,
			      "is not made as in 'do i = 1, n'");
	header->counter =
		(struct range){lexemes->list[at].start, lexemes->list[at].end};
	header->from = parts[0];
	header->bound = parts[1];
	header->step = parts[2];
	return read_step(lexemes, header, reason);
}

/* Where the head is, in whatever way it counts. */
static bool read_place(const struct lexemes *lexemes, size_t at,
		       struct header *header, struct text *reason)
{
	memset(header, 0, sizeof(*header));
	header->first = at;
	header->line = lexemes->list[at].line;
	header->body = behind_end(lexemes, at);
	if (header->body < at + 6 || header->body >= lexemes->count)
		return refuse(reason, header->line,
			      "is not made as in 'do i = 1, n'");
	header->last = header->body - 2;
	header->last_line = lexemes->list[header->last].last_line;
	header->whole = (struct range){lexemes->list[at].start,
				       lexemes->list[header->last].end};
	if (lexemes->list[at].optional)
		return refuse(reason, header->line, "stands behind '!$'");
	if (!lexeme_begins(lexemes, at) && !(lexeme_is(lexemes, at - 1, ":") &&
					     lexeme_begins(lexemes, at - 2)))
		return refuse(reason, header->line, "begins no statement");
	return true;
}

static bool read_end(const struct lexemes *lexemes, struct header *header,
		     struct text *reason)
{
	header->end = find_end(lexemes, header->body);
	header->behind = behind_end(lexemes, header->end);
	return header->end < lexemes->count ||
	       refuse(reason, header->line, "belongs to a loop without end");
}

bool doloop_read(const struct lexemes *lexemes, size_t at,
		 struct header *header, struct text *reason)
{
	return read_place(lexemes, at, header, reason) &&
	       read_parts(lexemes, header, reason) &&
	       read_end(lexemes, header, reason);
}
