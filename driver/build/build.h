/*
 * The user's own build, watched. Nothing about it is changed.
 */
#ifndef PODIUM_BUILD_H
#define PODIUM_BUILD_H

#include <stdbool.h>

struct replay;
struct runner_job;
struct store;
struct text;

/*
 * Run the command in a shell where and with which variables the job says, and
 * note in "log" what compilers are told.
 */
bool build_run(const char *command, struct runner_job job, const char *scratch,
	       const char *log, struct text *problem);

/*
 * Run the command in a shell and read the steps of it. What was already up to
 * date is known from the last time, which the store keeps.
 */
bool build_watched(struct replay *replay, struct store *store,
		   const char *command, const char *scratch,
		   struct text *problem);

/*
 * Compile sources to a program in "scratch" with the compiler of their
 * language. Both lists end in NULL. *program is the caller's to free.
 */
bool build_sources(struct replay *replay, const char *gcc,
		   const char *const *sources, char *const *flags,
		   const char *scratch, char **program, struct text *problem);

#endif
