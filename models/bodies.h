/*
 * Loops that were written out, and what their bodies have in common: a place
 * that several of them load is loaded once, and one that a body has written is
 * in a register for those that follow.
 */
#ifndef PODIUM_BODIES_H
#define PODIUM_BODIES_H

#include "footprint.h"

/* What others in a loop may do to the data of a group, as far as a compiler
   knows. */
enum bodies_meeting {
	BODIES_APART,
	BODIES_READ, /* read what it writes */
	BODIES_WRITTEN
};

/* "left" and all loops inside of it are looked at. */
enum bodies_meeting bodies_met(const struct footprint *footprint,
			       const struct footprint_group *group, int left);

/* What all bodies in one iteration of the loop that is left ask of a group. */
struct bodies {
	double loads, stores; /* of each place once */
	double places;
	double registers; /* that hold what is met again; 0: nothing is */
};

/* The bodies of those loops around the group that are inside of "left". */
struct bodies bodies_find(const struct footprint *footprint,
			  const struct footprint_group *group, int left);

/* How many iterations of the loop are in one of "left". */
double bodies_count(const struct footprint *footprint, int loop, int left);

/* Does one of the loops inside of "left" move the group? */
bool bodies_differ(const struct footprint *footprint,
		   const struct footprint_group *group, int left);

#endif
