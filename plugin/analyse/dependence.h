/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is found of the iterations of a nest: dependences between references,
 * and what had to be assumed.
 */
#ifndef PODIUM_DEPENDENCE_H
#define PODIUM_DEPENDENCE_H

#include "memory.h"
#include "range.h"

/* Iterations that a loop is taken to have. Where several loops move an address
   a larger distance may just as well be one of another dimension. */
#define DEPENDENCE_MANY 1000
#define DEPENDENCE_FEW 16

/* Of "why" and "doubt". */
#define DEPENDENCE_UNEVEN "how far apart the two addresses are is not known"
#define DEPENDENCE_FOR_ONE                                                     \
	"if more than one of them fulfils the condition before it"

struct dependence {
	const char *kind;
	int from, to;	  /* references, -1 for a scalar */
	const char *name; /* of the scalar or base */
	int loops[NEST_MAX_LOOPS];
	long distance[NEST_MAX_LOOPS];
	int loop_count;
	int level; /* in the table, -1 for none */
	bool known;
	const char *why;
	const char *doubt; /* of one that is known: what a race takes */
};

/* A sentence about several things, in the order in which they came. */
struct assumption {
	const char *before, *after; /* the names stand between them */
	vec<const char *> names;
};

struct analysis {
	struct nest *nest;
	const struct references *references;
	data_reference_p *data; /* of each reference, made when needed */
	vec<struct dependence> found;
	vec<struct assumption> assumptions;
	vec<int> overlaps; /* pairs of references taken not to overlap */
	vec<char *> races;
	vec<char *> possible; /* races that are not proven */
	const char *order;    /* what may order the iterations, or NULL */
	const vec<struct protection> *protections;
	bool calls; /* functions that may do anything */
};

/* A name, of which that is assumed. */
void dependence_assume(vec<struct assumption> *list, const char *name,
		       const char *before, const char *after);

/* "flow", "anti", ... */
const char *dependence_kind(bool source_writes, bool sink_writes);

/* Index of the first distance that is not 0, or the number of them. */
int dependence_first_distance(const struct dependence *dependence);

/* Do iterations of the loops that the construct shares out meet by it? */
bool dependence_is_carried(const struct analysis *analysis,
			   const struct dependence *dependence);

/* As it stands, unless it is there. */
void dependence_add(struct analysis *analysis, const struct dependence *fresh);

/* The distances are known: it is turned to run forward in time. */
void dependence_add_known(struct analysis *analysis,
			  struct dependence *dependence);

/* Some distances are known, but not whether the two ever meet. */
void dependence_add_partly_known(struct analysis *analysis,
				 struct dependence *dependence,
				 const char *why);

/* No distance is known. */
void dependence_add_unknown(struct analysis *analysis,
			    struct dependence *dependence, const char *why);

#endif
