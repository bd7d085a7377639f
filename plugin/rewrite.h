/*
 * Puts the clauses of a tuned file into the constructs of the program.
 */
#ifndef PODIUM_REWRITE_H
#define PODIUM_REWRITE_H

#include "construct.h"

/* Read the tuned file; on failure tells the user and leaves all clauses. */
void rewrite_load(const char *path);

/*
 * Reasons, in words, why the schedule of this construct must not be
 * changed, as elements of the JSON array under way.
 * True if there is none that forbids (mere advice is written too).
 */
bool rewrite_reasons(const struct construct *construct, struct json *json);

/* Change the clauses of the construct if the tuned file has an entry. */
void rewrite_construct(const struct construct *construct);

/* At the end of the unit: name the entries for this unit's files that
   matched no construct. */
void rewrite_end(void);

#endif
