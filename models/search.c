/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Searches, replayed.
 */
#include "search.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "ranking.h"

const char *const search_names[SEARCH_WAYS] = {[SEARCH_REFINED] = "refined",
					       [SEARCH_RANKED] = "ranked",
					       [SEARCH_THREADS] =
						       "most threads first",
					       [SEARCH_RANDOM] = "random"};

/* A refined search costs more than the others, and has few ties. */
static const int draws[SEARCH_WAYS] = {[SEARCH_REFINED] = 5,
				       [SEARCH_RANKED] = 101,
				       [SEARCH_THREADS] = 101,
				       [SEARCH_RANDOM] = 1001};

/* ---- what is good enough ---- */

static size_t fastest(const struct search_problem *problem)
{
	size_t best = 0;

	for (size_t i = 1; i < problem->count; i++)
		if (problem->time[i] < problem->time[best])
			best = i;
	return best;
}

static bool is_good(const struct search_problem *problem, size_t item,
		    size_t best, double within)
{
	return problem->time[item] <= problem->time[best] * (1 + within) ||
	       (problem->low && problem->low[item] <= problem->high[best]);
}

size_t search_good(const struct search_problem *problem, double within)
{
	size_t best = problem->count > 0 ? fastest(problem) : 0;
	size_t good = 0;

	for (size_t i = 0; i < problem->count; i++)
		good += is_good(problem, i, best, within);
	return good;
}

/* ---- a draw ---- */

/* The variants in another order, and the order in which they are run. */
struct draw {
	const struct search_problem *problem;
	double within;
	size_t best;
	uint64_t state;
	size_t *from; /* place in the problem, of each */
	struct refine_item *items;
	struct ranking_item *ranked;
	size_t *order; /* indices of the above, as they are run */
	size_t length; /* how many of them are needed */
	struct refine_run *runs;
	struct search_end end;
};

static double time_of(const struct draw *draw, size_t item)
{
	return draw->problem->time[draw->from[item]];
}

static bool is_enough(const struct draw *draw, size_t item)
{
	return is_good(draw->problem, draw->from[item], draw->best,
		       draw->within);
}

/* Numbers that are the same everywhere: xorshift64*. */
static uint64_t roll(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * UINT64_C(2685821657736338717);
}

static void shuffle(struct draw *draw)
{
	size_t count = draw->problem->count;

	for (size_t i = 0; i < count; i++)
		draw->from[i] = i;
	for (size_t i = count - 1; i > 0; i--) {
		size_t j = (roll(&draw->state) >> 11) % (i + 1);
		size_t other = draw->from[i];

		draw->from[i] = draw->from[j];
		draw->from[j] = other;
	}
	for (size_t i = 0; i < count; i++)
		draw->items[i] = draw->problem->items[draw->from[i]];
}

/* ---- the ways ---- */

static enum model_status run_ranked(struct draw *draw)
{
	for (size_t i = 0; i < draw->problem->count; i++) {
		const struct refine_item *item = &draw->items[i];

		draw->ranked[i] = (struct ranking_item){
			.cycles = item->cycles,
			.nest = (unsigned long long)item->nest,
			.inner = (unsigned long long)item->inner};
	}
	draw->length = draw->problem->count;
	return ranking_order(draw->ranked, draw->length, draw->order);
}

static enum model_status run_random(struct draw *draw)
{
	draw->length = draw->problem->count;
	for (size_t i = 0; i < draw->length; i++)
		draw->order[i] = i;
	return MODEL_OK;
}

static enum model_status run_threads(struct draw *draw)
{
	size_t count = draw->problem->count;
	int threads = INT_MIN;

	draw->length = 0;
	for (size_t i = 0; i < count; i++)
		threads = draw->items[i].threads > threads
				  ? draw->items[i].threads
				  : threads;
	/* group after group, each as it was drawn */
	while (draw->length < count) {
		int next = INT_MIN;

		for (size_t i = 0; i < count; i++) {
			int one = draw->items[i].threads;

			if (one == threads)
				draw->order[draw->length++] = i;
			else if (one < threads && one > next)
				next = one;
		}
		threads = next;
	}
	return MODEL_OK;
}

/* What the search has when it ends. */
static void stop(struct draw *draw)
{
	double least = INFINITY;
	bool found = false;

	for (size_t i = 0; i < draw->length; i++) {
		least = fmin(least, time_of(draw, draw->order[i]));
		found = found || is_enough(draw, draw->order[i]);
	}
	draw->end = (struct search_end){
		.runs = (double)draw->length,
		.missed = !found,
		.left = least / draw->problem->time[draw->best] - 1};
}

/* On beyond its end, until the figures are known. */
static enum model_status run_refined(struct draw *draw)
{
	size_t count = draw->problem->count;
	bool stopped = false, found = false;

	for (draw->length = 0; draw->length < count; draw->length++) {
		double improvement;
		size_t next;
		enum model_status status =
			refine_next(draw->items, count, draw->runs,
				    draw->length, &next, &improvement);

		if (status != MODEL_OK)
			return status;
		if (!stopped && improvement < refine_stop(draw->length)) {
			stop(draw);
			stopped = true;
		}
		if (stopped && found &&
		    draw->length >= judge_places[JUDGE_PLACES - 1])
			return MODEL_OK;
		found = found || is_enough(draw, next);
		draw->order[draw->length] = next;
		draw->runs[draw->length] =
			(struct refine_run){next, log(time_of(draw, next)), 0};
	}
	if (!stopped)
		stop(draw);
	return MODEL_OK;
}

static enum model_status (*const ways[SEARCH_WAYS])(struct draw *) = {
	[SEARCH_REFINED] = run_refined,
	[SEARCH_RANKED] = run_ranked,
	[SEARCH_THREADS] = run_threads,
	[SEARCH_RANDOM] = run_random};

/* ---- figures ---- */

static void add_figures(const struct draw *draw, struct search_figures *sum)
{
	size_t runs = 0;

	while (!is_enough(draw, draw->order[runs]))
		runs++;
	sum->runs += (double)(runs + 1);
	for (int i = 0; i < JUDGE_PLACES; i++) {
		double least = INFINITY;

		for (size_t j = 0; j < judge_places[i] && j < draw->length; j++)
			least = fmin(least, time_of(draw, draw->order[j]));
		sum->regret[i] += least / draw->problem->time[draw->best] - 1;
	}
}

static enum model_status run_draws(struct draw *draw, enum search_way way,
				   struct search_figures *figures,
				   struct search_end *end)
{
	struct search_figures sum = {0};
	struct search_end ends = {0};
	double count = draws[way];

	for (int i = 0; i < draws[way]; i++) {
		enum model_status status;

		shuffle(draw);
		status = ways[way](draw);
		if (status != MODEL_OK)
			return status;
		add_figures(draw, &sum);
		ends.runs += draw->end.runs;
		ends.missed += draw->end.missed;
		ends.left += draw->end.left;
	}
	sum.runs /= count;
	for (int i = 0; i < JUDGE_PLACES; i++)
		sum.regret[i] /= count;
	*figures = sum;
	if (way == SEARCH_REFINED)
		*end = (struct search_end){ends.runs / count,
					   ends.missed / count,
					   ends.left / count};
	return MODEL_OK;
}

static enum model_status check(const struct search_problem *problem)
{
	if (problem->count == 0)
		return MODEL_TOO_FEW;
	if (!problem->low != !problem->high)
		return MODEL_BAD_ARGUMENT;
	for (size_t i = 0; i < problem->count; i++)
		if (!(problem->time[i] > 0) || !isfinite(problem->time[i]))
			return MODEL_NOT_POSITIVE;
	return MODEL_OK;
}

enum model_status search_replay(const struct search_problem *problem,
				enum search_way way, double within,
				struct search_figures *figures,
				struct search_end *end)
{
	enum model_status status = check(problem);
	struct draw draw = {
		.problem = problem, .within = within, .state = 20261121};
	size_t count = problem->count;

	if (status != MODEL_OK)
		return status;
	draw.best = fastest(problem);
	draw.from = calloc(count, sizeof(*draw.from));
	draw.items = calloc(count, sizeof(*draw.items));
	draw.ranked = calloc(count, sizeof(*draw.ranked));
	draw.order = calloc(count, sizeof(*draw.order));
	draw.runs = calloc(count, sizeof(*draw.runs));
	status = draw.from && draw.items && draw.ranked && draw.order &&
				 draw.runs
			 ? run_draws(&draw, way, figures, end)
			 : MODEL_NO_MEMORY;
	free(draw.from);
	free(draw.items);
	free(draw.ranked);
	free(draw.order);
	free(draw.runs);
	return status;
}
