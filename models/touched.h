/*
 * What the busiest thread touches, in lines and in pages.
 */
#ifndef PODIUM_TOUCHED_H
#define PODIUM_TOUCHED_H

#include "view.h"

/* The part of each group, and how much that is in each loop. */
void touched_find(struct view *view);

/* Units of the group in one execution of the loop, in one iteration of its own
   for -1. */
double touched_by(const struct view *view, int group, int loop,
		  enum grain grain);

#endif
