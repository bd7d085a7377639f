/*
 * Lines of which each run has another number. They have no partners: what they
 * hold is only known together.
 */
#ifndef PODIUM_LOOSE_H
#define PODIUM_LOOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct labels;

/* Zero when it begins. */
struct loose_lines {
	struct loose *loose; /* of each key */
	size_t count;
};

/*
 * The line that the labels stand at, one of that key: it teaches, or it is
 * judged. False, with *wrong in the line, where a number is out of range.
 */
bool loose_take(struct loose_lines *all, uint64_t key, struct labels *labels,
		bool judging, size_t *wrong);

void loose_free(struct loose_lines *all);

#endif
