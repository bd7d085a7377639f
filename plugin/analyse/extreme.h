/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The greatest or the least of numbers, as comparisons and fmax() find it: a
 * value so far is kept, or another number takes its place. NaN never does, so
 * any order of the numbers comes to the same, but for the sign of a zero.
 */
#ifndef PODIUM_EXTREME_H
#define PODIUM_EXTREME_H

#include "base/gcc.h"

struct extreme {
	tree before;	     /* the value so far */
	tree number;	     /* that may take its place */
	enum tree_code code; /* MAX_EXPR or MIN_EXPR */
};

/* Is this way to the PHI that on which a number takes the place of what
   another way keeps? */
bool extreme_of_way(gphi *phi, unsigned way, struct extreme *found);

/* Does the condition decide that of the value, and nothing else? */
bool extreme_of_condition(gcond *condition, tree value, struct extreme *found);

/* Is it fmax(value, number), or fmin()? */
bool extreme_of_call(gcall *call, tree value, struct extreme *found);

/* Is it certain that the number is no zero with a sign? */
bool extreme_has_no_signed_zero(tree number);

#endif
