/*
 * The core: cycles that the operations of a loop take with all data near.
 */
#ifndef PODIUM_CORE_H
#define PODIUM_CORE_H

#include "footprint.h"

struct core {
	double cycles[NEST_MOST_LOOPS]; /* one iteration of each loop,
						its entry shared out */
	double stores[NEST_MOST_LOOPS]; /* of one iteration, in memory */
};

/* How long one iteration of each loop takes by itself, inner loops apart. */
void core_find(const struct footprint *footprint, const struct machine *machine,
	       struct core *core);

#endif
