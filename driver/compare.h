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
	struct compare_line *lines;
	size_t count;
	bool learnt;   /* a first output was seen */
	bool unstable; /* outputs of the original differ in their lines' number
			*/
};

/* Another output of the original. */
void compare_learn(struct compare *compare, const char *output,
		   double tolerance);

/*
 * One of the original that may have added up in another order: it teaches
 * which numbers depend on that, and nothing else.
 */
void compare_learn_numbers(struct compare *compare, const char *output,
			   double tolerance);

/* True if the output is as the original's; if not, *why shows where. */
bool compare_matches(const struct compare *compare, const char *output,
		     double tolerance, struct text *why);

void compare_free(struct compare *compare);

#endif
