/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a thread has for itself and carries from one iteration of a loop to
 * the next: a state that goes on, or a sum.
 */
#ifndef PODIUM_CARRY_H
#define PODIUM_CARRY_H

#include "construct.h"

/* What the threads of a loop have for themselves. */
void carry_of_loop(const struct construct *construct, struct handover *found);

/* The thread's own variables in which a loop of the region, NULL: of the
   current function, leaves something, and those of which it takes what was
   left. */
void carry_hands(gimple *loop, gimple *parallel, vec<tree> *left,
		 vec<tree> *taken);

/* The parameters of the current function, by number, of which a loop reads
   nothing that they point at before it has written that, or only adds to it. */
void carry_fresh(gimple *loop, vec<int> *parameters);

/* What the parameters of the current function point at. */
void carry_of_function(gimple_seq body, struct handover *found);

#endif
