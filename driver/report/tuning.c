/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads tunings from the store.
 */
#include "tuning.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/letters.h"
#include "base/memory.h"

double tuning_number(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

const char *tuning_string(const json_t *object, const char *key)
{
	const char *string = json_string_value(json_object_get(object, key));

	return string ? string : "";
}

/* ---- reading ---- */

struct reading {
	struct tunings *tunings;
	struct store *store;
};

static struct tuning *find_tuning(struct tunings *tunings, int64_t campaign,
				  const struct store_campaign *of)
{
	struct tuning *tuning;

	for (size_t i = 0; i < tunings->count; i++)
		if (tunings->list[i].campaign == campaign)
			return &tunings->list[i];
	tunings->list = memory_grow(tunings->list, tunings->count + 1,
				    sizeof(*tunings->list));
	tuning = &tunings->list[tunings->count++];
	*tuning = (struct tuning){.campaign = campaign,
				  .machine = memory_string(of->machine),
				  .compiler = memory_string(of->compiler),
				  .command = memory_string(of->command)};
	return tuning;
}

/* A digest stands behind the step. Runs with clocks have a line for each loop.
 */
static void add_run(void *context, int64_t campaign,
		    const struct store_campaign *of,
		    const struct store_run *run)
{
	struct reading *reading = context;
	struct tuning *tuning = find_tuning(reading->tunings, campaign, of);
	char *host_name =
		memory_print("host of %" PRId64 " %s", campaign, run->step);
	struct tuning_run *one;
	const char *last;

	tuning->runs = memory_grow(tuning->runs, tuning->run_count + 1,
				   sizeof(*tuning->runs));
	one = &tuning->runs[tuning->run_count++];
	*one = (struct tuning_run){.of = *run,
				   .good = strcmp(run->status, "ok") == 0 &&
					   isfinite(run->wall) &&
					   isfinite(run->cpu) && run->wall > 0,
				   .baseline = !*run->variant,
				   .clocked = strlen(run->loops) > strlen("[]"),
				   .seconds = run->wall};
	one->of.step =
		memory_print("%.*s", (int)strcspn(run->step, " "), run->step);
	one->of.variant = memory_string(run->variant);
	one->of.status = memory_string(run->status);
	one->of.reason = memory_string(run->reason);
	one->of.program = memory_string(run->program);
	one->of.loops = memory_string(run->loops);
	one->of.governor = memory_string(run->governor);
	one->of.ended = memory_string(run->ended);
	one->of.host = store_kept(reading->store, host_name);
	one->phase = memory_print("%.*s", (int)strcspn(one->of.step, "/"),
				  one->of.step);
	last = strrchr(one->of.step, '/');
	one->round = memory_string(one->of.step);
	if (last)
		one->round[last - one->of.step] = '\0';
	free(host_name);
}

/* podium tune keeps it as the "account" of the campaign. */
static void read_summary(struct tuning *tuning, struct store *store)
{
	char *name = memory_print("account of %" PRId64, tuning->campaign);
	char *content = store_kept(store, name);

	if (content)
		tuning->summary = json_loads(content, 0, NULL);
	tuning->best =
		letters_read(json_object_get(tuning->summary, "variant"));
	if (!tuning->best)
		tuning->best = memory_string("");
	free(content);
	free(name);
}

static int compare_by_time(const void *a, const void *b)
{
	const struct tuning *x = a, *y = b;
	int order = strcmp(y->runs[y->run_count - 1].of.ended,
			   x->runs[x->run_count - 1].of.ended);

	if (order != 0)
		return order;
	return x->campaign < y->campaign ? 1 : -1;
}

bool tunings_read(struct tunings *tunings, struct store *store,
		  int64_t campaign, struct text *problem)
{
	struct reading reading = {tunings, store};

	*tunings = (struct tunings){0};
	if (!store_visit_runs(store, campaign, add_run, &reading, problem))
		return false;
	for (size_t i = 0; i < tunings->count; i++)
		read_summary(&tunings->list[i], store);
	if (tunings->count > 1)
		qsort(tunings->list, tunings->count, sizeof(*tunings->list),
		      compare_by_time);
	return true;
}

void tunings_free(struct tunings *tunings)
{
	for (size_t i = 0; i < tunings->count; i++) {
		struct tuning *tuning = &tunings->list[i];

		for (size_t j = 0; j < tuning->run_count; j++) {
			store_run_free(&tuning->runs[j].of);
			free(tuning->runs[j].phase);
			free(tuning->runs[j].round);
		}
		free(tuning->runs);
		free(tuning->machine);
		free(tuning->compiler);
		free(tuning->command);
		free(tuning->best);
		json_decref(tuning->summary);
	}
	free(tunings->list);
	*tunings = (struct tunings){0};
}

/* ---- properties ---- */

bool tuning_is_phase(const struct tuning_run *run, const char *phase)
{
	return strcmp(run->phase, phase) == 0;
}

bool tuning_is_finished(const struct tuning *tuning)
{
	return strcmp(tuning_string(tuning->summary, "state"), "ended") == 0;
}

bool tuning_is_delivered(const struct tuning *tuning)
{
	return tuning_is_finished(tuning) &&
	       strcmp(tuning_string(tuning->summary, "verdict"), "original") !=
		       0;
}

/* Other variants may have been confirmed, too. */
static bool confirms_best(const struct tuning *tuning,
			  const struct tuning_run *run)
{
	if (!tuning_is_phase(run, "confirm"))
		return false;
	for (size_t i = 0; i < tuning->run_count; i++)
		if (strcmp(tuning->runs[i].round, run->round) == 0 &&
		    strcmp(tuning->runs[i].of.variant, tuning->best) == 0)
			return true;
	return false;
}

/* Runs with other threads, slower builds or pulses, which show the output that
   moves. */
static bool is_elsewhere(const struct tuning_run *run)
{
	return tuning_is_phase(run, "threads") || tuning_is_phase(run, "world");
}

static size_t pick_seconds(const struct tuning *tuning, const char *variant,
			   bool confirming, double *seconds)
{
	size_t count = 0;

	for (size_t i = 0; i < tuning->run_count; i++) {
		const struct tuning_run *run = &tuning->runs[i];

		if (run->good && !run->clocked && !is_elsewhere(run) &&
		    (!confirming || confirms_best(tuning, run)) &&
		    strcmp(run->of.variant, variant) == 0)
			seconds[count++] = run->seconds;
	}
	return count;
}

double *tuning_seconds(const struct tuning *tuning, bool baseline,
		       size_t *count)
{
	double *seconds =
		memory_grow(NULL, tuning->run_count + 1, sizeof(*seconds));
	const char *best = tuning->best;
	bool confirming =
		*best && pick_seconds(tuning, best, true, seconds) > 0;

	*count = 0;
	if (baseline || *best)
		*count = pick_seconds(tuning, baseline ? "" : best, confirming,
				      seconds);
	return seconds;
}

/* The last one counts, if the baseline ran again. */
double tuning_speedup(const struct tuning *tuning,
		      const struct tuning_run *variant)
{
	double speedup = NAN;

	for (size_t i = 0; i < tuning->run_count; i++) {
		const struct tuning_run *run = &tuning->runs[i];

		if (run->baseline && run->good && variant->good &&
		    strcmp(run->round, variant->round) == 0)
			speedup = run->seconds / variant->seconds;
	}
	return speedup;
}
