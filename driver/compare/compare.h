/*
 * Is what a variant wrote what the original wrote? Several runs of the
 * original teach how far each number moves and what differs each time. What
 * cannot be judged for that is known by name.
 */
#ifndef PODIUM_COMPARE_H
#define PODIUM_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

struct freed_item;
struct text;

/* Zero when it begins. */
struct compare {
	const char *name; /* of the file; NULL for what is printed */
	struct compare_known *known;
};

/*
 * Another output of the original, in a file that stays where it is. False with
 * errno set if it cannot be read.
 */
bool compare_learn(struct compare *compare, const char *path);

/*
 * One of the original with another number of threads, that may have added up
 * in another order: it teaches how far numbers move by that, nothing else.
 */
bool compare_learn_numbers(struct compare *compare, const char *path);

/* True if the output is as the original's; if not, *why shows where. */
bool compare_matches(const struct compare *compare, const char *path,
		     double tolerance, struct text *why);

/* What the original's outputs hold for those that are held to them. */
enum compare_voice {
	COMPARE_RESULTS, /* something that is judged */
	COMPARE_TIMES,	 /* nothing but times and blanks */
	COMPARE_CHAOS,	 /* something else each time */
	COMPARE_NOTHING, /* nothing */
};

enum compare_voice compare_says(const struct compare *compare);

/*
 * Is all that the original printed judged, but for times? Where something is
 * not, a variant that computes something else may pass.
 */
bool compare_is_whole(const struct compare *compare);

/* What is not judged, in the order of lines; it stays the compare's own. */
const struct freed_item *compare_freed(const struct compare *compare,
				       size_t *count);

void compare_free(struct compare *compare);

#endif
