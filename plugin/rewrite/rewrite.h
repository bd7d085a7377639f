/*
 * Puts the clauses of a tuned file into the constructs of the program.
 */
#ifndef PODIUM_REWRITE_H
#define PODIUM_REWRITE_H

#include "construct/construct.h"

/* Read the tuned file; on failure tells the user and leaves all clauses. */
void rewrite_load(const char *path);

/*
 * Change the clauses of the construct if the tuned file has an entry; where
 * that has several candidates, note them for the clocks if there are any.
 * Returns the transformation that it asks for besides, or NULL.
 */
const char *rewrite_construct(const struct construct *construct, bool clocked);

/* Tell the user why the transformation is not made. */
void rewrite_refuse(const struct construct *construct, const char *why);

/* At the end of the unit: name the entries for this unit's files that
   matched no construct. */
void rewrite_end(void);

#endif
