/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The last word.
 */
#include "proof.h"

#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "candidate.h"
#include "execute.h"
#include "hot.h"
#include "round.h"
#include "run/clocks.h"
#include "steer.h"
#include "trial.h"

/* Of confirmation, however much of the budget is left, and however little. */
#define MOST_ROUNDS 60
#define LEAST_ROUNDS 6

/* Of the program's time. */
#define LEAST_PROMISE .005

/* and so many standard deviations of a ratio of two runs. */
#define PROVABLE .5

/* Runs of short programs are one sample: in seconds, and runs at most. */
#define SAMPLE .2
#define SAMPLE_RUNS 8

/* Rounds that are to agree with what was found within one run: two, or more
   where they hardly tell. */
#define ROUNDS_WITHIN 2
#define MOST_ROUNDS_WITHIN 12

static size_t sample_runs(const struct trial *trial)
{
	return (size_t)fmin(fmax(ceil(SAMPLE / trial->original), 1),
			    SAMPLE_RUNS);
}

static double round_seconds(const struct trial *trial)
{
	return 2 * (double)sample_runs(trial) * trial->original;
}

double proof_seconds(const struct trial *trial)
{
	return LEAST_ROUNDS * round_seconds(trial);
}

/* Rounds that there is time for. */
static size_t most_rounds(const struct trial *trial)
{
	double rounds = trial_left(trial) / round_seconds(trial);

	if (trial->rounds)
		return trial->rounds;
	return (size_t)fmin(fmax(rounds, LEAST_ROUNDS), MOST_ROUNDS);
}

/* ---- candidates ---- */

/* The same program failed, with clocks or without. */
static bool has_failed(const struct trial *trial, const char *variant)
{
	for (size_t i = 0; i < trial->count; i++)
		if (trial->list[i].contender.reason &&
		    strcmp(trial->list[i].contender.variant, variant) == 0)
			return true;
	return false;
}

static bool is_offered(const struct trial *trial, uint64_t digest)
{
	for (size_t i = 0; i < trial->count; i++)
		if ((trial->list[i].offered || i == 0) &&
		    !trial->list[i].contender.clocked &&
		    trial->list[i].contender.digest == digest)
			return true;
	return false;
}

/*
 * Candidates have no clocks: what counts is the program as it will be. *index
 * becomes 0 if it is the original, was offered before, or failed.
 */
static bool offer(struct trial *trial, char *variant, size_t choice,
		  size_t *index)
{
	bool failed = has_failed(trial, variant);
	struct contender *one;

	*index = trial_find(trial, variant, choice, false);
	one = &trial->list[*index].contender;
	if (!contender_build(trial->session, one))
		return false;
	if (failed || one->failed || one->reason ||
	    is_offered(trial, one->digest))
		*index = 0;
	trial->list[*index].offered = true;
	return true;
}

static struct confirm_noise noise_of(const struct trial *trial)
{
	return confirm_noise(trial->drifts, trial->drift_count);
}

/*
 * The best of those that were run and not looked at, 0 if there is none. The
 * best of several runs is better than it is: what is faster by no more than
 * noise is not asked.
 */
static size_t best_left(const struct trial *trial)
{
	size_t best = 0;
	double least = exp(-fmax(CONFIRM_LEAST, noise_of(trial).deviation));

	for (size_t i = 1; i < trial->count; i++) {
		const struct trial_contender *one = &trial->list[i];

		if (one->seen || one->ratio <= 0 || one->ratio >= least)
			continue;
		least = one->ratio;
		best = i;
	}
	return best;
}

/* Is all that it changes proven within one run? Flags and sources never are. */
static bool is_proven(const struct hot *hot)
{
	if (hot->choice != 0)
		return false;
	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];

		if (loop->now != candidate_written(loop, loop->now) &&
		    !(loop->proven && loop->now == loop->winner))
			return false;
	}
	return true;
}

/* What is believed to save next to nothing is not asked, nor what whole runs
   would have to prove and cannot. */
static bool offer_best(struct trial *trial, bool clear, size_t *index)
{
	double least = LEAST_PROMISE;

	steer_take_best(trial->hot, clear);
	if (!is_proven(trial->hot))
		least = fmax(least, PROVABLE * noise_of(trial).deviation);
	if (steer_promise(trial->hot) < least) {
		*index = 0;
		return true;
	}
	return offer(trial, candidate_variant(trial->hot), trial->hot->choice,
		     index);
}

/* Of those that were run. */
static bool offer_next(struct trial *trial, size_t *index)
{
	size_t best;

	*index = 0;
	while (*index == 0 && (best = best_left(trial))) {
		struct trial_contender *one = &trial->list[best];

		one->seen = true;
		if (!offer(trial, memory_string(one->contender.variant),
			   one->choice, index))
			return false;
	}
	return true;
}

/*
 * The best of each loop together; the same without those that only looked
 * good; then the best of the variants that were run. *index is 0 at the end.
 */
static bool next_candidate(struct trial *trial, size_t *stage, size_t *index)
{
	for (*index = 0; *stage < 2 && *index == 0; ++*stage)
		if (!offer_best(trial, *stage == 1, index))
			return false;
	return *index != 0 || offer_next(trial, index);
}

/* ---- what is known by loops ---- */

/* What the program takes by what the winners of its loops do, and the standard
   error. */
static double ratio_by_loops(const struct trial *trial, double *error)
{
	double ratio = 1, squares = 0;

	for (size_t i = 0; i < trial->hot->count; i++) {
		const struct hot_loop *loop = &trial->hot->list[i];

		if (loop->now == candidate_written(loop, loop->now))
			continue;
		ratio += loop->share * expm1(loop->gain);
		squares += pow(loop->share * exp(loop->gain) * loop->error, 2);
	}
	*error = sqrt(squares);
	return ratio;
}

/* Does it take no more than that, by calls within runs? */
static bool is_harmless(const struct trial *trial, double bound)
{
	double ratio, error;

	for (size_t i = 0; i < trial->hot->count; i++) {
		const struct hot_loop *loop = &trial->hot->list[i];

		if (loop->now != candidate_written(loop, loop->now) &&
		    !hot_met(loop, loop->now))
			return false;
	}
	ratio = ratio_by_loops(trial, &error);
	return ratio + 2 * error <= bound;
}

/* ---- confirmation ---- */

/* Against the original; it is over when the verdict is clear. */
struct confirmation {
	char *phase;
	double *ratio;
	size_t most, count; /* rounds: at most, and those that count */
	size_t number;	    /* pairs of runs, */
	size_t runs;	    /* and how many are a round */
	struct confirm_noise noise;
	/* of one of several inputs: the most that is borne, else 0; and its
	 * loops within one run take no more */
	double bound;
	bool harmless;
	bool over;
};

/*
 * The original is never cut: where a variant was, and its second run counted
 * alone, its slow runs would be drawn again and those of the original not.
 */
static double whole_ratio(const struct round *round)
{
	return fmax(round_ratio(round),
		    round->cut / round->run[ROUND_ORIGINAL].wall);
}

/* A pair of runs. *ratio is 0 where it does not count. */
static bool run_pair(struct trial *trial, struct confirmation *at,
		     size_t chosen, double *ratio)
{
	struct round round = {
		.phase = at->phase, .number = at->number, .index = chosen};
	enum round_outcome outcome;
	bool first = confirm_goes_first((int)at->number++);
	bool good = round_run(trial, &round, first, &outcome);

	*ratio = 0;
	if (good && outcome == ROUND_MEASURED)
		*ratio = whole_ratio(&round);
	at->over = good && (outcome == ROUND_FAILED ||
			    (outcome == ROUND_VOID && round_is_vain(trial)));
	round_free(&round);
	return good;
}

/* A pair for each machine; in turns, so the same variant is not always first.
 */
static void send_pairs(struct trial *trial, const struct confirmation *at,
		       size_t chosen)
{
	size_t left = (at->most - at->count) * at->runs;
	size_t jobs = execute_jobs(trial->session);

	for (size_t i = 0; i < jobs && i < left; i++) {
		struct round round = {.phase = at->phase,
				      .number = at->number + i};
		bool variant = confirm_goes_first((int)round.number);

		round_send(trial, &round, variant ? chosen : 0,
			   variant ? 0 : chosen, true);
	}
}

/* One of which half of the pairs fail does not count. */
static bool run_sample(struct trial *trial, struct confirmation *at,
		       size_t chosen)
{
	double ratio[SAMPLE_RUNS];
	size_t count = 0;

	for (size_t i = 0; i < at->runs && !at->over; i++) {
		send_pairs(trial, at, chosen);
		if (!run_pair(trial, at, chosen, &ratio[count]))
			return false;
		count += ratio[count] > 0;
	}
	if (!at->over && 2 * count > at->runs)
		at->ratio[at->count++] = gsl_stats_median(ratio, 1, count);
	return true;
}

/* What is proven within one run has only to hold for the program. Where it does
   not, it may yet be borne. */
static void look_within(struct confirmation *at, struct trial_verdict *verdict)
{
	enum confirm_word word;

	if (at->count < ROUNDS_WITHIN && at->count < at->most)
		return;
	verdict->compared = confirm_ratio(at->ratio, at->count, 1, &at->noise,
					  &verdict->confirm) == MODEL_OK;
	if (at->count == 1) {
		verdict->compared = true;
		verdict->confirm = (struct confirm){
			.ratio = at->ratio[0], .low = 0, .high = INFINITY};
	}
	confirm_expected(at->ratio, at->count, &at->noise, verdict->within,
			 &word);
	verdict->faster = word == CONFIRM_AGREES;
	if (word == CONFIRM_DENIES && at->bound > 0)
		verdict->within = 0;
	else
		at->over = word != CONFIRM_OPEN;
}

/* By these rounds, or by what its loops take within one run, where rounds do
   not say otherwise. */
static bool is_borne(const struct confirmation *at,
		     const struct confirm *confirm)
{
	return at->harmless ? confirm->low <= at->bound
			    : confirm->high <= at->bound;
}

/* Is it clear that it is faster, or takes too long, or that it does neither? */
static bool is_settled(const struct confirmation *at,
		       const struct confirm *confirm)
{
	if (at->bound == 0)
		return confirm->differs || confirm->hopeless;
	return (confirm->differs && confirm->ratio < 1) ||
	       confirm->low > at->bound ||
	       (confirm->hopeless && is_borne(at, confirm));
}

static void look(struct confirmation *at, struct trial_verdict *verdict)
{
	int looks;

	if (verdict->within > 0) {
		look_within(at, verdict);
		return;
	}
	if (!confirm_is_look((int)at->count, (int)at->most, &looks) ||
	    confirm_ratio(at->ratio, at->count, looks * PROOF_CANDIDATES,
			  &at->noise, &verdict->confirm) != MODEL_OK)
		return;
	verdict->compared = true;
	at->over = is_settled(at, &verdict->confirm);
}

/* Nobody waits longer than was told, but for the least that there is. */
static bool is_spent(const struct trial *trial, const struct confirmation *at)
{
	return !trial->rounds && at->number >= LEAST_ROUNDS &&
	       trial_left(trial) <= 0;
}

static bool confirm(struct trial *trial, struct trial_verdict *verdict,
		    double bound)
{
	struct contender *one = &trial->list[verdict->chosen].contender;
	struct confirmation at = {
		.phase = memory_print("confirm/%016llx",
				      (unsigned long long)one->digest),
		.most = most_rounds(trial),
		.runs = verdict->within > 0 ? 1 : sample_runs(trial),
		.noise = noise_of(trial),
		.bound = bound,
		.harmless = bound > 0 && is_harmless(trial, bound)};
	bool good = true;

	if (verdict->within > 0 && !trial->rounds &&
	    at.most > MOST_ROUNDS_WITHIN)
		at.most = MOST_ROUNDS_WITHIN;
	at.ratio = memory_grow(NULL, at.most + 1, sizeof(*at.ratio));
	while (good && !at.over && at.count < at.most &&
	       !is_spent(trial, &at)) {
		size_t before = at.count;

		trial_progress(trial, "confirming, round", at.count,
			       2 * (at.most - at.count) * at.runs, 0);
		good = run_sample(trial, &at, verdict->chosen);
		if (good && at.count > before)
			look(&at, verdict);
	}
	execute_drop(trial->session);
	verdict->rounds = at.count;
	if (verdict->within == 0)
		verdict->faster = verdict->compared &&
				  verdict->confirm.differs &&
				  verdict->confirm.ratio < 1;
	verdict->faster = verdict->faster && !one->reason;
	verdict->borne = verdict->faster || (verdict->compared &&
					     is_borne(&at, &verdict->confirm));
	free(at.phase);
	free(at.ratio);
	return good;
}

/* ---- its work ---- */

static void compare_entries(const struct trial *trial, const char *loops)
{
	json_t *clocks = clocks_read(loops);

	for (size_t i = 0; i < trial->hot->count; i++) {
		const struct hot_view *view = trial->hot->list[i].views;
		double was, is, time;

		if (clocks_time(trial->clocks, view->record, &was, &time) &&
		    clocks_time(clocks, view->record, &is, &time) && was != is)
			message_warning("%s is entered %.0f times, in the "
					"original %.0f times: the gain is of "
					"that, too; see whether its results "
					"are as good",
					view->place, is, was);
	}
	json_decref(clocks);
}

/*
 * With clocks, once: does it enter its loops as often as the original? Where
 * that fails and the original does not, it is no winner.
 */
static bool compare_work(struct trial *trial, struct trial_verdict *verdict)
{
	const struct trial_contender *chosen = &trial->list[verdict->chosen];
	struct round round = {.phase = "work"};
	enum round_outcome outcome = ROUND_VOID;
	bool good;

	/* macros may well change how often loops are entered, and what was
	 * tried within one run was compared call by call */
	if (!trial->clocks || chosen->choice != 0 || verdict->within > 0)
		return true;
	round.index = trial_find(
		trial, memory_string(chosen->contender.variant), 0, true);
	if (!contender_build(trial->session,
			     &trial->list[round.index].contender))
		return false;
	if (trial->list[round.index].contender.failed)
		return true;
	message_progress("comparing its work with that of the original");
	good = round_join(trial, &round, round.index, 1, &outcome);
	if (good && outcome == ROUND_MEASURED)
		compare_entries(trial, round.run[ROUND_VARIANT].loops);
	if (good && outcome == ROUND_FAILED)
		trial_fail(trial, verdict->chosen,
			   trial->list[round.index].contender.reason);
	round_free(&round);
	return good;
}

/* ---- does it work every time? ---- */

/*
 * So often the winner must have run well: as a rule, where other variants
 * failed, and where one failed that had run well before, as loops do that race.
 */
#define GOOD_RUNS 8
#define GOOD_RUNS_DOUBTED 24
#define GOOD_RUNS_BY_CHANCE 60
/* It is run so many times as often at most: the original may fail as well. */
#define MOST_AGAIN 2

static size_t good_runs(const struct trial *trial, const char *variant)
{
	size_t sum = 0;

	for (size_t i = 0; i < trial->count; i++)
		if (strcmp(trial->list[i].contender.variant, variant) == 0)
			sum += trial->list[i].runs - trial->list[i].failures;
	return sum;
}

/* What takes its turns within one run has been through many calls there. */
static bool was_seen_within(const struct trial *trial,
			    const struct trial_verdict *verdict)
{
	for (size_t i = 0; i < trial->hot->count; i++) {
		const struct hot_loop *loop = &trial->hot->list[i];

		if (loop->winner != 0 && loop->forced)
			return false;
	}
	return verdict->within > 0;
}

static size_t wanted_runs(const struct trial *trial,
			  const struct trial_verdict *verdict)
{
	size_t wanted = was_seen_within(trial, verdict) ? 0 : GOOD_RUNS;

	for (size_t i = 0; i < trial->count; i++) {
		const struct trial_contender *one = &trial->list[i];

		if (one->failures == 0 && one->cuts == 0)
			continue;
		if (one->runs > one->failures && trial->failures == 0)
			return GOOD_RUNS_BY_CHANCE;
		wanted = GOOD_RUNS_DOUBTED;
	}
	return wanted;
}

/* So many runs more are no question of the budget where it does not fail. */
static bool is_affordable(const struct trial *trial, size_t runs)
{
	return runs <= GOOD_RUNS_DOUBTED ||
	       (double)runs * trial->original <= trial_left(trial);
}

static void send_again(struct trial *trial, const char *phase, size_t number,
		       size_t chosen, size_t wanted)
{
	size_t jobs = execute_jobs(trial->session);

	for (size_t i = 0; i < jobs && i < wanted; i++) {
		struct round round = {.phase = phase, .number = number + i};

		round_send(trial, &round, 0, chosen, false);
	}
}

/* Alone; the original only where it fails. */
static bool endure(struct trial *trial, const struct trial_verdict *verdict)
{
	const struct contender *one = &trial->list[verdict->chosen].contender;
	size_t wanted = wanted_runs(trial, verdict);
	size_t done = good_runs(trial, one->variant);
	char *phase =
		memory_print("again/%016llx", (unsigned long long)one->digest);
	bool good = true;

	if (done < wanted && !is_affordable(trial, wanted - done))
		trial_fail(trial, verdict->chosen,
			   "variants fail by chance, and the budget leaves no "
			   "time to see that this one does not; --budget "
			   "MINUTES gives more");
	for (size_t i = 0;
	     good && !one->reason && done < wanted && i < MOST_AGAIN * wanted;
	     i++) {
		struct round round = {.phase = phase, .number = i};
		enum round_outcome outcome;

		trial_progress(trial, "running the winner again", i,
			       wanted - done, 0);
		send_again(trial, phase, i, verdict->chosen, wanted - done);
		good = round_join(trial, &round, verdict->chosen, 1, &outcome);
		round_free(&round);
		done = good_runs(trial, one->variant);
	}
	execute_drop(trial->session);
	free(phase);
	return good;
}

/* ---- all of it ---- */

/* In proportion it may fail so many times as often as the original. */
#define FAILS_TIMES 2

/*
 * Where the original fails too, a few rounds cannot say that a variant fails
 * more often; but one that seems to is not delivered.
 */
static void judge_failures(struct trial *trial, size_t chosen)
{
	const struct trial_contender *one = &trial->list[chosen];
	char *words;

	if (one->failures == 0)
		return;
	words = memory_print("it failed in %zu of %zu runs, the original in "
			     "%zu of %zu",
			     one->failures, one->runs, trial->failures,
			     trial->runs);
	if (one->failures * trial->runs >
	    FAILS_TIMES * trial->failures * one->runs)
		trial_fail(trial, chosen, words);
	else
		message_warning("of the best variant: %s; see podium runs "
				"--failed",
				words);
	free(words);
}

/* One that ever failed where the original worked is none. */
static void give_up_failed(const struct trial *trial,
			   struct trial_verdict *verdict)
{
	const char *reason = trial->list[verdict->chosen].contender.reason;

	if (!reason)
		return;
	message_warning("a winner fails when it is run again, and is given up: "
			"%s",
			reason);
	*verdict = (struct trial_verdict){.chosen = 0};
}

/* Is it a winner? */
static bool ask(struct trial *trial, struct trial_verdict *verdict,
		double bound)
{
	if (!confirm(trial, verdict, bound) ||
	    (verdict->faster &&
	     (!compare_work(trial, verdict) || !endure(trial, verdict))))
		return false;
	if (verdict->faster)
		judge_failures(trial, verdict->chosen);
	give_up_failed(trial, verdict);
	return true;
}

/* Where it is certain to be faster, if all that the variant changes was proven
   within one run. */
static void expect_carried(const struct trial *trial,
			   struct trial_verdict *verdict)
{
	double ratio, error;

	if (!is_proven(trial->hot))
		return;
	ratio = ratio_by_loops(trial, &error);
	if (ratio >= 1)
		return;
	verdict->within = ratio;
	verdict->within_low = ratio - 2 * error;
	verdict->within_high = ratio + 2 * error;
}

static void expect(const struct trial *trial, struct trial_verdict *verdict)
{
	char *carried = candidate_variant(trial->hot);

	if (strcmp(carried, trial->list[verdict->chosen].contender.variant) ==
	    0)
		expect_carried(trial, verdict);
	free(carried);
}

/* The best as it is, where the user wants no more runs. */
static bool take_unconfirmed(struct trial *trial, struct trial_verdict *verdict)
{
	if (!offer_best(trial, true, &verdict->chosen))
		return false;
	verdict->faster = verdict->chosen != 0;
	expect(trial, verdict);
	return true;
}

static bool is_better(const struct trial_verdict *one,
		      const struct trial_verdict *best)
{
	return one->compared && (one->faster || !best->compared ||
				 one->confirm.ratio < best->confirm.ratio);
}

bool proof_decide(struct trial *trial, struct trial_verdict *verdict)
{
	struct trial_verdict best = {0};
	size_t stage = 0;

	*verdict = (struct trial_verdict){0};
	if (trial->unconfirmed)
		return take_unconfirmed(trial, verdict);
	for (size_t i = 0; i < PROOF_CANDIDATES && !verdict->faster; i++) {
		struct trial_verdict one = {0};

		if (i > 0 && !trial->rounds &&
		    trial_left(trial) < proof_seconds(trial))
			break;
		if (!next_candidate(trial, &stage, &one.chosen))
			return false;
		if (one.chosen == 0)
			break;
		expect(trial, &one);
		if (!ask(trial, &one, 0))
			return false;
		if (is_better(&one, &best))
			best = one;
		*verdict = best;
	}
	return true;
}

/* One input has one loop less than another: what it does not enter is nothing
   to it. */
bool proof_hold(struct trial *trial, const char *variant, double bound,
		struct trial_verdict *verdict)
{
	*verdict = (struct trial_verdict){0};
	steer_take_best(trial->hot, false);
	if (!offer(trial, memory_string(variant), 0, &verdict->chosen))
		return false;
	if (verdict->chosen == 0)
		return true;
	if (steer_promise(trial->hot) >= LEAST_PROMISE)
		expect_carried(trial, verdict);
	if (trial->unconfirmed) {
		verdict->faster = steer_promise(trial->hot) >= LEAST_PROMISE;
		return true;
	}
	return trial->hot->count == 0 || ask(trial, verdict, bound);
}

bool proof_endure(struct trial *trial, struct trial_verdict *verdict)
{
	if (!endure(trial, verdict))
		return false;
	judge_failures(trial, verdict->chosen);
	give_up_failed(trial, verdict);
	return true;
}
