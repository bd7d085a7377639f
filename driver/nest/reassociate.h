/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums of floating-point numbers, where the user lets their order change, and
 * the greatest or the least of numbers, which are the same in any order.
 */
#ifndef PODIUM_REASSOCIATE_H
#define PODIUM_REASSOCIATE_H

#include <jansson.h>
#include <stdbool.h>

/*
 * The record as it would be if no sum held a loop in its order, and none of
 * threads their iterations: the caller owns it. NULL where no sum does.
 */
json_t *reassociate_record(const json_t *record);

/* The same of sums alone that are the same to the bit in any order. */
json_t *reassociate_exact(const json_t *record);

/* Is it such a record, of either kind? */
bool reassociate_is_made(const json_t *record);

/* Is it one in which bits may change? */
bool reassociate_changes_bits(const json_t *record);

/*
 * Is the variable reduced by a clause of the construct? With an operation, by
 * that one; with NULL by any that OpenMP has for numbers.
 */
bool reassociate_is_reduced(const json_t *record, const char *name,
			    const char *operation);

/* Do all sums that go on in the loop inside go on in the one around it, too, as
   far as such a record frees them? */
bool reassociate_goes_on(const json_t *record, int around, int inside);

/* Does the loop add up all that the other one does? */
bool reassociate_has(const json_t *loop, const json_t *other);

/* Do two loops, of whichever records, add up the same? */
bool reassociate_same(const json_t *loop, const json_t *other);

#endif
