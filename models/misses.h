/*
 * Units of data that a cache or a TLB does not hold when they are needed.
 */
#ifndef PODIUM_MISSES_H
#define PODIUM_MISSES_H

#include "view.h"

/* What each capacity holds: lines or pages. */
extern const enum grain misses_grains[CAPACITIES];

/* Units of the group that have to come from beyond the capacity. */
double misses_find(const struct view *view, int group, enum capacity capacity);

/* Does all data stay in this cache, from one time to the next? 0 to 1. */
double misses_stay(const struct view *view, enum capacity capacity);

#endif
