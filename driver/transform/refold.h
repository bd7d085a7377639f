/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A jammed loop, put together again in the record: as the nest would be if all
 * of an iteration stood in one loop through the tile.
 */
#ifndef PODIUM_REFOLD_H
#define PODIUM_REFOLD_H

#include <jansson.h>
#include <stdbool.h>

#include "nest/reshape.h"
#include "rejoin.h"

struct text;

/* As rejoin(): the record is freed by rejoined_free(). */
bool refold(const json_t *before, const json_t *after,
	    const struct reshape *reshape, struct rejoined *joined,
	    struct text *problem);

#endif
