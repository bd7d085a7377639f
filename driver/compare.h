/*
 * Is what a variant printed what the original printed? Numbers may differ
 * within a tolerance; what differs from run to run of the original, and
 * numbers that speak of time, do not count.
 */
#ifndef PODIUM_COMPARE_H
#define PODIUM_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

struct text;

struct compare {
	struct compare_output *outputs; /* of the original; the first counts */
	size_t count;
	size_t lines;  /* in each of them */
	bool unstable; /* or not: then all that is printed is right */
};

/*
 * Another output of the original, in a file that stays where it is. False with
 * errno set if it cannot be read.
 */
bool compare_learn(struct compare *compare, const char *path);

/*
 * One of the original that may have added up in another order: it teaches
 * which numbers depend on that, and nothing else.
 */
bool compare_learn_numbers(struct compare *compare, const char *path);

/* True if the output is as the original's; if not, *why shows where. */
bool compare_matches(struct compare *compare, const char *path,
		     double tolerance, struct text *why);

/* Do its outputs hold anything that counts, beside times? */
bool compare_says(struct compare *compare, double tolerance);

void compare_free(struct compare *compare);

#endif
