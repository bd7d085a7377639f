/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is told to those who make a run.
 */
#include "job.h"

#include <math.h>
#include <stdlib.h>

#include "contender.h"
#include "session.h"

/* Output of a run and files that it writes, unless told otherwise. */
#define USUAL_FILE 268435456.

/* That of the user holds for all. */
static double time_limit(const struct session *session,
			 const struct contender *contender)
{
	double users = session->wish->seconds;

	if (users <= 0 || contender->limit <= 0)
		return fmax(users, contender->limit);
	return fmin(users, contender->limit);
}

void job_set(struct job *job, const struct session *session,
	     const struct contender *contender, const struct job_places *places)
{
	const char *original = session->launch.program;
	const char *variant = contender_program(contender)->path;
	bool mounted = variant && session->in_place;

	*job = (struct job){.environment = {.count = 0}};
	job->job = (struct runner_job){
		.copy = mounted ? variant : NULL,
		.original = original,
		.variables = job->environment.list,
		.input = session->wish->input,
		.output = places->output,
		.errors = places->errors,
		.pulses = contender->pulses,
		.seconds = time_limit(session, contender),
		.memory = session->memory,
		.file = session->wish->file > 0 ? session->wish->file
						: USUAL_FILE,
	};
	environment_set(session, contender, places->clocks, &job->environment);
	launch_put(&session->launch, variant && !mounted ? variant : original,
		   &job->job, &job->line);
}

void job_free(struct job *job)
{
	free((void *)job->job.arguments);
	free(job->line);
	environment_free(&job->environment);
}
