/*
 * Puts the clauses of a tuned file into the constructs of the program.
 */
#ifndef PODIUM_REWRITE_H
#define PODIUM_REWRITE_H

#include "construct/construct.h"
#include "tuned.h"

/* Read the tuned file; on failure tells the user and leaves all clauses. */
void rewrite_load(const char *path);

/*
 * Is the entry of the construct, if the tuned file has one, to be applied?
 * "clauses" becomes what it asks for; NULL where it has candidates.
 */
bool rewrite_judge(struct construct *construct,
		   const struct tuned_clauses **clauses);

/* Change the clauses of the construct; where the entry has several candidates,
   note them for the clocks if there are any. */
void rewrite_apply(struct construct *construct, bool clocked);

/* Tell the user why the entry is not applied. */
void rewrite_refuse(struct construct *construct, const char *why);

/* Tell the user that the entry is applied, if it is. */
void rewrite_tell(const struct construct *construct);

/* A function of the unit, by its name for the linker: tell the user if a line
   safe(NAME) was proven for another one. */
void rewrite_function(tree function, const char *name, unsigned digest);

/* At the end of the unit: name the entries for this unit's files that
   matched no construct. */
void rewrite_end(void);

#endif
