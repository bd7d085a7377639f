/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A variant beside the original.
 */
#include "round.h"

#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ahead.h"
#include "base/memory.h"
#include "base/message.h"
#include "execute.h"
#include "hot.h"
#include "run/clocks.h"
#include "trial.h"

/* A variant may take so many times the original, and the noise of a machine. */
#define LIMIT_TIMES 3
#define LIMIT_NOISE .5 /* seconds */

/* An original that takes so many times what it usually does has paused. */
#define PAUSED 1.8

/* ---- limits ---- */

void round_note(struct trial *trial, const struct store_run *run, bool clocked)
{
	struct trial_place *place = trial_place(trial, run->host);
	double before = place->time[clocked];
	double time = run->wall;

	if (!session_good(run) || time <= 0)
		return;
	trial->longest[clocked] = fmax(trial->longest[clocked], time);
	place->time[clocked] = time;
	place->recent[clocked][place->recents[clocked]++ % TRIAL_RECENT] = time;
	if (before <= 0)
		return;
	trial->drifts = memory_grow(trial->drifts, trial->drift_count + 1,
				    sizeof(*trial->drifts));
	trial->drifts[trial->drift_count++] = time / before;
}

double round_limit(const struct trial *trial, bool clocked)
{
	double longest = trial->longest[clocked];

	if (longest <= 0)
		longest = trial->longest[!clocked];
	return longest > 0 ? LIMIT_TIMES * longest + LIMIT_NOISE : 0;
}

/* ---- its runs ---- */

static size_t index_of(const struct trial *trial, const struct round *round,
		       int which)
{
	bool clocked = trial->list[round->index].contender.clocked;

	if (which == ROUND_VARIANT)
		return round->index;
	return clocked ? trial->beside : 0;
}

static void count_run(struct trial *trial, const struct round *round, int which,
		      bool again)
{
	const struct store_run *run = &round->run[which];
	struct trial_contender *variant = &trial->list[round->index];
	bool failed = !session_good(run);

	if (which == ROUND_VARIANT) {
		/* one that was cut, and is run again, counts once */
		variant->runs += !again;
		variant->failures -= again;
		variant->failures += failed;
		return;
	}
	trial->runs++;
	trial->failures += failed;
	round_note(trial, run, variant->contender.clocked);
}

/* The caller frees it. "times" is of the limit. */
static char *step_of(const struct round *round, int which, double times)
{
	return memory_print("%s/%zu/%s%s", round->phase, round->number,
			    which == ROUND_VARIANT ? "variant" : "original",
			    times > 1 ? " again" : "");
}

static double limit_of(const struct trial *trial, const struct round *round,
		       int which, double times)
{
	bool clocked = trial->list[round->index].contender.clocked;

	return which == ROUND_VARIANT ? times * round_limit(trial, clocked) : 0;
}

static bool run_one(struct trial *trial, struct round *round, int which,
		    double times)
{
	size_t index = index_of(trial, round, which);
	struct contender *one = &trial->list[index].contender;
	char *step = step_of(round, which, times);
	bool good;

	one->limit = limit_of(trial, round, which, times);
	store_run_free(&round->run[which]);
	good = execute_step(trial->session, step, one,
			    which == ROUND_VARIANT ? round->predicted : 1,
			    &round->run[which]);
	free(step);
	if (good)
		count_run(trial, round, which, times > 1);
	return good;
}

/* ---- sent together ---- */

/* As many runs as a round of two variants may be. */
struct sending {
	struct ahead_wish list[6];
	size_t count;
};

static void add(const struct trial *trial, const struct round *round, int which,
		double times, enum errand_when when, struct sending *sending)
{
	size_t index = index_of(trial, round, which);

	sending->list[sending->count++] = (struct ahead_wish){
		.step = step_of(round, which, times),
		.contender = &trial->list[index].contender,
		.limit = limit_of(trial, round, which, times),
		.when = when};
}

/*
 * What may be asked where a run fails is made there as well, on the machine on
 * which it failed.
 */
void round_send(struct trial *trial, const struct round *round, size_t before,
		size_t after, bool original)
{
	struct sending all = {.count = 0};
	struct round one = {.phase = round->phase, .number = round->number};

	if (execute_jobs(trial->session) == 0)
		return;
	one.index = before ? before : after;
	if (before) {
		add(trial, &one, ROUND_VARIANT, 1, ERRAND_ALWAYS, &all);
		add(trial, &one, ROUND_VARIANT, 2, ERRAND_CUT, &all);
	}
	if (original)
		add(trial, &one, ROUND_ORIGINAL, 1, ERRAND_ALWAYS, &all);
	if (after) {
		one.index = after;
		add(trial, &one, ROUND_VARIANT, 1, ERRAND_ALWAYS, &all);
		add(trial, &one, ROUND_ORIGINAL, 2, ERRAND_FAILED, &all);
		add(trial, &one, ROUND_VARIANT, 2, ERRAND_CUT, &all);
	}
	execute_send(trial->session, all.list, all.count);
	for (size_t i = 0; i < all.count; i++)
		free(all.list[i].step);
}

bool round_has_room(const struct trial *trial, const struct round *round,
		    size_t index)
{
	struct round one = {.phase = round->phase, .number = round->number};
	char *step = step_of(&one, ROUND_VARIANT, 1);
	bool room = execute_jobs(trial->session) == 0 ||
		    execute_is_ready(trial->session, step,
				     &trial->list[index].contender);

	free(step);
	return room;
}

static bool is_good(const struct round *round, int which)
{
	return session_good(&round->run[which]);
}

static bool was_run(const struct round *round)
{
	return round->run[ROUND_ORIGINAL].status != NULL;
}

/*
 * Told once: what fails beside the original that works may be bad luck where
 * the original is known to fail, too.
 */
static void note_void(struct trial *trial, const struct round *round,
		      bool is_void)
{
	trial->voids = is_void ? trial->voids + 1 : 0;
	if (is_void && trial->failures == 1 && !is_good(round, ROUND_ORIGINAL))
		message_warning("the original fails beside a variant: %s; such "
				"rounds do not count, and a variant is given "
				"up where it fails more often",
				round->run[ROUND_ORIGINAL].reason);
}

/* The variant failed, the original did not. */
static bool is_guilty(const struct trial *trial, const struct round *round)
{
	const struct trial_contender *one = &trial->list[round->index];

	return trial->failures == 0 ||
	       confirm_fails_more(one->failures, one->runs, trial->failures,
				  trial->runs);
}

static enum round_outcome outcome_of(const struct trial *trial,
				     const struct round *round)
{
	if (was_run(round) && !is_good(round, ROUND_ORIGINAL))
		return ROUND_VOID;
	if (is_good(round, ROUND_VARIANT))
		return ROUND_MEASURED;
	return is_guilty(trial, round) ? ROUND_FAILED : ROUND_VOID;
}

/*
 * A variant that was cut is run again, in case the moment was bad. It is the
 * variant that is bad where that happens twice, while the original is quick.
 */
static bool is_forgiven(struct trial *trial, const struct round *round)
{
	struct trial_contender *one = &trial->list[round->index];
	double cut = round->run[ROUND_VARIANT].wall;

	if (!session_cut(&round->run[ROUND_VARIANT]) ||
	    !is_good(round, ROUND_ORIGINAL))
		return false;
	one->cuts += round->run[ROUND_ORIGINAL].wall < cut;
	return one->cuts < 2;
}

/*
 * Where the variant failed, what counts is how the original fares after it, and
 * so does the limit of a variant that was cut.
 */
static bool end_run(struct trial *trial, struct round *round, bool after,
		    enum round_outcome *outcome)
{
	bool failed = !is_good(round, ROUND_VARIANT);

	if (failed && !after && !run_one(trial, round, ROUND_ORIGINAL, 2))
		return false;
	if (is_forgiven(trial, round)) {
		round->cut = round->run[ROUND_VARIANT].wall;
		if (!run_one(trial, round, ROUND_VARIANT, 2))
			return false;
	}
	*outcome = outcome_of(trial, round);
	if (*outcome == ROUND_FAILED)
		trial_fail(trial, round->index,
			   round->run[ROUND_VARIANT].reason);
	note_void(trial, round, *outcome == ROUND_VOID);
	return true;
}

bool round_run(struct trial *trial, struct round *round, int first,
	       enum round_outcome *outcome)
{
	round_send(trial, round, first == ROUND_VARIANT ? round->index : 0,
		   first == ROUND_VARIANT ? 0 : round->index, true);
	return run_one(trial, round, first, 1) &&
	       run_one(trial, round, !first, 1) &&
	       end_run(trial, round, first == ROUND_VARIANT, outcome);
}

bool round_join(struct trial *trial, struct round *round, size_t index,
		double predicted, enum round_outcome *outcome)
{
	round->index = index;
	round->predicted = predicted;
	if (!was_run(round))
		round_send(trial, round, 0, index, false);
	return run_one(trial, round, ROUND_VARIANT, 1) &&
	       end_run(trial, round, false, outcome);
}

/* Rounds in a row without a word: of an original that mostly fails, and of one
   that fails at times, as variants do. */
#define MOST_VOIDS 4
#define MOST_VOIDS_BY_CHANCE 12

bool round_is_vain(const struct trial *trial)
{
	return trial->voids >= (2 * trial->failures > trial->runs
					? MOST_VOIDS
					: MOST_VOIDS_BY_CHANCE);
}

void round_free(struct round *round)
{
	store_run_free(&round->run[ROUND_ORIGINAL]);
	store_run_free(&round->run[ROUND_VARIANT]);
}

/* ---- what they say ---- */

static double ratio_to(const struct round *round, double before)
{
	double after = round->run[ROUND_VARIANT].wall;

	return before > 0 && after > 0 ? after / before : 0;
}

double round_ratio(const struct round *round)
{
	return ratio_to(round, round->run[ROUND_ORIGINAL].wall);
}

/* What the original takes there these minutes. */
static double usual_time(const struct trial_place *place, bool clocked)
{
	double sorted[TRIAL_RECENT];
	size_t count = place->recents[clocked];

	if (count > TRIAL_RECENT)
		count = TRIAL_RECENT;
	memcpy(sorted, place->recent[clocked], count * sizeof(*sorted));
	return gsl_stats_median(sorted, 1, count);
}

double round_usual_ratio(struct trial *trial, const struct round *round)
{
	const struct store_run *original = &round->run[ROUND_ORIGINAL];
	bool clocked = trial->list[round->index].contender.clocked;
	double before = original->wall;
	double usual = usual_time(trial_place(trial, original->host), clocked);

	return ratio_to(round, before > PAUSED * usual ? usual : before);
}

/* Of those that are left as written; 0 where nothing is known. */
static double rest_ratio(const struct hot *hot, json_t *const clocks[2])
{
	double before = 0, after = 0;

	for (size_t i = 0; i < hot->left_count; i++) {
		const json_t *record = hot->left[i].record;
		double calls, wall[2];

		if (hot->left[i].share <= 0 ||
		    !clocks_time(clocks[0], record, &calls, &wall[0]) ||
		    !clocks_time(clocks[1], record, &calls, &wall[1]))
			continue;
		before += wall[0];
		after += wall[1];
	}
	return before > 0 ? after / before : 0;
}

/*
 * What ends by its results may go round more or less often than the original,
 * with sums in another order: that is no merit of clauses. What is not run is
 * no gain.
 */
double *round_loops(const struct trial *trial, const struct round *round)
{
	size_t choice = trial->list[round->index].choice;
	json_t *clocks[2] = {clocks_read(round->run[ROUND_ORIGINAL].loops),
			     clocks_read(round->run[ROUND_VARIANT].loops)};
	double *ratio = trial_ratios(trial, NULL, 0);

	for (size_t i = 0; i < trial->hot->count; i++) {
		struct hot_loop *loop = &trial->hot->list[i];
		const struct hot_view *views = loop->views;
		double entered[2], before, after;

		if (!clocks_time(clocks[0], views->record, &entered[0],
				 &before) ||
		    !clocks_time(clocks[1], views[choice].record, &entered[1],
				 &after) ||
		    before <= 0 || after <= 0)
			continue;
		ratio[i] = after / before;
		if (choice == 0)
			ratio[i] *= entered[0] / entered[1];
	}
	ratio[trial->hot->count] = rest_ratio(trial->hot, clocks);
	json_decref(clocks[0]);
	json_decref(clocks[1]);
	return ratio;
}
