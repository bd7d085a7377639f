/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The place of a record's construct in the source: its directive, and the
 * headers of the loops below it.
 */
#ifndef PODIUM_PLACE_H
#define PODIUM_PLACE_H

#include <jansson.h>
#include <stdbool.h>

#include "token.h"

struct text;

#define PLACE_MOST 8 /* headers */

/* "int i = 0; i < n; i++", or "i = 1, n" of Fortran. */
struct place_header {
	struct span span;
	size_t first, behind; /* tokens of it */
	bool declares;	      /* its counter, so that nobody else sees that */
};

struct place {
	size_t directive; /* tokens */
	size_t region;	  /* the directive with "parallel", perhaps the same */
	bool has_region;  /* it stands in the same function */
	struct place_header headers[PLACE_MOST];
	int count;
};

/*
 * Find the directives of the record's construct. False, and *reason says why,
 * where they do not stand in the lines that the record names, or read
 * otherwise than it says.
 */
bool place_directives(const struct tokens *tokens, const json_t *record,
		      struct place *place, struct text *reason);

/*
 * Find the headers of the first "count" loops, which must be a perfect nest in
 * the text as well: between them stand braces alone, also at their ends.
 */
bool place_headers(const struct tokens *tokens, const json_t *record, int count,
		   struct place *place, struct text *reason);

/* The counter as the source has it: the record may number it, "i.2". The
   caller frees it. */
char *place_counter(const json_t *record, int loop);

/* Bytes of these tokens, without comments behind them. */
struct span place_span(const struct tokens *tokens, size_t first,
		       size_t behind);

/*
 * Tokens of the clause of a directive, with its parentheses; the number of
 * clauses of this name.
 */
int place_clause(const struct tokens *tokens, size_t directive,
		 const char *name, size_t *first, size_t *behind);

#endif
