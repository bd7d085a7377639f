/*
 * Runs a contender for a step of the tuning, and holds what it left to what
 * the original leaves. A run that is in the store is not made again.
 */
#ifndef PODIUM_EXECUTE_H
#define PODIUM_EXECUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "store/store.h"

struct ahead_wish;
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

/*
 * Where a launcher makes runs: send these, which are compared with each other,
 * to one machine; execute_step() then waits for what came of each. Nothing is
 * sent that was sent already, or of which all is in the store. In the store may
 * be a part of them, of another machine or day: that is made again.
 */
void execute_send(struct session *session, const struct ahead_wish *list,
		  size_t count);

/* Was that step sent, or is it in the store? */
bool execute_is_ready(const struct session *session, const char *step,
		      const struct contender *contender);

/* Machines that may be sent to at a time; 0: runs are made one by one. */
size_t execute_jobs(const struct session *session);

/* What was sent and nobody asked for is not wanted any more. */
void execute_drop(struct session *session);

/* Keep that it could not be built, like a run that failed. */
bool execute_keep_failure(struct session *session, const char *step,
			  const struct contender *contender);

/* Did the first run of the original fail, and not the one after it? */
bool execute_stumbled(const struct session *session,
		      const struct contender *original);

/* Show the end of what the last run said of errors. */
void execute_show_errors(const struct session *session);

/* The same of what the step printed otherwise, one of those that teach. */
void execute_show_output(const struct session *session, const char *step,
			 const struct contender *contender);

#endif
