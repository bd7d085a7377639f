/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a loop does with the thread's own objects: values that an iteration
 * takes over, and those that it leaves.
 */
#ifndef PODIUM_CARRY_H
#define PODIUM_CARRY_H

#include "own.h"

struct carry {
	gimple *loop;
	/* objects, by number: read before the iteration has written them;
	   written; only added to, or the least or greatest of values */
	bitmap taken, left, summed;
	vec<char *> reasons; /* against another schedule, as "reads 'x' ..." */
	vec<char *> needs;   /* what other units must establish */
};

/* Of a loop of the region, GIMPLE_OMP_FOR. */
void carry_find(struct carry *carry, struct own *own, gimple *loop);

void carry_free(struct carry *carry);

#endif
