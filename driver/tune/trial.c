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
#include "candidate.h"
#include "choice.h"
#include "execute.h"
#include "hot.h"
#include "run/clocks.h"
#include "run/samples.h"

/* ---- contenders ---- */

static size_t find(struct trial *trial, struct contender contender,
		   size_t choice)
{
	const struct hot *hot = trial->hot;

	for (size_t i = 0; i < trial->count; i++) {
		const struct contender *one = &trial->list[i].contender;

		if (one->clocked == contender.clocked &&
		    one->host == contender.host &&
		    strcmp(one->variant, contender.variant) == 0) {
			free(contender.variant);
			free(contender.versions);
			return i;
		}
	}
	contender.choice = choice ? &hot->choices->list[choice] : NULL;
	trial->list = memory_grow(trial->list, trial->count + 1,
				  sizeof(*trial->list));
	trial->list[trial->count] = (struct trial_contender){
		.contender = contender, .choice = choice};
	return trial->count++;
}

size_t trial_find(struct trial *trial, char *variant, size_t choice,
		  bool clocked)
{
	return find(trial,
		    (struct contender){.variant = variant, .clocked = clocked},
		    choice);
}

/* ---- versions of loops in one build ---- */

static struct contender *find_host(struct trial *trial, char *variant,
				   size_t choice)
{
	struct contender *host;

	for (size_t i = 0; i < trial->host_count; i++)
		if (strcmp(trial->hosts[i]->variant, variant) == 0) {
			free(variant);
			return trial->hosts[i];
		}
	host = memory_grow(NULL, 1, sizeof(*host));
	*host = (struct contender){.variant = variant, .clocked = true};
	if (choice)
		host->choice = &trial->hot->choices->list[choice];
	trial->hosts = memory_grow(trial->hosts, trial->host_count + 1,
				   sizeof(struct contender *));
	trial->hosts[trial->host_count++] = host;
	return host;
}

/* The build of the choice that has several versions; *host becomes NULL where
   it fails. */
static bool build_host(struct trial *trial, size_t choice,
		       struct contender **host)
{
	bool known;

	*host = find_host(trial, candidate_versions(trial->hot, choice),
			  choice);
	known = (*host)->built;
	if (!contender_build(trial->session, *host))
		return false;
	if (!(*host)->failed)
		return true;
	if (!known)
		message_warning("each variant is a build of its own, as one "
				"that has several fails: %s",
				(*host)->reason);
	*host = NULL;
	return true;
}

bool trial_find_carried(struct trial *trial, size_t *index)
{
	struct hot *hot = trial->hot;
	struct contender one = {.clocked = trial->clocked};
	char *versions = trial->clocks ? candidate_fixed(hot) : NULL;

	if (versions && *versions &&
	    !build_host(trial, hot->choice, &one.host)) {
		free(versions);
		return false;
	}
	one.variant = candidate_variant(hot);
	if (one.host) {
		one.clocked = true;
		one.versions = versions;
		versions = NULL;
	}
	free(versions);
	*index = find(trial, one, hot->choice);
	return true;
}

bool trial_find_race(struct trial *trial, size_t choice, size_t *index)
{
	struct contender one = {.clocked = true};

	if (!build_host(trial, choice, &one.host))
		return false;
	*index = 0;
	if (one.host) {
		one.variant = memory_string(one.host->variant);
		*index = find(trial, one, choice);
	}
	return true;
}

bool trial_check_versions(struct trial *trial, const char *clocks)
{
	struct hot *hot = trial->hot;
	json_t *lines = clocks_read(clocks);
	bool good = true;

	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];
		size_t version = loop->candidates[loop->now].version;
		const char *why;

		if (loop->now == candidate_written(loop, loop->now) ||
		    samples_fixed(lines, loop->views[hot->choice].record,
				  version, &why))
			continue;
		good = false;
		if (why) {
			struct text words = {0};

			candidate_plain(loop, loop->now, &words);
			message_note("%s %s is not tried: %s",
				     loop->views->place, text_string(&words),
				     why);
			text_free(&words);
			trial->refused++;
			loop->items[loop->now].barred = true;
			loop->now = candidate_written(loop, loop->now);
		} else {
			message_note("%s: each variant is a build of its own",
				     loop->views->place);
			loop->unfixed = true;
		}
	}
	json_decref(lines);
	return good;
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
	for (size_t i = 0; i < trial->host_count; i++) {
		contender_free(trial->hosts[i]);
		free(trial->hosts[i]);
	}
	free(trial->hosts);
	for (size_t i = 0; i < trial->place_count; i++)
		free(trial->places[i].host);
	free(trial->places);
	free(trial->drifts);
	json_decref(trial->clocks);
	json_decref(trial->samples);
	*trial = (struct trial){0};
}
