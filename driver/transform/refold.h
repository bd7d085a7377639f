/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fuses the parts of a jammed loop in its record, which then is comparable with
 * the record of the nest with the loop strip-mined alone.
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
