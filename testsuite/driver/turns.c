/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Candidates that take turns on a computed machine.
 */
#include "turns.h"

#include "runtime/trial.h"

#define NANOSECONDS 1e9

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
		double call = drift_run(drift, turns->seconds[choice]);

		trial_start(&trial, choice);
		trial_end(&trial, (uint64_t)(call * NANOSECONDS) + 1, 1,
			  (uint64_t)(before * NANOSECONDS) + 1);
		turns->all += before + call;
	}
	tell(&trial, turns);
}
