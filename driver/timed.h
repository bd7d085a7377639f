/*
 * Runs a program with several numbers of threads, round by round.
 */
#ifndef PODIUM_TIMED_H
#define PODIUM_TIMED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scaled;
struct text;

struct timed_order {
	const char *const *arguments; /* of the program, NULL at the end */
	const double *threads;	      /* rising from 1 */
	size_t count;
	int rounds;
	const char *word; /* what it prints its time behind; NULL: the clock */
	uint64_t seed;	  /* of the order within a round */
};

/*
 * Add the times of all rounds. On failure *problem says why, and nothing if
 * the user interrupted.
 */
bool timed_run(const struct timed_order *order, struct scaled *program,
	       struct text *problem);

#endif
