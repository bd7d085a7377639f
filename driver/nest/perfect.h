/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bands: loops of a record of which each contains nothing but the next, and
 * whose iterations nothing holds in their order but what they touch. One of the
 * loops may have statements beside the next, if these can come apart.
 */
#ifndef PODIUM_PERFECT_H
#define PODIUM_PERFECT_H

#include <jansson.h>
#include <stdbool.h>

#include "reshape.h"

#define PERFECT_MOST 16

struct text;

struct perfect {
	int first, count; /* of the record's nest; two loops and more */
	int split;	  /* as in struct reshape */
};

/*
 * The bands of a record, PERFECT_MOST at most; returns how many. Sentences of
 * what keeps loops out of them are added to the array "reasons".
 */
int perfect_find(const json_t *record, struct perfect *bands, json_t *reasons);

/*
 * May the loop be jammed through the loops that it contains? Their dependences
 * are not asked, nor what keeps the record as a whole. *reason, which is added
 * to, says why not.
 */
bool perfect_may_jam(const json_t *record, int loop, struct text *reason);

#endif
