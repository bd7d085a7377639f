/*
 * An output as lines, and lines as tokens: numbers with their units, words, and
 * runs of one sign. Blanks part them. No word means anything here.
 */
#ifndef PODIUM_LINES_H
#define PODIUM_LINES_H

#include "base/text.h"
#include "compare.h"

struct line {
	const char *text;
	size_t length; /* without its end */
	size_t size;   /* with it */
	size_t number; /* in the file, from 1 */
	size_t count;  /* of tokens */
	uint64_t key; /* of its tokens, of which those with a digit are alike */
	/* its place among lines in any order: by its words and whole numbers,
	   then by the first other number */
	uint64_t place;
	double value;
	bool beside; /* one of the baseline: learn.c */
};

struct lines {
	struct text content;
	bool binary; /* it has a NUL, or is too large: no lines are read */
	struct line *list;
	size_t count;
};

/* Without lines that are ignored. False with errno set. */
bool lines_read(struct lines *lines, const char *path,
		const struct compare_wish *wish);
void lines_free(struct lines *lines);
bool lines_same(const struct lines *one, const struct lines *other);
bool line_same(const struct line *one, const struct line *other);

struct token {
	const char *text;
	size_t length; /* with the unit of a number */
	size_t digits; /* without it; 0: it is no number */
	bool whole;    /* a number without a point and exponent */
	double value;
};

/* The token behind this one, the first one behind zero. False if there is
   none. */
bool token_next(const struct line *line, struct token *token);

bool token_same_text(const struct token *one, const struct token *other);
/* Are both numbers of the same unit? */
bool token_same_unit(const struct token *one, const struct token *other);
/* A number that is NaN or infinite? */
bool token_is_nan(const struct token *token);
bool token_has_digit(const struct token *token);

#endif
