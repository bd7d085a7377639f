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

/* Before any run beside variants, once: the original in the kind that they are
   compared in. False if podium shall stop. */
bool explore_begin(struct trial *trial);

/* What the run of that variant, which the loops carry now, was worth: it is
   learned and told. "number" is how many were before. */
void explore_learn(struct trial *trial, size_t index, size_t number);

#endif
