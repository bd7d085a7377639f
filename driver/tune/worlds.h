/*
 * Runs of the baseline in other worlds. What moves between runs of the baseline
 * is no result: times move where it is stopped again and again with clocks that
 * run faster, and where it is built without optimization. These runs are made
 * only once an output looks wrong: nothing is masked that need not be.
 */
#ifndef PODIUM_WORLDS_H
#define PODIUM_WORLDS_H

#include <stdbool.h>

#include "choice.h"
#include "contender.h"

struct session;

/* One run; it stays where it is, one part points into another. */
struct world {
	char *step;
	const char *what; /* is done, for people */
	struct contender contender;
	struct choice choice;
	char *flags[2];
};

/*
 * The next run to make of the baseline, to be freed. False if there is nothing
 * more to ask about the output at hand, of which "asked" says how often that
 * was done, 0 at first.
 */
bool worlds_next(struct session *session, int *asked, struct world *world);

/* Did it run well? */
void worlds_note(struct session *session, bool good);

void world_free(struct world *world);

#endif
