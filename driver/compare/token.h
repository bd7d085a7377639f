/*
 * A line of a program's output taken apart: numbers, words, signs, times of
 * day. Blanks only part them, so that columns may move.
 */
#ifndef PODIUM_TOKEN_H
#define PODIUM_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind {
	TOKEN_NUMBER,
	TOKEN_WORD,
	TOKEN_SIGN,    /* any other byte */
	TOKEN_CLOCK,   /* a time of day, a date, "1m2.3s" */
	TOKEN_ADDRESS, /* 0x7ffe5c */
};

struct token {
	enum token_kind kind;
	const char *text; /* in the line */
	size_t length, place;
	/* of a number */
	double value;
	double unit;   /* of the last digit that is written */
	bool whole;    /* written without a point and an exponent */
	bool overflow; /* "****": it did not fit its field */
};

/* A line that is read from its beginning. */
struct tokens {
	const char *line;
	size_t length;
	size_t at; /* where the next token begins */
	bool real; /* what was read last is a number with a point */
};

struct tokens tokens_of(const char *line, size_t length);

/* False at the end of the line. */
bool token_next(struct tokens *tokens, struct token *token);

/* The same text, whatever it stands for. */
bool token_same(const struct token *one, const struct token *other);

/* The same number, however it is written; all digits of whole ones count. */
bool token_equal(const struct token *one, const struct token *other);

/* Significant digits of the number as written: 3 of 0.0125. */
int token_digits(const struct token *token);

#endif
