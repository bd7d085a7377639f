/*
 * Times variants on a machine that drifts: all of them in a screen that drops
 * the hopeless ones, then the finalists in passes, each a process of its own.
 * Both go on where they were stopped.
 */
#ifndef PODIUM_LOOP_MEASURE_H
#define PODIUM_LOOP_MEASURE_H

#include "samples.h"
#include "variants.h"

/* The next round of the screen. */
void measure_screen(const struct loop *loop, const struct variants *variants,
		    struct samples *samples);

/* Pass number 1 to PASSES; the screen must have ended. */
void measure_final(const struct loop *loop, const struct variants *variants,
		   struct samples *samples, int pass);

/* Seconds of one run of what was chosen at compile time, at its best. */
double measure_chosen(const struct loop *loop);

#endif
