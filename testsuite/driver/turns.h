/*
 * Candidates that take turns within a run on a computed machine, as the
 * runtime has them do it.
 */
#ifndef PODIUM_TURNS_H
#define PODIUM_TURNS_H

#include <stddef.h>
#include <stdint.h>

#include "../drift.h"

#define TURNS_MOST 8

struct turns_sum {
	double count, mean, variance;
};

struct turns {
	/* seconds of a call of each candidate, the first as written; and
	 * between two calls */
	double seconds[TURNS_MOST], between;
	size_t count, calls;
	/* calls do an eighth of the work each from one level to the next, and
	 * take something beside it; 0: all do the same */
	size_t levels;
	uint64_t seed;
	/* what came of it */
	double all; /* seconds */
	struct turns_candidate {
		double calls, counted;
		struct turns_sum difference, next;
		unsigned dropped;
	} candidates[TURNS_MOST];
};

void turns_run(struct turns *turns, struct drift *drift);

#endif
