/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops that go from tile to tile, and what becomes of those that run through
 * one. The text of each is made of the user's own head.
 */
#ifndef PODIUM_TILING_H
#define PODIUM_TILING_H

#include <jansson.h>
#include <stdbool.h>

#include "edit.h"
#include "source/band.h"

struct text;

struct tiling;

/*
 * Find out how the band is cut into tiles. NULL where it cannot be; *reason
 * says why.
 */
struct tiling *tiling_new(const struct lexemes *lexemes, const json_t *record,
			  const struct reshape *reshape,
			  const struct band *band, struct text *reason);
void tiling_free(struct tiling *tiling);

/* Add the head of a loop that runs through its tile, or that of the source. */
void tiling_add_point(const struct tiling *tiling, int loop, struct text *out);
void tiling_add_whole(const struct tiling *tiling, int loop, struct text *out);

/* Add the head of the loop from tile to tile. */
void tiling_add_across(const struct tiling *tiling, int loop, struct text *out);

/* The names of its counter and of what says how long a tile is. */
const char *tiling_counter(const struct tiling *tiling, int loop);
const char *tiling_size(const struct tiling *tiling, int loop);

/* Of the source. */
enum lexeme_form tiling_form(const struct tiling *tiling);

/* Is it one of the counters from tile to tile? */
bool tiling_counts(const struct tiling *tiling, const struct lexemes *lexemes,
		   size_t at);

/* Make a name that neither the source nor the tiling has, by a number. */
void tiling_make_new(const struct tiling *tiling, struct text *name);

/* Edit in the macros that say how long tiles are. */
void tiling_define(const struct tiling *tiling, struct edits *edits);

/*
 * Edit in the loops from tile to tile, what declares their counters and sizes,
 * and their ends; "unit" is what a loop is indented by. Of those that stand
 * around a part of the band alone only the sizes.
 */
void tiling_edit(const struct tiling *tiling, const char *unit,
		 struct edits *edits);

/* Add all heads of these loops, each with its line, and all of their ends, each
   behind the end of a line. */
void tiling_add_heads(const struct tiling *tiling, const char *unit,
		      struct text *out);
void tiling_add_ends(const struct tiling *tiling, const char *unit,
		     struct text *out);

#endif
