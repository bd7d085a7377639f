/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Candidates that take turns on a computed machine.
 */
#include "turns.h"

#include <math.h>

#include "runtime/trial.h"

#define NANOSECONDS 1e9

/* Of a call whose work is 1, and beside the work of any where that is unlike.
 */
#define WORK 1e6
#define BESIDE .02

static struct turns_sum sum_of(const struct trial_sum *sum)
{
	return (struct turns_sum){sum->count, sum->mean, sum->variance};
}

static void tell(const struct trial *trial, struct turns *turns)
{
	for (unsigned i = 0; i < turns->count; i++) {
		const struct trial_candidate *from = &trial->candidates[i];
		struct trial_sum difference = {0}, next = {0};

		if (i > 0) {
			difference = rounds_difference(&trial->rounds, i, 0);
			next = rounds_next(&trial->rounds, i);
		}
		turns->candidates[i] = (struct turns_candidate){
			.calls = (double)from->calls,
			.counted = (double)from->counted,
			.difference = sum_of(&difference),
			.next = sum_of(&next),
			.dropped = from->dropped,
		};
	}
}

/* From the least to the most, which is 1, again and again. */
static double amount_of(const struct turns *turns, size_t call)
{
	size_t levels = turns->levels;

	return levels > 0 ? pow(8, (double)(call % levels) - (double)levels + 1)
			  : 1;
}

static double time_of(const struct turns *turns, unsigned candidate,
		      double amount)
{
	double beside = turns->levels > 0 ? BESIDE : 0;

	return turns->seconds[candidate] * (amount + beside);
}

static uint64_t work_of(const struct turns *turns, double amount)
{
	return turns->levels > 0 ? (uint64_t)(amount * WORK) + 1 : 1;
}

void turns_run(struct turns *turns, struct drift *drift)
{
	static struct trial trial;

	trial_begin(&trial, (unsigned)turns->count, (1u << turns->count) - 1,
		    turns->seed);
	turns->all = 0;
	for (size_t i = 0; i < turns->calls; i++) {
		unsigned choice = trial_choice(&trial);
		double before = turns->between > 0
					? drift_run(drift, turns->between)
					: 0;
		double amount = amount_of(turns, i);
		double call = drift_run(drift, time_of(turns, choice, amount));

		trial_start(&trial, choice);
		trial_end(&trial, (uint64_t)(call * NANOSECONDS) + 1,
			  work_of(turns, amount),
			  (uint64_t)(before * NANOSECONDS) + 1);
		turns->all += before + call;
	}
	tell(&trial, turns);
}
