/*
 * The time-model paper's study on recorded tables: times by the models beside
 * those that were measured, and which parameters of the models decide them.
 */
#ifndef PODIUM_TIMESTUDY_H
#define PODIUM_TIMESTUDY_H

#include <stdbool.h>
#include <stddef.h>

#include "models/significance.h"
#include "published.h"
#include "powerstudy.h"

/* What a time is computed by. */
enum timestudy_by {
	TIMESTUDY_MODEL,    /* (1) with the parameters of the machine */
	TIMESTUDY_ESTIMATE, /* what podium rank goes by */
	TIMESTUDY_BYS
};

/* A loop with one number of threads, run as a user would who knows no better:
   one equal block for each thread. */
struct timestudy_point {
	double threads;
	double measured, by[TIMESTUDY_BYS]; /* seconds */
	const struct batch_row *row;
};

/* The most numbers of threads of a table that are looked at. */
#define TIMESTUDY_POINTS 16

struct timestudy_loop {
	const struct powerstudy_case *of;
	const struct published_times *theirs; /* NULL: not of that paper */
	struct timestudy_point points[TIMESTUDY_POINTS]; /* by threads */
	size_t count;
	/* Pearson's; NAN where there are fewer than three points */
	double over_threads[TIMESTUDY_BYS];
	/* likewise over the variants of the paper's space, or all */
	double over_variants[TIMESTUDY_BYS];
	size_t variants;
};

/* The parameters whose significance is asked, as the paper names them. */
#define TIMESTUDY_PARAMETERS (PUBLISHED_RULES - 1)

/* Means of a group; NAN where nothing was recorded. */
struct timestudy_summary {
	double error[TIMESTUDY_BYS];	    /* relative, of all points */
	double over_threads[TIMESTUDY_BYS]; /* of the loops that have one */
};

struct timestudy {
	struct timestudy_loop *loops; /* the paper's first */
	size_t count;
	struct timestudy_summary summary[POWERSTUDY_GROUPS];
	/* of all rows of all tables: as significance_rules() gives them */
	bool decided;
	double *samples[TIMESTUDY_PARAMETERS + 1]; /* the last: the time */
	size_t sample_count;
	struct significance_rules rules[PUBLISHED_RULES * PUBLISHED_THRESHOLDS];
	int intervals[TIMESTUDY_PARAMETERS];
};

/* Refers to the study, which must stay. */
void timestudy_make(const struct powerstudy *study, struct timestudy *times);
void timestudy_free(struct timestudy *times);

/* As the paper calls it, or by its own name. */
const char *timestudy_title(const struct timestudy_loop *loop);

#endif
