/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What isl says of sets of whole numbers, written down as isl reads them.
 *
 * The answer depends on nothing but the words. Loops of one program ask the
 * same again and again, so each question is asked once, and kept.
 */
#ifndef PODIUM_SETS_H
#define PODIUM_SETS_H

#include <stdbool.h>
#include <stddef.h>

#define SETS_MOST 8 /* dimensions */

enum sets_answer {
	SETS_NO,
	SETS_YES,
	SETS_OPEN, /* isl took too long */
};

/* Is there nothing in it, whatever the parameters are? */
enum sets_answer sets_is_empty(const char *set);

/* For each dimension the sign of a number: -1, 0 or 1. */
struct sets_signs {
	signed char (*list)[SETS_MOST];
	size_t count;
};

/*
 * Which signs the points of the set have, for any values of the parameters.
 * False where isl took too long. *signs is to be freed if true.
 */
bool sets_signs(const char *set, int dimensions, struct sets_signs *signs);
void sets_signs_free(struct sets_signs *signs);

/* Forget all answers. */
void sets_forget(void);

#endif
