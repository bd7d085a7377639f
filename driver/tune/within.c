/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Races of versions within a run.
 */
#include "within.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "candidate.h"
#include "choice.h"
#include "hot.h"
#include "proof.h"
#include "round.h"
#include "run/clocks.h"
#include "run/samples.h"
#include "steer.h"
#include "trial.h"

/* Calls of a loop in a run, at least: that versions can show what they are. */
#define LEAST_CALLS 44

/* Runs at most, and what another one must promise, of the program's time. */
#define MOST_RUNS 3
#define LEAST_PROMISE .02

/* Versions in a build, at most; in which of these one wins by chance counts. */
#define MOST_VERSIONS 7

/* Nobody wins before so many rounds, which are what is left of 8 in the
   program; and less says nothing of a loop. */
#define LEAST_ROUNDS 6
#define LEAST_SEEN 4

struct within {
	struct trial *trial;
	size_t choice;	 /* how the program is compiled */
	json_t *samples; /* lines of all runs */
	bool *met;	 /* of each loop the last run has said something new */
	bool failed;
};

/* ---- what is tried ---- */

static bool is_version(const struct within *at, const struct hot_loop *loop,
		       size_t candidate)
{
	return loop->candidates[candidate].choice == at->choice &&
	       loop->candidates[candidate].version > 0 &&
	       !loop->items[candidate].barred;
}

/* Has it versions, and is it called often enough? */
static bool is_raced(const struct within *at, const struct hot_loop *loop)
{
	double calls, wall;
	bool any = false;

	for (size_t i = 0; i < loop->count; i++)
		any |= is_version(at, loop, i);
	return any &&
	       clocks_time(at->trial->clocks, loop->views->record, &calls,
			   &wall) &&
	       calls >= LEAST_CALLS;
}

/* Clocks know the time that passes, and nothing of the choices of a space. */
static bool is_possible(const struct trial *trial)
{
	size_t open = 0;

	for (size_t i = 0; i < trial->hot->choices->count; i++)
		open += steer_is_open(trial->hot, i) &&
			!trial->hot->choices->list[i].proposed;
	return trial->clocks && trial->hot->clocked && open == 1;
}

static const struct hot_view *view_of(const struct within *at,
				      const struct hot_loop *loop)
{
	return &loop->views[at->choice];
}

/* ln of the time of the loop as it is written in the choice, by that of the
   original. */
static double begin_of(const struct within *at, const struct hot_loop *loop)
{
	double ratio = candidate_measured(loop, view_of(at, loop)->first);

	return ratio > 0 ? log(ratio) : 0;
}

static bool is_any(const struct within *at)
{
	for (size_t i = 0; i < at->trial->hot->count; i++)
		if (is_raced(at, &at->trial->hot->list[i]))
			return true;
	return false;
}

/* ---- a run ---- */

static void tell_failure(const struct trial_contender *one)
{
	message_warning("what was to be tried within one run is tried in runs "
			"of its own: %s",
			one->contender.reason ? one->contender.reason
					      : "the original fails as well");
}

/* Which call did it end in? That version is not tried again. */
static bool bar_guilty(const struct within *at, const json_t *lines)
{
	bool any = false;

	for (size_t i = 0; i < at->trial->hot->count; i++) {
		struct hot_loop *loop = &at->trial->hot->list[i];
		const char *guilty =
			samples_under_way(lines, view_of(at, loop)->record);

		for (size_t j = 0; guilty && j < loop->count; j++) {
			struct text clauses = {0};

			candidate_plain(loop, j, &clauses);
			if (is_version(at, loop, j) &&
			    strcmp(guilty, text_string(&clauses)) == 0)
				any = loop->items[j].barred = true;
			text_free(&clauses);
		}
	}
	return any;
}

/* What it said is added to what is known. */
static void take(struct within *at, const struct store_run *run)
{
	json_t *lines = clocks_read(run->loops);

	json_array_extend(at->samples, lines);
	json_array_append_new(at->trial->samples, lines);
}

/* *again: it crashed in a call that is known, and is worth another try. */
static bool race(struct within *at, bool *again)
{
	struct trial *trial = at->trial;
	struct round round = {
		.phase = "trial", .number = trial->batches, .predicted = 1};
	enum round_outcome outcome = ROUND_VOID;
	bool good;

	*again = false;
	at->failed = true;
	if (!trial_find_race(trial, at->choice, &round.index))
		return false;
	if (round.index == 0)
		return true;
	trial->list[round.index].contender.seed = (int)++trial->batches;
	trial_progress(trial, "trying within run", round.number, 1, 0);
	if (!contender_build(trial->session,
			     &trial->list[round.index].contender))
		return false;
	good = round_join(trial, &round, round.index, 1, &outcome);
	at->failed = outcome != ROUND_MEASURED;
	if (good && !at->failed) {
		take(at, &round.run[ROUND_VARIANT]);
	} else if (good) {
		const char *loops = round.run[ROUND_VARIANT].loops;
		json_t *lines = clocks_read(loops ? loops : "");

		*again = bar_guilty(at, lines);
		if (!*again)
			tell_failure(&trial->list[round.index]);
		json_decref(lines);
	}
	round_free(&round);
	return good;
}

/* ---- what it says ---- */

/* As the runtime does, which looks after 4, 6, 8, 12, 16, ... rounds; here of
   all loops together, and of each run and all of them, one winner in a hundred
   may be none. */
static double error_of(const struct within *at, double rounds)
{
	double looks = 2 + floor(2 * log2(fmax(rounds, 4) / 4));

	return CONFIRM_ERROR / ((MOST_RUNS + 1) * MOST_VERSIONS * looks *
				(looks + 1) * (double)at->trial->hot->count);
}

static bool is_certain(const struct within *at,
		       const struct samples_sum *difference)
{
	double error = error_of(at, difference->count);

	return difference->count >= LEAST_ROUNDS &&
	       difference->mean +
			       difference->error *
				       gsl_cdf_tdist_Qinv(
					       error, difference->count - 1) <
		       0;
}

/*
 * What follows the loop pays for it; the runtime has the same rule. Where that
 * scatters by more than the gain, two standard errors must say so.
 */
static bool is_paid_for(const struct samples *samples)
{
	double gain = -expm1(samples->difference.mean);
	const struct samples_sum *next = &samples->next;

	if (next->count < 3)
		return next->count > 0 && next->mean > gain / 2;
	if (next->error > gain)
		return next->mean > 2 * next->error;
	return next->mean + next->error > gain;
}

static bool read_any(const json_t *lines, const struct hot_loop *loop,
		     size_t candidate, struct samples *samples)
{
	size_t choice = loop->candidates[candidate].choice;
	struct text clauses = {0};
	bool good;

	candidate_plain(loop, candidate, &clauses);
	good = samples_read(lines, loop->views[choice].record,
			    text_string(&clauses), samples);
	text_free(&clauses);
	return good;
}

static bool read_from(const json_t *lines, const struct hot_loop *loop,
		      size_t candidate, struct samples *samples)
{
	return read_any(lines, loop, candidate, samples) &&
	       samples->difference.count > 0;
}

static bool read_candidate(const struct within *at, const struct hot_loop *loop,
			   size_t candidate, struct samples *samples)
{
	return read_from(at->samples, loop, candidate, samples);
}

/*
 * Is it certain, by all runs or by one of them? What disturbs another run does
 * not take back what is proven. *difference is the most exact of those that are
 * certain.
 */
static bool is_proven(const struct within *at, const struct hot_loop *loop,
		      size_t candidate, struct samples_sum *difference)
{
	bool proven = is_certain(at, difference);

	if (difference->mean >= 0)
		return false;
	for (size_t i = 0; i < json_array_size(at->trial->samples); i++) {
		struct samples one;

		if (!read_from(json_array_get(at->trial->samples, i), loop,
			       candidate, &one) ||
		    !is_certain(at, &one.difference) ||
		    (proven && one.difference.error >= difference->error))
			continue;
		*difference = one.difference;
		proven = true;
	}
	return proven;
}

/* "  trial  heat.c:17 schedule(dynamic,4): 0.68 +- .02 (predicted .71)"; of one
   round nobody knows how exact it is. */
static void tell(const struct within *at, const struct hot_loop *loop,
		 size_t candidate, const struct samples *samples)
{
	const struct choice *choice =
		&at->trial->hot->choices->list[at->choice];
	double ratio = exp(begin_of(at, loop) + samples->difference.mean);
	struct text line = {0};

	text_add(&line, "  trial  ");
	choice_head(choice, &line);
	text_print(&line, "%s ", loop->views->place);
	candidate_plain(loop, candidate, &line);
	text_print(&line, ": %.3f", ratio);
	if (isfinite(samples->difference.error))
		text_print(&line, " +- %.3f",
			   2 * ratio * samples->difference.error);
	else
		text_add(&line, " in one round");
	text_add(&line, " (predicted ");
	candidate_ratio(candidate_predicted(loop, candidate), &line);
	text_print(&line, "), %.0f calls%s", samples->calls,
		   samples->dropped ? ", given up" : "");
	message_note("%s", text_string(&line));
	text_free(&line);
}

/* The standard error of a few rounds is no better known than the noise of
   runs. */
static double doubt(const struct hot_loop *loop,
		    const struct samples_sum *difference)
{
	double usual = loop->noise / sqrt(fmax(difference->count, 1));

	if (difference->count >= LEAST_SEEN)
		return difference->error;
	return isfinite(difference->error) ? fmax(difference->error, usual)
					   : usual;
}

/* Samples of this run and those before it, once each. */
static void observe(const struct within *at, struct hot_loop *loop,
		    size_t candidate, const struct samples_sum *difference)
{
	double log_time = begin_of(at, loop) + difference->mean;
	double error = doubt(loop, difference);

	for (size_t i = 0; i < loop->run_count; i++)
		if (loop->runs[i].item == candidate) {
			loop->runs[i].log_time = log_time;
			loop->runs[i].noise = error;
			return;
		}
	steer_sample(loop, candidate, log_time, error);
}

static struct hot_seen *seen_of(struct hot_loop *loop, size_t candidate)
{
	if (!loop->seen) {
		loop->seen =
			memory_grow(NULL, loop->count, sizeof(*loop->seen));
		memset(loop->seen, 0, loop->count * sizeof(*loop->seen));
	}
	return &loop->seen[candidate];
}

/* For those who choose for several inputs. */
static void keep_seen(const struct within *at, struct hot_loop *loop,
		      size_t candidate, struct samples *samples)
{
	struct samples_sum *difference = &samples->difference;

	*seen_of(loop, candidate) = (struct hot_seen){
		.met = true,
		.proven = is_proven(at, loop, candidate, difference),
		.costly = is_paid_for(samples),
		.gain = difference->mean,
		.error = doubt(loop, difference)};
}

/* One that was given up at once has no time to show. */
static void keep_refused(const struct within *at, struct hot_loop *loop,
			 size_t candidate)
{
	struct samples samples;

	if (read_any(at->samples, loop, candidate, &samples) && samples.dropped)
		*seen_of(loop, candidate) =
			(struct hot_seen){.met = true, .costly = true};
}

/* Has the last run anything to add? */
static bool is_news(const struct within *at, const struct hot_loop *loop,
		    size_t candidate)
{
	const json_t *runs = at->trial->samples;
	struct samples samples;

	return read_from(json_array_get(runs, json_array_size(runs) - 1), loop,
			 candidate, &samples);
}

/* Takes what the run tells anew of the versions of a loop. */
static bool observe_loop(const struct within *at, struct hot_loop *loop)
{
	bool met = false;

	for (size_t i = 0; i < loop->count; i++) {
		struct samples samples;

		if (!is_version(at, loop, i))
			continue;
		if (!read_candidate(at, loop, i, &samples)) {
			keep_refused(at, loop, i);
			continue;
		}
		if (!is_news(at, loop, i))
			continue;
		met = true;
		tell(at, loop, i, &samples);
		at->trial->tried += candidate_runs(loop, i) == 0;
		observe(at, loop, i, &samples.difference);
		keep_seen(at, loop, i, &samples);
	}
	return met;
}

/* By one standard error, or two where few have been seen; what is no more than
   likely has runs to prove it. */
static bool is_likely(const struct hot_loop *loop,
		      const struct samples_sum *difference)
{
	double errors = difference->count >= LEAST_SEEN ? 1 : 2;

	return difference->mean + errors * doubt(loop, difference) < 0;
}

/* The fastest of those that are certainly faster, or, without "proven", of
   those that are likely to be; of all batches. */
static void find_winner(const struct within *at, struct hot_loop *loop,
			bool proven)
{
	for (size_t i = view_of(at, loop)->first + 1; i < loop->count; i++) {
		struct samples samples;

		if (loop->candidates[i].choice != at->choice ||
		    !read_candidate(at, loop, i, &samples) ||
		    loop->items[i].barred ||
		    !(proven ? is_proven(at, loop, i, &samples.difference)
			     : !samples.dropped &&
				       is_likely(loop, &samples.difference)) ||
		    is_paid_for(&samples) ||
		    samples.difference.mean >= loop->gain)
			continue;
		loop->winner = i;
		loop->gain = samples.difference.mean;
		loop->error = samples.difference.error;
	}
}

static void decide(const struct within *at, struct hot_loop *loop)
{
	loop->winner = 0;
	loop->gain = loop->error = 0;
	find_winner(at, loop, true);
	loop->proven = loop->winner != 0;
	if (!loop->proven)
		find_winner(at, loop, false);
}

static bool has_samples(const struct within *at, const struct hot_loop *loop)
{
	struct samples samples;

	for (size_t i = 0; i < loop->count; i++)
		if (is_version(at, loop, i) &&
		    read_candidate(at, loop, i, &samples) &&
		    (samples.difference.count >= LEAST_SEEN || samples.dropped))
			return true;
	return false;
}

/* It may yet turn out to be faster by as much as counts; where few rounds have
   been seen it is the one that is likely to be, or looks so. */
static bool is_open(const struct within *at, const struct hot_loop *loop,
		    size_t candidate)
{
	struct samples samples;
	const struct samples_sum *difference = &samples.difference;
	double least = -LEAST_PROMISE / loop->share;

	if ((loop->proven && candidate == loop->winner) ||
	    !is_version(at, loop, candidate) ||
	    !read_candidate(at, loop, candidate, &samples) || samples.dropped ||
	    is_proven(at, loop, candidate, &samples.difference))
		return false;
	return difference->count >= LEAST_SEEN
		       ? difference->mean - 2 * difference->error < least
		       : difference->mean < least &&
				 (loop->winner == 0 ||
				  candidate == loop->winner);
}

static bool has_open(const struct within *at, const struct hot_loop *loop)
{
	for (size_t i = 0; i < loop->count; i++)
		if (is_open(at, loop, i))
			return true;
	return false;
}

/*
 * Does any loop want another run? One of which the last run said nothing new,
 * though something is open, is left to fixed versions.
 */
static bool read_loops(struct within *at)
{
	struct hot *hot = at->trial->hot;
	bool again = false;

	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];
		const char *why;
		bool open;

		if (!at->met[i])
			continue;
		if (!samples_tried(at->samples, view_of(at, loop)->record,
				   &why)) {
			message_note("%s is tried in runs of its own: %s",
				     loop->views->place, why);
			at->met[i] = false;
			continue;
		}
		at->met[i] = observe_loop(at, loop);
		decide(at, loop);
		open = has_open(at, loop);
		loop->decided = has_samples(at, loop) &&
				(at->met[i] || loop->proven || !open);
		at->met[i] &= open;
		again |= at->met[i];
	}
	return again;
}

static bool has_time(const struct within *at)
{
	return at->trial->most ||
	       trial_left(at->trial) > proof_seconds(at->trial);
}

static size_t most_runs(const struct within *at)
{
	size_t most = at->trial->most;

	return most && most < MOST_RUNS ? most : MOST_RUNS;
}

/* A build without the version that crashed does not count. */
static bool race_all(struct within *at)
{
	size_t crashes = 0, runs = 0;
	bool again = true;

	while (again && is_any(at)) {
		if (!race(at, &again))
			return false;
		if (again) {
			candidate_drop_barred(at->trial->hot, at->choice);
			again = crashes++ < MOST_RUNS;
		} else if (!at->failed) {
			again = read_loops(at) && has_time(at) &&
				++runs < most_runs(at);
		}
	}
	return true;
}

/* ---- all of it ---- */

static void begin(struct within *at)
{
	const struct hot *hot = at->trial->hot;

	at->met = memory_grow(NULL, hot->count + 1, sizeof(*at->met));
	for (size_t i = 0; i < hot->count; i++)
		at->met[i] = is_raced(at, &hot->list[i]);
	if (!at->trial->samples)
		at->trial->samples = json_array();
	at->samples = json_array();
	for (size_t i = 0; i < json_array_size(at->trial->samples); i++)
		json_array_extend(at->samples,
				  json_array_get(at->trial->samples, i));
}

static void end(struct within *at)
{
	json_decref(at->samples);
	free(at->met);
}

bool within_try(struct trial *trial)
{
	struct within at = {.trial = trial, .choice = steer_base(trial->hot)};
	bool good;

	if (!is_possible(trial))
		return true;
	begin(&at);
	good = race_all(&at);
	for (size_t i = 0; i < trial->hot->count; i++)
		trial->hot->list[i].silent |= trial->hot->list[i].decided;
	end(&at);
	return good;
}

bool within_ask(struct trial *trial)
{
	struct within at = {.trial = trial};
	bool good = true, again = is_possible(trial);

	if (!again)
		return true;
	begin(&at);
	while (good && again && is_any(&at)) {
		good = race(&at, &again);
		if (again)
			candidate_drop_barred(trial->hot, 0);
	}
	for (size_t i = 0; good && !at.failed && i < trial->hot->count; i++)
		if (at.met[i])
			observe_loop(&at, &trial->hot->list[i]);
	end(&at);
	return good;
}

bool within_decided_all(const struct hot *hot)
{
	for (size_t i = 0; i < hot->count; i++)
		if (!hot->list[i].decided)
			return false;
	return true;
}
