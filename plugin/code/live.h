/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loops of the function that is being compiled, as its passes go by. A
 * loop keeps its number from the loop optimisers down to RTL.
 */
#ifndef PODIUM_LIVE_H
#define PODIUM_LIVE_H

#include "outcome.h"

#define MAX_STORES 4

/* A loop of the function that is being compiled, while it is. */
struct live_loop {
	int num;
	int parent; /* number of the loop around it */
	int spare;  /* number of the copy kept for when the vectoriser fails */
	int tested; /* version of the name that its condition compares */
	bool innermost;	     /* holds no loop, or none any more */
	bool vectors_inside; /* of loops in it that are unrolled by now */
	bool wanted;	     /* some of it stands in a construct */
	bool gone;
	bool had_vectors; /* before the vectoriser: the user's own; before
			     straight code is looked at: any */
	bool cold;
	expanded_location place; /* the earliest one known */
	expanded_location now;	 /* before the pass under way */
	location_t stores[MAX_STORES];
	unsigned store_count;
	struct code_loop code;
};

extern vec<struct live_loop> live_loops;

/* Does GCC tell us why it does not vectorise? */
extern bool live_reasons_heard;

/* The loop with this number, or NULL. */
struct live_loop *live_find(int num);

/* GCC's own; NULL where it is gone. */
class loop *live_loop_of(const struct live_loop *live);

bool live_stands_at(const struct live_loop *live, expanded_location place);

/* Where the loop stands: where GCC knows no place for it, one of its own
   statements, or that of a loop inside it. */
location_t live_location(class loop *loop);

/* The place that GCC's words give: the function's where it knows none. */
expanded_location live_place_in_words(class loop *loop);

/*
 * Loops known by now, new ones (halves by distribution, ...) included, but for
 * those that are no more than copies of others; NULL: none is.
 */
void live_update(bool (*is_copy)(class loop *));

/* Is any of them of a construct? GCC's words on others are not needed. */
bool live_any_wanted(void);

/* Whether the function under way is the one whose loops are known. */
bool live_here(void);

/* Note which of them GCC has no more. */
void live_mark_gone(void);

/* Keep what became of the innermost loops of the last function. */
void live_finish(void);

void live_free_all(void);

#endif
