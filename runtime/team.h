/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the threads of a team did between two synchronisation points, summed
 * over the times that this was gone through. doc/clock.md describes the sums.
 */
#ifndef PODIUM_TEAM_H
#define PODIUM_TEAM_H

#include <stdatomic.h>
#include <stdint.h>

/* What a thread may wait for or ask; barriers are between the intervals. */
enum event { CRITICAL, ORDERED, LOCK, CONDITION, DISPATCH, BARRIER, EVENTS };

#define WAITS BARRIER /* as many events are inside of intervals */

/* One thread's part of one interval, in ticks. */
struct share {
	uint64_t start, arrival; /* when it began, when it was through */
	uint64_t waited[WAITS];
	uint64_t shared; /* in loops with clocks, waits left out */
	uint64_t tasks;
};

enum sum {
	CALLS,
	THREADS,
	TASKS,
	SUM_COUNTS, /* from here on ticks */
	WALL = SUM_COUNTS,
	PRESENT,
	ENTER,
	LEAVE,
	WORK,
	OUTSIDE,
	COMMON,
	WAITED, /* WAITS of them */
	WAIT = WAITED + WAITS,
	IMBALANCE,
	ALONE_WALL,
	ALONE_PRESENT,
	ALONE_WAIT,
	SUMS
};

/* As the file of the run has them. */
extern const char *const team_sums[SUMS];

struct interval {
	_Atomic uint64_t sum[SUMS]; /* those of times may be below zero */
	struct entry *_Atomic site; /* the first loop with a clock in it */
};

/*
 * When an interval ended that "count" threads went through to a barrier: as
 * the last arrived, or if there were tasks, which run at the barrier, when the
 * thread that leads was through it.
 */
uint64_t team_ended(const struct share *shares, unsigned count,
		    uint64_t through);

/* Add an interval, from "begun" to "ended". */
void team_add(struct interval *interval, const struct share *shares,
	      unsigned count, uint64_t begun, uint64_t ended);

#endif
