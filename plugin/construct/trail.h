/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a thread passes on its way through a region: loops, barriers, jumps,
 * calls, and what it does alone, in the order of the source.
 */
#ifndef PODIUM_TRAIL_H
#define PODIUM_TRAIL_H

enum trail_kind {
	TRAIL_LOOP,
	TRAIL_ALONE,  /* what one thread, known by its number, does */
	TRAIL_ANYONE, /* what one does that nobody knows */
	TRAIL_PLAIN,  /* a statement, where the number may decide about it */
	TRAIL_BARRIER,
	TRAIL_LABEL,
	TRAIL_JUMP,
	TRAIL_CALL,
	TRAIL_THROUGH /* a call through a pointer */
};

struct trail_event {
	enum trail_kind kind;
	gimple *loop;
	tree label;	     /* or function; of a jump NULL: the end */
	gimple *first, *end; /* of what one does: statements, up to the end; or
				the call; of a jump: the choice, if the number
				decides */
};

/* Of one region, or of the function that holds orphaned loops. */
struct trail {
	gimple *parallel; /* NULL: the function */
	unsigned function_uid;
	vec<trail_event> events;
	hash_set<tree>
		*told; /* what its number is in, or made of it; or NULL */
};

/* Go through the region, NULL: the current function; for empty events. */
void trail_follow(struct trail *trail, gimple *parallel);

/* The same. What a thread does with its number is done alone, even if each does
   something; what may depend on it is plain. */
void trail_follow_told(struct trail *trail, gimple *parallel);

/* The event of the label; their number if it is elsewhere. */
unsigned trail_label(const struct trail *trail, tree label);

/*
 * The functions that are called in the body of a region, NULL: of the current
 * function, in order; NULL_TREE among them stands for a barrier. What follows
 * a jump back is there once more.
 */
void trail_calls(gimple *parallel, vec<tree> *calls);

#endif
