/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tokens of a source text: as much of C, C++ and Fortran as it takes to find a
 * directive of OpenMP and the loop headers below it.
 */
#ifndef PODIUM_TOKEN_H
#define PODIUM_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

enum token_form { TOKEN_C, TOKEN_FREE, TOKEN_FIXED };

enum token_kind {
	TOKEN_WORD, /* or number */
	TOKEN_STRING,
	TOKEN_MARK, /* one character */
	TOKEN_COMMENT,
	TOKEN_DIRECTIVE, /* "#" of a line, "!$omp", "!$": its words follow */
	TOKEN_END /* behind the last word of a directive, or of a statement of
		     Fortran; takes no byte, and comments stand before it */
};

/* Bytes of the text. */
struct span {
	size_t start, end;
};

struct token {
	enum token_kind kind;
	struct span span;
	int line; /* of its first byte, from 1 */
};

struct tokens {
	const char *text;
	size_t length;
	enum token_form form;
	struct token *list;
	size_t count;
};

/* Read the text, which must stay, of the source at "path", whose name tells
   the form. */
void tokens_read(struct tokens *tokens, const char *path, const char *text,
		 size_t length);
void tokens_free(struct tokens *tokens);

/* Is it this word or mark, in Fortran in any case, or of this kind? False
   behind the end. */
bool token_is(const struct tokens *tokens, size_t at, const char *word);
bool token_has_kind(const struct tokens *tokens, size_t at,
		    enum token_kind kind);

/* The first from here that is no comment. */
size_t token_code(const struct tokens *tokens, size_t at);

/* The end of the directive or statement. */
size_t token_end(const struct tokens *tokens, size_t at);

/* The line of a byte, without its newline. */
struct span token_line(const struct tokens *tokens, size_t byte);

#endif
