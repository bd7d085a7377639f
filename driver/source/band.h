/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A band of loops found in the source: each of its heads, where the record says
 * that they stand, with nothing between them but definitions and what may come
 * apart.
 */
#ifndef PODIUM_BAND_H
#define PODIUM_BAND_H

#include <jansson.h>
#include <stdbool.h>

#include "header.h"
#include "nest/reshape.h"
#include "opening.h"

struct text;

struct band {
	struct opening opening; /* how the construct begins */
	size_t directive;	/* the lexeme that is OpenMP's directive */
	size_t first, behind;	/* lexemes of the construct's loop */
	int count;
	int split; /* loops around statements that may come apart, else 0 */
	struct header loops[RESHAPE_MOST];
};

/*
 * Find the loops of the reshape. False where one of them is not there or does
 * not read as counted; *reason says why.
 */
bool band_read(const struct lexemes *lexemes, const json_t *record,
	       const struct reshape *reshape, struct band *band,
	       struct text *reason);

/* Is it the directive of a parallel region, and of no loop? */
bool band_is_parallel(const struct lexemes *lexemes, size_t at);

/* Is it "#pragma omp barrier"? */
bool band_is_barrier(const struct lexemes *lexemes, size_t at);

/* Does the head of one loop of the band mention the counter of the other? */
bool band_mentions(const struct lexemes *lexemes, const struct band *band,
		   int loop, int counter);

/*
 * May the loops go another way at all? Not with jumps, with lines for the
 * preprocessor that cut them in two, or with counters that are used outside.
 */
bool band_is_clear(const struct lexemes *lexemes, const struct band *band,
		   struct text *reason);

/* Does the lexeme stand in a loop of the construct that has the name for its
   counter? */
bool band_counts(const struct lexemes *lexemes, const struct band *band,
		 size_t at, size_t name);

/* Do these lexemes say in which line they stand? */
bool band_tells_line(const struct lexemes *lexemes, size_t at, size_t behind);

#endif
