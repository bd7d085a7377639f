/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Do the iterations of loops that are shared out together fit into what GCC
 * counts them in? That is the longest of their counters. Two ints may have 2^62
 * of them, and GCC leaves out those beyond 2^32.
 */
#ifndef PODIUM_COLLAPSE_H
#define PODIUM_COLLAPSE_H

#include <jansson.h>
#include <stdbool.h>

struct reshape;

/* Fewer than 2^31, for all values of the parameters? */
bool collapse_is_short(const json_t *record, const struct reshape *reshape);

#endif
