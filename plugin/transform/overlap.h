/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The overlap check of a construct, apart(A,B): whether the data that its
 * pointers reach are apart, computed at its entry from intervals of counters
 * and from variables that the construct does not change (loop versioning with
 * alias checks).
 */
#ifndef PODIUM_OVERLAP_H
#define PODIUM_OVERLAP_H

#include "construct/construct.h"
#include "loops.h"

struct overlap {
	gimple_seq statements;
	vec<tree> variables; /* that these set */
	tree overlaps;	     /* not 0: two ranges may meet. NULL: no check */
};

/*
 * Compute all ranges of the construct, of its loops, and compare them. Those of
 * the names must be among its pointers. Returns NULL, or a sentence that says
 * why not, to be freed.
 */
char *overlap_plan(struct overlap *to, const struct construct *construct,
		   const struct loop_tree *loops, const vec<char *> &names);

#endif
