/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The trials of a tuning.
 */
#include "trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "choice.h"
#include "execute.h"
#include "hot.h"

/* ---- contenders ---- */

size_t trial_find(struct trial *trial, char *variant, size_t choice,
		  bool clocked)
{
	const struct hot *hot = trial->hot;

	for (size_t i = 0; i < trial->count; i++) {
		const struct contender *one = &trial->list[i].contender;

		if (one->clocked == clocked &&
		    strcmp(one->variant, variant) == 0) {
			free(variant);
			return i;
		}
	}
	trial->list = memory_grow(trial->list, trial->count + 1,
				  sizeof(*trial->list));
	trial->list[trial->count] = (struct trial_contender){
		.contender = {.variant = variant,
			      .choice = choice ? &hot->choices->list[choice]
					       : NULL,
			      .clocked = clocked},
		.choice = choice};
	return trial->count++;
}

struct trial_place *trial_place(struct trial *trial, const char *host)
{
	const char *name = host ? host : "";

	for (size_t i = 0; i < trial->place_count; i++)
		if (strcmp(trial->places[i].host, name) == 0)
			return &trial->places[i];
	trial->places = memory_grow(trial->places, trial->place_count + 1,
				    sizeof(*trial->places));
	trial->places[trial->place_count] =
		(struct trial_place){.host = memory_string(name)};
	return &trial->places[trial->place_count++];
}

void trial_fail(struct trial *trial, size_t index, const char *reason)
{
	struct contender *contender = &trial->list[index].contender;

	trial->failed += !contender->reason;
	free(contender->reason);
	contender->reason = memory_string(reason);
}

void trial_put_away(struct trial *trial, size_t index)
{
	struct contender *contender = &trial->list[index].contender;

	if (!contender->program.path)
		return;
	product_discard(&contender->program);
	contender->built = false;
}

double *trial_ratios(const struct trial *trial, const double *others,
		     double same)
{
	size_t count = trial->hot->count + 1;
	double *ratio = memory_grow(NULL, count, sizeof(*ratio));

	for (size_t i = 0; i < count; i++)
		ratio[i] = others ? others[i] : same;
	return ratio;
}

/* ---- how it may be compiled ---- */

bool trial_choices(struct trial *trial, const struct choices *choices)
{
	bool good = true;

	for (size_t i = 1; i < choices->count && good; i++) {
		const struct choice *choice = &choices->list[i];
		struct contender contender = {.reason = choice->reason};
		struct text words = {0};

		trial->identical += choice->known;
		if (!choice->reason)
			continue;
		choice_words(choice, &words);
		message_warning("%s is not tried: %s", text_string(&words),
				choice->reason);
		text_free(&words);
		trial->failed++;
		contender.variant = choice->lines;
		good = execute_keep_failure(trial->session, "build/choice",
					    &contender);
	}
	return good;
}

/* ---- budget and progress ---- */

double trial_left(const struct trial *trial)
{
	const struct session *session = trial->session;

	return trial->budget - session->spent - session->building;
}

static double best_ratio(const struct trial *trial)
{
	double best = 1;

	for (size_t i = 0; i < trial->count; i++)
		if (trial->list[i].ratio > 0 && trial->list[i].ratio < best)
			best = trial->list[i].ratio;
	return best;
}

void trial_progress(const struct trial *trial, const char *what, size_t number,
		    size_t runs, size_t builds)
{
	const struct session *session = trial->session;
	double made = (double)(session->made + session->reused);
	double left = (double)runs * session->spent / made;

	if (session->builds > 0)
		left += (double)builds * session->building /
			(double)session->builds;

	left = fmin(left, fmax(trial_left(trial), 1));
	message_progress("%s %zu, best so far %.3f of the original, at most "
			 "%.0f %s left",
			 what, number + 1, best_ratio(trial),
			 ceil(left < 100 ? left : left / 60),
			 left < 100 ? "s" : "min");
}

static void free_contender(struct trial_contender *one)
{
	contender_free(&one->contender);
	free(one->loops);
}

void trial_free(struct trial *trial)
{
	for (size_t i = 0; i < trial->count; i++)
		free_contender(&trial->list[i]);
	free(trial->list);
	for (size_t i = 0; i < trial->place_count; i++)
		free(trial->places[i].host);
	free(trial->places);
	free(trial->drifts);
	json_decref(trial->clocks);
	json_decref(trial->samples);
	*trial = (struct trial){0};
}
