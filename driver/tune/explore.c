/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search.
 */
#include "explore.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "candidate.h"
#include "choice.h"
#include "execute.h"
#include "hot.h"
#include "measure.h"
#include "proof.h"
#include "propose.h"
#include "round.h"
#include "steer.h"
#include "trial.h"
#include "within.h"

/* Without a number from the user the search ends here at the latest. */
#define MOST_TRIES 40

/* At most so many sets of flags are run. Each must promise so much of the time
   of the hot loops, and save so much of the program's time in one run, also in
   standard deviations of noise. */
#define MOST_FLAGS 2
#define LEAST_PROMISE .05
#define LEAST_SAVED .02
#define CLEAR 2

/* Versions of a loop in one build, beside it as written: of what there is time
   for, and of what the user wants. */
#define MOST_VERSIONS 5
#define MOST_VERSIONS_WANTED 7

struct exploration {
	struct trial *trial;
	struct measuring measuring;
	size_t try;
	/* what was chosen and is not tried yet, the next one first */
	struct chosen {
		size_t index;	   /* of the trial's list */
		size_t choice;	   /* what it carries: that, */
		size_t *candidate; /* and these of the loops */
		bool sent;
	} * ahead;
	size_t ahead_count;
	bool over; /* no more is chosen */
};

/* ---- a try ---- */

static const char *phase_of(const struct trial *trial)
{
	return trial->clocked ? "loops" : "try";
}

static size_t most_tries(const struct trial *trial)
{
	return trial->most ? trial->most : MOST_TRIES;
}

/* Is the program of the same content as one that was measured, or will be? */
static bool is_known(const struct exploration *at, size_t index)
{
	const struct trial *trial = at->trial;
	uint64_t digest = trial->list[index].contender.digest;

	for (size_t i = 0; i < trial->count; i++)
		if (i != index && trial->list[i].ratio > 0 &&
		    trial->list[i].contender.digest == digest)
			return true;
	for (size_t i = 0; i < at->ahead_count; i++) {
		size_t other = at->ahead[i].index;

		if (at->ahead[i].sent &&
		    trial->list[other].contender.digest == digest)
			return true;
	}
	return false;
}

/* The program is needed no more, unless it is chosen once more. */
static void put_away(struct exploration *at, size_t index)
{
	for (size_t i = 0; i < at->ahead_count; i++)
		if (at->ahead[i].index == index)
			return;
	trial_put_away(at->trial, index);
}

static bool try_carried(struct exploration *at)
{
	struct trial *trial = at->trial;
	size_t most = most_tries(trial), index;
	size_t left = 1;

	if (most > at->try)
		left = most - at->try;
	trial_progress(trial, "try", at->try, 2 * left, PROOF_CANDIDATES);
	at->measuring.trial = trial;
	at->measuring.phase = phase_of(trial);
	at->measuring.number = at->try;
	if (!measure_carried(&at->measuring, &index))
		return false;
	put_away(at, index);
	return true;
}

/* ---- how it ends ---- */

static bool is_hopeless(const struct trial *trial)
{
	if (!round_is_vain(trial))
		return false;
	message_warning("the original fails again and again: the search ends");
	return true;
}

/* Who asks for runs has them. */
static bool is_spent(const struct trial *trial)
{
	if (trial->most || trial_left(trial) > proof_seconds(trial))
		return false;
	message_note("the budget leaves no time to try %s; --budget MINUTES "
		     "gives more",
		     trial->tried > 0 ? "more" : "anything");
	return true;
}

/* ---- what podium proposes: flags, then other orders and tiles ---- */

static void carry(struct hot *hot, size_t choice)
{
	hot->choice = choice;
	for (size_t i = 0; i < hot->count; i++)
		hot->list[i].now = hot->list[i].views[choice].first;
}

/* Do all loops, as they stand, save more than noise of the program's time? */
static bool pays(const struct hot *hot, size_t choice)
{
	double error, saved = steer_rest(hot, choice, &error);
	double squares = error * error;

	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];
		double ratio =
			candidate_measured(loop, loop->views[choice].first);

		if (ratio <= 0)
			continue;
		saved += loop->share * (1 - ratio);
		squares += pow(loop->share * loop->noise, 2);
	}
	return saved > fmax(LEAST_SAVED, CLEAR * sqrt(squares));
}

/*
 * The one of which GCC has made the fastest nests, by their records, of those
 * that were not run; 0 where none promises enough.
 */
static size_t next_proposed(struct trial *trial)
{
	struct hot *hot = trial->hot;
	double least = 1 - LEAST_PROMISE;
	size_t found = 0;

	for (size_t i = 1; i < hot->choices->count; i++) {
		const struct choice *choice = &hot->choices->list[i];
		double one;

		if (!choice->proposed || !steer_is_open(hot, i) || pays(hot, i))
			continue;
		carry(hot, i);
		one = measure_predicted(trial);
		if (one >= least)
			continue;
		least = one;
		found = i;
	}
	return found;
}

/* With the clauses that are written. */
static bool run_proposed(struct exploration *at, size_t choice)
{
	struct trial *trial = at->trial;
	struct hot *hot = trial->hot;
	struct choice *one = &hot->choices->list[choice];
	bool good = measure_begin(trial);

	carry(hot, choice);
	good = good && try_carried(at);
	one->closed = !pays(hot, choice);
	at->try++;
	return good;
}

/* The best are run once each. */
static bool run_best(struct exploration *at)
{
	struct trial *trial = at->trial;
	size_t end = at->try + MOST_FLAGS, next;
	bool good = true;

	if (trial->most > 0 && trial->most < end)
		end = trial->most;
	while (good && at->try < end && !is_hopeless(trial) &&
	       (next = next_proposed(trial)) && !is_spent(trial))
		good = run_proposed(at, next);
	return good;
}

/* What does not pay is left at that: the others have the search. */
static bool try_proposed(struct exploration *at)
{
	struct hot *hot = at->trial->hot;
	bool good = run_best(at);

	for (size_t i = 1; i < hot->choices->count; i++)
		if (hot->choices->list[i].proposed && !pays(hot, i))
			hot->choices->list[i].closed = true;
	carry(hot, 0);
	measure_end(&at->measuring);
	return good && propose(hot, steer_base(hot), at->trial->session->make);
}

/* ---- chosen ahead ---- */

static void carry_chosen(struct hot *hot, const struct chosen *chosen)
{
	hot->choice = chosen->choice;
	for (size_t i = 0; i < hot->count; i++)
		hot->list[i].now = chosen->candidate[i];
}

/* Where nothing is under way as by what was measured alone. */
static bool choose_beside(struct exploration *at)
{
	struct trial *trial = at->trial;
	struct hot *hot = trial->hot;
	bool good;

	for (size_t i = 0; i < at->ahead_count; i++) {
		carry_chosen(hot, &at->ahead[i]);
		steer_expect(hot);
	}
	good = steer_choose(hot, trial->most == 0);
	steer_forget_expected(hot);
	/* the program's time cannot tell which of several loops did what */
	if (good && !trial->clocked)
		steer_change_one(hot, at->try + at->ahead_count);
	return good;
}

/* Reasons that last end the choice. */
static bool choose_next(struct exploration *at)
{
	struct trial *trial = at->trial;

	if (at->over || at->try + at->ahead_count >= most_tries(trial))
		return false;
	at->over = is_hopeless(trial);
	if (at->over || !choose_beside(at))
		return false;
	at->over = is_spent(trial);
	return !at->over;
}

static bool add_chosen(struct exploration *at)
{
	const struct hot *hot = at->trial->hot;
	size_t *candidate, index;

	if (!trial_find_carried(at->trial, &index))
		return false;
	candidate = memory_grow(NULL, hot->count, sizeof(*candidate));
	for (size_t i = 0; i < hot->count; i++)
		candidate[i] = hot->list[i].now;
	at->ahead =
		memory_grow(at->ahead, at->ahead_count + 1, sizeof(*at->ahead));
	at->ahead[at->ahead_count++] =
		(struct chosen){index, hot->choice, candidate, false};
	return true;
}

/* Is it to be run? It is built. */
static bool is_new(const struct exploration *at, size_t number)
{
	size_t index = at->ahead[number].index;

	return !at->trial->list[index].contender.reason && !is_known(at, index);
}

/* Those from that one on, around one run of the original. */
static bool send_from(struct exploration *at, size_t first)
{
	struct round round = {.phase = phase_of(at->trial)};
	size_t indexes[2] = {0, 0}, count = 0;

	for (size_t i = first; i < at->ahead_count; i++) {
		struct chosen *one = &at->ahead[i];

		if (!contender_build(at->trial->session,
				     &at->trial->list[one->index].contender))
			return false;
		if (!is_new(at, i))
			continue;
		if (count == 0)
			round.number = at->try + i;
		one->sent = true;
		indexes[count++] = one->index;
	}
	if (count > 0)
		round_send(at->trial, &round, indexes[0], indexes[1], true);
	return true;
}

/*
 * Each machine gets two variants around a run of the original. The choice
 * depends on what was measured before, of which there is the same each time,
 * whichever machine is the first.
 */
static bool choose_ahead(struct exploration *at)
{
	size_t jobs = execute_jobs(at->trial->session);
	bool good = true;

	if (jobs == 0)
		return !choose_next(at) || add_chosen(at);
	while (good && at->ahead_count <= 2 * (jobs - 1)) {
		size_t first = at->ahead_count;

		for (size_t i = 0; i < 2 && good && choose_next(at); i++)
			good = add_chosen(at);
		if (at->ahead_count == first)
			break;
		good = good && send_from(at, first);
	}
	return good;
}

static bool try_chosen(struct exploration *at)
{
	struct chosen chosen = at->ahead[0];
	size_t refused = at->trial->refused;
	bool good;

	at->ahead_count--;
	memmove(at->ahead, at->ahead + 1, at->ahead_count * sizeof(*at->ahead));
	carry_chosen(at->trial->hot, &chosen);
	good = try_carried(at);
	free(chosen.candidate);
	/* a version that the build lacks was no try */
	at->try += at->trial->refused == refused;
	return good;
}

/* What was chosen in vain. */
static void drop_chosen(struct exploration *at)
{
	while (at->ahead_count > 0) {
		struct chosen *last = &at->ahead[--at->ahead_count];

		put_away(at, last->index);
		free(last->candidate);
	}
	free(at->ahead);
	at->ahead = NULL;
	execute_drop(at->trial->session);
}

/* What is under way would say no more. */
static bool is_given_up(const struct exploration *at)
{
	return round_is_vain(at->trial) && (at->over || is_hopeless(at->trial));
}

/* In runs of their own. */
static bool run_each(struct exploration *at)
{
	bool good = measure_begin(at->trial);

	while (good && (good = choose_ahead(at)) && at->ahead_count > 0 &&
	       !is_given_up(at))
		good = try_chosen(at);
	drop_chosen(at);
	measure_end(&at->measuring);
	return good;
}

/* ---- all of it ---- */

bool explore(struct trial *trial)
{
	struct exploration at = {.trial = trial};
	size_t most = trial->most;

	steer_begin(trial->hot);
	if (!try_proposed(&at))
		return false;
	if (most < MOST_VERSIONS)
		most = MOST_VERSIONS;
	else if (most > MOST_VERSIONS_WANTED)
		most = MOST_VERSIONS_WANTED;
	steer_hold(trial->hot, most, trial->most > 0);
	return within_try(trial) &&
	       (within_decided_all(trial->hot) || run_each(&at));
}

/* ---- what other inputs want ---- */

/* The versions that this input has not measured. */
static void hold_wanted(struct hot_loop *loop)
{
	size_t list[MOST_VERSIONS_WANTED], count = 0;

	for (size_t i = 1; i < loop->count && count < MOST_VERSIONS_WANTED; i++)
		if (loop->candidates[i].wanted && !loop->items[i].barred &&
		    !hot_met(loop, i) && candidate_runs(loop, i) == 0)
			list[count++] = i;
	candidate_hold(loop, 0, list, count);
}

/* That version of each loop, or of one where the program's time judges. Cold
   loops say nothing by the time of whole runs. */
static bool carry_version(const struct trial *trial, size_t version, size_t one)
{
	struct hot *hot = trial->hot;
	bool any = false;

	carry(hot, 0);
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];

		for (size_t j = 1; j < loop->count && !loop->cold; j++)
			if (loop->candidates[j].choice == 0 &&
			    loop->candidates[j].version == version &&
			    !loop->items[j].barred && !hot_met(loop, j) &&
			    (trial->clocked || i == one)) {
				loop->now = j;
				any = true;
			}
	}
	return any;
}

bool explore_wanted(struct trial *trial)
{
	struct hot *hot = trial->hot;
	size_t loops = trial->clocked ? 1 : hot->count;
	struct measuring at = {.trial = trial, .phase = "wanted"};
	bool good;

	for (size_t i = 0; i < hot->count; i++)
		hold_wanted(&hot->list[i]);
	good = within_ask(trial);
	for (size_t i = 1; i <= MOST_VERSIONS_WANTED; i++)
		for (size_t j = 0; j < loops && good; j++) {
			size_t index;

			if (round_is_vain(trial) || !carry_version(trial, i, j))
				continue;
			trial_progress(trial, "comparing", at.number, 2, 0);
			good = measure_begin(trial) &&
			       measure_carried(&at, &index);
			at.number++;
		}
	measure_end(&at);
	return good;
}
