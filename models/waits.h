/*
 * What threads wait for each other: ordered sections, critical sections,
 * atomic operations.
 */
#ifndef PODIUM_WAITS_H
#define PODIUM_WAITS_H

#include "view.h"

/* Cycles of the busiest thread; the terms before must be there. */
double waits_cycles(struct view *view);

#endif
