/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The hot loops of a program.
 */
#include "hot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clocked.h"
#include "loop.h"
#include "memory.h"
#include "prediction.h"
#include "replay.h"
#include "text.h"
#include "tuned.h"
#include "variants.h"

/* Loops that make up so much of the estimated time are hot. */
#define HOT_SHARE .9

/* A gain is clear beyond so many standard deviations of noise. */
#define CLEAR 2

/* For a value that is not known: large enough that overheads do not rule. */
#define ASSUMED 1000

/* ---- names ---- */

/* The file by the end of its path that does not climb. */
static char *entry_of(const json_t *record)
{
	const char *file = json_string_value(json_object_get(record, "file"));
	const char *id = json_string_value(json_object_get(record, "id"));
	struct text entry = {0};

	file = file ? file : "";
	while (strncmp(file, "../", 3) == 0 || strncmp(file, "./", 2) == 0)
		file += file[1] == '.' ? 3 : 2;
	tuned_add_word(&entry, file);
	text_add(&entry, ":");
	tuned_add_word(&entry, id ? id : "");
	return entry.bytes;
}

/* ---- loops ---- */

/* Constructs whose clauses can be exchanged without a second thought. */
static bool is_eligible(const json_t *record)
{
	const char *construct =
		json_string_value(json_object_get(record, "construct"));

	return construct && strstr(construct, "for") &&
	       loop_true(record, "rewritable") &&
	       json_array_size(json_object_get(record, "rewrite_why")) == 0;
}

static bool is_known(const struct hot *hot, const char *entry)
{
	for (size_t i = 0; i < hot->count; i++)
		if (strcmp(hot->list[i].entry, entry) == 0)
			return true;
	return false;
}

static void add_loop(struct hot *hot, const json_t *record)
{
	char *entry;

	hot->seen++;
	if (!is_eligible(record)) {
		hot->refused++;
		return;
	}
	entry = entry_of(record);
	if (is_known(hot, entry)) {
		free(entry);
		return;
	}
	hot->list = memory_grow(hot->list, hot->count + 1, sizeof(*hot->list));
	hot->list[hot->count++] = (struct hot_loop){
		.record = record,
		.entry = entry,
		.orphaned = json_is_null(json_object_get(record, "parallel")),
	};
}

/* ---- values ---- */

/* What the clocks saw; what the user says comes after it. */
static void set_seen(struct hot_loop *loop, const json_t *clocks)
{
	const char *name;
	double value;

	for (int i = 0; (name = prediction_parameter(loop->prediction, i)); i++)
		if (clocked_value(clocks, loop->record, name, &value))
			prediction_set(loop->prediction, name, value);
}

static void set_values(struct hot_loop *loop, char *const *settings)
{
	const char *name;

	for (; settings && *settings; settings++) {
		const char *equals = strchr(*settings, '=');
		char *parameter = memory_print(
			"%.*s", (int)(equals - *settings), *settings);

		prediction_set(loop->prediction, parameter, atof(equals + 1));
		free(parameter);
	}
	for (int i = 0; (name = prediction_parameter(loop->prediction, i)); i++)
		if (prediction_misses(loop->prediction, i)) {
			prediction_set(loop->prediction, name, ASSUMED);
			loop->assumed = true;
		}
}

static void predict(struct hot_loop *loop, const struct machine *machine,
		    const struct hot_wish *wish)
{
	struct text problem = {0};
	struct schedule schedule;
	struct estimate estimate;

	if (!wish->predict)
		return;
	loop->prediction =
		prediction_new(loop->record, machine, &loop->why_not);
	if (!loop->prediction)
		return;
	if (wish->clocks)
		set_seen(loop, wish->clocks);
	set_values(loop, wish->settings);
	schedule = prediction_schedule(loop->prediction, machine->cores);
	if (prediction_estimate(loop->prediction, &schedule, &estimate,
				&problem)) {
		loop->weight = estimate.cycles;
	} else {
		prediction_free(loop->prediction);
		loop->prediction = NULL;
		loop->why_not = "its bounds are not known";
	}
	text_free(&problem);
}

/* ---- candidates ---- */

static struct schedule written_schedule(const struct hot_loop *loop, int cores)
{
	static const struct {
		const char *name;
		enum machine_schedule kind;
	} kinds[] = {{"static", SCHEDULE_STATIC},
		     {"dynamic", SCHEDULE_DYNAMIC},
		     {"guided", SCHEDULE_GUIDED}};
	const json_t *written = json_object_get(loop->record, "schedule");
	const char *kind = json_string_value(json_object_get(written, "kind"));
	struct schedule schedule = {SCHEDULE_STATIC, 1, cores};

	if (loop->prediction)
		return prediction_schedule(loop->prediction, cores);
	for (size_t i = 0; kind && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(kind, kinds[i].name) == 0)
			schedule.kind = kinds[i].kind;
	return schedule;
}

static double cycles_of(struct hot_loop *loop, const struct schedule *schedule)
{
	struct estimate estimate;
	struct text problem = {0};
	bool good = loop->prediction &&
		    prediction_estimate(loop->prediction, schedule, &estimate,
					&problem);

	text_free(&problem);
	return good && estimate.cycles > 0 ? estimate.cycles : 1;
}

static void add_candidate(struct hot_loop *loop,
			  const struct schedule *schedule)
{
	size_t index = loop->count++;

	loop->schedules = memory_grow(loop->schedules, loop->count,
				      sizeof(*loop->schedules));
	loop->items =
		memory_grow(loop->items, loop->count, sizeof(*loop->items));
	loop->schedules[index] = *schedule;
	loop->items[index] = (struct refine_item){
		.cycles = cycles_of(loop, schedule),
		.threads = schedule->threads,
		/* a static block is far from static with small chunks */
		.kind = (int)schedule->kind,
		.chunk = schedule->chunk >= 1 ? schedule->chunk : 1,
	};
}

static bool is_same(const struct schedule *a, const struct schedule *b)
{
	return a->kind == b->kind && a->threads == b->threads &&
	       (a->kind == SCHEDULE_STATIC || a->chunk == b->chunk);
}

static void add_candidates(struct hot_loop *loop, int cores,
			   const struct variants_wish *wish)
{
	double iterations = loop->prediction
				    ? prediction_iterations(loop->prediction)
				    : ASSUMED;
	struct schedule original = written_schedule(loop, cores);
	size_t count;
	struct schedule *list = variants_list(wish, iterations, cores, &count);

	add_candidate(loop, &original);
	for (size_t i = 0; i < count; i++) {
		if (loop->orphaned && list[i].threads != original.threads)
			continue;
		if (!is_same(&list[i], &original))
			add_candidate(loop, &list[i]);
	}
	free(list);
}

/* ---- which are hot ---- */

static int by_weight(const void *a, const void *b)
{
	const struct hot_loop *x = a;
	const struct hot_loop *y = b;

	/* not known: perhaps the hottest of all */
	if ((x->weight == 0) != (y->weight == 0))
		return x->weight == 0 ? -1 : 1;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return strcmp(x->entry, y->entry);
}

static void free_loop(struct hot_loop *loop)
{
	prediction_free(loop->prediction);
	free(loop->entry);
	free(loop->schedules);
	free(loop->items);
	free(loop->runs);
}

/* Time by the clocks in place of the estimate; false if it was never run. */
static bool weigh(struct hot_loop *loop, const json_t *clocks)
{
	double calls, wall;

	loop->weight = 0;
	if (!clocked_time(clocks, loop->record, &calls, &wall))
		return true;
	loop->weight = wall;
	return calls > 0;
}

static void drop_idle(struct hot *hot, const json_t *clocks)
{
	size_t kept = 0;

	for (size_t i = 0; i < hot->count; i++) {
		if (weigh(&hot->list[i], clocks))
			hot->list[kept++] = hot->list[i];
		else
			free_loop(&hot->list[i]);
	}
	hot->count = kept;
}

static void keep_hottest(struct hot *hot, size_t most)
{
	double total = 0, sum = 0;
	size_t keep = 0;

	for (size_t i = 0; i < hot->count; i++)
		total += hot->list[i].weight;
	while (keep < hot->count && keep < most &&
	       (hot->list[keep].weight == 0 || sum < HOT_SHARE * total))
		sum += hot->list[keep++].weight;
	for (size_t i = keep; i < hot->count; i++)
		free_loop(&hot->list[i]);
	hot->count = keep;
}

/* Whose time is how much of the whole; all the same where not all is known. */
static void share_out(struct hot *hot, bool clocked)
{
	double total = 0;

	hot->clocked = clocked;
	for (size_t i = 0; i < hot->count; i++) {
		hot->clocked = hot->clocked && hot->list[i].weight > 0;
		total += hot->list[i].weight;
	}
	for (size_t i = 0; i < hot->count; i++)
		hot->list[i].share =
			hot->clocked ? hot->list[i].weight / total : 1;
}

void hot_find(struct hot *hot, const struct replay *replay)
{
	*hot = (struct hot){0};
	for (size_t i = 0; i < replay->unit_count; i++) {
		const struct records *records = &replay->units[i].records;

		for (size_t j = 0; j < records->count; j++)
			add_loop(hot, records->list[j]);
	}
}

void hot_weigh(struct hot *hot, const struct machine *machine,
	       const struct hot_wish *wish)
{
	for (size_t i = 0; i < hot->count; i++)
		predict(&hot->list[i], machine, wish);
	if (wish->clocks)
		drop_idle(hot, wish->clocks);
	if (hot->count > 0)
		qsort(hot->list, hot->count, sizeof(*hot->list), by_weight);
	keep_hottest(hot, wish->most);
	share_out(hot, wish->clocks != NULL);
	hot->space = hot->count > 0;
	for (size_t i = 0; i < hot->count; i++) {
		add_candidates(&hot->list[i], machine->cores, wish->variants);
		hot->space *= (double)hot->list[i].count;
	}
}

/* ---- what was measured ---- */

void hot_observe(struct hot_loop *loop, size_t candidate, double ratio)
{
	loop->runs = memory_grow(loop->runs, loop->run_count + 1,
				 sizeof(*loop->runs));
	loop->runs[loop->run_count++] =
		(struct refine_run){candidate, log(ratio)};
}

size_t hot_best(const struct hot_loop *loop)
{
	struct refine_belief *beliefs =
		memory_grow(NULL, loop->count + 1, sizeof(*beliefs));
	size_t best = 0;

	if (refine_beliefs(loop->items, loop->count, loop->runs,
			   loop->run_count, beliefs) == MODEL_OK)
		for (size_t i = 0; i < loop->run_count; i++) {
			size_t item = loop->runs[i].item;

			if (!loop->items[item].barred &&
			    beliefs[item].mean < beliefs[best].mean)
				best = item;
		}
	free(beliefs);
	return best;
}

/* Choose what it carries; false if that is nothing new. */
static bool choose_next(struct hot_loop *loop, bool stop, double *improvement)
{
	size_t next;
	bool more =
		!loop->settled &&
		refine_next(loop->items, loop->count, loop->runs,
			    loop->run_count, &next, improvement) == MODEL_OK;

	loop->settled = !more || (stop && *improvement < REFINE_STOP);
	loop->now = loop->settled ? hot_best(loop) : next;
	return !loop->settled;
}

bool hot_choose(struct hot *hot, bool stop)
{
	double expected = 0; /* of the time of all hot loops */
	bool any = false;

	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];
		double improvement;

		if (!choose_next(loop, stop, &improvement))
			continue;
		any = true;
		expected += loop->share * improvement;
	}
	return any && (!stop || expected >= REFINE_STOP);
}

/* ---- what failed ---- */

static bool ran_well(const struct hot_loop *loop, size_t candidate)
{
	for (size_t i = 0; i < loop->run_count; i++)
		if (loop->runs[i].item == candidate)
			return true;
	return false;
}

void hot_accuse(struct hot *hot)
{
	size_t changed = 0;

	for (size_t i = 0; i < hot->count; i++)
		changed += hot->list[i].now != 0;
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];

		if (loop->now == 0)
			continue;
		if (changed == 1)
			loop->items[loop->now].barred = true;
		else if (!ran_well(loop, loop->now))
			loop->suspect = loop->now;
	}
}

bool hot_question(struct hot *hot)
{
	bool found = false;

	for (size_t i = 0; i < hot->count; i++)
		found = found || hot->list[i].suspect != 0;
	if (!found)
		return false;
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];

		loop->now = found ? loop->suspect : 0;
		if (loop->now != 0) {
			loop->suspect = 0;
			found = false;
		}
	}
	return true;
}

double hot_predicted(const struct hot_loop *loop, size_t candidate)
{
	if (!loop->prediction || loop->items[0].cycles <= 0)
		return 0;
	return loop->items[candidate].cycles / loop->items[0].cycles;
}

/* The mean of ln of what was measured of a candidate, and how often. */
static double mean_log(const struct hot_loop *loop, size_t candidate,
		       size_t *count)
{
	double sum = 0;

	*count = 0;
	for (size_t i = 0; i < loop->run_count; i++)
		if (loop->runs[i].item == candidate) {
			sum += loop->runs[i].log_time;
			++*count;
		}
	return *count ? sum / (double)*count : 0;
}

double hot_measured(const struct hot_loop *loop, size_t candidate)
{
	size_t count;
	double mean = mean_log(loop, candidate, &count);

	return count ? exp(mean) : 0;
}

bool hot_is_clear(const struct hot_loop *loop, size_t candidate)
{
	size_t count;
	double mean = mean_log(loop, candidate, &count);

	return count && mean < -CLEAR * REFINE_NOISE / sqrt((double)count);
}

/* ---- words ---- */

void hot_clauses(const struct hot_loop *loop, size_t candidate,
		 struct text *out)
{
	const struct schedule *schedule = &loop->schedules[candidate];

	text_add(out, "schedule(");
	variants_print(out, schedule);
	text_add(out, ")");
	if (schedule->threads != loop->schedules[0].threads)
		text_print(out, " num_threads(%d)", schedule->threads);
}

char *hot_variant(const struct hot *hot)
{
	struct text lines = {0};

	text_add(&lines, "");
	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];

		if (loop->now == 0)
			continue;
		text_print(&lines, "%s ", loop->entry);
		hot_clauses(loop, loop->now, &lines);
		text_add(&lines, "\n");
	}
	return lines.bytes;
}

void hot_free(struct hot *hot)
{
	for (size_t i = 0; i < hot->count; i++)
		free_loop(&hot->list[i]);
	free(hot->list);
	*hot = (struct hot){0};
}
