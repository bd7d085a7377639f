/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Attempts at the analysis. The child works in a copy of itself; where that
 * dies, what it was at is left out and the next copy begins again.
 */
#ifndef PODIUM_ATTEMPT_H
#define PODIUM_ATTEMPT_H

#include "construct/construct.h"

/* A function that is left out, or one construct of it. */
struct loss {
	unsigned function_uid; /* 0 for none */
	unsigned ordinal;      /* 0 for the whole function */
	int status;	/* of the attempt that died there, as of wait() */
	char name[128]; /* of the function, as the source has it */
};

/* In the compiler, before the child is made; false where that fails. */
bool attempt_prepare(void);

/*
 * In the child: returns in every attempt, and never in the child itself. What
 * an attempt has found it appends to this file. Before each function and each
 * construct it calls "at" with its name.
 */
void attempt_begin(int results, void (*at)(const char *where));

/* In an attempt: all that follows is done for this function, or for none. */
void attempt_enter(tree function);

/* The construct with this number in "constructs" is being analysed, or its
   record is sent. */
void attempt_analyses(int number);
void attempt_sent(int number);

/* Is the construct left out or sent already? */
bool attempt_is_settled(int number);

/* Is nothing left to do for the function? Constructs of it that are not noted
   yet do not count. */
bool attempt_is_needless(tree function);

/* Why a process that ended with this status did not finish, in words; NULL if
   it did. */
const char *attempt_judge(int status);

/* What was left out, one after the other; NULL behind the last. */
const struct loss *attempt_loss(unsigned index);

/* By what the construct was left out; NULL if it was not. */
const struct loss *attempt_loss_of(const struct construct *construct);

#endif
