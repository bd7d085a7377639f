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
#include "original.h"
#include "proof.h"
#include "propose.h"
#include "round.h"
#include "steer.h"
#include "trial.h"
#include "within.h"

/* Without a number from the user the search ends here at the latest. */
#define MOST_TRIES 40

/* Runs of a variant that nothing is learned from, and where it is the original
   that fails at times. */
#define MOST_BARREN 2
#define MOST_BARREN_BY_CHANCE 4

/* Of sets of flags so many are run at most, which must promise so much of the
   time of the hot loops; and what they must save of the program's time, in one
   run, and in standard deviations of noise. */
#define MOST_FLAGS 2
#define LEAST_PROMISE .05
#define LEAST_SAVED .02
#define CLEAR 2

struct exploration {
	struct trial *trial;
	size_t try;
	/* two variants share a run of the original, between them */
	struct round round;
	bool has_room;
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

/* ---- what is tried ---- */

/*
 * What the next run carries; false if no more is worth a run. The program's
 * time alone cannot tell which of several loops did what.
 */
static bool choose(struct exploration *at)
{
	struct trial *trial = at->trial;

	if (steer_question(trial->hot))
		return true;
	if (!steer_choose(trial->hot, trial->most == 0))
		return false;
	if (!trial->clocked)
		steer_change_one(trial->hot, at->try + at->ahead_count);
	return true;
}

/* The mean over the loops, each as much as it takes. */
static double predicted(const struct hot *hot)
{
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

/* What brings nothing again and again is left alone. */
static void learn(const struct trial *trial, struct trial_contender *one)
{
	struct hot *hot = trial->hot;

	if (one->contender.reason)
		steer_accuse(hot);
	else if (one->ratio > 0)
		observe(hot, one);
	if (!one->contender.reason && one->ratio > 0)
		return;
	if (++one->barren >= most_barren(trial, one))
		steer_bar(hot);
}

void explore_learn(struct trial *trial, size_t index, size_t number)
{
	learn(trial, &trial->list[index]);
	tell(trial, &trial->list[index], number);
}

/* ---- a try ---- */

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

/* Between two variants, or before the next one where that fails. */
static bool run_beside(struct exploration *at, size_t index,
		       enum round_outcome *outcome)
{
	struct trial *trial = at->trial;
	double estimate = predicted(trial->hot);
	bool good;

	if (at->has_room && round_has_room(trial, &at->round, index)) {
		at->has_room = false;
		return round_join(trial, &at->round, index, estimate, outcome);
	}
	round_free(&at->round);
	at->round.phase = trial->clocked ? "loops" : "try";
	at->round.number = at->try;
	at->round.index = index;
	at->round.predicted = estimate;
	good = round_run(trial, &at->round, ROUND_VARIANT, outcome);
	at->has_room = *outcome != ROUND_VOID;
	return good;
}

static bool measure(struct exploration *at, size_t index)
{
	struct trial *trial = at->trial;
	enum round_outcome outcome = ROUND_VOID;
	struct trial_contender *one = &trial->list[index];
	bool good = run_beside(at, index, &outcome);

	trial->tried++;
	if (!good || outcome != ROUND_MEASURED)
		return good;
	one->ratio = round_usual_ratio(trial, &at->round);
	free(one->loops);
	one->loops = trial->clocked ? round_loops(trial, &at->round) : NULL;
	return true;
}

static bool build_failed(struct exploration *at, size_t index)
{
	struct trial *trial = at->trial;
	char *step = memory_print("build/%zu", at->try);
	bool good = execute_keep_failure(trial->session, step,
					 &trial->list[index].contender);

	trial->failed++;
	free(step);
	return good;
}

/*
 * Build it and run it, unless that was done with a program of its content. What
 * failed once is not run again.
 */
static bool find_out(struct exploration *at, size_t index)
{
	struct trial *trial = at->trial;
	struct contender *contender = &trial->list[index].contender;

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
	return measure(at, index);
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

static bool try_index(struct exploration *at, size_t index)
{
	struct trial *trial = at->trial;
	size_t most = most_tries(trial);
	size_t left = 1;

	if (most > at->try)
		left = most - at->try;
	trial_progress(trial, "try", at->try, 2 * left,
		       left + PROOF_CANDIDATES);
	if (!find_out(at, index))
		return false;
	explore_learn(trial, index, at->try);
	put_away(at, index);
	return true;
}

static size_t find_carried(const struct exploration *at)
{
	struct trial *trial = at->trial;

	return trial_find(trial, candidate_variant(trial->hot),
			  trial->hot->choice, trial->clocked);
}

static bool try_once(struct exploration *at)
{
	return try_index(at, find_carried(at));
}

/* ---- how it begins and ends ---- */

/* Units of which variants, unlike what was clocked first, have no clocks. */
static bool has_cold_units(const struct plan *plan)
{
	for (size_t i = 0; i < plan->unit_count; i++)
		if (plan->units[i].records.count > 0 && !plan->units[i].wanted)
			return true;
	return false;
}

/* The original with clocks, if each loop can be judged by its own. */
static bool begin_clocked(struct trial *trial)
{
	struct trial_contender *beside = &trial->list[trial->beside];

	if (!trial->hot->clocked || trial->hot->count < 2)
		return true;
	if (has_cold_units(trial->session->plan))
		trial_put_away(trial, trial->beside);
	if (!contender_build(trial->session, &beside->contender))
		return false;
	trial->clocked = !beside->contender.failed;
	for (size_t i = 0; i < trial->place_count; i++) {
		/* other units have clocks now */
		trial->places[i].time[true] = 0;
		trial->places[i].recents[true] = 0;
	}
	beside->ratio = 1;
	beside->loops = trial_ratios(trial, NULL, 1);
	return true;
}

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

bool explore_begin(struct trial *trial)
{
	bool first = !trial->begun;

	trial->begun = true;
	return !first || (original_repeat(trial) && begin_clocked(trial));
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
static size_t next_proposed(struct hot *hot)
{
	double least = 1 - LEAST_PROMISE;
	size_t found = 0;

	for (size_t i = 1; i < hot->choices->count; i++) {
		const struct choice *choice = &hot->choices->list[i];
		double one;

		if (!choice->proposed || !steer_is_open(hot, i) || pays(hot, i))
			continue;
		carry(hot, i);
		one = predicted(hot);
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
	bool good = explore_begin(trial);

	carry(hot, choice);
	good = good && try_once(at);
	one->closed = !pays(hot, choice);
	at->try++;
	return good;
}

/* The best are run once each. */
static bool run_best(struct exploration *at)
{
	struct trial *trial = at->trial;
	struct hot *hot = trial->hot;
	size_t end = at->try + MOST_FLAGS, next;
	bool good = true;

	if (trial->most > 0 && trial->most < end)
		end = trial->most;
	while (good && at->try < end && !is_hopeless(trial) &&
	       (next = next_proposed(hot)) && !is_spent(trial))
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
	round_free(&at->round);
	at->has_room = false;
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
	struct hot *hot = at->trial->hot;
	bool good;

	for (size_t i = 0; i < at->ahead_count; i++) {
		carry_chosen(hot, &at->ahead[i]);
		steer_expect(hot);
	}
	good = choose(at);
	steer_forget_expected(hot);
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

static void add_chosen(struct exploration *at)
{
	const struct hot *hot = at->trial->hot;
	size_t *candidate = memory_grow(NULL, hot->count, sizeof(*candidate));
	size_t index = find_carried(at);

	for (size_t i = 0; i < hot->count; i++)
		candidate[i] = hot->list[i].now;
	at->ahead =
		memory_grow(at->ahead, at->ahead_count + 1, sizeof(*at->ahead));
	at->ahead[at->ahead_count++] =
		(struct chosen){index, hot->choice, candidate, false};
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
	struct round round = {.phase = at->trial->clocked ? "loops" : "try"};
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

	if (jobs == 0) {
		if (choose_next(at))
			add_chosen(at);
		return true;
	}
	while (good && at->ahead_count <= 2 * (jobs - 1)) {
		size_t first = at->ahead_count;

		for (size_t i = 0; i < 2 && choose_next(at); i++)
			add_chosen(at);
		if (at->ahead_count == first)
			break;
		good = send_from(at, first);
	}
	return good;
}

static bool try_chosen(struct exploration *at)
{
	struct chosen chosen = at->ahead[0];
	bool good;

	at->ahead_count--;
	memmove(at->ahead, at->ahead + 1, at->ahead_count * sizeof(*at->ahead));
	carry_chosen(at->trial->hot, &chosen);
	good = try_index(at, chosen.index);
	free(chosen.candidate);
	at->try++;
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
	bool good = explore_begin(at->trial);

	while (good && (good = choose_ahead(at)) && at->ahead_count > 0 &&
	       !is_given_up(at))
		good = try_chosen(at);
	drop_chosen(at);
	round_free(&at->round);
	return good;
}

/* ---- all of it ---- */

bool explore(struct trial *trial)
{
	struct exploration at = {.trial = trial};

	steer_begin(trial->hot);
	if (!try_proposed(&at) || !within_try(trial))
		return false;
	return within_decided_all(trial->hot) || run_each(&at);
}
