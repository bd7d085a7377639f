/*
 * Nests made by hand, and what is estimated of them.
 */
#ifndef PODIUM_MADE_H
#define PODIUM_MADE_H

#include "../../models/estimate.h"

/* With room for this; one loop is shared out. Never NULL. */
struct nest *made_nest(int loops, int references, int symbols);

/* for counter from 0 on, so many times, in the loop "parent"; not vectorised.
   The symbol behind the counter's is that of its iteration. */
void made_loop(struct nest_loop *loop, int parent, int counter, double trip);

/* All values are 0. Frees the nest. */
struct estimate made_estimate(struct nest *nest, const struct machine *machine,
			      const struct schedule *schedule);

#endif
