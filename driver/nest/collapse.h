/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Do the iterations of collapsed loops fit into the type in which GCC counts
 * them, the longest type of their counters? Two ints may have 2^62 iterations,
 * and GCC leaves out those beyond 2^32.
 */
#ifndef PODIUM_COLLAPSE_H
#define PODIUM_COLLAPSE_H

#include <jansson.h>
#include <stdbool.h>

struct reshape;

/* Fewer than 2^31, for all values of the parameters? */
bool collapse_is_short(const json_t *record, const struct reshape *reshape);

#endif
