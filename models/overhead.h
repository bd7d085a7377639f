/*
 * Where the time goes that a parallel program takes beyond T(1) / p: the
 * extended overhead analysis of Bane and Riley, on sums that were taken
 * between synchronisation points. doc/models.md has the formulas.
 */
#ifndef PODIUM_OVERHEAD_H
#define PODIUM_OVERHEAD_H

#include <stdbool.h>
#include <stddef.h>

#include "scaling.h"
#include "status.h"

/*
 * An interval between two synchronisation points, all times that a run went
 * through it. All but counts in seconds; "wall" once, the others are sums over
 * the threads of the team.
 */
struct overhead_sums {
	double calls, threads, tasks;
	double wall, present; /* wall times the threads */
	double enter, leave;  /* until a thread began; from the last arrival */
	double outside, common; /* of loops; what all threads had of it */
	double critical, ordered, lock, condition, dispatch;
	double wait;	  /* for the last to arrive */
	double imbalance; /* mean wait of those that worked, where several did
			   */
	/* where one thread alone worked */
	double alone_wall, alone_present, alone_wait;
};

enum overhead {
	OVERHEAD_UNPARALLELISED,
	OVERHEAD_PARTIAL,
	OVERHEAD_REPLICATED,
	OVERHEAD_IMBALANCE,
	OVERHEAD_CRITICAL,
	OVERHEAD_LOCK,
	OVERHEAD_CONDITION,
	OVERHEAD_ORDERED,
	OVERHEAD_SCHEDULING,
	OVERHEAD_FORK_JOIN,
	OVERHEAD_UNIDENTIFIED,
	OVERHEAD_GAIN, /* below zero: faster than the ideal */
	OVERHEADS
};

/* "load imbalance" */
const char *overhead_name(enum overhead overhead);

/* What one run said of an interval; the parts add up to the total. */
struct overhead_amounts {
	double total; /* T(p) - T(1) / p */
	double part[OVERHEADS];
};

/*
 * Attribute an interval that "many" saw with p threads and "one" with one.
 * Equation (33) of doc/models.md.
 * Without "shared", loops had no clocks and replicated work stays
 * unidentified; where there were tasks, waiting does. MODEL_NOT_FINITE: a sum.
 * MODEL_NOT_POSITIVE: threads below 1.
 */
enum model_status overhead_attribute(double threads,
				     const struct overhead_sums *many,
				     const struct overhead_sums *one,
				     bool shared,
				     struct overhead_amounts *amounts);

/* Ideal speed-up was reached: nothing is charged, all is gain. */
void overhead_acquit(struct overhead_amounts *amounts);

void overhead_add(struct overhead_amounts *sum,
		  const struct overhead_amounts *summand);

/* The same over the rounds. */
struct overhead_figures {
	struct scaling_range total, part[OVERHEADS];
	double confidence; /* of the intervals, 0: there are none */
};

/*
 * Medians and their intervals. What is unidentified is what the other medians
 * leave of the total's, so that figures add up; its interval is widened to
 * hold it. MODEL_TOO_FEW: no round.
 */
enum model_status overhead_summarise(const struct overhead_amounts *rounds,
				     size_t count,
				     struct overhead_figures *figures);

#endif
