/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a test at run time asks before loops go another way: ranges that do not
 * overlap, rows that hold their subscripts, and numbers that have room.
 */
#ifndef PODIUM_QUESTION_H
#define PODIUM_QUESTION_H

#include <stdbool.h>

#include "address.h"
#include "nest/pitch.h"

struct text;

struct question {
	struct tested tested;
	struct spans spans;
	struct pitches rows;
};

extern const char question_not_written[];

/* Why no test is written; a line that is 0 is none. */
bool question_refuse(struct text *reason, int line, const char *why);

/* Does it ask for rows that pointers find? Then statements stand before the
   "if", all within braces. */
bool question_has_pointers(const struct question *question);

/* The comment, and all up to the first version. */
void question_print(const struct question *question, const char *blanks,
		    const char *unit, struct text *out);

#endif
