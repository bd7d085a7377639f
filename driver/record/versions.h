/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A loop that holds two versions of the same loops, of which a test chooses
 * one: that for full tiles, in which the compiler knows how often its loops
 * run, and that for tiles at an end.
 *
 *     for i_tile
 *       if (i_tile + 4 <= n) for j for i of 4 ...
 *       else for j for i to the smaller of i_tile + 4 and n ...
 */
#ifndef PODIUM_VERSIONS_H
#define PODIUM_VERSIONS_H

#include <jansson.h>
#include <stdbool.h>

/*
 * The record as if it had one of the versions alone; NULL where there are none.
 * The caller owns it; it knows no dependences.
 */
json_t *versions_pick(const json_t *record, bool full);

#endif
