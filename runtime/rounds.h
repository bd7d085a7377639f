/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the rounds of a trial have said: the times of candidates beside each
 * other, and what is certain of their differences.
 *
 * Calls are told apart by their work, in classes that are a factor of 4 wide.
 * Only calls of one class are compared with each other; what a candidate gains
 * is the sum over the classes, each as much as it takes of the loop's time, and
 * nothing is said before classes of half of that time were met by both.
 * Where two candidates do not both meet a class in one round, rounds are taken
 * together until both have.
 * Within a class an eighth of the rounds at either end does not count by its
 * size, so that a pause or an interrupt spoils nothing.
 *
 * Nothing is allocated. Memory is touched as rounds come.
 */
#ifndef PODIUM_ROUNDS_H
#define PODIUM_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

#define TRIAL_MOST 8	 /* candidates; the first is the loop as written */
#define TRIAL_COUNTED 4	 /* calls of a block that count, at most */
#define ROUNDS_MOST 1024 /* that are kept */
#define ROUNDS_CLASSES 8

/* What was seen: so many, their mean, and the variance of one of them (-1
   where that is not known). */
struct trial_sum {
	unsigned count;
	double mean, variance;
};

/* The calls of a candidate in a round that count. */
struct rounds_block {
	unsigned seen;
	int class[TRIAL_COUNTED];
	double times[TRIAL_COUNTED]; /* ln(ticks / work) */
};

/* By round and candidate; NAN where it had none. */
struct rounds_table {
	unsigned count;
	float values[ROUNDS_MOST][TRIAL_MOST];
};

struct rounds_class {
	int class;
	double calls, log_ticks; /* of all that were made, the sum */
	double slowest; /* as written, ln(ticks / work); NAN at first */
	struct rounds_table times;
};

struct rounds {
	unsigned count, classes;
	struct rounds_table next; /* from one call to the next */
	struct rounds_class list[ROUNDS_CLASSES];
};

void rounds_begin(struct rounds *rounds);

/* A call was made. Its class, or NULL: it has too little to do beside others.
   No class is kept longer than to the next such call. */
struct rounds_class *rounds_meet(struct rounds *rounds, uint64_t work,
				 uint64_t ticks);

/* That of the number; NULL if there is none any more. */
struct rounds_class *rounds_class(struct rounds *rounds, int class);

/* A round is complete; NULL for candidates that are not in it. And the way to
   the next call, behind each of them, in calls as written. */
void rounds_add(struct rounds *rounds,
		struct rounds_block *const blocks[TRIAL_MOST]);
void rounds_add_next(struct rounds *rounds, const double next[TRIAL_MOST]);

/* ln of the time of one by that of the other, of all calls; none is counted
   while too little of them was compared. */
struct trial_sum rounds_difference(const struct rounds *rounds, unsigned one,
				   unsigned other);

/* How much longer the way to the next call is than behind the first one. */
struct trial_sum rounds_next(const struct rounds *rounds, unsigned candidate);

/* The middle one; of an even number the mean of two. They end up sorted. */
double rounds_median(double *values, unsigned count);

#endif
