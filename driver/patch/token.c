/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tokens of a source text.
 */
#include "token.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "machine/compiler.h"

#define FIXED_COLUMNS 72

struct reader {
	struct tokens *out;
	size_t at, line_start;
	int line;
	bool begun;	/* a token stands on this line */
	bool directive; /* it is one */
	bool continued; /* free form: the statement goes on in the next line */
};

/* ---- what both languages have ---- */

/* Byte of the text, '\0' behind its end. */
static char look(const struct reader *reader, size_t ahead)
{
	size_t at = reader->at + ahead;

	return at < reader->out->length ? reader->out->text[at] : '\0';
}

static bool at_end(const struct reader *reader)
{
	return reader->at >= reader->out->length;
}

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' ||
	       (unsigned char)c >= 0x80;
}

static bool is_blank(char c)
{
	return c != '\n' && isspace((unsigned char)c);
}

static void move(struct reader *reader, size_t bytes)
{
	while (bytes-- && !at_end(reader))
		if (reader->out->text[reader->at++] == '\n') {
			reader->line++;
			reader->line_start = reader->at;
			reader->begun = false;
		}
}

static void push(struct tokens *out, struct token token)
{
	if ((out->count & (out->count - 1)) == 0)
		out->list =
			memory_grow(out->list, out->count ? 2 * out->count : 1,
				    sizeof(*out->list));
	out->list[out->count++] = token;
}

/* The token that began there and ends here. */
static void add(struct reader *reader, enum token_kind kind, size_t start,
		int line)
{
	push(reader->out, (struct token){kind, {start, reader->at}, line});
	if (kind == TOKEN_COMMENT)
		return;
	reader->begun = true;
	reader->continued = false;
}

/* End the directive or statement, if one has begun: behind its last word. */
static void end_statement(struct reader *reader)
{
	size_t count = reader->out->count;
	const struct token *last = reader->out->list + count;

	while (count && last[-1].kind == TOKEN_COMMENT)
		last--, count--;
	if (count && last[-1].kind != TOKEN_END)
		push(reader->out,
		     (struct token){TOKEN_END,
				    {last[-1].span.end, last[-1].span.end},
				    last[-1].line});
	reader->directive = false;
}

static void begin_directive(struct reader *reader, size_t bytes)
{
	size_t start = reader->at;

	if (reader->out->form != TOKEN_C)
		end_statement(reader);
	move(reader, bytes);
	add(reader, TOKEN_DIRECTIVE, start, reader->line);
	reader->directive = true;
}

/* Bytes of a backslash that joins its line with the next one, else 0. */
static size_t splice(const struct reader *reader)
{
	size_t newline = look(reader, 1) == '\r' ? 2 : 1;

	return reader->out->form == TOKEN_C && look(reader, 0) == '\\' &&
			       look(reader, newline) == '\n'
		       ? newline + 1
		       : 0;
}

/* A comment that ends with its line, or in the block form of C. */
static void read_comment(struct reader *reader, bool block)
{
	size_t start = reader->at;
	int line = reader->line;

	while (!at_end(reader) &&
	       (block ? reader->at < start + 4 ||
				reader->out->text[reader->at - 1] != '/' ||
				reader->out->text[reader->at - 2] != '*'
		      : look(reader, 0) != '\n'))
		move(reader, splice(reader) ? splice(reader) : 1);
	while (reader->out->text[reader->at - 1] == '\r')
		reader->at--;
	add(reader, TOKEN_COMMENT, start, line);
}

/* From its quote to the next one, or to the end of the line: text that the
   preprocessor leaves out may have a single one. */
static void read_string(struct reader *reader)
{
	size_t start = reader->at;
	int line = reader->line;
	char quote = look(reader, 0), c;

	do {
		c = look(reader, 0);
		move(reader, splice(reader) ? splice(reader)
			     : c == '\\' && reader->out->form == TOKEN_C ? 2
									 : 1);
	} while (!at_end(reader) && look(reader, 0) != quote &&
		 look(reader, 0) != '\n');
	move(reader, look(reader, 0) == quote);
	add(reader, TOKEN_STRING, start, line);
}

/* A word, a number, in which quotes may stand, or a mark. */
static void read_word(struct reader *reader)
{
	size_t start = reader->at;
	bool number = isdigit((unsigned char)look(reader, 0));

	while (is_letter(look(reader, 0)) ||
	       (number && look(reader, 0) == '\'' &&
		isalnum((unsigned char)look(reader, 1))))
		move(reader, 1);
	if (reader->at > start) {
		add(reader, TOKEN_WORD, start, reader->line);
		return;
	}
	move(reader, 1);
	add(reader, TOKEN_MARK, start, reader->line);
}

/* ---- C and C++ ---- */

static void read_c(struct reader *reader)
{
	while (!at_end(reader)) {
		char c = look(reader, 0);

		if (c == '\n' && reader->directive)
			end_statement(reader);
		if (splice(reader))
			move(reader, splice(reader));
		else if (isspace((unsigned char)c))
			move(reader, 1);
		else if (c == '/' &&
			 (look(reader, 1) == '*' || look(reader, 1) == '/'))
			read_comment(reader, look(reader, 1) == '*');
		else if (c == '#' && !reader->begun && !reader->directive)
			begin_directive(reader, 1);
		else if (c == '"' || c == '\'')
			read_string(reader);
		else
			read_word(reader);
	}
	if (reader->directive)
		end_statement(reader);
}

/* ---- Fortran ---- */

/* Bytes of "!$omp", and of "!$" before a statement for OpenMP's compilers;
   else 0. */
static size_t sentinel(const struct reader *reader)
{
	const char *text = reader->out->text + reader->at;

	if (!look(reader, 0) || !strchr("!cC*", look(reader, 0)) ||
	    look(reader, 1) != '$')
		return 0;
	if (strncasecmp(text + 1, "$omp", 4) == 0)
		return 5;
	return isalpha((unsigned char)text[2]) ? 0 : 2;
}

/* Begins a line: a directive, a comment, or a continuation of the line before,
   which fixed form marks in column 6. */
static void begin_line(struct reader *reader)
{
	bool fixed = reader->out->form == TOKEN_FIXED;
	bool goes_on = look(reader, 5) && !strchr(" 0\t\r\n", look(reader, 5));
	size_t blanks = 0;

	while (is_blank(look(reader, blanks)))
		blanks++;
	if (look(reader, 0) == '#') {
		begin_directive(reader, 1);
		return;
	}
	if (!fixed)
		move(reader, blanks);
	if (fixed && goes_on && (blanks == 5 || sentinel(reader) == 5))
		move(reader, 6);
	else if (reader->continued && sentinel(reader) == 5)
		move(reader, 5);
	else if (sentinel(reader))
		begin_directive(reader, sentinel(reader));
	else if (fixed && look(reader, 0) && strchr("cC*", look(reader, 0)))
		read_comment(reader, false);
	else if (!strchr("!\n", look(reader, fixed ? blanks : 0)) &&
		 !reader->continued)
		end_statement(reader);
}

static void read_fortran(struct reader *reader)
{
	bool fixed = reader->out->form == TOKEN_FIXED;

	while (!at_end(reader)) {
		if (reader->at == reader->line_start)
			begin_line(reader);
		if (isspace((unsigned char)look(reader, 0))) {
			move(reader, 1);
		} else if (look(reader, 0) == '!' ||
			   (fixed &&
			    reader->at - reader->line_start >= FIXED_COLUMNS)) {
			read_comment(reader, false);
		} else if (look(reader, 0) == '&') {
			reader->continued = true;
			move(reader, 1);
		} else if (look(reader, 0) == ';') {
			end_statement(reader);
			move(reader, 1);
		} else if (strchr("'\"", look(reader, 0))) {
			read_string(reader);
		} else {
			read_word(reader);
		}
	}
	end_statement(reader);
}

/* ---- what others ask ---- */

void tokens_read(struct tokens *tokens, const char *path, const char *text,
		 size_t length)
{
	bool fortran = compiler_language(path) == COMPILER_FORTRAN;
	bool digit = isdigit((unsigned char)path[strlen(path) - 1]);
	struct reader reader = {.out = tokens, .line = 1};

	*tokens = (struct tokens){.text = text,
				  .length = length,
				  .form = !fortran ? TOKEN_C
					  : digit  ? TOKEN_FREE
						   : TOKEN_FIXED};
	if (fortran)
		read_fortran(&reader);
	else
		read_c(&reader);
}

void tokens_free(struct tokens *tokens)
{
	free(tokens->list);
	memset(tokens, 0, sizeof(*tokens));
}

bool token_is(const struct tokens *tokens, size_t at, const char *word)
{
	size_t length = strlen(word);
	const struct token *token = tokens->list + at;

	if (!(token_has_kind(tokens, at, TOKEN_WORD) ||
	      token_has_kind(tokens, at, TOKEN_MARK)) ||
	    token->span.end - token->span.start != length)
		return false;
	return (tokens->form == TOKEN_C
			? strncmp(tokens->text + token->span.start, word,
				  length)
			: strncasecmp(tokens->text + token->span.start, word,
				      length)) == 0;
}

bool token_has_kind(const struct tokens *tokens, size_t at,
		    enum token_kind kind)
{
	return at < tokens->count && tokens->list[at].kind == kind;
}

size_t token_code(const struct tokens *tokens, size_t at)
{
	while (token_has_kind(tokens, at, TOKEN_COMMENT))
		at++;
	return at;
}

size_t token_end(const struct tokens *tokens, size_t at)
{
	while (at < tokens->count && tokens->list[at].kind != TOKEN_END)
		at++;
	return at;
}

struct span token_line(const struct tokens *tokens, size_t byte)
{
	struct span line = {byte, byte};

	while (line.start && tokens->text[line.start - 1] != '\n')
		line.start--;
	while (line.end < tokens->length && tokens->text[line.end] != '\n')
		line.end++;
	if (line.end > line.start && tokens->text[line.end - 1] == '\r')
		line.end--;
	return line;
}
