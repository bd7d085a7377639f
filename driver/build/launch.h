/*
 * How the user runs the program, and how a variant is run in its place.
 */
#ifndef PODIUM_LAUNCH_H
#define PODIUM_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>

#include "run/runner.h"

struct steps;
struct text;

struct launch {
	char *program;	     /* absolute: what the build made */
	char **words;	     /* of the command, NULL at the end */
	size_t count, place; /* words[place] is the program */
	/* the command is one for the shell: what stands around the program */
	char *before, *after;
};

/*
 * Understand the command: which of its words is the program that the steps
 * made, or "{}", which stands for "given". NULL as the command means the only
 * program that was made, without arguments.
 */
bool launch_read(struct launch *launch, const char *command,
		 const struct steps *steps, const char *given,
		 struct text *problem);

/*
 * The arguments that run "program" instead; those of the job point into the
 * launch and *line, which the caller frees.
 */
void launch_put(const struct launch *launch, const char *program,
		struct runner_job *job, char **line);

void launch_free(struct launch *launch);

#endif
