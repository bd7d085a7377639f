/*
 * What is known of the size of symbolic values.
 */
#ifndef PODIUM_RANGE_H
#define PODIUM_RANGE_H

#include "nest.h"

#define RANGE_ANY LONG_MIN /* a distance that varies */

/* Values that are not negative. */
struct range_facts {
	const struct expr *of[12];
	int count;
};

/* Is e <= limit for certain? */
bool range_is_at_most(const struct expr *e, const struct expr *limit);

/* The same where these facts hold. */
bool range_is_at_most_if(const struct expr *e, const struct expr *limit,
			 const struct range_facts *facts);

/* a / b, rounded to the nearest integer: -3992 / 4000 is -1. */
long range_quotient(long a, long b);

/* Has the loop fewer iterations than lie between the two? */
bool range_is_out_of_reach(const struct nest_loop *loop, long distance);

/* The range low <= counter < high of a loop whose trip is known. */
void range_of(const struct nest_loop *loop, const struct expr **low,
	      const struct expr **high);

/* e with this atom replaced by a value. */
const struct expr *range_replace(const struct expr *e, const struct atom *atom,
				 const struct expr *value);

/*
 * The least or largest value of e, whatever the iteration; NULL if the range
 * of a counter in it is not known, or depends on another counter.
 */
const struct expr *range_extreme(const struct nest *nest, const struct expr *e,
				 bool largest);

#endif
