/*
 * The time models of Bielecki and others for a parallel loop, by what its
 * iterations wait for:
 *
 * FAN   iterations do not depend on each other: the papers' (1)
 * PAR   they do, the parts of one iteration do not: the papers' (2)
 * PIPE  both: converted into paths, then (2)
 *
 * Model (1), rebuilt from the description of its terms:
 *
 *	T = sum over k of (r_k z_k l_i / (n l_p)) + w m_d l_i + c_w + t_i
 *
 * Model (2) is the same sum for each path of the parallel algorithm; the time
 * is that of the longest, the critical path.
 */
#ifndef PODIUM_TIMEMODEL_H
#define PODIUM_TIMEMODEL_H

#include <stddef.h>

#include "machine.h"
#include "status.h"

/* Where data lies: first, second, third level of the cache, memory. */
#define TIMEMODEL_LOCALITIES 4

/* The parameters of a machine; times in one unit, that of the result. */
struct timemodel_machine {
	/* r_k: one operation on data of that locality, above zero */
	double operation[TIMEMODEL_LOCALITIES];
	double overlap;	    /* l_p: operations that overlap, above zero */
	double send;	    /* w: a datum from one thread to another */
	double synchronise; /* c_w: of all threads, once */
	double time_stamp;  /* t_i */
};

/* The parameters of a loop, or of one path of it. */
struct timemodel_work {
	/* z_k: operations of an iteration on data of that locality */
	double operations[TIMEMODEL_LOCALITIES];
	double iterations; /* l_i: of all loops of the nest, multiplied */
	double data;	   /* m_d: data from other threads, an iteration */
	double threads;	   /* n: that share the iterations, above zero */
};

/*
 * Equation (29) of doc/models.md. A path that one thread goes alone has 1 as
 * its threads. *critical is
 * the number of the longest, from 0.
 */
enum model_status timemodel_par(const struct timemodel_machine *machine,
				const struct timemodel_work *paths,
				size_t count, double *time, size_t *critical);

/*
 * The parameters of a calibrated machine, in its cycles, for so many threads.
 * r_k: an addition of two doubles, and from the second level on with it the
 * transfer of a line, which no other operation hides; so that is multiplied by
 * l_p, by which (28) divides. c_w: fork and join of a parallel region, which is
 * how the threads of a parallel loop are synchronised.
 */
enum model_status timemodel_of_machine(const struct machine *machine,
				       double threads,
				       struct timemodel_machine *result);

#endif
