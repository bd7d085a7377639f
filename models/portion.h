/*
 * What the busiest thread touches, in lines and in pages.
 */
#ifndef PODIUM_PORTION_H
#define PODIUM_PORTION_H

#include "view.h"

/* The part of each group, and how much that is in each loop. */
void portion_find(struct view *view);

/* Units of the group in one execution of the loop, in one iteration of its own
   for -1. */
double portion_by(const struct view *view, int group, int loop,
		  enum grain grain);

#endif
