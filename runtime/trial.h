/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trials of one loop within a run: which candidate its next call takes, and
 * what the calls so far say of the candidates.
 *
 * Knows no clock, no thread and no OpenMP: it is told how long each call took.
 * All is done by one thread; nothing is allocated.
 *
 *	trial_choice	the candidate of the call that comes next
 *	trial_start	it begins: from now on there is one for the next
 *	trial_end	it took so long, for so much work
 *
 * The candidate after next is known before a call ends, because the threads of
 * a team may be on their way to it then; see choice.c.
 *
 * Calls are taken in rounds. In a round each candidate that is still in the
 * race has one block of calls, of which the first is not counted. The order of
 * the blocks is drawn anew for each round, and so is how many calls count:
 * even, and as many in all blocks of the round. What counts is the difference
 * of logarithms within a round (rounds.h): however fast the machine is then, it
 * is so for all, and by chance for each alike. Between two rounds stands one
 * call of the best so far.
 */
#ifndef PODIUM_TRIAL_H
#define PODIUM_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/rounds.h"

enum trial_state {
	TRIAL_RACING,
	TRIAL_SETTLED, /* "best" is taken for the rest of the run */
};

struct trial_candidate {
	bool exists; /* its clauses could be put into the program */
	bool races;
	unsigned dropped;	/* the round in which it was given up, or 0 */
	uint64_t calls;		/* all that were begun */
	uint64_t counted;	/* those that counted */
	struct trial_sum times; /* of blocks: ln(ticks / work) */

	/* In this round. */
	bool absent; /* its first call took far too long */
	struct rounds_block block;
	unsigned gaps;
	double ticks_now[TRIAL_COUNTED];
	double gaps_now[TRIAL_COUNTED]; /* ticks to the next call */

	unsigned strikes; /* first calls in a row that took far too long */
};

struct trial {
	unsigned count; /* of candidates */
	enum trial_state state;
	unsigned best; /* proven to be, or 0 */
	unsigned looks;
	struct trial_candidate candidates[TRIAL_MOST];

	/* The plan: the call that comes next. */
	uint64_t random;
	unsigned warm;	/* calls before the first round */
	unsigned turns; /* rounds that were begun */
	unsigned order[TRIAL_MOST], order_count;
	unsigned block;	  /* in the order; order_count: between rounds */
	unsigned call;	  /* in the block; 0 is not counted */
	unsigned counted; /* calls of each block of this round */
	unsigned choice;

	/* The call that was begun last. */
	int running;
	bool begins, counts;	      /* a block; for it */
	struct trial_candidate *last; /* what the gap before it is for */

	struct rounds rounds; /* large: at the end */
};

/* "exists" is a set of candidates, as bits. */
void trial_begin(struct trial *trial, unsigned count, unsigned exists,
		 uint64_t seed);

static inline unsigned trial_choice(const struct trial *trial)
{
	return trial->choice;
}

/* A call begins with this candidate, mostly the one that was chosen. */
void trial_start(struct trial *trial, unsigned candidate);

/*
 * The call under way took so many ticks; "gap" is the time from the end of
 * the call before it to its begin. Without "work" it does not count.
 */
void trial_end(struct trial *trial, uint64_t ticks, uint64_t work,
	       uint64_t gap);

/* Half of the interval of 95 % of the mean; -1 where too little was seen. */
double trial_half_interval(const struct trial_sum *sum);

#endif
