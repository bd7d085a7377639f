/*
 * What is told to those who make a run of a contender.
 */
#ifndef PODIUM_JOB_H
#define PODIUM_JOB_H

#include "environment.h"
#include "run/runner.h"

struct contender;
struct session;

/* Where a run leaves what it says. */
struct job_places {
	char *output, *errors;
	char *clocks; /* a folder, a file in it for each process */
};

/* It stays where it is: one part points into another. */
struct job {
	struct runner_job job;
	struct environment environment;
	char *line;
};

/* The places must stay. */
void job_set(struct job *job, const struct session *session,
	     const struct contender *contender,
	     const struct job_places *places);
void job_free(struct job *job);

#endif
