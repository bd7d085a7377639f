/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lowest and the highest value that a sum of counters and parameters has in
 * the iterations of the loops around a reference: sums of parameters alone, to
 * be computed before the loops.
 */
#ifndef PODIUM_ENDS_H
#define PODIUM_ENDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "polynomial.h"

struct names {
	char **list;
	size_t count;
};

void names_free(struct names *names);

/* Of this reference; the record must stay. */
struct ends {
	const json_t *record, *reference;
};

/* An expression of a record, in which counters and parameters are names. */
bool ends_read(const json_t *expression, struct polynomial *out);

bool ends_is_counter(const json_t *record, const char *name);

/* The address, in which counters are as they are, those around included. */
bool ends_address(const json_t *record, const json_t *reference,
		  struct polynomial *out);

/*
 * The sign of a sum whose names are 0 or more, by the loops or, where
 * "positive" is there, as it is asked for: then the names are added to it. 0
 * where that is not known, where terms have several signs, or a counter is in
 * them.
 */
int ends_sign(const struct ends *ends, const struct polynomial *sum,
	      struct names *positive);

/*
 * Exchange the counter of a loop for its first or last value, so that the sum
 * is the lowest or the highest one; what its sign hangs on is added to
 * "positive". From the inner to the outer loops, whose counters bounds may be
 * made of. False where it is none of a sum of products.
 */
bool ends_replace(const struct ends *ends, const json_t *loop, bool highest,
		  struct names *positive, struct polynomial *sum);

/*
 * Put sums in the place of names that the source computed from other ones, as
 * the compiler may: of "w = n + 2" n + 2.
 */
void ends_define(const json_t *record, struct polynomial *sum);

/*
 * Does the reference touch both its ends and, one step of a counter after the
 * other, all that lies between, if it touches anything?
 */
bool ends_are_touched(const struct ends *ends);

/* How much further a loop goes than to its first iteration: below 0 if it has
   none. False where that is no sum. */
bool ends_spread(const json_t *loop, struct polynomial *spread);

/* The lowest value of its counter, by its own bounds alone. */
bool ends_lowest(const json_t *loop, struct polynomial *lowest);

/* Do the types of its names keep it from being less than 0? */
bool ends_are_positive(const json_t *record, const struct polynomial *sum);

/* Do the types of its names keep it from wrapping around 64 bits? */
bool ends_are_small(const json_t *record, const struct polynomial *sum);

#endif
