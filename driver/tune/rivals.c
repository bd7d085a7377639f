/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Candidates beside each other.
 */
#include "rivals.h"

#include <stdlib.h>

#include "base/memory.h"
#include "candidate.h"
#include "hot.h"
#include "measure.h"
#include "trial.h"
#include "within.h"

/* Of a loop, in one build. */
#define MOST_VERSIONS 7

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

/* Those that are open, as many as there are, of a loop. */
static void hold(struct hot_loop *loop)
{
	size_t list[MOST_VERSIONS], count = 0;

	for (size_t i = 0; i < loop->rival_count && count < MOST_VERSIONS; i++)
		if (loop->rivals[i].open)
			list[count++] = loop->rivals[i].candidate;
	candidate_hold(loop, 0, list, count);
}

/* ---- a run ---- */

static void keep_ratios(const struct measuring *at, size_t index)
{
	const struct trial_contender *one = &at->trial->list[index];
	const struct hot *hot = at->trial->hot;
	size_t number = at->number;

	for (size_t i = 0; one->ratio > 0 && i < hot->count; i++) {
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
	struct measuring at = {.trial = trial,
			       .phase = "rivals",
			       .number = number,
			       .rounds = true};
	bool good;

	for (size_t i = 0; i < trial->hot->count; i++)
		hold(&trial->hot->list[i]);
	good = within_ask(trial);
	if (!good || !is_any(trial, number))
		return good;
	good = measure_begin(trial);
	while (good && !round_is_vain(trial) && carry(trial, number)) {
		size_t index;

		trial_progress(trial, "comparing, round", number, 2, 1);
		good = measure_carried(&at, &index);
		if (good)
			keep_ratios(&at, index);
	}
	measure_end(&at);
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
