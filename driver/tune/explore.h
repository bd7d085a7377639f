/*
 * The search: variants are tried within one run where that can be, and others
 * are run, each beside the original, for as long as another one promises to be
 * faster.
 */
#ifndef PODIUM_EXPLORE_H
#define PODIUM_EXPLORE_H

#include <stdbool.h>
#include <stddef.h>

struct trial;

/* False if podium shall stop. */
bool explore(struct trial *trial);

/* Measure what other inputs want and the search has not measured. False if
   podium shall stop. */
bool explore_wanted(struct trial *trial);

#endif
