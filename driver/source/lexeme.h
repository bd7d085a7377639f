/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words and marks of a source text, with the bytes that they take: as much
 * of C, C++ and Fortran as it takes to find loops and to leave all else alone.
 */
#ifndef PODIUM_LEXEME_H
#define PODIUM_LEXEME_H

#include <stdbool.h>
#include <stddef.h>

struct text;

enum lexeme_form {
	LEXEME_C,     /* C and C++ */
	LEXEME_FREE,  /* Fortran */
	LEXEME_FIXED, /* Fortran in columns 7 to 72 */
	LEXEME_NO_FORM
};

/* By the ending of the file's name. */
enum lexeme_form lexeme_form(const char *path);

enum lexeme_kind {
	LEXEME_WORD,
	LEXEME_NUMBER,
	LEXEME_STRING, /* and characters */
	LEXEME_MARK,
	LEXEME_DIRECTIVE, /* a line for the preprocessor, "!$omp do" */
	LEXEME_END	  /* of a statement of Fortran: takes no byte */
};

struct lexeme {
	enum lexeme_kind kind;
	size_t start, end;
	int line, last_line;
	bool optional; /* behind "!$": only OpenMP's compilers see it */
};

struct lexemes {
	const char *text;
	size_t length;
	enum lexeme_form form;
	struct lexeme *list;
	size_t count;
	struct lexeme *comments; /* of kind LEXEME_STRING, in their order */
	size_t comment_count;
};

/* The text must stay. False if it cannot be read; *reason says why. */
bool lexemes_read(struct lexemes *lexemes, const char *text, size_t length,
		  enum lexeme_form form, struct text *reason);
void lexemes_free(struct lexemes *lexemes);

/* Is it this word or mark? Of Fortran in any case; false behind the end. */
bool lexeme_is(const struct lexemes *lexemes, size_t at, const char *word);

/* Is it one of these? NULL ends them. */
bool lexeme_is_among(const struct lexemes *lexemes, size_t at,
		     const char *const *words);

bool lexeme_has_kind(const struct lexemes *lexemes, size_t at,
		     enum lexeme_kind kind);

/* Have the two the same letters? */
bool lexeme_same(const struct lexemes *lexemes, size_t a, size_t b);

/*
 * Behind the bracket that closes the one here; the end of the text where
 * nothing does.
 */
size_t lexeme_behind_bracket(const struct lexemes *lexemes, size_t at);

/* The next lexeme; behind the whole bracket where one opens here. */
size_t lexeme_step(const struct lexemes *lexemes, size_t at);

/* A mark of C that changes a variable: "=", "+=", "++". */
bool lexeme_assigns(const struct lexemes *lexemes, size_t at);

/* Is the variable of C set here, "n = 2", "n++", or lent by its address? */
bool lexeme_is_set(const struct lexemes *lexemes, size_t at);

/* Does a statement of Fortran begin here, with its label or name? */
bool lexeme_begins(const struct lexemes *lexemes, size_t at);

/* The first lexeme that starts there or later. */
size_t lexeme_from(const struct lexemes *lexemes, size_t byte);

/* Does it begin a line for the preprocessor with this word, "if"? */
bool lexeme_is_directive(const struct lexemes *lexemes, size_t at,
			 const char *word);

/* Bytes of the text. */
struct range {
	size_t start, end;
};

bool range_is_empty(struct range range);

/*
 * Does the word stand there, or anywhere, before the end of a range, by itself?
 * Also in comments and directives; in any case in Fortran.
 */
bool lexeme_word_at(const struct lexemes *lexemes, size_t byte, size_t end,
		    const char *word);
bool lexeme_has_word(const struct lexemes *lexemes, struct range range,
		     const char *word);

/* The line of a byte, without its newline ("\r\n" as well). */
size_t lexeme_line_start(const struct lexemes *lexemes, size_t byte);
size_t lexeme_line_end(const struct lexemes *lexemes, size_t byte);

/* The first byte of the line that is no blank. */
size_t lexeme_line_text(const struct lexemes *lexemes, size_t byte);

#endif
