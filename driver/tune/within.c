/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variants that are tried within one run.
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

/* Candidates beside the loop as written, at most. */
#define MOST_BATCH 7

/* Calls for each candidate, two or three rounds of each run, and to begin. */
#define CALLS_EACH 8
#define CALLS_FIRST 20
#define LEAST_OFTEN 3

/* The same for one round, where there are no more: 4 calls as written and one
   behind it, and 3 of each, which the loop as written is one of. */
#define CALLS_ROUND 3
#define CALLS_BESIDE (5 + CALLS_ROUND)

/* Runs at most, and what another one must promise, of the program's time:
   where loops are called often, and where some are called seldom. */
#define MOST_RUNS_OFTEN 4
#define MOST_RUNS 8
#define LEAST_PROMISE_OFTEN .02
#define LEAST_PROMISE .01

/* Nobody wins before so many rounds, which are what is left of 8 in the
   program; and less says nothing of a loop. */
#define LEAST_ROUNDS 6
#define LEAST_SEEN 4

/* What is tried in a loop. */
struct batch {
	size_t list[MOST_BATCH], count;
	bool met; /* the last run has said something new of it */
};

struct within {
	struct trial *trial;
	size_t choice;	       /* how the program is compiled */
	struct batch *batches; /* of each hot loop */
	json_t *samples;       /* lines of all runs */
	bool failed;
	bool seldom; /* a loop has no more than a round in a run */
	double time; /* that there was to begin with, in seconds */
};

/* ---- what is tried ---- */

static double calls_of(const struct trial *trial, const struct hot_loop *loop)
{
	double calls, wall;

	return clocks_time(trial->clocks, loop->views->record, &calls, &wall)
		       ? calls
		       : 0;
}

/* So many candidates have time to show what they are. Where that is next to
   none, a round of each in several runs finds more. */
static size_t most_often(double calls)
{
	double most = fmin((calls - CALLS_FIRST) / CALLS_EACH, MOST_BATCH);

	return most < LEAST_OFTEN ? 0 : (size_t)most;
}

/* Where that is none, so many can be in one round. */
static size_t most_seldom(double calls)
{
	return (size_t)fmin(fmax((calls - CALLS_BESIDE) / CALLS_ROUND, 0),
			    MOST_BATCH);
}

static size_t most_batch(const struct trial *trial, const struct hot_loop *loop)
{
	double calls = calls_of(trial, loop);
	size_t most = most_often(calls);

	return most > 0 ? most : most_seldom(calls);
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

static void fill_first(struct within *at)
{
	for (size_t i = 0; i < at->trial->hot->count; i++) {
		const struct hot_loop *loop = &at->trial->hot->list[i];
		struct batch *batch = &at->batches[i];
		double expected;

		if (loop->cold)
			continue;
		batch->count = steer_batch(loop, at->choice,
					   most_batch(at->trial, loop), false,
					   batch->list, &expected);
		at->seldom |= batch->count > 0 &&
			      most_often(calls_of(at->trial, loop)) == 0;
	}
}

static bool is_any(const struct within *at)
{
	size_t count = 0;

	for (size_t i = 0; i < at->trial->hot->count; i++)
		count += at->batches[i].count;
	return count > 0;
}

/* "heat.c:step#1 as-written | schedule(dynamic,4)\n" */
static char *variant_of(const struct within *at)
{
	const struct hot *hot = at->trial->hot;
	struct text lines = {0};

	text_add(&lines, hot->choices->list[at->choice].lines);
	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];
		const struct batch *batch = &at->batches[i];

		if (batch->count == 0)
			continue;
		text_print(&lines, "%s as-written", view_of(at, loop)->entry);
		for (size_t j = 0; j < batch->count; j++) {
			text_add(&lines, " | ");
			candidate_plain(loop, batch->list[j], &lines);
		}
		text_add(&lines, loop->forced ? " force\n" : "\n");
	}
	return lines.bytes;
}

/* ---- a run ---- */

static void tell_failure(const struct trial_contender *one)
{
	message_warning("what was to be tried within one run is tried in runs "
			"of its own: %s",
			one->contender.reason ? one->contender.reason
					      : "the original fails as well");
}

/* Which call did it end in? That candidate is not tried again. */
static bool bar_guilty(struct within *at, const json_t *lines)
{
	bool any = false;

	for (size_t i = 0; i < at->trial->hot->count; i++) {
		struct hot_loop *loop = &at->trial->hot->list[i];
		const char *guilty =
			samples_under_way(lines, view_of(at, loop)->record);
		struct batch *batch = &at->batches[i];
		size_t kept = 0;

		for (size_t j = 0; j < batch->count; j++) {
			struct text clauses = {0};

			candidate_plain(loop, batch->list[j], &clauses);
			if (guilty &&
			    strcmp(guilty, text_string(&clauses)) == 0) {
				loop->items[batch->list[j]].barred = true;
				any = true;
			} else {
				batch->list[kept++] = batch->list[j];
			}
			text_free(&clauses);
		}
		batch->count = kept;
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
static bool run_batch(struct within *at, bool *again)
{
	struct trial *trial = at->trial;
	struct round round = {
		.phase = "trial", .number = trial->batches, .predicted = 1};
	enum round_outcome outcome = ROUND_VOID;
	struct contender *one;
	bool good;

	*again = false;
	round.index = trial_find(trial, variant_of(at), at->choice, true);
	one = &trial->list[round.index].contender;
	one->seed = (int)++trial->batches;
	if (!contender_build(trial->session, one))
		return false;
	trial_progress(trial, "trying within run", round.number, 1, 0);
	good = one->failed ||
	       round_join(trial, &round, round.index, 1, &outcome);
	at->failed = outcome != ROUND_MEASURED;
	if (good && !at->failed) {
		take(at, &round.run[ROUND_VARIANT]);
	} else if (good) {
		json_t *lines =
			clocks_read(round.run[ROUND_VARIANT].loops
					    ? round.run[ROUND_VARIANT].loops
					    : "");

		*again = bar_guilty(at, lines);
		if (!*again)
			tell_failure(&trial->list[round.index]);
		json_decref(lines);
	}
	round_free(&round);
	trial_put_away(trial, round.index);
	return good;
}

/* ---- what it says ---- */

/* As the runtime does, which looks after 4, 6, 8, 12, 16, ... rounds; here of
   all loops together, and of each run and all of them, one winner in a hundred
   may be none. */
static double error_of(const struct within *at, double rounds)
{
	double looks = 2 + floor(2 * log2(fmax(rounds, 4) / 4));

	return CONFIRM_ERROR / ((MOST_RUNS + 1) * MOST_BATCH * looks *
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

/* What is new in this batch; of a loop of which nothing is no more is asked. */
static void observe_batch(const struct within *at, struct hot_loop *loop,
			  struct batch *batch)
{
	batch->met = false;
	for (size_t i = 0; i < batch->count; i++) {
		size_t candidate = batch->list[i];
		struct samples samples;

		if (!read_candidate(at, loop, candidate, &samples)) {
			keep_refused(at, loop, candidate);
			continue;
		}
		if (!is_news(at, loop, candidate))
			continue;
		batch->met = true;
		tell(at, loop, candidate, &samples);
		at->trial->tried += candidate_runs(loop, candidate) == 0;
		observe(at, loop, candidate, &samples.difference);
		keep_seen(at, loop, candidate, &samples);
	}
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

static bool has_samples(const struct within *at, const struct hot_loop *loop,
			const struct batch *batch)
{
	struct samples samples;

	for (size_t i = 0; i < batch->count; i++)
		if (read_candidate(at, loop, batch->list[i], &samples) &&
		    (samples.difference.count >= LEAST_SEEN || samples.dropped))
			return true;
	return false;
}

static void read_loops(struct within *at)
{
	struct hot *hot = at->trial->hot;

	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];
		struct batch *batch = &at->batches[i];
		const char *why;

		if (batch->count == 0)
			continue;
		if (!samples_tried(at->samples, view_of(at, loop)->record,
				   &why)) {
			message_note("%s is tried in runs of its own: %s",
				     loop->views->place, why);
			continue;
		}
		observe_batch(at, loop, batch);
		decide(at, loop);
		loop->decided = has_samples(at, loop, batch);
	}
}

/* ---- another run ---- */

static double least_promise(const struct within *at)
{
	return at->seldom ? LEAST_PROMISE : LEAST_PROMISE_OFTEN;
}

/* It may yet turn out to be faster by as much as counts; where few rounds have
   been seen it is the one that is likely to be, or looks so. */
static bool is_open(const struct within *at, const struct hot_loop *loop,
		    size_t candidate)
{
	struct samples samples;
	const struct samples_sum *difference = &samples.difference;
	double least = -least_promise(at) / loop->share;

	if ((loop->proven && candidate == loop->winner) ||
	    !read_candidate(at, loop, candidate, &samples) || samples.dropped ||
	    is_proven(at, loop, candidate, &samples.difference))
		return false;
	return difference->count >= LEAST_SEEN
		       ? difference->mean - 2 * difference->error < least
		       : difference->mean < least &&
				 (loop->winner == 0 ||
				  candidate == loop->winner);
}

/* Those of which most is expected, and what that is. Where calls are few, what
   is left of a round that is run for others costs nothing. */
static double add_new(const struct within *at, const struct hot_loop *loop,
		      struct batch *batch, double others)
{
	size_t room = most_batch(at->trial, loop) - batch->count;
	size_t *list = batch->list + batch->count;
	double expected, again;
	size_t count =
		steer_batch(loop, at->choice, room, false, list, &expected);

	if (at->seldom && others + loop->share * expected >= least_promise(at))
		count = steer_batch(loop, at->choice, room, true, list, &again);
	batch->count += count;
	return expected;
}

/* What is open, what is certain, and what is expected to be better yet. Returns
   what that promises, of the program's time. */
static double fill_loop(const struct within *at, const struct hot_loop *loop,
			struct batch *batch)
{
	struct batch old = *batch;
	size_t most = most_batch(at->trial, loop);
	double sum = 0;

	batch->count = 0;
	if (loop->proven || (loop->winner && is_open(at, loop, loop->winner)))
		batch->list[batch->count++] = loop->winner;
	if (batch->count > 0 && !loop->proven)
		sum += least_promise(at);
	for (size_t i = 0; i < old.count && batch->count < most; i++)
		if (old.list[i] != loop->winner &&
		    is_open(at, loop, old.list[i])) {
			batch->list[batch->count++] = old.list[i];
			sum += least_promise(at);
		}
	sum += loop->share * add_new(at, loop, batch, sum);
	return sum;
}

/* Of the loop another run within would say no more: where something is open yet
   it is left to runs of its own. */
static void leave(const struct within *at, struct hot_loop *loop,
		  struct batch *batch)
{
	if (batch->count > 0 && !loop->proven &&
	    fill_loop(at, loop, batch) >= least_promise(at))
		loop->decided = false;
	batch->count = 0;
}

/* A loop of which nothing more is worth a run is decided. */
static double fill_next(struct within *at)
{
	double sum = 0;

	for (size_t i = 0; i < at->trial->hot->count; i++) {
		struct hot_loop *loop = &at->trial->hot->list[i];
		struct batch *batch = &at->batches[i];
		double one;

		if (!batch->met) {
			leave(at, loop, batch);
			continue;
		}
		one = fill_loop(at, loop, batch);
		loop->decided |= one < least_promise(at);
		sum += one;
	}
	return sum;
}

static size_t most_runs(const struct within *at)
{
	size_t most = at->seldom ? MOST_RUNS : MOST_RUNS_OFTEN;

	return at->trial->most && at->trial->most < most ? at->trial->most
							 : most;
}

/* Is a loop left to runs of its own? */
static bool is_one_left(const struct within *at)
{
	for (size_t i = 0; i < at->trial->hot->count; i++)
		if (!at->trial->hot->list[i].decided &&
		    at->batches[i].count == 0)
			return true;
	return false;
}

/* Those have half of it. Who asks for runs has them. */
static bool has_time(const struct within *at)
{
	double kept = proof_seconds(at->trial);

	if (is_one_left(at))
		kept = fmax(kept, at->time / 2);
	return at->trial->most || trial_left(at->trial) > kept;
}

/* One that crashed in a known call does not count as one. */
static bool try_batches(struct within *at)
{
	size_t crashes = 0;
	bool again = true;

	while (again) {
		if (!run_batch(at, &again))
			return false;
		if (again)
			again = is_any(at) && crashes++ < MOST_RUNS;
		else if (!at->failed) {
			read_loops(at);
			again = fill_next(at) >= least_promise(at) &&
				is_any(at) && has_time(at) &&
				at->trial->batches - crashes < most_runs(at);
		}
	}
	return true;
}

/* Of what is decided no more is tried. */
static void settle(struct hot *hot)
{
	for (size_t i = 0; i < hot->count; i++)
		if (hot->list[i].decided)
			hot->list[i].silent = true;
}

/* ---- what other inputs want ---- */

/* What had no run yet comes first. */
static void fill_rivals(const struct within *at, struct hot_loop *loop,
			struct batch *batch)
{
	size_t most = loop->apart ? 0 : most_batch(at->trial, loop);

	batch->count = 0;
	for (size_t pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < loop->rival_count; i++) {
			struct hot_rival *rival = &loop->rivals[i];

			if (batch->count == most || !rival->open ||
			    rival->asked ||
			    loop->items[rival->candidate].barred ||
			    hot_met(loop, rival->candidate) != (pass == 1))
				continue;
			rival->asked = true;
			batch->list[batch->count++] = rival->candidate;
		}
}

static bool fill_asked(struct within *at)
{
	for (size_t i = 0; i < at->trial->hot->count; i++)
		fill_rivals(at, &at->trial->hot->list[i], &at->batches[i]);
	return is_any(at);
}

/* Of a loop of which a run says nothing the others would say no more. */
static void read_asked(struct within *at)
{
	for (size_t i = 0; i < at->trial->hot->count; i++) {
		struct hot_loop *loop = &at->trial->hot->list[i];
		struct batch *batch = &at->batches[i];

		if (batch->count == 0)
			continue;
		batch->met = false;
		if (!at->failed)
			observe_batch(at, loop, batch);
		loop->apart = !batch->met;
	}
}

/* One that crashed in a known call is left out. */
static bool run_asked(struct within *at)
{
	bool again = is_any(at);

	while (again) {
		if (!run_batch(at, &again))
			return false;
		again = again && is_any(at);
	}
	read_asked(at);
	return true;
}

/* ---- all of it ---- */

static void begin(struct within *at)
{
	size_t count = at->trial->hot->count;

	at->batches = memory_grow(NULL, count + 1, sizeof(*at->batches));
	for (size_t i = 0; i < count; i++)
		at->batches[i] = (struct batch){.count = 0};
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
	free(at->batches);
}

bool within_try(struct trial *trial)
{
	struct within at = {.trial = trial,
			    .choice = steer_base(trial->hot),
			    .time = trial_left(trial)};
	bool good = true;

	if (!is_possible(trial))
		return true;
	begin(&at);
	fill_first(&at);
	if (is_any(&at))
		good = try_batches(&at);
	settle(trial->hot);
	end(&at);
	return good;
}

static void begin_asking(struct hot *hot)
{
	for (size_t i = 0; i < hot->count; i++)
		for (size_t j = 0; j < hot->list[i].rival_count; j++)
			hot->list[i].rivals[j].asked = false;
}

bool within_ask(struct trial *trial)
{
	struct within at = {.trial = trial};
	bool good = true;

	if (!is_possible(trial))
		return true;
	begin(&at);
	begin_asking(trial->hot);
	while (good && fill_asked(&at))
		good = run_asked(&at);
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
