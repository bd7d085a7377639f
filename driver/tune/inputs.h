/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several inputs of one program. Each has a session, runs and a search of its
 * own, as if it were the only one. Then what one of them wants is measured for
 * all, a loop gets the clauses that are best over all, and the program with
 * these is compared with the baseline for each.
 */
#ifndef PODIUM_INPUTS_H
#define PODIUM_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "trial.h"

struct hot_loop;
struct text;

/* What is chosen may take so much more than the best for an input. */
#define INPUTS_LOSS .03

/* Clauses for all: a candidate of one of them. */
struct inputs_option {
	size_t input, candidate;
	double ratio; /* to the best of the input for which it is worst */
	size_t where; /* the input that keeps it from being good, as */
};

/* Is a loop as it is written because nothing is good enough for all, or because
   that is not known of what may be? */
enum inputs_left {
	INPUTS_TAKEN,
	INPUTS_APART,
	INPUTS_UNTRIED,
};

/* A loop that is hot for one of them, in the list of the first such input. */
struct inputs_loop {
	const char *entry, *place;
	struct inputs_view {
		struct hot_loop *loop; /* NULL: the input does not enter it */
		size_t best; /* candidate: the fastest, once it is named */
		bool named;
		size_t chosen;
	} * views; /* one for each input */
	enum inputs_left left;
	struct inputs_option doubt; /* what may be better, where it is left */
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

/* The loop of an input that has other clauses at the end; NULL: none has. */
const struct hot_loop *inputs_winner(const struct inputs *inputs,
				     const struct inputs_loop *loop);

/* "./app 4", the command of one. */
const char *inputs_name(const struct inputs *inputs, size_t input);

/* What is told from now on is of that one. */
void inputs_tell(const struct inputs *inputs, size_t input);

void inputs_free(struct inputs *inputs);

#endif
