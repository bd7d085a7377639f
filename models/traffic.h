/*
 * What it costs that units of data come from beyond a capacity.
 */
#ifndef PODIUM_TRAFFIC_H
#define PODIUM_TRAFFIC_H

#include "view.h"

/* Cycles of the busiest thread; lines are noted in the estimate. */
double traffic_cycles(struct view *view, enum capacity capacity);

#endif
