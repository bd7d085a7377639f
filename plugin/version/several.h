/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Versions of a construct in one program: as written, and with the clauses and
 * transformations of its candidates; code before it chooses one.
 */
#ifndef PODIUM_SEVERAL_H
#define PODIUM_SEVERAL_H

#include "plant.h"
#include "rewrite/candidates.h"

struct several {
	struct candidates *candidates; /* NULL: it has none */
	const char *why; /* NULL, or why the construct is made once only */
	char *text;	 /* what the site says of them: see runtime/site.h */
	unsigned front;	 /* statements before the shared loop's header */
};

/* Plan the transformations of the construct's candidates, before anything is
   changed; those that cannot be made are left out. Returns whether any can. */
bool several_plan(const struct construct *construct);

/*
 * Decides which versions of the construct at the iterator are made, before
 * clocks are added to it. "make" makes all of them and returns whether it
 * could: a rehearsal calls it if there are transformations.
 */
void several_begin(struct several *several, const struct construct *construct,
		   gimple_stmt_iterator gsi, bool (*make)(void *data),
		   void *data);

/* Is the construct made in several versions? */
bool several_are_made(const struct several *several);

/*
 * Exchange the construct at the iterator for one block: the code, which sets
 * the choice, and the versions. Version 0, as written, is taken for all numbers
 * that no version has. Without a choice the first version that may run does.
 * Returns false if a transformation could not be made.
 */
bool several_make(gimple_stmt_iterator *gsi, const struct several *several,
		  struct code *code, tree choice);

/*
 * Exchange the construct of the function for its transformation behind the
 * overlap check, with itself behind "else". "front" statements stand before the
 * shared loop's header without clocks. Returns false if it could not be made.
 */
bool several_guard(const struct construct *construct, const char *primitives,
		   unsigned front);

void several_end(struct several *several);

#endif
