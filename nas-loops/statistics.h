/*
 * What the samples say: which variants are still in the running, and how every
 * variant compares with the best.
 */
#ifndef PODIUM_LOOP_STATISTICS_H
#define PODIUM_LOOP_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

#include "samples.h"

/* Rounds of the screen, of a pass of finalists. */
enum { SCREEN_ROUNDS = 11, FINAL_ROUNDS = 10 };

/*
 * alive[i]: is variant i not yet known to be slower than the best by so much
 * that it is measured no more, after this many rounds of the screen?
 */
void statistics_alive(const struct samples *samples, size_t variants,
		      int rounds, bool *alive);

struct figures {
	double ratio, low, high; /* to the best one, 95 % */
	double seconds;		 /* 10th percentile */
	size_t samples;
};

/*
 * From the passes that were ended; finalists by the differences within each
 * round, their interval by the passes. The others by the 10th percentiles of
 * the screen, and the range of these as each round in turn is left out.
 */
void statistics_figures(const struct samples *samples, size_t variants,
			struct figures *figures);

/* Sorts the values. */
double statistics_quantile(double *values, size_t count, double share);

#endif
