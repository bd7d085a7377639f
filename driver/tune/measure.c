/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures what the hot loops carry.
 */
#include "measure.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "build/plan.h"
#include "candidate.h"
#include "choice.h"
#include "execute.h"
#include "hot.h"
#include "original.h"
#include "proof.h"
#include "steer.h"
#include "trial.h"

/* Runs of a variant that nothing is learned from, and where it is the original
   that fails at times. */
#define MOST_BARREN 2
#define MOST_BARREN_BY_CHANCE 4

/* ---- how it begins ---- */

/* Units of which variants, unlike what was clocked first, have no clocks. */
static bool has_cold_units(const struct plan *plan)
{
	for (size_t i = 0; i < plan->unit_count; i++)
		if (plan->units[i].records.count > 0 && !plan->units[i].wanted)
			return true;
	return false;
}

/* The baseline with clocks; each of several loops is judged by its own. */
static bool begin_clocked(struct trial *trial)
{
	struct trial_contender *beside = &trial->list[trial->beside];

	if (!trial->clocks)
		return true;
	if (has_cold_units(trial->session->plan))
		trial_put_away(trial, trial->beside);
	if (!contender_build(trial->session, &beside->contender))
		return false;
	trial->clocked = trial->hot->clocked && trial->hot->count > 1 &&
			 !beside->contender.failed;
	for (size_t i = 0; i < trial->place_count; i++) {
		/* other units have clocks now */
		trial->places[i].time[true] = 0;
		trial->places[i].recents[true] = 0;
	}
	beside->ratio = 1;
	beside->loops = trial_ratios(trial, NULL, 1);
	return true;
}

bool measure_begin(struct trial *trial)
{
	bool first = !trial->begun;

	trial->begun = true;
	return !first || (original_repeat(trial) && begin_clocked(trial));
}

double measure_predicted(const struct trial *trial)
{
	const struct hot *hot = trial->hot;
	double sum = 0, shares = 0;

	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];
		double one = candidate_predicted(loop, loop->now);

		sum += loop->share * (one > 0 ? one : 1);
		shares += loop->share;
	}
	return sum / shares;
}

/* ---- what is learned ---- */

static bool is_changed(const struct hot_loop *loop)
{
	return loop->now != candidate_written(loop, loop->now);
}

/* The ratio of a loop, 0 if it is not known. */
static double ratio_of(const struct trial_contender *one, size_t loop)
{
	return one->loops ? one->loops[loop] : one->ratio;
}

/*
 * The program's time is that of the loop that was changed, or of all as they
 * are written in a choice. A clock is that of its loop. From a loop whose
 * clock is silent no more is learned.
 */
static void observe(struct hot *hot, const struct trial_contender *one)
{
	size_t changed = 0;

	for (size_t i = 0; i < hot->count; i++)
		changed += is_changed(&hot->list[i]);
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];
		double ratio = ratio_of(one, i);
		bool judged = one->loops || changed == 0 || is_changed(loop);

		if (loop->now == 0 || !judged)
			continue;
		if (ratio > 0)
			steer_observe(loop, loop->now, ratio);
		else
			loop->silent = true;
	}
	if (one->loops && one->loops[hot->count] > 0)
		steer_observe_rest(&hot->choices->list[hot->choice],
				   one->loops[hot->count]);
}

/* "  3  -DTILE=32 heat.c:17 schedule(dynamic): " */
static void tell_what(const struct hot *hot, size_t try, size_t loop,
		      struct text *line)
{
	const struct hot_loop *one = &hot->list[loop];
	const struct choice *choice = &hot->choices->list[hot->choice];

	text_print(line, "%3zu  ", try + 1);
	choice_head(choice, line);
	text_add(line, one->views->place);
	if (is_changed(one)) {
		text_add(line, " ");
		candidate_clauses(one, one->now, line);
	}
	text_add(line, ": ");
}

static void tell_ratio(const struct hot_loop *loop, double ratio,
		       struct text *line)
{
	candidate_ratio(ratio, line);
	text_add(line, " (predicted ");
	candidate_ratio(candidate_predicted(loop, loop->now), line);
	text_add(line, ")");
}

static size_t most_barren(const struct trial *trial,
			  const struct trial_contender *one)
{
	return one->contender.reason || trial->failures == 0
		       ? MOST_BARREN
		       : MOST_BARREN_BY_CHANCE;
}

/* Flags reach those that are left as written too. */
static void tell_rest(const struct hot *hot, const struct trial_contender *one,
		      size_t number)
{
	const struct choice *choice = &hot->choices->list[hot->choice];
	struct text line = {0};

	if (!*choice->flags || !one->loops || one->loops[hot->count] <= 0)
		return;
	text_print(&line, "%3zu  ", number + 1);
	choice_head(choice, &line);
	text_add(&line, "the loops that are left as written: ");
	candidate_ratio(one->loops[hot->count], &line);
	message_note("%s", text_string(&line));
	text_free(&line);
}

/* Loops that are other ones now, and those that carry other clauses. */
static size_t count_new(const struct hot *hot, size_t *changed)
{
	size_t count = 0;

	*changed = 0;
	for (size_t i = 0; i < hot->count; i++) {
		count += hot->list[i].now != 0;
		*changed += is_changed(&hot->list[i]);
	}
	return count;
}

/* "  1  8 loops at once: time limit of 3.32 s; which of them is not known" */
static void tell_failure(const struct hot *hot, const char *reason,
			 size_t number)
{
	struct text line = {0};
	size_t changed, count = count_new(hot, &changed);

	text_print(&line, "%3zu  ", number + 1);
	choice_head(&hot->choices->list[hot->choice], &line);
	text_print(&line, "%zu loops at once: %s%s", count, reason,
		   changed > 1 ? "; which of them is not known" : "");
	message_note("%s", text_string(&line));
	text_free(&line);
}

static void tell_loop(const struct trial *trial,
		      const struct trial_contender *one, size_t number,
		      size_t loop)
{
	const struct hot *hot = trial->hot;
	double ratio = ratio_of(one, loop);
	struct text line = {0};

	tell_what(hot, number, loop, &line);
	if (one->contender.reason)
		text_add(&line, one->contender.reason);
	else if (ratio > 0)
		tell_ratio(&hot->list[loop], ratio, &line);
	else
		text_print(&line, "not measured%s",
			   one->barren < most_barren(trial, one)
				   ? ""
				   : ", and not tried again");
	message_note("%s", text_string(&line));
	text_free(&line);
}

/* A line for each loop that is another one now; what failed with several of
   them says nothing of each. */
static void tell(const struct trial *trial, const struct trial_contender *one,
		 size_t number)
{
	const struct hot *hot = trial->hot;
	size_t changed;

	if (one->contender.reason && count_new(hot, &changed) > 1) {
		tell_failure(hot, one->contender.reason, number);
		return;
	}
	for (size_t i = 0; i < hot->count; i++)
		if (hot->list[i].now != 0)
			tell_loop(trial, one, number, i);
	tell_rest(hot, one, number);
}

/* ---- a run ---- */

/* Take what was measured of a program of the same content; false if none. */
static bool take_known(struct trial *trial, size_t index)
{
	struct trial_contender *one = &trial->list[index];

	for (size_t i = 0; i < trial->count; i++) {
		const struct trial_contender *other = &trial->list[i];

		if (i == index || other->ratio <= 0 ||
		    other->contender.digest != one->contender.digest)
			continue;
		one->ratio = other->ratio;
		if (other->loops && !one->loops)
			one->loops = trial_ratios(trial, other->loops, 0);
		return true;
	}
	return false;
}

/* Beside a baseline that was run for another one, or with one of its own. */
static bool run_beside(struct measuring *at, size_t index,
		       enum round_outcome *outcome)
{
	struct trial *trial = at->trial;
	double estimate = measure_predicted(trial);
	bool good;

	if (at->has_room && round_has_room(trial, &at->round, index)) {
		at->has_room = false;
		return round_join(trial, &at->round, index, estimate, outcome);
	}
	round_free(&at->round);
	at->round.phase = at->phase;
	at->round.number = at->number;
	at->round.index = index;
	at->round.predicted = estimate;
	good = round_run(trial, &at->round, ROUND_VARIANT, outcome);
	at->has_room = *outcome != ROUND_VOID;
	return good;
}

/* *fixed: versions were as they were to be. */
static bool run_variant(struct measuring *at, size_t index, bool *fixed)
{
	struct trial *trial = at->trial;
	enum round_outcome outcome = ROUND_VOID;
	struct trial_contender *one = &trial->list[index];
	bool good = run_beside(at, index, &outcome);

	trial->tried++;
	if (!good || outcome != ROUND_MEASURED)
		return good;
	*fixed =
		!one->contender.host ||
		trial_check_versions(trial, at->round.run[ROUND_VARIANT].loops);
	trial->tried -= !*fixed;
	if (!*fixed)
		return true;
	one->ratio = round_usual_ratio(trial, &at->round);
	free(one->loops);
	one->loops = trial->clocked ? round_loops(trial, &at->round) : NULL;
	return true;
}

static bool build_failed(struct measuring *at, size_t index)
{
	struct trial *trial = at->trial;
	char *step = memory_print("build/%zu", at->number);
	bool good = execute_keep_failure(trial->session, step,
					 &trial->list[index].contender);

	trial->failed++;
	free(step);
	return good;
}

/* A variant that failed once is not run again. */
static bool find_out(struct measuring *at, size_t index, bool *fixed)
{
	struct trial *trial = at->trial;
	struct contender *contender = &trial->list[index].contender;

	*fixed = true;
	if (contender->reason)
		return true;
	if (!contender_build(trial->session, contender))
		return false;
	if (contender->failed)
		return build_failed(at, index);
	if (take_known(trial, index)) {
		trial->identical++;
		return true;
	}
	return run_variant(at, index, fixed);
}

/* A variant whose runs tell nothing again and again is not tried any more. */
static void learn(struct trial *trial, struct trial_contender *one)
{
	if (one->contender.reason)
		return;
	if (one->ratio > 0)
		observe(trial->hot, one);
	else if (++one->barren >= most_barren(trial, one))
		steer_bar(trial->hot);
}

/* ---- what fails ---- */

static void carry_written(struct hot *hot, size_t choice)
{
	hot->choice = choice;
	for (size_t i = 0; i < hot->count; i++)
		hot->list[i].now = hot->list[i].views[choice].first;
}

static bool measure_half(struct measuring *at)
{
	size_t index;
	bool good;

	at->number = at->trial->halves++;
	good = measure_carried(at, &index);
	measure_end(at);
	return good;
}

/*
 * Bisects a variant that fails: both halves of its changed loops run alone,
 * until one version is left, which is tried no more; the other loops are as
 * written.
 */
static bool bisect(struct measuring *at)
{
	struct hot *hot = at->trial->hot;
	struct measuring halves = {.trial = at->trial, .phase = "halves"};
	size_t *changed = memory_grow(NULL, hot->count + 1, sizeof(*changed));
	size_t *versions = memory_grow(NULL, hot->count + 1, sizeof(*versions));
	size_t choice = hot->choice, count = 0;
	bool good = true;

	for (size_t i = 0; i < hot->count; i++)
		if (is_changed(&hot->list[i])) {
			versions[count] = hot->list[i].now;
			changed[count++] = i;
		}
	carry_written(hot, choice);
	if (count == 0)
		steer_bar_choice(hot, choice);
	else if (!steer_ran_well(hot, choice))
		good = measure_half(&halves);
	if (!steer_ran_well(hot, choice))
		count = 0;
	if (count == 1)
		hot->list[*changed].items[*versions].barred = true;
	for (size_t half = 0; half < 2 && count > 1 && good; half++) {
		size_t first = half ? count / 2 : 0;
		size_t end = half ? count : count / 2;

		carry_written(hot, choice);
		for (size_t i = first; i < end; i++)
			hot->list[changed[i]].now = versions[i];
		good = measure_half(&halves);
	}
	free(changed);
	free(versions);
	return good;
}

/* ---- all of it ---- */

bool measure_carried(struct measuring *at, size_t *index)
{
	struct trial *trial = at->trial;
	bool fixed;

	do {
		if (!trial_find_carried(trial, index))
			return false;
		if (*index == 0)
			return true;
		if (!find_out(at, *index, &fixed))
			return false;
	} while (!fixed);
	learn(trial, &trial->list[*index]);
	tell(trial, &trial->list[*index], at->number);
	return !trial->list[*index].contender.reason || bisect(at);
}

void measure_end(struct measuring *at)
{
	round_free(&at->round);
	at->round = (struct round){0};
	at->has_room = false;
}
