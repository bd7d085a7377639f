/*
 * What one iteration of a loop keeps to itself, as a tile does.
 */
#ifndef PODIUM_TILE_H
#define PODIUM_TILE_H

#include "memory.h"

/*
 * Do the two references meet, if at all, only within one iteration of this
 * loop of the table, which holds both?
 */
bool tile_keeps_apart(const struct nest *nest, const struct reference *a,
		      const struct reference *b, int loop);

/*
 * Is it certain that what two successive iterations reach overlaps? False
 * also where the tiles are of no size that is known.
 */
bool tile_overlaps(const struct nest *nest, const struct reference *a,
		   const struct reference *b, int loop);

#endif
