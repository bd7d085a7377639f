/*
 * Runs that a launcher makes, on machines that others take at the same time.
 * What is compared is sent together, ahead of its turn: it is made on one
 * machine, one after the other. What came of it is taken in turn, so that the
 * order in which machines are ready decides nothing.
 */
#ifndef PODIUM_AHEAD_H
#define PODIUM_AHEAD_H

#include <stdbool.h>
#include <stddef.h>

#include "run/errand.h"

struct contender;
struct job_places;
struct session;
struct text;

struct ahead_wish {
	char *step; /* the caller's */
	const struct contender *contender;
	double limit; /* in the place of the contender's */
	enum errand_when when;
};

void ahead_send(struct session *session, const struct ahead_wish *list,
		size_t count);

/* Was it sent, and not taken yet? */
bool ahead_is_sent(const struct session *session, const char *step);

/*
 * What came of the run of that step, which is sent now if it was not: the
 * result, the reason if it did not end well, what it left at these places, and
 * copies of the files that are compared behind that of the output.
 * What is lost is recorded and sent again. Interrupted if podium shall stop.
 */
struct errand_result ahead_take(struct session *session, const char *step,
				const struct contender *contender,
				const struct job_places *places,
				struct text *reason);

/* What was not taken is not wanted any more. Before the session ends. */
void ahead_drop(struct session *session);

#endif
