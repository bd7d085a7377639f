/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Data flow through private objects: from one iteration to the next, and from
 * a loop of a region to the code behind it.
 */
#ifndef PODIUM_FLOW_H
#define PODIUM_FLOW_H

#include "own.h"
#include "steps.h"

struct flow_loop {
	gimple *loop;	     /* GIMPLE_OMP_FOR */
	vec<char *> reasons; /* against another schedule, as "reads 'x' ..." */
	vec<char *> needs;   /* what other units must establish */
};

/* A call beside the loops, to what may hold a loop of the same region. */
struct flow_call {
	gimple *call;
	vec<char *> differs; /* arguments that are not alike, as "'x'" */
};

/* Follow the values through the region. */
void flow_follow(struct own *own, struct steps *steps,
		 vec<struct flow_loop> *loops, vec<struct flow_call> *calls);

#endif
