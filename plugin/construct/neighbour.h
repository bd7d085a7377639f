/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops of a region that may rely on each other's distribution of iterations:
 * no barrier stands between them, or each thread goes on with data of its own.
 */
#ifndef PODIUM_NEIGHBOUR_H
#define PODIUM_NEIGHBOUR_H

#include "construct.h"

/* May another loop rely on the static distribution of this one? */
bool neighbour_relies(const struct construct *construct);

/* A variable of the thread in which a loop with a static distribution leaves
   what another loop of the region takes, or takes what that leaves; or NULL. */
tree neighbour_hands(const struct construct *construct);

/*
 * What one thread does alone, and which it is is known, may go on with what
 * that thread has done in a static loop, and the loop with what it has done
 * alone. *name: a variable with which it may, NULL_TREE where none is known.
 */
bool neighbour_alone(const struct construct *construct, tree *name);

/*
 * Do barriers stand between the loop, of any distribution, and this statement
 * of the region, which one thread does alone?
 */
bool neighbour_is_apart(const struct construct *construct, gimple *alone);

/*
 * True for a loop with a static distribution of its own. The functions that
 * are called before it and, where it has nowait, after it, with no barrier
 * between, are added; *open: those who called this function go on without a
 * barrier, too.
 */
bool neighbour_calls(const struct construct *construct, vec<tree> *before,
		     vec<tree> *after, bool *open);

void neighbour_free_all(void);

#endif
