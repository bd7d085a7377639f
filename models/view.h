/*
 * What the terms of an estimate see: a nest with its footprints, and one
 * schedule of it.
 */
#ifndef PODIUM_VIEW_H
#define PODIUM_VIEW_H

#include "core.h"
#include "footprint.h"
#include "machine.h"
#include "schedule.h"
#include "series.h"
#include "terms.h"
#include "work.h"

/* Capacities: three caches, two TLBs. */
enum capacity { IN_L1, IN_L2, IN_L3, IN_TLB1, IN_TLB2, CAPACITIES };

/* Units that a group touches, for lines and for pages. */
enum grain { LINES, PAGES, GRAINS };

struct portion {
	/* while the loop runs, and in one iteration of the own loop */
	double full[NEST_MOST_LOOPS];
	double once;
	/* by how much more that is where it crowds into some sets */
	double crowd[NEST_MOST_LOOPS];
	double crowd_once;
};

/* Values of a growing counter that are looked at, and how many such counters;
   those further in have one value, in the middle. */
#define MOST_STAGES 16
#define MOST_STAGED 2

/* The group that last wrote to an array; of none, if nobody does. */
struct writer {
	const struct estimator *of;
	int group;
};

struct estimator {
	const struct nest *nest;
	struct machine machine;
	struct work work;
	struct footprint footprint;
	struct core core;
	struct portion (*touched)[GRAINS]; /* of each group */
	struct writer *writers;		   /* likewise */
	double beside[GRAINS];		   /* bytes of those that it follows */
	struct series *series;		   /* of each region of the sample */
	double total;			   /* work of all regions */
	double ordered;			   /* part of it, one after the other */
	int parallel;			   /* the outermost shared loop */
	/* iterations that a loop around an innermost one does at a time */
	double lanes[NEST_MOST_LOOPS];
	/* where a counter around the construct grows, one for each of its
	   values, or some; each stands for so many */
	struct estimator *stages[MOST_STAGES];
	int stage_count;
	double stands_for;
};

/* One schedule under way. */
struct view {
	const struct estimator *of;
	const struct schedule *schedule;
	struct schedule_shares shares; /* mean over the regions */
	double length;		       /* iterations of a region, likewise */
	double share;
	double turns;		   /* threads that each core runs in turn */
	double factor[CAPACITIES]; /* of a capacity that threads share */
	double busy;		   /* 0 for one core, 1 for all */
	double *parts;		   /* of each group that the thread touches */
	/* bytes touched in one iteration of each loop, and by everything */
	double once[GRAINS][NEST_MOST_LOOPS];
	double all[GRAINS];
	double between[GRAINS]; /* until the nest runs again: others, too */
	struct estimate *estimate;
};

/* Bytes of such a unit. */
double view_size(const struct estimator *of, enum grain grain);

/* Does every thread touch all of the group? */
bool view_all_share(const struct view *view,
		    const struct footprint_group *group);

/* What it reads of pieces beside its own, by what it has of its own: a stencil
   of rows that are shared out one by one needs two rows of others for each. */
double view_beyond(const struct view *view,
		   const struct footprint_group *group);

/* Iterations that the thread gets in one piece. */
double view_run(const struct view *view);

#endif
