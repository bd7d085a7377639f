/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The head of one counted loop, "for (init; cond; incr)" or "do v = a, b, c":
 * which bytes are its parts. What does not read as counted in plain text is
 * refused with a reason.
 */
#ifndef PODIUM_HEADER_H
#define PODIUM_HEADER_H

#include <stdbool.h>
#include <stddef.h>

#include "lexeme.h"

struct header {
	struct range whole;   /* from "for" or "do" to its last byte */
	struct range type;    /* that declares the counter, or empty */
	struct range counter; /* where it first stands */
	struct range from, bound;
	struct range step;	/* what is added; empty where that is 1 or -1 */
	struct range increment; /* of C: "i++" */
	char relation[3];	/* of counter and bound: "<" */
	bool falls;		/* its counter becomes smaller */
	int line, last_line;
	/* lexemes: the head's first and last, what the loop holds, what is
	   behind the loop, and of Fortran the statement that ends it */
	size_t first, last, body, end, behind;
};

/*
 * Read the loop whose head begins with the lexeme "at": "for" or "do". On
 * failure *reason says why.
 */
bool header_read(const struct lexemes *lexemes, size_t at,
		 struct header *header, struct text *reason);

/* Where each language's heads are read. */
bool forloop_read(const struct lexemes *lexemes, size_t at,
		  struct header *header, struct text *reason);
bool doloop_read(const struct lexemes *lexemes, size_t at,
		 struct header *header, struct text *reason);

/* Has the head's counter this name? ".2" behind a record's is its own. */
bool header_counts(const struct lexemes *lexemes, const struct header *header,
		   const char *name);

/* The lexeme at which a range begins. */
size_t header_at(const struct lexemes *lexemes, struct range range);

/* Is the lexeme the counter of the head? */
bool header_is_counter(const struct lexemes *lexemes,
		       const struct header *header, size_t at);

/* Of C: behind the statement that begins here; 0 where that is not clear. */
size_t forloop_behind(const struct lexemes *lexemes, size_t at);

#endif
