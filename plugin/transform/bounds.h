/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of the loops of a schedule tree. Where a bound is made of counters
 * that stand further inside then, as in triangles, those of a node are found by
 * Fourier-Motzkin elimination of the loops inside, with coefficients 1 and -1:
 * every constraint as written bounds the innermost of its counters, and those
 * that follow from others keep the loops outside short (Schrijver, Theory of
 * Linear and Integer Programming, 12.2). A node with several leaves inside sees
 * the constraints only of loops that stand around all of them.
 */
#ifndef PODIUM_BOUNDS_H
#define PODIUM_BOUNDS_H

#include "schedule.h"

/* Is no bound of the shared loops made of another one's counter? */
bool bounds_are_rectangular(gimple *construct);

/*
 * Statements of the slice of loop "index", of its first "limit" ones, that
 * compute the operand, in order. Returns the counters of the band, as bits,
 * that it is made of.
 */
unsigned bounds_slice(const struct plan *plan, unsigned index, tree operand,
		      unsigned limit, vec<gimple *> *list);

/* Fill in slices, and bounds and guards of the nodes; returns NULL, or why not,
   to be freed. */
char *bounds_plan(struct plan *plan);

#endif
