/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Candidates beside each other.
 */
#include "rivals.h"

#include <stdlib.h>

#include "base/memory.h"
#include "candidate.h"
#include "contender.h"
#include "execute.h"
#include "explore.h"
#include "hot.h"
#include "round.h"
#include "steer.h"
#include "trial.h"
#include "within.h"

struct contest {
	struct trial *trial;
	struct round round;
	bool begun; /* the original of this round was run */
};

/* ---- what is run ---- */

/* Cold loops say nothing by the time of whole runs. */
static bool is_wanted(const struct hot_loop *loop,
		      const struct hot_rival *rival, size_t number)
{
	return rival->open && rival->count <= number && !loop->cold &&
	       !loop->items[rival->candidate].barred &&
	       !hot_met(loop, rival->candidate);
}

/* Another one comes first in each round. */
static struct hot_rival *next_of(struct hot_loop *loop, size_t number)
{
	for (size_t i = 0; i < loop->rival_count; i++) {
		struct hot_rival *rival =
			&loop->rivals[(i + number) % loop->rival_count];

		if (is_wanted(loop, rival, number))
			return rival;
	}
	return NULL;
}

static void take(struct hot_rival *rival, size_t number)
{
	rival->ratios =
		memory_grow(rival->ratios, number + 1, sizeof(*rival->ratios));
	while (rival->count <= number)
		rival->ratios[rival->count++] = 0;
}

/* The next rival of each loop, or of one where the program's time judges. */
static bool carry(struct trial *trial, size_t number)
{
	struct hot *hot = trial->hot;
	bool any = false;

	hot->choice = 0;
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];
		struct hot_rival *rival =
			any && !trial->clocked ? NULL : next_of(loop, number);

		loop->now = 0;
		if (!rival)
			continue;
		take(rival, number);
		loop->now = rival->candidate;
		any = true;
	}
	return any;
}

/* ---- a run ---- */

static void keep_ratios(const struct contest *at,
			const struct trial_contender *one)
{
	const struct hot *hot = at->trial->hot;
	size_t number = at->round.number;

	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];
		double ratio = one->loops ? one->loops[i] : one->ratio;

		for (size_t j = 0; j < loop->rival_count; j++) {
			struct hot_rival *rival = &loop->rivals[j];

			if (rival->candidate == loop->now &&
			    rival->count == number + 1)
				rival->ratios[number] = ratio;
		}
	}
}

static bool measure(struct contest *at, size_t index)
{
	struct trial *trial = at->trial;
	enum round_outcome outcome = ROUND_VOID;
	struct trial_contender *one = &trial->list[index];
	bool good;

	at->round.index = index;
	at->round.predicted = 1;
	good = at->begun ? round_join(trial, &at->round, index, 1, &outcome)
			 : round_run(trial, &at->round,
				     confirm_goes_first((int)at->round.number),
				     &outcome);
	at->begun = outcome != ROUND_VOID;
	trial->tried++;
	free(one->loops);
	one->loops = NULL;
	one->ratio = 0;
	if (!good || outcome != ROUND_MEASURED)
		return good;
	one->ratio = round_ratio(&at->round);
	one->loops = trial->clocked ? round_loops(trial, &at->round) : NULL;
	keep_ratios(at, one);
	return true;
}

static bool build_failed(struct contest *at, const struct contender *one)
{
	at->trial->failed++;
	return execute_keep_failure(at->trial->session, "build/rivals", one);
}

/* What failed once is not run again. */
static bool run_carried(struct contest *at)
{
	struct trial *trial = at->trial;
	size_t index = trial_find(trial, candidate_variant(trial->hot), 0,
				  trial->clocked);
	struct contender *one = &trial->list[index].contender;
	bool good = true;

	trial_progress(trial, "comparing, round", at->round.number, 2, 1);
	if (!one->reason) {
		if (!contender_build(trial->session, one))
			return false;
		good = one->failed ? build_failed(at, one) : measure(at, index);
	}
	if (good) {
		explore_learn(trial, index, at->round.number);
		trial_put_away(trial, index);
	}
	return good;
}

/* ---- all of it ---- */

static bool is_any(const struct trial *trial, size_t number)
{
	for (size_t i = 0; i < trial->hot->count; i++)
		if (next_of(&trial->hot->list[i], number))
			return true;
	return false;
}

bool rivals_round(struct trial *trial, size_t number)
{
	struct contest at = {.trial = trial,
			     .round = {.phase = "rivals", .number = number}};
	bool good = within_ask(trial);

	if (!good || !is_any(trial, number))
		return good;
	good = explore_begin(trial);
	while (good && !round_is_vain(trial) &&
	       (steer_question(trial->hot) || carry(trial, number)))
		good = run_carried(&at);
	round_free(&at.round);
	return good;
}

static double ratio_in(const struct hot_loop *loop, size_t candidate,
		       size_t round)
{
	for (size_t i = 0; i < loop->rival_count; i++) {
		const struct hot_rival *rival = &loop->rivals[i];

		if (rival->candidate == candidate && round < rival->count)
			return rival->ratios[round];
	}
	return candidate == 0 ? 1 : 0;
}

bool rivals_ratio(const struct trial *trial, const struct hot_loop *loop,
		  size_t candidate, size_t other, size_t rounds, int looks,
		  struct confirm *ratio)
{
	struct confirm_noise noise =
		confirm_noise(trial->drifts, trial->drift_count);
	double *ratios = memory_grow(NULL, rounds + 1, sizeof(*ratios));
	size_t count = 0;
	bool good;

	for (size_t i = 0; i < rounds; i++) {
		double one = ratio_in(loop, candidate, i);
		double its = ratio_in(loop, other, i);

		if (one > 0 && its > 0)
			ratios[count++] = one / its;
	}
	good = confirm_ratio(ratios, count, looks, &noise, ratio) == MODEL_OK;
	free(ratios);
	return good;
}
