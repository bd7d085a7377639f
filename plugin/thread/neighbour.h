/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops of a region that may rely on each other's static distribution, as no
 * barrier stands between them.
 */
#ifndef PODIUM_NEIGHBOUR_H
#define PODIUM_NEIGHBOUR_H

#include "construct/construct.h"

/* Loops, calls and barriers of a region, in order. */
enum event_kind {
	EVENT_BARRIER,
	EVENT_LOOP,
	EVENT_CALL,
	EVENT_MASTER, /* master or masked, with elements of arrays */
	EVENT_LABEL,
	EVENT_JUMP
};

struct event {
	enum event_kind kind;
	gimple *statement; /* a loop or call */
	tree label;	   /* NULL_TREE of a jump: out of the region */
	bool ends;	   /* a jump that is always taken */
};

struct neighbours {
	bool in_region; /* all of it is seen */
	vec<struct event> events;
};

/* parallel: the region, or NULL for the current function. */
void neighbour_find(struct neighbours *all, gimple *parallel);
void neighbour_free(struct neighbours *all);

/* May another loop rely on the static distribution of this one, or it on
   another's? */
bool neighbour_relies(const struct neighbours *all, gimple *loop);

/* Add the functions that are called before a static loop, with no barrier
   between, and may hold one that it relies on. */
void neighbour_before(const struct neighbours *all, gimple *loop,
		      vec<tree> *functions);

/* May threads come from a static loop to this call without a barrier? */
bool neighbour_is_open(const struct neighbours *all, gimple *call);

/* May what the first thread does alone go on with iterations of this static
   loop, or they with that? */
bool neighbour_of_master(const struct neighbours *all, gimple *loop);

#endif
