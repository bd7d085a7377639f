/*
 * Runs a contender for a step of the tuning, and holds what it left to what
 * the original leaves. A run that is in the store is not made again.
 */
#ifndef PODIUM_EXECUTE_H
#define PODIUM_EXECUTE_H

#include <stdbool.h>

#include "store/store.h"

struct contender;
struct session;

/*
 * Run it for that step, or find the run in the store. False if podium shall
 * stop: the user interrupts, or the store cannot be written.
 */
bool execute_step(struct session *session, const char *step,
		  struct contender *contender, double predicted,
		  struct store_run *run);

/* Was that step run in an earlier tuning? */
bool execute_is_kept(const struct session *session, const char *step,
		     const struct contender *contender);

/* Keep that it could not be built, like a run that failed. */
bool execute_keep_failure(struct session *session, const char *step,
			  const struct contender *contender);

/* Did the first run of the original fail, and not the one after it? */
bool execute_stumbled(const struct session *session,
		      const struct contender *original);

/* Show the end of what the last run said of errors. */
void execute_show_errors(const struct session *session);

#endif
