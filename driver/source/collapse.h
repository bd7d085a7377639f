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

#include "band.h"

struct text;

/* Fewer than 2^31, for all values of the parameters? */
bool collapse_is_short(const json_t *record, const struct reshape *reshape);

/* Must one of the counters become longer? Then no macro may hide what it is
   used for. */
bool collapse_may_widen(const json_t *record, const struct reshape *reshape);

/*
 * The loop of the band whose counter must become a long long for that; -1 where
 * none need. False where none can; *reason says why.
 */
bool collapse_widen(const struct lexemes *lexemes, const json_t *record,
		    const struct reshape *reshape, const struct band *band,
		    int *loop, struct text *reason);

/* Add the head of that loop. */
void collapse_add_head(const struct lexemes *lexemes,
		       const struct header *header, struct text *out);

#endif
