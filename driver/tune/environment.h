/*
 * The variables that a run has beside those of the user: where its threads
 * run, how many they are, its clocks, its libraries.
 */
#ifndef PODIUM_ENVIRONMENT_H
#define PODIUM_ENVIRONMENT_H

#include <stddef.h>

struct contender;
struct session;

/* Zero when it begins. */
struct environment {
	const char *list[13]; /* NULL at the end */
	char *made[7];
	size_t count, made_count;
};

/* Clocks write into the folder. */
void environment_set(const struct session *session,
		     const struct contender *contender, const char *clocks,
		     struct environment *environment);

void environment_free(struct environment *environment);

#endif
