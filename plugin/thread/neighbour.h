/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops of a region that may rely on each other's static distribution, as no
 * barrier stands between them.
 */
#ifndef PODIUM_NEIGHBOUR_H
#define PODIUM_NEIGHBOUR_H

#include "steps.h"

/* May another loop rely on the static distribution of this one, or it on
   another's? in_region: all of the region is seen. */
bool neighbour_relies(const struct steps *steps, bool in_region, gimple *loop);

/* Add the functions that are called before a static loop, with no barrier
   between, and may hold one that it relies on. */
void neighbour_before(const struct steps *steps, gimple *loop,
		      vec<tree> *functions);

/* May threads come from a static loop to this call without a barrier? */
bool neighbour_is_open(const struct steps *steps, gimple *call);

/* May what the first thread does alone go on with iterations of this static
   loop, or they with that? */
bool neighbour_of_master(const struct steps *steps, gimple *loop);

#endif
