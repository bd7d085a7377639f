/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Choice by size: the clauses if(work>=N) and num_threads(work/M) of a parallel
 * region that is nothing but its loop.
 *
 * "work" is the number of iterations of the construct, computed before the
 * region:
 *
 *	work(loop) = trips(loop) * work(its first loop inside) for shared loops
 *	work(loop) = trips(loop) * max(1, sum of work(loops inside))
 *
 * A bound that depends on the counter of a loop around is computed for the
 * middle one of its values. A loop inside whose trips cannot be computed there
 * is left out with all that it contains.
 */
#ifndef PODIUM_WORK_H
#define PODIUM_WORK_H

#include "construct/construct.h"
#include "rewrite/tuned.h"

/* Why the clauses of the entry that speak of work cannot be made, to be freed;
   NULL: they can, or there are none. Nothing is changed. */
char *work_refuses(const struct construct *construct,
		   const struct tuned_clauses *clauses);

/* Put them into the construct, whose loops are as written; false where that
   cannot be, which work_refuses says before. */
bool work_apply(const struct construct *construct,
		const struct tuned_clauses *clauses);

#endif
