/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Definitions that stand between loops and only give a name to what is computed
 * from counters and variables. They go to where they are used, so that the
 * loops may move:
 *
 *     for i {                        for i
 *       int row = i * n;               for j {
 *       for j                            int row = i * n;
 *         a[row + j] = 0;                a[row + j] = 0;
 *     }                                }
 */
#ifndef PODIUM_SINK_H
#define PODIUM_SINK_H

#include <jansson.h>
#include <stdbool.h>

#include "nest/reshape.h"
#include "source/band.h"

struct text;

/* Does such a definition stand between the loops of the band, or beside one
   that will come apart from it? */
bool sink_is_needed(const struct lexemes *lexemes,
		    const struct reshape *reshape, const struct band *band);

/*
 * Add the source in which they stand where they are used, and set *moved to the
 * record with the lines at which its loops then stand, which the caller owns.
 * False where one of them cannot move; *reason says why.
 */
bool sink_write(const struct lexemes *lexemes, const json_t *record,
		const struct reshape *reshape, const struct band *band,
		struct text *out, json_t **moved, struct text *reason);

#endif
