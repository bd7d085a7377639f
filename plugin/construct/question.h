/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What calls and variables tell a thread of itself.
 */
#ifndef PODIUM_QUESTION_H
#define PODIUM_QUESTION_H

enum question {
	QUESTION_NONE,
	QUESTION_TEAM, /* of how many? alike for all of a team */
	QUESTION_WHO,  /* its number in the team */
	QUESTION_SELF, /* what stays with it in other teams, too */
};

/* What the statement asks by itself, or QUESTION_NONE. */
enum question question_of(gimple *statement);

/* The thread's own variable that the statement uses, or NULL_TREE. */
tree question_own_variable(gimple *statement);

/*
 * Is this a function of the system, or of the compiler, of which it is known
 * that it does the same in every thread and calls none of the program's but
 * those that it is given?
 */
bool question_is_harmless(tree function);

#endif
