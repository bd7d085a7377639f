/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several inputs of one program. Each has a session, runs and a search of its
 * own, as if it were the only one. Then each tries what others have found, and
 * a loop gets the clauses that are best over all.
 */
#ifndef PODIUM_INPUTS_H
#define PODIUM_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "trial.h"

struct hot_loop;
struct text;

/* A loop that is hot for one of them, in the list of the first such input. */
struct inputs_loop {
	const char *entry, *place;
	struct inputs_view {
		struct hot_loop *loop; /* NULL: the input does not enter it */
		size_t best;	       /* candidate: the fastest of all */
		size_t chosen;
	} * views; /* one for each input */
	bool left; /* no clauses are good enough for all: it is as written */
};

struct inputs {
	struct trial *trials;
	struct trial_verdict *verdicts;
	size_t count;
	struct inputs_loop *loops;
	size_t loop_count;
	bool faster; /* the chosen variant, over all */
};

/* Find the loops of all, once each trial has its own. */
void inputs_meet(struct inputs *inputs);

/* Search, choose, and compare the choice with the original for each of them.
   False if podium shall stop. */
bool inputs_decide(struct inputs *inputs);

/* "./app 4", the command of one. */
const char *inputs_name(const struct inputs *inputs, size_t input);

/* What is told from now on is of that one. */
void inputs_tell(const struct inputs *inputs, size_t input);

void inputs_free(struct inputs *inputs);

#endif
