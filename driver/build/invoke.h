/*
 * Commands of a build: with the library of watch.c in them, or plain. Nothing
 * else about them is changed.
 */
#ifndef PODIUM_INVOKE_H
#define PODIUM_INVOKE_H

#include <stdbool.h>

struct runner_job;
struct text;

/*
 * Run the command in a shell where and with which variables the job says, and
 * note in "log" what compilers are told.
 */
bool invoke_watched(const char *command, struct runner_job job,
		    const char *scratch, const char *log, struct text *problem);

/* Run these words, NULL at the end. */
bool invoke_plain(const char *const *words, const char *scratch,
		  struct text *problem);

/* Add the end of what the last command said. */
void invoke_quote(const char *scratch, struct text *problem);

#endif
