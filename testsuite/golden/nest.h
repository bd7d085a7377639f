/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loops of a record, by name, and what comes of running through them.
 */
#ifndef GOLDEN_NEST_H
#define GOLDEN_NEST_H

#include "value.h"

/*
 * Index in "nest" of the loop with the counter "name", or of the N-th
 * (from 0) for @N; -1 if there is none.
 */
int nest_index(const json_t *nest, const char *name);

/* Iterations by "trip"; none where that is negative. False if unknown. */
bool nest_trip(const json_t *loop, const struct env *env, long *trip);

/*
 * The first "most" values of the counter, by from, while, to and step.
 * Their number, or -1 if they are not known or do not end.
 */
int nest_walk(const json_t *loop, const struct env *env, long *values,
	      int most);

/*
 * Iterations of loop "index", added up over all iterations of the loops
 * around it. False, and *why set, if something is unknown or if trip and
 * from, while, to, step contradict each other.
 */
bool nest_total(const json_t *nest, int index, struct env *env, long *total,
		const char **why);

#endif
