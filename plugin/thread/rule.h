/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The thread rule: a loop may have another schedule or team if all that it
 * reaches is known not to depend on the thread.
 *
 * Calls of the loop and of its region go to functions whose bodies pass or
 * which stand in one table (known.cc, callee.cc). No value of an object of the
 * thread's own is live into an iteration, but what is alike in all threads and
 * sums (flow.cc). Static loops with no barrier between them stay
 * (neighbour.cc).
 */
#ifndef PODIUM_RULE_H
#define PODIUM_RULE_H

#include "construct/construct.h"
#include "callee.h"
#include "flow.h"
#include "neighbour.h"

/* A parallel region of the current function, or the function around regions. */
struct rule_region {
	gimple *parallel; /* NULL: the function */
	struct own own;
	vec<struct flow_loop> loops;
	vec<struct flow_call> calls; /* that may come to orphaned loops */
	struct steps steps;
	struct callee_needs needs; /* of all that stands in it */
};

/* The facts of a region, valid until the function ends. */
struct rule_region *rule_region(gimple *parallel);

/* Write the reasons against other clauses, and the needs, of the construct. */
void rule_judge(struct construct *construct);

void rule_end_function(void);

#endif
