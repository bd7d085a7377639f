/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fuses the parts of a distributed loop in its record, which then is comparable
 * with the record of the nest in the new order without distribution.
 */
#ifndef PODIUM_REJOIN_H
#define PODIUM_REJOIN_H

#include <jansson.h>
#include <stdbool.h>

#include "nest/reshape.h"

struct text;

/* A loop around such statements alone, and which of the old nest it is. */
struct rejoined_copy {
	const json_t *loop;
	int of;
};

#define REJOINED_MOST 32

struct rejoined {
	json_t *record;
	struct rejoined_copy copies[REJOINED_MOST];
	int copy_count;
};

/*
 * "after" must stay. False where its loops are not those that the reshape
 * makes of "before"; *problem then says what differs.
 */
bool rejoin(const json_t *before, const json_t *after,
	    const struct reshape *reshape, struct rejoined *joined,
	    struct text *problem);
void rejoined_free(struct rejoined *joined);

#endif
