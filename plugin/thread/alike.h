/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which of the thread's own objects are alike in all threads of a region, and
 * which hold what a loop has left.
 */
#ifndef PODIUM_ALIKE_H
#define PODIUM_ALIKE_H

#include "carry.h"

/* A call beside the loops, to what may hold a loop of the same region. */
struct alike_call {
	gimple *call;
	vec<char *> differs; /* arguments that are not alike, as "'x'" */
};

/*
 * Follow the values through the region. What speaks against its loops is added
 * to their reasons.
 */
void alike_follow(struct own *own, vec<struct carry> *loops,
		  vec<struct alike_call> *calls);

#endif
