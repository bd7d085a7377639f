/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The trials of a tuning.
 */
#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clocked.h"
#include "hot.h"
#include "memory.h"
#include "message.h"
#include "text.h"

/* Runs of the original before anything is tried: they teach its output. */
#define ORIGINAL_RUNS 3

/* Programs that take less than this many seconds are hard to tell apart. */
#define SHORT .05

/* Without a number from the user the search ends here at the latest. */
#define MOST_TRIES 40

/* Variants that are run again before one is chosen, and how often. */
#define FINALISTS 3
#define FINAL_ROUNDS 3

/* ---- contenders ---- */

/* The variant's place in the list; the string becomes the list's. */
static size_t find_contender(struct trial *trial, char *variant)
{
	for (size_t i = 0; i < trial->count; i++)
		if (strcmp(trial->list[i].contender.variant, variant) == 0) {
			free(variant);
			return i;
		}
	trial->list = memory_grow(trial->list, trial->count + 1,
				  sizeof(*trial->list));
	trial->list[trial->count] =
		(struct trial_contender){.contender = {.variant = variant}};
	return trial->count++;
}

/* The files of a variant that may not be run again; it can be built anew. */
static void put_away(struct contender *contender)
{
	if (!contender->program.path)
		return;
	replay_discard(&contender->program);
	contender->built = false;
}

/* A ratio that was measured for a program of the same content, else 0. */
static double known_ratio(const struct trial *trial, size_t index)
{
	uint64_t digest = trial->list[index].contender.digest;

	for (size_t i = 0; i < trial->count; i++) {
		const struct trial_contender *other = &trial->list[i];

		if (i != index && other->ratio > 0 &&
		    other->contender.digest == digest)
			return other->ratio;
	}
	return 0;
}

/* ---- the original ---- */

static double median(double *values, size_t count)
{
	for (size_t i = 1; i < count; i++)
		for (size_t j = i; j > 0 && values[j] < values[j - 1]; j--) {
			double other = values[j];

			values[j] = values[j - 1];
			values[j - 1] = other;
		}
	return count % 2 ? values[count / 2]
			 : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static bool run_original(struct trial *trial, size_t i, double *seconds)
{
	char *step = memory_print("original/%zu", i);
	struct store_run run;
	bool good = session_measure(trial->session, step,
				    &trial->list[0].contender, 1, &run);

	free(step);
	if (!good)
		return false;
	good = session_good(&run);
	*seconds = session_time(trial->session, &run);
	if (!good)
		message_error("the original program fails: %s; podium tunes "
			      "what works",
			      run.reason);
	store_run_free(&run);
	return good;
}

bool trial_original(struct trial *trial)
{
	double seconds[ORIGINAL_RUNS];

	find_contender(trial, memory_string(""));
	trial->list[0].ratio = 1;
	if (!session_build(trial->session, &trial->list[0].contender))
		return false;
	for (size_t i = 0; i < ORIGINAL_RUNS; i++) {
		message_progress("running the original");
		if (!run_original(trial, i, &seconds[i]))
			return false;
	}
	trial->original = median(seconds, ORIGINAL_RUNS);
	if (trial->original < SHORT)
		message_warning("the program takes %.2g s: starting it is most "
				"of that; give it more to do",
				trial->original);
	if (trial->session->compare.unstable && !trial->session->wish->check)
		message_warning("the original prints something else each time; "
				"only exit status 0 is asked of variants, "
				"--check CMD asks more");
	return true;
}

/* ---- its loops ---- */

bool trial_clock(struct trial *trial, json_t **loops)
{
	struct contender contender = {.variant = memory_string(""),
				      .clocked = true};
	struct store_run run = {0};
	const char *problem = "none of them said anything";
	bool good = session_build(trial->session, &contender);

	*loops = NULL;
	message_progress("timing the loops of the original");
	if (good && !contender.failed)
		good = session_measure(trial->session, "clocks", &contender, 1,
				       &run);
	if (contender.failed)
		problem = contender.reason;
	else if (good && !session_good(&run))
		problem = run.reason;
	else if (good)
		*loops = clocked_read(run.loops);
	if (good && !*loops)
		message_warning("the loops could not be clocked, which are hot "
				"is estimated: %s",
				problem);
	store_run_free(&run);
	contender_free(&contender);
	return good;
}

/* ---- a round ---- */

static void note_reason(struct contender *contender, const char *reason)
{
	free(contender->reason);
	contender->reason = memory_string(reason);
}

/*
 * Run one beside the original, now this one first, now that. *ratio is 0
 * where the run failed.
 */
static bool run_pair(struct trial *trial, const char *phase, size_t round,
		     size_t index, double predicted, double *ratio)
{
	size_t pair[2] = {round % 2 ? 0 : index, round % 2 ? index : 0};
	double seconds[2] = {0, 0}; /* of the original, of the other */

	for (size_t i = 0; i < 2; i++) {
		char *step = memory_print("%s/%zu/%s", phase, round,
					  pair[i] ? "variant" : "original");
		struct store_run run;
		bool good = session_measure(trial->session, step,
					    &trial->list[pair[i]].contender,
					    pair[i] ? predicted : 1, &run);

		free(step);
		if (!good)
			return false;
		if (session_good(&run))
			seconds[pair[i] != 0] =
				session_time(trial->session, &run);
		else if (pair[i] != 0)
			note_reason(&trial->list[index].contender, run.reason);
		store_run_free(&run);
	}
	*ratio = seconds[0] > 0 ? seconds[1] / seconds[0] : 0;
	return true;
}

/* ---- the search ---- */

/*
 * Which loops the run changes. The program's time alone cannot tell which of
 * several did what, so it is one loop after the other.
 */
static void change_one(struct hot *hot, size_t try)
{
	size_t chosen = hot->count;

	for (size_t i = 0; i < hot->count && chosen == hot->count; i++)
		if (!hot->list[(try + i) % hot->count].settled)
			chosen = (try + i) % hot->count;
	for (size_t i = 0; i < hot->count; i++)
		if (i != chosen)
			hot->list[i].now = 0;
}

static double predicted(const struct hot *hot)
{
	double product = 1;

	for (size_t i = 0; i < hot->count; i++) {
		double one = hot_predicted(&hot->list[i], hot->list[i].now);

		product *= one > 0 ? one : 1;
	}
	return product;
}

static void observe(struct hot *hot, double ratio)
{
	for (size_t i = 0; i < hot->count; i++)
		if (hot->list[i].now != 0)
			hot_observe(&hot->list[i], hot->list[i].now, ratio);
}

static void bar(struct trial *trial)
{
	struct hot *hot = trial->hot;

	trial->failed++;
	for (size_t i = 0; i < hot->count; i++)
		if (hot->list[i].now != 0)
			hot->list[i].items[hot->list[i].now].barred = true;
}

/* A variant that cannot be built is kept like a run that failed. */
static bool keep_failure(struct trial *trial, size_t try, size_t index)
{
	const struct contender *contender = &trial->list[index].contender;
	struct text problem = {0};
	char *step = memory_print("build/%zu %016llx", try,
				  (unsigned long long)trial->session->made);
	struct store_run run = {
		.step = step,
		.variant = contender->variant,
		.status = (char *)"failed",
		.reason = contender->reason,
	};
	bool good;

	store_add(trial->session->store, trial->session->campaign, &run,
		  &problem);
	good = problem.length == 0 || strstr(problem.bytes, "UNIQUE");
	if (!good)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	free(step);
	return good;
}

static void tell_try(const struct trial *trial, size_t try, size_t index,
		     double estimate)
{
	const struct trial_contender *one = &trial->list[index];
	struct text line = {0};

	for (const char *at = one->contender.variant; *at; at++)
		text_add_bytes(&line, *at == '\n' ? "; " : at,
			       *at == '\n' ? 2 : 1);
	if (line.length > 2)
		text_cut(&line, line.length - 2);
	if (one->ratio > 0)
		fprintf(stderr, "%3zu  %s: %.3f (predicted %.3f)\n", try + 1,
			text_string(&line), one->ratio, estimate);
	else
		fprintf(stderr, "%3zu  %s: %s\n", try + 1, text_string(&line),
			one->contender.reason ? one->contender.reason : "?");
	text_free(&line);
}

static double best_ratio(const struct trial *trial)
{
	double best = 1;

	for (size_t i = 0; i < trial->count; i++)
		if (trial->list[i].ratio > 0 && trial->list[i].ratio < best)
			best = trial->list[i].ratio;
	return best;
}

static bool try_once(struct trial *trial, size_t try)
{
	size_t index = find_contender(trial, hot_variant(trial->hot));
	double estimate = predicted(trial->hot);
	struct trial_contender *one = &trial->list[index];

	message_progress("try %zu, best so far %.3f of the original, %.2g s "
			 "each",
			 try + 1, best_ratio(trial), trial->original);
	if (!session_build(trial->session, &one->contender))
		return false;
	if (one->contender.failed) {
		bar(trial);
		tell_try(trial, try, index, estimate);
		return keep_failure(trial, try, index);
	}
	one->ratio = known_ratio(trial, index);
	if (one->ratio > 0) {
		trial->identical++;
	} else {
		trial->tried++;
		if (!run_pair(trial, "try", try, index, estimate, &one->ratio))
			return false;
	}
	if (one->ratio > 0)
		observe(trial->hot, one->ratio);
	else
		bar(trial);
	tell_try(trial, try, index, estimate);
	put_away(&one->contender);
	return true;
}

bool trial_search(struct trial *trial)
{
	size_t most = trial->most ? trial->most : MOST_TRIES;

	for (size_t i = 0; i < trial->hot->count; i++)
		hot_observe(&trial->hot->list[i], 0, 1);
	for (size_t try = 0; try < most; try++) {
		if (!hot_choose(trial->hot, trial->most == 0))
			break;
		change_one(trial->hot, try);
		if (!try_once(trial, try))
			return false;
	}
	return true;
}

/* ---- the final ---- */

struct final {
	size_t index[FINALISTS];
	double ratio[FINALISTS][FINAL_ROUNDS];
	size_t count;
};

static bool is_finalist(const struct trial *trial, const struct final *final,
			size_t index)
{
	for (size_t i = 0; i < final->count; i++)
		if (trial->list[final->index[i]].contender.digest ==
		    trial->list[index].contender.digest)
			return true;
	return false;
}

static void add_finalist(const struct trial *trial, struct final *final,
			 size_t index)
{
	const struct contender *one = &trial->list[index].contender;

	if (final->count < FINALISTS && index != 0 && !one->failed &&
	    one->digest != trial->list[0].contender.digest &&
	    !is_finalist(trial, final, index))
		final->index[final->count++] = index;
}

/* The best of each loop together, then the best of those that were run. */
static bool choose_finalists(struct trial *trial, struct final *final)
{
	struct hot *hot = trial->hot;
	size_t together;

	for (size_t i = 0; i < hot->count; i++)
		hot->list[i].now = hot_best(&hot->list[i]);
	together = find_contender(trial, hot_variant(hot));
	if (!session_build(trial->session, &trial->list[together].contender))
		return false;
	add_finalist(trial, final, together);
	for (;;) {
		size_t best = 0;

		for (size_t i = 1; i < trial->count; i++) {
			double ratio = trial->list[i].ratio;
			double limit = trial->list[best].ratio;

			if (ratio > 0 && ratio < (best ? limit : 1) &&
			    !is_finalist(trial, final, i))
				best = i;
		}
		if (best == 0 || final->count == FINALISTS)
			return true;
		add_finalist(trial, final, best);
		if (!is_finalist(trial, final, best))
			return true;
	}
}

static bool run_final(struct trial *trial, struct final *final, size_t round)
{
	for (size_t i = 0; i < final->count; i++) {
		size_t index = final->index[(i + round) % final->count];
		struct contender *one = &trial->list[index].contender;
		char *phase = memory_print("final/%016llx",
					   (unsigned long long)one->digest);
		double *ratio =
			&final->ratio[(i + round) % final->count][round];
		bool good = session_build(trial->session, one) &&
			    run_pair(trial, phase, round, index, 0, ratio);

		free(phase);
		if (!good)
			return false;
		if (*ratio <= 0)
			*ratio = INFINITY;
	}
	return true;
}

static size_t winner(struct final *final)
{
	size_t best = 0;
	double least = INFINITY;

	for (size_t i = 0; i < final->count; i++) {
		double one = median(final->ratio[i], FINAL_ROUNDS);

		if (one < least) {
			least = one;
			best = i;
		}
	}
	return final->index[best];
}

/* ---- confirmation ---- */

static bool confirm(struct trial *trial, struct trial_verdict *verdict)
{
	double *ratio = memory_grow(NULL, trial->rounds + 1, sizeof(*ratio));
	struct contender *one = &trial->list[verdict->chosen].contender;
	char *phase = memory_print("confirm/%016llx",
				   (unsigned long long)one->digest);
	bool good = session_build(trial->session, one);
	size_t round = 0;

	while (good && round < trial->rounds) {
		int looks;

		message_progress("confirming, round %zu of at most %zu",
				 round + 1, trial->rounds);
		good = run_pair(trial, phase, round, verdict->chosen, 0,
				&ratio[round]);
		if (!good || ratio[round++] <= 0)
			break;
		if (!confirm_is_look((int)round, (int)trial->rounds, &looks) ||
		    confirm_ratio(ratio, round, looks, &verdict->confirm) !=
			    MODEL_OK)
			continue;
		verdict->compared = true;
		if (verdict->confirm.differs)
			break;
	}
	if (good && round > 0 && ratio[round - 1] <= 0)
		verdict->compared = false;
	trial->confirmed = round;
	verdict->faster = verdict->compared && verdict->confirm.differs &&
			  verdict->confirm.ratio < 1;
	free(phase);
	free(ratio);
	return good;
}

bool trial_decide(struct trial *trial, struct trial_verdict *verdict)
{
	struct final final = {.count = 0};

	*verdict = (struct trial_verdict){0};
	if (!choose_finalists(trial, &final))
		return false;
	if (final.count == 0)
		return true;
	for (size_t round = 0; final.count > 1 && round < FINAL_ROUNDS;
	     round++) {
		message_progress("the best again, round %zu of %d", round + 1,
				 FINAL_ROUNDS);
		if (!run_final(trial, &final, round))
			return false;
	}
	verdict->chosen = final.count > 1 ? winner(&final) : final.index[0];
	return confirm(trial, verdict);
}

void trial_free(struct trial *trial)
{
	for (size_t i = 0; i < trial->count; i++)
		contender_free(&trial->list[i].contender);
	free(trial->list);
	*trial = (struct trial){0};
}
