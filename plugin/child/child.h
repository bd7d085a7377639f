/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The child: a copy of the compiler, made by fork, that takes the program
 * apart while the compiler proper goes on untouched. What it finds it writes
 * into a file in memory that both share; the compiler reads it when the unit
 * is done. Whatever happens to the child, only records are lost: that of the
 * loop which it was at.
 */
#ifndef PODIUM_CHILD_H
#define PODIUM_CHILD_H

#include "construct/construct.h"

bool child_is_child(void);

/*
 * Fork, if that was not done yet. Returns in both processes. Where there can
 * be no child the user is told so and the compiler goes on alone.
 */
void child_start(void);

/* In the child: so far nothing hangs, the clock starts anew. */
void child_alive(void);

/* In the child: is a test asking for GCC's own checks of what it makes? */
bool child_is_verified(void);

/* In the child: members of the record of this construct, its loops, and how
   the values of its parameters are computed. */
void child_send(unsigned function_uid, unsigned ordinal,
		const struct place *places, unsigned place_count,
		const char *json, size_t length, const char *values);

/* In the child: all is sent. */
void child_finish(void) ATTRIBUTE_NORETURN;

/*
 * In the compiler: how values of the construct are computed, as recipe_write()
 * has it. Waits for the child, which then is at all that it will know.
 */
const char *child_values(const struct construct *construct);

/*
 * In the compiler: wait for the child, fill in body and places of the
 * constructs. Tells the user if the child did not finish.
 */
void child_collect(void);

/* In the compiler, when the unit is given up: end the child. */
void child_abandon(void);

/* Why the child did not come to the construct or did not finish, in words;
   NULL if it did. */
const char *child_complaint(const struct construct *construct);

#endif
