/*
 * Footprints: how many bytes, lines and pages the references of a nest touch
 * while a loop runs.
 *
 * References to one array that move alike are a group: they touch a box of
 * as many dimensions as counters move them (uniformly generated references;
 * Wolf and Lam 1991, Ferrante, Sarkar and Thrash 1991).
 */
#ifndef PODIUM_FOOTPRINT_H
#define PODIUM_FOOTPRINT_H

#include "work.h"

struct footprint_group {
	int array, loop; /* the innermost loop around the references */
	int type;
	bool pointed;	      /* as of the reference */
	double size;	      /* of an element */
	double reads, writes; /* references in one iteration */
	double places;	      /* where they are, each counted once */
	bool indirect;	 /* addresses out of data: anywhere in the extent */
	bool atomic;	 /* or some of its references are */
	bool is_private; /* each thread has its own */
	bool known;	 /* false: strides are not known, taken as adjacent */
	double extent;	 /* bytes that it lies in, or INFINITY */
	double origin;	 /* of its first reference, where all counters are 0 */
	/* bytes by which one step of each counter moves it */
	double stride[NEST_MOST_LOOPS];
	/* bytes by which one iteration of each loop moves it in all, the
	   starts of loops inside included */
	double move[NEST_MOST_LOOPS];
	/* by how many steps of each counter its references lie apart, and by
	   how many bytes beside that */
	double spread[NEST_MOST_LOOPS];
	double block;
	enum machine_stride kind;
};

/* A reference, as one of its group. */
struct footprint_place {
	int group;
	double offset; /* bytes, where all counters are 0 */
	double count;  /* in one iteration of its loop */
	bool write;
};

struct footprint {
	const struct nest *nest;
	const struct work *work;
	struct footprint_group *groups;
	int count;
	struct footprint_place *places; /* of each reference of the nest */
	double step[NEST_MOST_LOOPS];	/* of each counter */
	/* the counter begins where data says: taken to be where it ended */
	bool floats[NEST_MOST_LOOPS];
	/* steps of counter [second] in one iteration of loop [first] */
	double (*steps)[NEST_MOST_LOOPS];
};

/* The groups of the nest; *footprint owns memory, and uses nest and work. */
enum model_status footprint_find(const struct nest *nest,
				 const struct work *work, const double *values,
				 struct footprint *footprint);
void footprint_free(struct footprint *footprint);

/*
 * Units of "line" bytes that the group touches while "loop" and all inside
 * it run once; in one iteration of its own loop with -1. A line of 1 counts
 * bytes: exact where the counters of a rectangular nest move the address like
 * digits of a number, each by more than all smaller ones together, and the
 * references lie in a row. Elsewhere, as in triangles and where strides
 * overlap, nine in ten are within .6 to 2.5 times the truth.
 */
double footprint_lines(const struct footprint *footprint, int group, int loop,
		       double line);

/*
 * Vectors of "unit" bytes run along a loop: the part of the group's references
 * that do not begin with a whole number of units, as in rows of any length.
 * Arrays are taken to begin with a line.
 */
double footprint_aside(const struct footprint *footprint,
		       const struct footprint_group *group, int along,
		       double unit);

/*
 * The part of a cache's sets in which the lines of the last function lie, as
 * far as the place within FOOTPRINT_SETS neighbouring lines tells: columns of
 * an array whose rows are a multiple of that have one set of so many.
 */
#define FOOTPRINT_SETS 64
double footprint_sets(const struct footprint *footprint, int group, int loop,
		      double line);

#endif
