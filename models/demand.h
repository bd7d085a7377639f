/*
 * What one iteration of a loop asks of a core.
 */
#ifndef PODIUM_DEMAND_H
#define PODIUM_DEMAND_H

#include "footprint.h"

/* In operations, but where it says cycles. */
struct demand {
	double loads, stores;
	double gathers, scatters;   /* of them: places that are not adjacent */
	double arithmetic, divider; /* cycles */
	/* cycles that loads and stores of vectors take beyond single ones */
	double wide_loads, wide_stores;
	double operations;
	double chain;	/* cycles of latency */
	double links;	/* operations of it */
	bool handed_on; /* what one iteration wrote the next one reads */
	double again;	/* entries in which the chain goes on */
	double beside;	/* sums by turns, of which the chain is one; or 0 */
};

/* Of an iteration, where operations work on so many elements. */
struct demand demand_find(const struct footprint *footprint, int loop,
			  const struct machine *machine, double lanes);

/*
 * What became of a loop that was written out whole is told of the loop around
 * it: the one that the code still has.
 */
int demand_remaining(const struct nest *nest, int loop);

/* The loop whose iterations fill the vectors: this one, or one around it. */
int demand_filled_by(const struct nest *nest, int loop);

/* Written out whole, and as long each time: no end of it is looked for. */
bool demand_is_straight(const struct nest_loop *loop);

/*
 * Does the group stay in registers while the loop runs that is left of those
 * written out, as far as there are enough of them? It is read before it, and
 * stored behind it.
 */
bool demand_is_kept(const struct footprint *footprint,
		    const struct footprint_group *group, int loop,
		    const struct machine *machine);

/* Cycles until the results of these are there, one after the other. */
double demand_latency(const struct nest_operations *operations,
		      const struct machine *machine);

#endif
