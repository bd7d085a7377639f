/*
 * Runs programs of the user: with limits, in a process group of their own,
 * and so that nothing of them is left when they end or podium does, be it
 * killed.
 */
#ifndef PODIUM_RUNNER_H
#define PODIUM_RUNNER_H

#include <stdbool.h>

struct text;

struct runner_job {
	const char *const *arguments; /* ends in NULL */
	const char *program; /* NULL: arguments[0], looked for in PATH */
	const char *folder;  /* to run in; NULL: this one */
	/* a folder that it and what it starts see at the place of another */
	const char *copy, *original;
	/* a folder, in which it runs, and over it a layer on the same file
	   system as "work": what is written there goes into "upper" */
	const char *covered, *upper, *work;
	const char *const *variables; /* NAME=VALUE to be set, or NULL */
	/* files; NULL is /dev/null. Input is read from its beginning. */
	const char *input, *output, *errors;
	bool gentle;   /* asked to end before it is killed: it cleans up */
	double pulses; /* stopped all the time, see pulse.h: the seconds that it
			  runs otherwise; 0 for not */
	/* limits; 0 for none */
	double seconds;
	double memory; /* bytes of data */
	double file;   /* bytes of output and of any file */
};

enum runner_end {
	RUNNER_EXITED,	    /* code is its exit status */
	RUNNER_KILLED,	    /* code is the signal */
	RUNNER_NOT_STARTED, /* code is an errno */
	RUNNER_TIME,	    /* the limit was reached */
	RUNNER_INTERRUPTED, /* podium shall end */
};

struct runner_result {
	enum runner_end end;
	int code;
	double wall, cpu; /* seconds */
	double resident;  /* bytes, at most */
};

/* Run it and wait for the end of it and of all that it started. */
struct runner_result runner_run(const struct runner_job *job);

/* What podium itself was given to read, if that is a file; else NULL. The user
   is told if it is a pipe that holds something. */
const char *runner_own_input(void);

/* True if it exited with status 0. */
bool runner_done(const struct runner_result *result);

/* So it begins where it is a limit of time. */
#define RUNNER_LIMIT "time limit"

/*
 * What went wrong, in words: "exit status 3", "crashed: Segmentation fault",
 * "time limit of 3.2 s". Empty if nothing did.
 */
void runner_reason(const struct runner_job *job,
		   const struct runner_result *result, struct text *reason);

#endif
