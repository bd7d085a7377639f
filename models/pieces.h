/*
 * Lines that are written in pieces, and other lines in between.
 *
 * A line that the first cache lacks comes while the store to it waits. Stores
 * that follow each other in one row fill a line one after the other, and the
 * next line is asked for meanwhile. Where rows are written by turns, stores to
 * lines that have come stand between stores to lines that have not.
 */
#ifndef PODIUM_PIECES_H
#define PODIUM_PIECES_H

#include "footprint.h"

/*
 * By how much the lines are so that the group writes: 1 where vectors reach
 * from line to line, .5 where several fill a line, 0 where each is a line,
 * where one row is written alone, and where it was read before.
 */
double pieces_of(const struct footprint *footprint,
		 const struct footprint_group *group, double line);

#endif
