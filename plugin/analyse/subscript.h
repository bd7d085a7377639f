/*
 * Addresses in flattened arrays, taken apart into the subscripts that they
 * were made of.
 */
#ifndef PODIUM_SUBSCRIPT_H
#define PODIUM_SUBSCRIPT_H

#include "memory.h"

/*
 * Do the two references never meet? If that cannot be shown, distance[] is,
 * for each of the loops that hold both, the iterations by which b is later
 * than a wherever they meet, or RANGE_ANY.
 */
bool subscript_prove_apart(const struct nest *nest, const struct reference *a,
			   const struct reference *b, const int *loops,
			   int loop_count, long *distance);

/*
 * Do the two differ in a subscript that no loop of the nest moves, as (i, j, 1)
 * and (i, j, 2) do? Told by the declared dimensions of an array.
 */
bool subscript_tells_apart(const struct nest *nest, const struct reference *a,
			   const struct reference *b);

#endif
