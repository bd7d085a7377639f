/*
 * Puts the clauses of a tuned file into the constructs of the program.
 */
#ifndef PODIUM_REWRITE_H
#define PODIUM_REWRITE_H

#include "construct/construct.h"

/* Read the tuned file; on failure tells the user and leaves all clauses. */
void rewrite_load(const char *path);

/*
 * Reasons, in words, why the schedule of this construct must not be
 * changed, as elements of the JSON array under way.
 * True if there is none that forbids (mere advice is written too).
 */
bool rewrite_reasons(const struct construct *construct, struct json *json);

/* Is its schedule static as it is written, or by what GCC makes of it? */
bool rewrite_is_static(const struct construct *construct);

/*
 * True for a loop with a static distribution of its own. The functions that
 * are called before it and, where it has nowait, after it, with no barrier
 * between, are added; *open: those who called this function go on without a
 * barrier, too.
 */
bool rewrite_neighbours(const struct construct *construct, vec<tree> *before,
			vec<tree> *after, bool *open);

/*
 * The functions that are called in the body of a region, NULL: of the current
 * function, in order; NULL_TREE among them stands for a barrier. What follows
 * a jump back is there once more.
 */
void rewrite_calls(gimple *parallel, vec<tree> *calls);

/* Change the clauses of the construct if the tuned file has an entry. */
void rewrite_construct(const struct construct *construct);

/* At the end of the unit: name the entries for this unit's files that
   matched no construct. */
void rewrite_end(void);

#endif
