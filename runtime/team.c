/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the threads of a team did between two synchronisation points.
 */
#include "runtime/team.h"
#include "runtime/thread.h"
#include "runtime/ticks.h"

/*
 * A thread worked if it took this part of the time of the one that took most.
 * A triangular loop on 128 threads leaves the first a 255th of the last one's
 * work. A thread without a share is through after some calls: 2000 ticks.
 */
#define LEAST_PART 256
#define LEAST_TICKS 2000

const char *const team_sums[SUMS] = {
	[CALLS] = "calls",
	[THREADS] = "threads",
	[TASKS] = "tasks",
	[WALL] = "wall",
	[PRESENT] = "present",
	[ENTER] = "enter",
	[LEAVE] = "leave",
	[WORK] = "work",
	[OUTSIDE] = "outside",
	[COMMON] = "common",
	[WAITED + CRITICAL] = "critical",
	[WAITED + ORDERED] = "ordered",
	[WAITED + LOCK] = "lock",
	[WAITED + CONDITION] = "condition",
	[WAITED + DISPATCH] = "dispatch",
	[WAIT] = "wait",
	[IMBALANCE] = "imbalance",
	[ALONE_WALL] = "alone_wall",
	[ALONE_PRESENT] = "alone_present",
	[ALONE_WAIT] = "alone_wait",
};

/* The least time that counts as work; 0 if nobody did much. */
static uint64_t least_work(const struct share *shares, unsigned count)
{
	uint64_t longest = 0;

	for (unsigned i = 0; i < count; i++) {
		uint64_t span = shares[i].arrival - shares[i].start;

		if (span > longest)
			longest = span;
	}
	if (longest <= LEAST_TICKS)
		return 0;
	return longest / LEAST_PART > LEAST_TICKS ? longest / LEAST_PART
						  : LEAST_TICKS;
}

static uint64_t last_arrival(const struct share *shares, unsigned count)
{
	uint64_t last = shares[0].arrival;

	for (unsigned i = 1; i < count; i++)
		if (shares[i].arrival > last)
			last = shares[i].arrival;
	return last;
}

uint64_t team_ended(const struct share *shares, unsigned count,
		    uint64_t through)
{
	for (unsigned i = 0; i < count; i++)
		if (shares[i].tasks > 0)
			return through;
	return last_arrival(shares, count);
}

/* What one thread did; returns its time outside of loops with clocks. */
static int64_t add_share(const struct share *share, uint64_t *sum)
{
	uint64_t work = share->arrival - share->start;

	for (int i = 0; i < WAITS; i++) {
		sum[WAITED + i] += share->waited[i];
		work -= share->waited[i];
	}
	sum[TASKS] += share->tasks;
	sum[WORK] += work;
	sum[OUTSIDE] += work - share->shared;
	return (int64_t)(work - share->shared);
}

/*
 * Who worked, and how long the others waited for the last: with one at work,
 * or because the work of several was not the same.
 */
static void add_waits(const struct share *shares, unsigned count, uint64_t last,
		      uint64_t *sum)
{
	uint64_t least = least_work(shares, count), waits = 0;
	unsigned workers = 0;

	for (unsigned i = 0; i < count; i++) {
		const struct share *share = &shares[i];

		sum[WAIT] += last - share->arrival;
		if (share->arrival - share->start < least)
			continue;
		workers++;
		waits += last - share->arrival;
	}
	if (workers > 1) {
		sum[IMBALANCE] = waits / workers;
		return;
	}
	sum[ALONE_WALL] = sum[WALL];
	sum[ALONE_PRESENT] = sum[PRESENT];
	sum[ALONE_WAIT] = sum[WAIT];
}

void team_add(struct interval *interval, const struct share *shares,
	      unsigned count, uint64_t begun, uint64_t ended)
{
	uint64_t last = last_arrival(shares, count), sum[SUMS] = {0};
	int64_t common = INT64_MAX;

	sum[CALLS] = 1;
	sum[THREADS] = count;
	sum[WALL] = ended - begun;
	sum[PRESENT] = count * sum[WALL];
	sum[LEAVE] = count * (ended - last);
	for (unsigned i = 0; i < count; i++) {
		int64_t outside = add_share(&shares[i], sum);

		sum[ENTER] += shares[i].start - begun;
		if (outside < common)
			common = outside;
	}
	sum[COMMON] = count * (uint64_t)common;
	add_waits(shares, count, last, sum);
	for (int i = 0; i < SUMS; i++)
		counter_add(&interval->sum[i], sum[i]);
}
