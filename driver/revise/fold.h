/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Heads of loops that tiles made too long for Fortran, in two lines:
 *
 *     do i = i_tile, &
 *         i_tile + min(tile_i - 1, n - i_tile)
 */
#ifndef PODIUM_FOLD_H
#define PODIUM_FOLD_H

#include <stdbool.h>

#include "tiling.h"

/* Add the text with such heads in two lines, all else as it is. */
bool fold_heads(const struct tiling *tiling, const struct text *text,
		struct text *out, struct text *reason);

#endif
