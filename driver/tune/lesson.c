/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a tuning takes from the history, and leaves in it.
 */
#include "lesson.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "choice.h"
#include "hot.h"
#include "rank/prediction.h"
#include "session.h"
#include "store/past.h"
#include "trial.h"

/*
 * Where the program's time judges, that of a loop is seen through what is not
 * the loop: it must be this much of the whole.
 */
#define LEAST_SHARE .5

/* A time of the loop below this part of the original's is no time. */
#define LEAST_RATIO .01

/* ---- taking ---- */

/* Kept as it will be read, so that nobody goes on with other digits. */
static char *learn(const struct hot_loop *loop, struct past *past)
{
	struct past_lesson lesson =
		past_learn(past, prediction_kernel(loop->views->prediction));
	struct learn_factors factors = past_factors(&lesson);

	return past_dump(factors.of);
}

static void take(struct hot_loop *loop, struct session *session,
		 struct past *past)
{
	char *name =
		memory_print("factors of %" PRId64 " %s %s", session->campaign,
			     loop->views->entry, past->key);
	char *kept = store_kept(session->store, name);
	struct text problem = {0};

	if (!kept) {
		kept = learn(loop, past);
		/* a store that is full is told of by the next run */
		store_keep(session->store, name, kept, &problem);
	}
	if (!past_load(kept, 1e-9, loop->factors.of))
		loop->factors = learn_nothing();
	text_free(&problem);
	free(kept);
	free(name);
}

/* "learned for heat.c:step#1: core 1.9, memory 0.7" */
static void tell(const struct hot_loop *loop)
{
	struct learn_factors nothing = learn_nothing();
	struct text words = {0};

	if (memcmp(&loop->factors, &nothing, sizeof(nothing)) == 0)
		return;
	past_print(&loop->factors, &words);
	message_note("learned for %s: %s", loop->views->entry,
		     text_string(&words));
	text_free(&words);
}

void lesson_take(struct hot *hot, struct session *session, struct past *past)
{
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];

		if (!loop->views->prediction)
			continue;
		take(loop, session, past);
		tell(loop);
	}
}

/* ---- leaving ---- */

/* The part of what was measured that is the loop; 0 if that is not known. */
static double share_of(const struct trial *trial, const struct hot_loop *loop)
{
	if (trial->clocked)
		return 1;
	if (!trial->hot->clocked || trial->session->wish->cpu ||
	    trial->original <= 0)
		return 0;
	return fmin(loop->weight / 1e9 / trial->original, 1);
}

/* The loop's time by that of the original, 0 if that is not known. */
static double ratio_of(const struct trial *trial, const struct hot_loop *loop,
		       size_t candidate)
{
	double share = share_of(trial, loop);
	double ratio = hot_measured(loop, candidate);

	/* flags and macros change the rest of the program, too */
	if (ratio <= 0 || share < LEAST_SHARE ||
	    (!trial->clocked && loop->candidates[candidate].choice != 0))
		return 0;
	ratio = 1 + (ratio - 1) / share;
	return ratio >= LEAST_RATIO ? ratio : 0;
}

static int rounds_of(const struct hot_loop *loop, size_t candidate)
{
	int rounds = 0;

	for (size_t i = 0; i < loop->run_count; i++)
		rounds += loop->runs[i].item == candidate;
	return rounds;
}

/* Its clauses; of how it is compiled a digest. */
static char *variant_of(const struct hot *hot, const struct hot_loop *loop,
			size_t candidate)
{
	size_t choice = loop->candidates[candidate].choice;
	const char *lines = hot->choices->list[choice].lines;
	struct text words = {0};

	hot_clauses(loop, candidate, &words);
	if (choice != 0)
		text_print(&words, " %016" PRIx64,
			   digest_bytes(lines, strlen(lines)));
	return words.bytes;
}

static bool make_row(const struct trial *trial, const struct hot_loop *loop,
		     size_t candidate, struct past_row *row)
{
	const struct hot_candidate *of = &loop->candidates[candidate];
	struct prediction *prediction = loop->views[of->choice].prediction;

	row->ratio = ratio_of(trial, loop, candidate);
	if (row->ratio <= 0 || !prediction ||
	    !prediction_terms(prediction, &of->schedule, row->term))
		return false;
	row->rounds = rounds_of(loop, candidate);
	row->variant = variant_of(trial->hot, loop, candidate);
	return true;
}

/* The loop with what its size makes of the estimate of the original. */
static uint64_t problem_of(const struct past_row *original)
{
	struct text words = {0};
	uint64_t problem;

	text_print(&words, "%016" PRIx64, original->kernel);
	for (int i = 0; i < ESTIMATE_TERMS; i++)
		text_print(&words, " %.3g", original->term[i]);
	problem = digest_bytes(text_string(&words), words.length);
	text_free(&words);
	return problem;
}

static void leave_loop(const struct trial *trial, const struct hot_loop *loop,
		       const struct past *past)
{
	struct past_row *rows =
		memory_grow(NULL, loop->count + 1, sizeof(*rows));
	size_t count = 0;

	for (size_t i = 0; i < loop->count; i++) {
		struct past_row *row = &rows[count];

		if (!make_row(trial, loop, i, row))
			continue;
		row->kernel = prediction_kernel(loop->views->prediction);
		row->problem = problem_of(&rows[0]);
		count++;
	}
	/* one alone says nothing */
	if (count > 1)
		past_add(past, rows, count);
	for (size_t i = 0; i < count; i++)
		free(rows[i].variant);
	free(rows);
}

/* Where values had to be assumed the terms say nothing of what was run. */
void lesson_leave(const struct trial *trial, const struct past *past)
{
	for (size_t i = 0; i < trial->hot->count; i++) {
		const struct hot_loop *loop = &trial->hot->list[i];

		if (loop->views->prediction && !loop->assumed)
			leave_loop(trial, loop, past);
	}
}
