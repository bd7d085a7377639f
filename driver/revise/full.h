/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source of tiles of which the full ones have a version of their own:
 *
 *     for i_tile
 *       if (i_tile + TILE <= n) {
 *         for j for (i = i_tile; i < i_tile + TILE; i++) ...
 *       } else {
 *         for j for (i = i_tile; i < the smaller of it and n; i++) ...
 *       }
 *
 * and "if (n - i_tile >= tile_i - 1) then" in Fortran.
 */
#ifndef PODIUM_FULL_H
#define PODIUM_FULL_H

#include <stdbool.h>

#include "tiling.h"

/* May full tiles have one? */
bool full_may_be(const struct lexemes *lexemes, const struct band *band,
		 const json_t *record, const struct reshape *reshape,
		 struct text *reason);

struct full {
	const struct tiling *tiling;
	const json_t *record;
	const struct reshape *reshape;
	bool lanes;	  /* GCC may be told of those in the reshape */
	const char *unit; /* that a loop is indented by */
};

/*
 * Put two texts of the same source together: one in which loops run through
 * full tiles, and one in which they run to the end of any.
 */
bool full_join(const struct full *all, const struct text *full,
	       const struct text *any, struct text *out, struct text *reason);

#endif
