/*
 * The order in which variants are tried: the cheapest first, but not one
 * nest again and again, since an estimate is wrong for a nest as a whole.
 */
#ifndef PODIUM_RANKING_H
#define PODIUM_RANKING_H

#include <stddef.h>

#include "status.h"

/*
 * Standard deviation of ln(measured / estimated) within one problem, a factor
 * common to all its variants left out.
 */
#define RANKING_SPREAD .37

/*
 * Nine of ten measured times lie within this factor of their estimate. Equation
 * (25) of doc/models.md.
 */
double ranking_reach(void);

struct ranking_item {
	double cycles;
	/* equal for variants that have the same loops, or innermost loop */
	unsigned long long nest, inner;
};

/*
 * order[i] becomes the index of the item to be tried as number i. Equation (26)
 * of doc/models.md.
 */
enum model_status ranking_order(const struct ranking_item *items, size_t count,
				size_t *order);

#endif
