/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Legality of interchange, tiling, collapse and distribution of a band.
 *
 * isl computes the direction vectors of the dependences: for two iterations
 * that touch the same element, at least one of them writing it, the signs of
 * the distance from the earlier to the later one, a sign for each loop. A
 * transformation is legal if each vector stays lexicographically positive.
 *
 * A record does not tell whether statements beside an inner loop stand before
 * or behind it. After distribution a dependence between them must therefore be
 * carried by a loop that still stands around both.
 */
#ifndef PODIUM_LEGAL_H
#define PODIUM_LEGAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "reshape.h"

struct legal_direction {
	signed char sign[RESHAPE_MOST];
	int from, to; /* references that meet so, among others */
	bool beside;  /* one of them beside the loops that come apart */
};

struct legal {
	const json_t *record;
	int first, count, split; /* the band, as in struct reshape */
	/* needs[i] has the bit j where loop i begins or ends by loop j */
	unsigned needs[RESHAPE_MOST];
	struct legal_direction *directions;
	size_t direction_count;
	bool apart; /* only where pointers do not overlap: apart(...) */
};

enum legal_answer {
	LEGAL,
	LEGAL_DEPENDENCE, /* one would be turned around */
	LEGAL_BOUNDS,	  /* a loop would begin or end by one inside it */
	LEGAL_EARLY,	  /* bounds would be computed where they were not */
	LEGAL_SHARED,	  /* what is shared out would depend on itself */
	LEGAL_SPLIT,	  /* or would come apart */
	LEGAL_TOGETHER,	  /* or some of its bounds depend on others of it */
	LEGAL_ANSWERS
};

struct perfect;
struct text;

/*
 * Find the dependences of the band; the record must stay. False where they are
 * not known; *reason, which is added to, says why.
 */
bool legal_find(const json_t *record, const struct perfect *band,
		struct legal *legal, struct text *reason);
void legal_free(struct legal *legal);

/*
 * Is the reshape, of this band or loops of its inner end, legal? Where a
 * dependence forbids it, *direction is that.
 */
enum legal_answer legal_ask(const struct legal *legal,
			    const struct reshape *reshape,
			    const struct legal_direction **direction);

/* A clause for why not, with the dependence where one forbids it. */
void legal_explain(struct text *out, const struct legal *legal,
		   enum legal_answer answer,
		   const struct legal_direction *direction);

/* "'A' written at line 3 is read at line 3 in another iteration" */
void legal_print(struct text *out, const struct legal *legal,
		 const struct legal_direction *direction);

/*
 * Do the dependences of the record permit the reshape, whatever is predicted of
 * it? False where not, or where they are not known; *reason, which is added to,
 * says why.
 */
bool legal_permits(const json_t *record, const struct reshape *reshape,
		   struct text *reason);

#endif
