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

#endif
