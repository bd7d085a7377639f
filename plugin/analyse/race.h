/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What keeps iterations that meet from being a race: an order that is made by
 * waiting, a condition that holds for one iteration alone.
 */
#ifndef PODIUM_RACE_H
#define PODIUM_RACE_H

#include "memory.h"

/*
 * What may order the iterations beside the constructs of OpenMP, as in
 * "unless ..."; NULL if there is nothing of that kind.
 */
const char *race_order(const struct nest *nest,
		       const vec<struct protection> *protections);

/* Does the block stand behind a condition that only one iteration of the loop
   fulfils, or one thread? */
bool race_is_for_one(const struct nest *nest, basic_block block, int loop);

#endif
