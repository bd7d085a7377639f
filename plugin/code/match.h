/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which loop of the code a loop of the source became.
 */
#ifndef PODIUM_MATCH_H
#define PODIUM_MATCH_H

#include "construct/construct.h"
#include "outcome.h"

/* What became of each loop of the construct, in the order of its places;
   NULL: nothing to be told. */
void match_loops(const struct construct *construct,
		 const struct code_loop **found);

void match_free_all(void);

#endif
