/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The best orders and tiles of different loops, and the best flags, in one
 * program.
 */
#include "combine.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/text.h"
#include "candidate.h"
#include "choice.h"
#include "hot.h"
#include "revision.h"
#include "steer.h"
#include "trial.h"

/* What one must save, of the time of its loop. */
#define LEAST .05

/* How a choice has changed the loop, NULL where it has not. */
static const struct revision_loop *
change_of(const struct hot *hot, const struct hot_loop *loop, size_t choice)
{
	return revision_loop(hot->choices->list[choice].revision,
			     loop->views->record);
}

/* The fastest that was measured of the loop, with clauses as they are written;
   NULL where that is the loop as it is. */
static const struct revision_loop *best_of(const struct hot *hot,
					   const struct hot_loop *loop)
{
	const struct revision_loop *best = NULL;
	double least = 1 - LEAST;

	for (size_t i = 1; i < hot->filled; i++) {
		const struct revision_loop *change = change_of(hot, loop, i);
		double ratio;

		if (!change || !loop->views[i].record)
			continue;
		ratio = candidate_measured(loop, loop->views[i].first);
		if (ratio <= 0 || ratio >= least)
			continue;
		least = ratio;
		best = change;
	}
	return best;
}

static bool is_same(const struct revision_loop *one,
		    const struct revision_loop *other)
{
	if (!one || !other)
		return one == other;
	return strcmp(one->words, other->words) == 0;
}

/* Has a choice all of them, and no others, and the flags of that other one? */
static bool has_all(const struct hot *hot, size_t choice, size_t flags_of)
{
	const struct choice *list = hot->choices->list;

	if (!choice_same_flags(&list[choice], &list[flags_of]))
		return false;
	for (size_t i = 0; i < hot->count; i++)
		if (!is_same(best_of(hot, &hot->list[i]),
			     change_of(hot, &hot->list[i], choice)))
			return false;
	return true;
}

/* The baseline has none. */
static bool is_there(const struct hot *hot, size_t flags_of)
{
	for (size_t i = 0; i < hot->filled; i++)
		if (has_all(hot, i, flags_of))
			return true;
	return false;
}

static struct revision *combine_all(const struct hot *hot)
{
	struct revision *revision = revision_new();

	for (size_t i = 0; i < hot->count; i++) {
		const struct revision_loop *best = best_of(hot, &hot->list[i]);

		if (best)
			revision_add(revision, best->unit, best->record,
				     &best->reshape);
	}
	return revision;
}

static bool build(struct trial *trial, struct text *problem)
{
	struct hot *hot = trial->hot;
	struct session *session = trial->session;
	bool good = choices_build(hot->choices, session->make,
				  session->original, problem);

	trial_renew(trial);
	if (good)
		candidate_fill(hot, hot->choices, hot->machine, hot->wish);
	return good;
}

bool combine(struct trial *trial, size_t *choice)
{
	struct hot *hot = trial->hot;
	struct text problem = {0};
	size_t flags_of = steer_base(hot, false);
	bool good;

	*choice = 0;
	if (is_there(hot, flags_of))
		return true;
	*choice = hot->choices->count;
	choices_add_revision(hot->choices, combine_all(hot), flags_of);
	good = build(trial, &problem);
	if (problem.length)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	return good && !process_interrupted();
}
