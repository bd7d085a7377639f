/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How loops of a nest are put in another order or cut into tiles, as a short
 * list that people read and write: "order(k,i,j) tile(i:32,j:64)".
 */
#ifndef PODIUM_RESHAPE_H
#define PODIUM_RESHAPE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct text;

#define RESHAPE_MOST 8

/*
 * A band is a chain of loops of the record's nest, each of which is all that
 * the one before it contains. Loops are counted from the outermost of the band
 * as it is in the source. Loops with tiles go on from tile to tile outside of
 * all loops of the band, in the order in which they stand in it; within, each
 * runs through its tile.
 */
struct reshape {
	int first; /* of the record's nest, the outermost of the band */
	int count; /* loops of the band */
	int order[RESHAPE_MOST];    /* which loop stands at each depth */
	int64_t tile[RESHAPE_MOST]; /* iterations by loop, 0 for no tile */
};

/* "order(k,i,j) tile(i:32)"; "as written" if nothing is changed. */
void reshape_print(struct text *out, const struct reshape *reshape,
		   const json_t *record);

/*
 * Read what reshape_print has written: loops by the names that their counters
 * have in the record. False where it is none of that; *problem says why, and
 * *reshape is left unchanged.
 */
bool reshape_parse(const char *string, const json_t *record,
		   struct reshape *reshape, struct text *problem);

/* Do both make the same of the nest? */
bool reshape_equal(const struct reshape *a, const struct reshape *b);

/* Is nothing changed? */
bool reshape_is_none(const struct reshape *reshape);

/*
 * The loops as they then stand, the outermost first; returns how many. Entries
 * are loops of the band, those from tile to tile with *tile true.
 */
struct reshape_loop {
	int loop;
	bool tile;
};

int reshape_loops(const struct reshape *reshape,
		  struct reshape_loop loops[2 * RESHAPE_MOST]);

#endif
