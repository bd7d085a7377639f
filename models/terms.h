/*
 * What an estimate is made of. What each term says is in doc/models.md.
 */
#ifndef PODIUM_TERMS_H
#define PODIUM_TERMS_H

#include <stdbool.h>

#include "machine.h"

/* Rows of the table in estimate.c. */
enum estimate_term {
	TERM_CORE,
	TERM_L2,
	TERM_L3,
	TERM_MEMORY,
	TERM_TLB1,
	TERM_TLB2,
	TERM_REGION,
	TERM_DISPATCH,
	TERM_FALSE_SHARING,
	TERM_DRIFT,
	TERM_MIGRATION,
	TERM_SYNCHRONISATION,
	ESTIMATE_TERMS
};

struct estimate {
	double cycles; /* the sum of the terms */
	double term[ESTIMATE_TERMS];
	/* beside the sum: what explains it, and the paper's variables */
	double share;	  /* of the work, for the busiest thread */
	double imbalance; /* by how much that is above an equal share */
	double regions, chunks, largest_chunk, mean_chunks, most_chunks;
	double bytes; /* touched by all */
	/* part of it that would lie with another thread, had each thread
	   touched a block first; beyond one NUMA node that is further away */
	double elsewhere;
	/* lines of all threads that come from L2, L3 and memory or further,
	   by enum machine_level; what is written back is not in them */
	double misses[LEVEL_COUNT];
	double operations; /* X2: weighted, of the busiest thread */
	double iterations; /* of all loops, multiplied: the innermost's */
	/* where iterations wait for their turn: the work that goes one after
	   the other, by that of the busiest thread, and how often the turn
	   goes to another thread; else 1 and 0 */
	double path, handed;
	bool assumed; /* a trip was not known */
	bool sampled;
};

/* Cycles of the busiest thread without what parallel runs cost. */
double estimate_work(const struct estimate *estimate);

#endif
