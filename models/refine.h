/*
 * Refines the order of variants while they are measured: what the estimate
 * got wrong is a Gaussian process over the variants, so that each measured
 * one speaks for those that are like it. Beside it stands the belief that they
 * do not differ. The next to be run is the one with the largest expected
 * improvement.
 */
#ifndef PODIUM_REFINE_H
#define PODIUM_REFINE_H

#include <stdbool.h>
#include <stddef.h>

#include "status.h"

/*
 * Stop when no variant is expected to improve on the best by more than this
 * share for each that was run: the more was run, the more another run must
 * promise.
 */
#define REFINE_STOP .001
double refine_stop(size_t runs);

/*
 * Standard deviation of ln(measured / true) of one run, taken as a ratio to
 * another one beside it, on machines that drift.
 */
#define REFINE_NOISE .03

struct refine_item {
	double cycles; /* estimated; all 1 where nothing is known */
	int nest;      /* equal numbers: the same loops in the same order */
	int inner;     /* the same innermost loop */
	int level;     /* the loop that is shared out */
	int threads, kind;
	double chunk; /* at least 1 */
	bool barred;  /* never to be run: it failed */
};

struct refine_run {
	size_t item;
	double log_time; /* of any unit, the same for all */
	double noise;	 /* its standard deviation, 0: REFINE_NOISE */
};

/* What is known of an item: ln of its time, in the unit of the runs. */
struct refine_belief {
	double mean, deviation;
};

/*
 * Beliefs of all items after the runs; an item may have been run more than
 * once. MODEL_TOO_FEW without a run.
 */
enum model_status refine_beliefs(const struct refine_item *items, size_t count,
				 const struct refine_run *runs,
				 size_t run_count,
				 struct refine_belief *beliefs);

/*
 * What is expected to be gained by running each item next, as a share of the
 * best time; below 0 for items that were run or are barred. MODEL_TOO_FEW
 * without a run.
 */
enum model_status refine_gains(const struct refine_item *items, size_t count,
			       const struct refine_run *runs, size_t run_count,
			       double *gain);

/*
 * The item to run next and what is expected to be gained, as a share of the
 * best time. MODEL_TOO_FEW when none is left.
 */
enum model_status refine_next(const struct refine_item *items, size_t count,
			      const struct refine_run *runs, size_t run_count,
			      size_t *next, double *improvement);

#endif
