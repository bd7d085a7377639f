/*
 * How the loops of a construct count, and how often they run.
 */
#ifndef PODIUM_COUNT_H
#define PODIUM_COUNT_H

#include "nest.h"

/* Understand how each counts; needs value_begin(). */
void count_loops(struct nest *nest);

#endif
