/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the next run of a search carries.
 */
#include "steer.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "candidate.h"
#include "choice.h"

/* A gain is clear beyond so many standard deviations of noise. */
#define CLEAR 2

/* ---- what was measured ---- */

void steer_sample(struct hot_loop *loop, size_t candidate, double log_ratio,
		  double error)
{
	loop->runs = memory_grow(loop->runs, loop->run_count + 1,
				 sizeof(*loop->runs));
	loop->runs[loop->run_count++] =
		(struct refine_run){candidate, log_ratio, error};
}

/* The original's time is one by definition. */
void steer_observe(struct hot_loop *loop, size_t candidate, double ratio)
{
	steer_sample(loop, candidate, log(ratio), candidate ? loop->noise : 0);
}

void steer_observe_rest(struct choice *choice, double ratio)
{
	choice->rest += log(ratio);
	choice->rests++;
}

double steer_rest(const struct hot *hot, size_t choice, double *error)
{
	const struct choice *one = &hot->choices->list[choice];
	double count = (double)one->rests;

	*error = 0;
	if (!*one->flags || one->rests == 0)
		return 0;
	*error = hot->rest * hot->rest_noise / sqrt(count);
	return -hot->rest * expm1(one->rest / count);
}

void steer_begin(struct hot *hot)
{
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];

		steer_observe(loop, 0, 1);
		if (loop->cold)
			loop->decided = loop->silent = true;
	}
}

static size_t times_run(const struct hot_loop *loop, size_t candidate)
{
	size_t count = 0;

	for (size_t i = 0; i < loop->run_count; i++)
		count += loop->runs[i].item == candidate;
	return count;
}

/* Beliefs and expectations after the last run. */
static void update(struct hot_loop *loop)
{
	if (!loop->beliefs) {
		loop->beliefs = memory_grow(NULL, loop->count + 1,
					    sizeof(*loop->beliefs));
		loop->gains = memory_grow(NULL, loop->count + 1,
					  sizeof(*loop->gains));
	}
	for (size_t i = 0; i < loop->count; i++) {
		loop->beliefs[i] = (struct refine_belief){0, 0};
		loop->gains[i] = -1;
	}
	refine_beliefs(loop->items, loop->count, loop->runs, loop->run_count,
		       loop->beliefs);
	if (!loop->silent)
		refine_gains(loop->items, loop->count, loop->runs,
			     loop->run_count, loop->gains);
}

static void update_all(struct hot *hot)
{
	for (size_t i = 0; i < hot->count; i++)
		update(&hot->list[i]);
}

/* ---- what to carry ---- */

bool steer_is_open(const struct hot *hot, size_t choice)
{
	const struct choice *one = &hot->choices->list[choice];

	return !one->reason && !one->known && !one->closed;
}

/* The fastest in that choice of those that were run, else as it is written. */
static size_t best_of(const struct hot_loop *loop, size_t choice)
{
	size_t best = loop->views[choice].first;
	double least = INFINITY;

	if (loop->decided)
		return loop->candidates[loop->winner].choice == choice
			       ? loop->winner
			       : best;
	for (size_t i = 0; i < loop->run_count; i++) {
		size_t item = loop->runs[i].item;

		if (loop->candidates[item].choice != choice ||
		    loop->items[item].barred ||
		    loop->beliefs[item].mean >= least)
			continue;
		least = loop->beliefs[item].mean;
		best = item;
	}
	return best;
}

/* The candidate of which most is expected, "count" if it is too little. */
static size_t most_expected(const struct hot_loop *loop, size_t choice,
			    double least, bool versions)
{
	double most = least;
	size_t found = loop->count;

	for (size_t i = 0; i < loop->count; i++)
		if (loop->candidates[i].choice == choice &&
		    (!versions || loop->candidates[i].version > 0 ||
		     i == candidate_written(loop, i)) &&
		    loop->gains[i] >= most) {
			most = loop->gains[i];
			found = i;
		}
	return found;
}

/* As a share of the time of all hot loops; below 0 if nothing is left. */
static double expected_of(const struct hot *hot, size_t choice, double least,
			  bool versions)
{
	double sum = 0;
	bool any = false;

	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];
		size_t next = most_expected(loop, choice, least, versions);

		if (next == loop->count)
			continue;
		any = true;
		sum += loop->share * loop->gains[next];
	}
	return any ? sum : -1;
}

/* Every run carries all loops: what another one must promise. */
static double least_gain(const struct hot *hot)
{
	size_t runs = 0;

	for (size_t i = 0; i < hot->count; i++)
		if (hot->list[i].run_count > runs)
			runs = hot->list[i].run_count;
	return refine_stop(runs);
}

bool steer_choose(struct hot *hot, bool stop)
{
	double least = stop ? least_gain(hot) : 0;
	double most = -1;

	update_all(hot);
	for (size_t i = 0; i < hot->choices->count; i++) {
		double one = steer_is_open(hot, i)
				     ? expected_of(hot, i, least, stop)
				     : -1;

		if (one > most) {
			most = one;
			hot->choice = i;
		}
	}
	if (most < least)
		return false;
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];
		size_t next = most_expected(loop, hot->choice, least, stop);

		loop->now =
			next < loop->count ? next : best_of(loop, hot->choice);
	}
	return true;
}

void steer_change_one(struct hot *hot, size_t try)
{
	size_t chosen = hot->count;

	for (size_t i = 0; i < hot->count && chosen == hot->count; i++) {
		size_t turn = (try + i) % hot->count;

		if (times_run(&hot->list[turn], hot->list[turn].now) == 0)
			chosen = turn;
	}
	for (size_t i = 0; i < hot->count; i++)
		if (i != chosen)
			hot->list[i].now =
				hot->list[i].views[hot->choice].first;
}

/* ---- what to try together ---- */

/* What a run of it would say, if it says what is believed. */
static struct refine_run fancied(const struct hot_loop *loop, size_t item,
				 const struct refine_belief *beliefs)
{
	return (struct refine_run){item, beliefs[item].mean, loop->noise};
}

/* The item of the choice with the largest gain. */
static size_t most_gain(const struct hot_loop *loop, size_t choice,
			const double *gains)
{
	size_t found = loop->count;

	for (size_t i = 0; i < loop->count; i++)
		if (loop->candidates[i].choice == choice && gains[i] > 0 &&
		    (found == loop->count || gains[i] > gains[found]))
			found = i;
	return found;
}

/*
 * One after the other as a search would run them, each as if what is believed
 * of those before it were true: so they differ in what they are.
 */
size_t steer_batch(const struct hot_loop *loop, size_t choice, size_t most,
		   bool free_places, size_t *list, double *expected)
{
	size_t runs = loop->run_count, count = 0;
	struct refine_run *all = memory_grow(NULL, runs + most, sizeof(*all));
	double *gains = memory_grow(NULL, loop->count, sizeof(*gains));
	struct refine_belief *beliefs =
		memory_grow(NULL, loop->count, sizeof(*beliefs));

	*expected = 0;
	for (size_t i = 0; i < runs; i++)
		all[i] = loop->runs[i];
	while (count < most &&
	       refine_beliefs(loop->items, loop->count, all, runs + count,
			      beliefs) == MODEL_OK &&
	       refine_gains(loop->items, loop->count, all, runs + count,
			    gains) == MODEL_OK) {
		size_t next = most_gain(loop, choice, gains);

		if (next == loop->count ||
		    (!free_places && gains[next] < refine_stop(runs + count)))
			break;
		if (count == 0)
			*expected = gains[next];
		all[runs + count] = fancied(loop, next, beliefs);
		list[count++] = next;
	}
	free(all);
	free(gains);
	free(beliefs);
	return count;
}

/* The best versions share one build: if one is worth a run, the places beside
   it are free. */
static void hold(struct hot_loop *loop, size_t choice, size_t most, bool all)
{
	size_t *list = memory_grow(NULL, most + 1, sizeof(*list));
	double expected;
	size_t count = steer_batch(loop, choice, most, all, list, &expected);
	size_t kept = 0;

	if (count > 0)
		count = steer_batch(loop, choice, most, true, list, &expected);
	for (size_t i = 0; i < count; i++)
		if (list[i] != candidate_written(loop, list[i]))
			list[kept++] = list[i];
	candidate_hold(loop, choice, list, kept);
	free(list);
}

void steer_hold(struct hot *hot, size_t most, bool all)
{
	for (size_t i = 0; i < hot->choices->count; i++)
		for (size_t j = 0; steer_is_open(hot, i) && j < hot->count; j++)
			if (!hot->list[j].cold)
				hold(&hot->list[j], i, most, all);
}

/* Of the program's time, that of its loops; one that was not measured has not
   changed. */
static double written_time(const struct hot *hot, size_t choice)
{
	double error, sum = -steer_rest(hot, choice, &error);

	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];
		double ratio =
			candidate_measured(loop, loop->views[choice].first);

		sum += loop->share * (ratio > 0 ? ratio : 1);
	}
	return sum;
}

size_t steer_base(const struct hot *hot)
{
	size_t base = 0;
	double least = written_time(hot, 0);

	for (size_t i = 1; i < hot->filled; i++) {
		double time;

		if (!steer_is_open(hot, i))
			continue;
		time = written_time(hot, i);
		if (time >= least)
			continue;
		least = time;
		base = i;
	}
	return base;
}

void steer_expect(struct hot *hot)
{
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];

		update(loop);
		loop->runs = memory_grow(loop->runs, loop->run_count + 1,
					 sizeof(*loop->runs));
		loop->runs[loop->run_count++] =
			fancied(loop, loop->now, loop->beliefs);
		loop->expected++;
	}
}

void steer_forget_expected(struct hot *hot)
{
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];

		loop->run_count -= loop->expected;
		loop->expected = 0;
	}
}

/* ---- what failed ---- */

static bool is_changed(const struct hot_loop *loop)
{
	return loop->now != candidate_written(loop, loop->now);
}

bool steer_ran_well(const struct hot *hot, size_t choice)
{
	for (size_t i = 0; i < hot->count; i++)
		for (size_t j = 0; j < hot->list[i].run_count; j++) {
			size_t item = hot->list[i].runs[j].item;

			if (hot->list[i].candidates[item].choice == choice)
				return true;
		}
	return false;
}

void steer_bar_choice(struct hot *hot, size_t choice)
{
	for (size_t i = 0; i < hot->count; i++)
		for (size_t j = 0; j < hot->list[i].count; j++)
			if (hot->list[i].candidates[j].choice == choice)
				hot->list[i].items[j].barred = true;
}

void steer_bar(struct hot *hot)
{
	bool changed = false;

	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];

		if (!is_changed(loop))
			continue;
		loop->items[loop->now].barred = true;
		changed = true;
	}
	if (!changed)
		steer_bar_choice(hot, hot->choice);
}

/* ---- the best ---- */

static double mean_log(const struct hot_loop *loop, size_t candidate)
{
	double ratio = candidate_measured(loop, candidate);

	return ratio > 0 ? log(ratio) : 0;
}

/*
 * What was measured of it is below what is written by more than noise; the
 * original's time is one by definition.
 */
static bool is_clear(const struct hot_loop *loop, size_t candidate)
{
	size_t written = candidate_written(loop, candidate);
	double count = (double)times_run(loop, candidate);
	double variance = 1 / count;

	if (loop->decided)
		return loop->proven;
	if (candidate == written || count == 0 || times_run(loop, written) == 0)
		return false;
	if (written != 0)
		variance += 1 / (double)times_run(loop, written);
	return mean_log(loop, candidate) - mean_log(loop, written) <
	       -CLEAR * loop->noise * sqrt(variance);
}

/* Believed time of the loops with the best of a choice. */
static double time_of(const struct hot *hot, size_t choice)
{
	double error, sum = -steer_rest(hot, choice, &error);

	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];

		sum += loop->share *
		       exp(loop->beliefs[best_of(loop, choice)].mean);
	}
	return sum;
}

void steer_take_best(struct hot *hot, bool clear)
{
	double least = INFINITY;

	update_all(hot);
	for (size_t i = 0; i < hot->choices->count; i++)
		if (steer_is_open(hot, i) && steer_ran_well(hot, i) &&
		    time_of(hot, i) < least) {
			least = time_of(hot, i);
			hot->choice = i;
		}
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];

		loop->now = best_of(loop, hot->choice);
		if (clear && !is_clear(loop, loop->now))
			loop->now = candidate_written(loop, loop->now);
	}
}

double steer_promise(const struct hot *hot)
{
	double error, sum = steer_rest(hot, hot->choice, &error);

	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];

		double saved =
			loop->beliefs[loop->now].mean - loop->beliefs[0].mean;

		if (loop->proven && loop->now == loop->winner)
			saved = loop->gain +
				mean_log(loop,
					 candidate_written(loop, loop->now));
		sum += loop->share * (1 - exp(saved));
	}
	return sum;
}
