/*
 * The core: cycles that the operations of a loop take with all data near.
 */
#ifndef PODIUM_CORE_H
#define PODIUM_CORE_H

#include "footprint.h"

struct core_loop {
	double scalar; /* an iteration of single elements */
	double vector; /* an iteration where lanes are filled; else the same */
	double lanes;
	double step;	/* iterations that must be there to fill all vectors */
	int filled;	/* the loop whose iterations fill the lanes: this one,
			   or one around it */
	double half;	/* a step of half as many; 0: there is none */
	bool varies;	/* its trip: vectors rarely fit */
	double longest; /* its greatest trip */
	double entry;	/* each time the loop is entered */
	double least;	/* that an entry takes with all its iterations */
	double operations; /* of an iteration, weighted by their times */
};

struct core {
	struct core_loop loops[NEST_MOST_LOOPS];
};

/* How long one iteration of each loop takes by itself, inner loops apart. */
void core_find(const struct footprint *footprint, const struct machine *machine,
	       struct core *core);

/*
 * Cycles of one iteration, its part of the entry included, where the loop
 * that fills the lanes runs so many iterations in one piece.
 */
double core_cycles(const struct core_loop *loop, double trip, double run);

#endif
