/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A transformation of a nest: interchange, tiling, distribution, jam and
 * collapse, as podium.tuned says it:
 * "order(k,i,j) tile(i:32,j:64) collapse(2)".
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
 *
 * Where statements stand beside the loop inside the first "split" loops, these
 * statements and that loop come apart: those of the first loops that no longer
 * stand outermost stand around each of them for itself. At least one loop
 * stands around all. Tile loops of loops inside the split stand around that
 * part alone, behind the loops around all.
 *
 * Jam (strip-mining and distribution of one loop): the loop goes from tile to
 * tile, and each statement in it goes through the tile in a loop of its own.
 */
struct reshape {
	int first; /* of the record's nest, the outermost of the band */
	int count; /* loops of the band */
	int split; /* loops around such statements, 0 without any */
	int order[RESHAPE_MOST];    /* which loop stands at each depth */
	int64_t tile[RESHAPE_MOST]; /* iterations by loop, 0 for no tile */
	int collapse; /* loops that come to be shared out together, or 0 */
	bool jam;     /* of the one loop of the band */
	bool apart;   /* behind a check that its pointers do not overlap */
};

/*
 * "order(k,i,j) tile(i:32)", "distribute(j) order(i,k,j)" where statements come
 * apart, "jam(j:64)"; "as written" if nothing is changed. Loops that stay
 * inside of all that move or have tiles are left out. Loops have the names of
 * their counters, or their numbers in the record where no other way tells them
 * apart.
 */
void reshape_print(struct text *out, const struct reshape *reshape,
		   const json_t *record);

/*
 * The reverse: words of a tuned file for loops of this record, of which an
 * order names each that stands in the band. False where they are no reshape of
 * them; *problem, which is added to, says why.
 */
bool reshape_parse(struct reshape *reshape, const char *words,
		   const json_t *record, struct text *problem);

/* " apart(a,b)", the pointers that may overlap, if it has that check. */
void reshape_print_check(struct text *out, const struct reshape *reshape,
			 const json_t *record);

/* Is it the name of a variable, and no more? */
bool reshape_is_pointer(const char *base);

/* Is nothing changed? */
bool reshape_is_none(const struct reshape *reshape);

bool reshape_has_tiles(const struct reshape *reshape);

/* Does the loop of the band stand inside of statements that come apart? */
bool reshape_is_inside(const struct reshape *reshape, int loop);

/* Tile loops around all parts, or, of loops inside the split, around theirs. */
int reshape_tiles(const struct reshape *reshape, bool inside);

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

/* The place of a loop of the band, or of its tile loop, among them. */
int reshape_place(const struct reshape *reshape, int loop, bool tile);

/*
 * How many loops of the order still stand around all statements, and which of
 * the band's do not, in the new order; returns how many.
 */
int reshape_around(const struct reshape *reshape);
int reshape_apart(const struct reshape *reshape, int loops[RESHAPE_MOST]);

/* The same without the outermost loop, if it stays where it is. */
bool reshape_skip(struct reshape *reshape);

#endif
