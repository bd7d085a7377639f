/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What happened in a tuning.
 */
#include "story.h"

#include <gsl/gsl_statistics.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/letters.h"
#include "base/memory.h"
#include "base/text.h"

/* ---- members ---- */

double story_number(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

const char *story_word(const json_t *object, const char *key)
{
	const char *word = json_string_value(json_object_get(object, key));

	return word ? word : "";
}

double story_median(const double *numbers, size_t count)
{
	double *copy, median;

	if (count == 0)
		return NAN;
	copy = memory_grow(NULL, count, sizeof(*copy));
	memcpy(copy, numbers, count * sizeof(*copy));
	median = gsl_stats_median(copy, 1, count);
	free(copy);
	return median;
}

/* ---- runs ---- */

/* What stands behind the step is a digest. */
static void copy_run(const struct store_run *run, struct store_run *copy)
{
	*copy = *run;
	copy->step =
		memory_print("%.*s", (int)strcspn(run->step, " "), run->step);
	copy->variant = memory_string(run->variant);
	copy->status = memory_string(run->status);
	copy->reason = memory_string(run->reason);
	copy->program = memory_string(run->program);
	copy->loops = memory_string(run->loops);
	copy->governor = memory_string(run->governor);
	copy->ended = memory_string(run->ended);
}

/* What stands before there. */
static char *part_of(const char *step, const char *end)
{
	return end ? memory_print("%.*s", (int)(end - step), step)
		   : memory_string(step);
}

static bool is_finite(const struct store_run *run)
{
	return isfinite(run->wall) && isfinite(run->cpu) && run->wall > 0;
}

static struct story *find_story(struct stories *stories, int64_t campaign,
				const struct store_campaign *of)
{
	struct story *story;

	for (size_t i = 0; i < stories->count; i++)
		if (stories->list[i].campaign == campaign)
			return &stories->list[i];
	stories->list = memory_grow(stories->list, stories->count + 1,
				    sizeof(*stories->list));
	story = &stories->list[stories->count++];
	*story = (struct story){.campaign = campaign,
				.machine = memory_string(of->machine),
				.compiler = memory_string(of->compiler),
				.command = memory_string(of->command)};
	return story;
}

/* Where a launcher led, NULL where there was none. */
static char *host_of(struct store *store, int64_t campaign, const char *step)
{
	char *name = memory_print("host of %" PRId64 " %s", campaign, step);
	char *host = store_kept(store, name);

	free(name);
	return host;
}

struct reading {
	struct stories *stories;
	struct store *store;
};

/* The loops of a run have a line each where it had clocks. */
static void visit(void *context, int64_t campaign,
		  const struct store_campaign *of, const struct store_run *run)
{
	struct reading *reading = context;
	struct story *story = find_story(reading->stories, campaign, of);
	struct story_run *one;

	story->runs = memory_grow(story->runs, story->run_count + 1,
				  sizeof(*story->runs));
	one = &story->runs[story->run_count++];
	*one = (struct story_run){.good = strcmp(run->status, "ok") == 0 &&
					  is_finite(run),
				  .original = !*run->variant,
				  .clocked = strlen(run->loops) > strlen("[]"),
				  .seconds = run->wall};
	copy_run(run, &one->of);
	one->of.host = host_of(reading->store, campaign, run->step);
	one->phase = part_of(one->of.step, strchr(one->of.step, '/'));
	one->round = part_of(one->of.step, strrchr(one->of.step, '/'));
}

/* ---- pairs ---- */

static bool is_phase(const struct story_run *run, const char *phase)
{
	return strcmp(run->phase, phase) == 0;
}

/* Beside it in its round, and good; the last one, if it was run again. */
static const struct story_run *beside(const struct story *story,
				      const struct story_run *variant)
{
	const struct story_run *found = NULL;

	for (size_t i = 0; i < story->run_count; i++) {
		const struct story_run *run = &story->runs[i];

		if (run->original && run->good &&
		    strcmp(run->round, variant->round) == 0)
			found = run;
	}
	return found;
}

static bool is_beside(const struct story_run *one,
		      const struct story_run *other)
{
	const char *host = one->of.host, *others = other->of.host;

	return host && others ? strcmp(host, others) == 0 : host == others;
}

/* The median of the original's runs like that one: on its machine, with clocks
   or without. */
static double usual_of(const struct story *story, const struct story_run *like)
{
	double *seconds =
		memory_grow(NULL, story->run_count + 1, sizeof(*seconds));
	size_t count = 0;
	double median;

	for (size_t i = 0; i < story->run_count; i++) {
		const struct story_run *run = &story->runs[i];

		if (run->original && run->good &&
		    run->clocked == like->clocked && is_beside(run, like) &&
		    !is_phase(run, "threads"))
			seconds[count++] = run->seconds;
	}
	median = story_median(seconds, count);
	free(seconds);
	return median;
}

static bool is_tried(const struct story_run *run)
{
	return !run->original &&
	       (is_phase(run, "try") || is_phase(run, "loops") ||
		is_phase(run, "build") || is_phase(run, "confirm"));
}

static void add_pair(struct story *story, const struct story_run *variant)
{
	const struct story_run *original = beside(story, variant);
	struct story_pair pair = {.variant = variant,
				  .confirming = is_phase(variant, "confirm")};

	if (original && variant->good)
		pair.ratio = variant->seconds / original->seconds;
	if (original)
		pair.drift = original->seconds / usual_of(story, original);
	story->pairs = memory_grow(story->pairs, story->pair_count + 1,
				   sizeof(*story->pairs));
	story->pairs[story->pair_count++] = pair;
}

static void add_pairs(struct story *story)
{
	for (size_t i = 0; i < story->run_count; i++)
		if (is_tried(&story->runs[i]))
			add_pair(story, &story->runs[i]);
}

/* ---- all of it ---- */

static void read_account(struct story *story, struct store *store)
{
	char *name = memory_print("account of %" PRId64, story->campaign);
	char *content = store_kept(store, name);

	if (content)
		story->account = json_loads(content, 0, NULL);
	story->best = letters_read(json_object_get(story->account, "variant"));
	if (!story->best)
		story->best = memory_string("");
	free(content);
	free(name);
}

static void finish(struct story *story, struct store *store)
{
	read_account(story, store);
	if (strcmp(story_word(story->account, "objective"), "cpu") == 0)
		for (size_t i = 0; i < story->run_count; i++)
			story->runs[i].seconds = story->runs[i].of.cpu;
	add_pairs(story);
}

static int by_time(const void *a, const void *b)
{
	const struct story *x = a, *y = b;
	int order = strcmp(y->runs[y->run_count - 1].of.ended,
			   x->runs[x->run_count - 1].of.ended);

	if (order != 0)
		return order;
	return x->campaign < y->campaign ? 1 : -1;
}

bool stories_read(struct stories *stories, struct store *store,
		  int64_t campaign, struct text *problem)
{
	struct reading reading = {stories, store};

	*stories = (struct stories){0};
	if (!store_visit_runs(store, campaign, visit, &reading, problem))
		return false;
	for (size_t i = 0; i < stories->count; i++)
		finish(&stories->list[i], store);
	if (stories->count > 1)
		qsort(stories->list, stories->count, sizeof(*stories->list),
		      by_time);
	return true;
}

void stories_free(struct stories *stories)
{
	for (size_t i = 0; i < stories->count; i++) {
		struct story *story = &stories->list[i];

		for (size_t j = 0; j < story->run_count; j++) {
			store_run_free(&story->runs[j].of);
			free(story->runs[j].phase);
			free(story->runs[j].round);
		}
		free(story->runs);
		free(story->pairs);
		free(story->machine);
		free(story->compiler);
		free(story->command);
		free(story->best);
		json_decref(story->account);
	}
	free(stories->list);
	*stories = (struct stories){0};
}

bool story_ended(const struct story *story)
{
	return strcmp(story_word(story->account, "state"), "ended") == 0;
}

bool story_delivered(const struct story *story)
{
	return story_ended(story) &&
	       strcmp(story_word(story->account, "verdict"), "original") != 0;
}

/* Of the confirmation of the best variant: others may have been confirmed. */
static bool confirms_best(const struct story *story,
			  const struct story_run *run)
{
	if (!is_phase(run, "confirm"))
		return false;
	for (size_t i = 0; i < story->run_count; i++)
		if (strcmp(story->runs[i].round, run->round) == 0 &&
		    strcmp(story->runs[i].of.variant, story->best) == 0)
			return true;
	return false;
}

/* Those of one variant, of the confirmation alone or all. */
static size_t pick(const struct story *story, const char *variant,
		   bool confirming, double *seconds)
{
	size_t count = 0;

	for (size_t i = 0; i < story->run_count; i++) {
		const struct story_run *run = &story->runs[i];

		if (run->good && !run->clocked && !is_phase(run, "threads") &&
		    (!confirming || confirms_best(story, run)) &&
		    strcmp(run->of.variant, variant) == 0)
			seconds[count++] = run->seconds;
	}
	return count;
}

double *story_seconds(const struct story *story, bool original, size_t *count)
{
	double *seconds =
		memory_grow(NULL, story->run_count + 1, sizeof(*seconds));
	const char *best = story->best;
	bool confirming = *best && pick(story, best, true, seconds) > 0;

	*count = original || *best ? pick(story, original ? "" : best,
					  confirming, seconds)
				   : 0;
	return seconds;
}
