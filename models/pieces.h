/* SPDX-License-Identifier: GPL-3.0-or-later */
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
 * Does the group write so? It does not if it was read before, and where no
 * vector reaches from line to line.
 */
bool pieces_are_written(const struct footprint *footprint,
			const struct footprint_group *group, double line);

#endif
