/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a tuning finds and costs where the times of all variants are known:
 * programs of one loop out of recorded tables, on a machine that drifts by
 * formula. No test; run by tools/bench-trials.
 *
 *	bench-trials FOLDER SECONDS DIFFER CALLS [TAU NOISE WANDERS]...
 *
 * prints a line for each such machine (drift.h). Each nest of a table is a
 * loop; it is written as schedule(static), and again as schedule(dynamic,1),
 * with all threads, if the table has that. A program takes so many seconds, a
 * tenth of them beside the loop. Variants differ by DIFFER times as much as in
 * the table, as logarithms. The loop is called so often in a run.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>

#include "../drift.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/text.h"
#include "fake.h"
#include "machine/profile.h"
#include "study/dataset.h"

/* Of the program's time, beside the loop. */
#define REST .1

/* Fewer variants are no search. */
#define LEAST_VARIANTS 6

/* A gain is one from here on; it is found where no more than that is left. */
#define GAIN .1
#define NEAR .03

struct figures {
	size_t tunings, gains, found, kept, slower, idle_count;
	double *runs;	 /* of each, */
	double *idle;	 /* of those with nothing to gain, */
	double *seconds; /* and by those of the original */
	double left;	 /* sum of ln(delivered / best) */
};

struct problem {
	struct refine_item *items;
	struct schedule *schedules;
	double *seconds;
	size_t count;
};

/* What all of them have in common. */
struct program {
	double seconds;
	double differ; /* variants */
	int calls;
};

static void befall(struct fake *fake, struct fake_run *run)
{
	double seconds = run->loop[0] + run->rest;
	double factor;

	/* candidates that took turns have had their share of it */
	if (run->within)
		seconds = run->rest;
	factor = drift_run(fake->drift, seconds) / seconds;
	run->loop[0] *= run->within ? 1 : factor;
	run->rest *= factor;
}

static double delivered(const struct fake *fake,
			const struct trial_verdict *verdict)
{
	return fake_seconds(fake, verdict->faster ? verdict->chosen : 0);
}

static void note(struct figures *figures, const struct problem *problem,
		 const struct fake *fake, const struct trial_verdict *verdict,
		 double rest)
{
	double before = problem->seconds[0] + rest, least = before;
	double after = delivered(fake, verdict);
	size_t i = figures->tunings++;

	for (size_t j = 0; j < problem->count; j++)
		least = fmin(least, problem->seconds[j] + rest);
	figures->runs = memory_grow(figures->runs, i + 1, sizeof(double));
	figures->seconds = memory_grow(figures->seconds, i + 1, sizeof(double));
	figures->runs[i] = (double)fake->runs;
	figures->seconds[i] = fake->seconds / before;
	figures->left += log(after / least);
	figures->slower += after > 1.01 * before;
	if (before / least < 1 + NEAR) {
		figures->idle = memory_grow(
			figures->idle, figures->idle_count + 1, sizeof(double));
		figures->idle[figures->idle_count++] = (double)fake->runs;
	}
	if (before / least >= 1 + GAIN) {
		figures->gains++;
		figures->found += after <= (1 + NEAR) * least;
		figures->kept += !verdict->faster;
	}
}

static void tune(const struct problem *problem, const struct program *program,
		 struct drift *drift, struct figures *figures)
{
	struct trial_verdict verdict = {0};
	double rest = program->seconds * REST;
	struct fake fake;

	fake_begin(&fake, rest);
	fake.befall = befall;
	fake.drift = drift;
	fake.calls = program->calls;
	fake.trial.rounds = 0;
	fake_loop(&fake, problem->items, problem->schedules, problem->seconds,
		  problem->count);
	if (fake_start(&fake, true)) {
		fake.trial.budget =
			fmax(100 * fake.trial.original, 60); /* as tune.c */
		if (fake_decide(&fake, &verdict))
			note(figures, problem, &fake, &verdict, rest);
	}
	fake_end(&fake);
}

/* ---- problems out of tables ---- */

static bool is_first(const struct refine_item *item, enum machine_schedule kind,
		     double chunk, int threads)
{
	return item->threads == threads && item->kind == (int)kind &&
	       (chunk == 0 || item->chunk == chunk);
}

static int most_threads(const struct refine_item *items, size_t count)
{
	int most = 0;

	for (size_t i = 0; i < count; i++)
		if (items[i].threads > most)
			most = items[i].threads;
	return most;
}

/* Rows may differ in what clauses do not say, as tiles. */
static bool has(const struct problem *problem, const struct refine_item *item)
{
	for (size_t i = 0; i < problem->count; i++)
		if (problem->items[i].kind == item->kind &&
		    problem->items[i].chunk == item->chunk &&
		    problem->items[i].threads == item->threads)
			return true;
	return false;
}

static void add(struct problem *problem, const struct refine_item *item,
		double seconds)
{
	size_t i = problem->count++;

	problem->items =
		memory_grow(problem->items, i + 1, sizeof(*problem->items));
	problem->schedules = memory_grow(problem->schedules, i + 1,
					 sizeof(*problem->schedules));
	problem->seconds = memory_grow(problem->seconds, i + 1, sizeof(double));
	problem->items[i] = *item;
	problem->schedules[i] = (struct schedule){
		(enum machine_schedule)item->kind, item->chunk, item->threads};
	problem->seconds[i] = seconds;
}

/* The loop as it is written comes first; its program takes "seconds". */
static bool make(struct problem *problem, const struct dataset *table,
		 const struct refine_item *items, size_t first,
		 const struct program *program)
{
	double whole = program->seconds * (1 - REST);

	*problem = (struct problem){0};
	add(problem, &items[first], whole);
	for (size_t i = 0; i < table->count; i++)
		if (i != first && items[i].nest == items[first].nest &&
		    items[i].level == items[first].level &&
		    !has(problem, &items[i]))
			add(problem, &items[i],
			    whole * pow(table->ratio[i] / table->ratio[first],
					program->differ));
	return problem->count >= LEAST_VARIANTS;
}

static void free_problem(struct problem *problem)
{
	free(problem->items);
	free(problem->schedules);
	free(problem->seconds);
}

/* A computed machine, and what came of all tunings on it. */
struct place {
	struct drift drift;
	struct figures figures;
};

static void try_table(const struct dataset *table,
		      const struct program *program, struct place *places,
		      size_t place_count)
{
	struct refine_item *items = dataset_items(table);
	int threads = most_threads(items, table->count);
	struct problem problem;

	for (size_t i = 0; i < table->count; i++) {
		if (!is_first(&items[i], SCHEDULE_STATIC, 0, threads) &&
		    !is_first(&items[i], SCHEDULE_DYNAMIC, 1, threads))
			continue;
		if (make(&problem, table, items, i, program))
			for (size_t j = 0; j < place_count; j++)
				tune(&problem, program, &places[j].drift,
				     &places[j].figures);
		free_problem(&problem);
	}
	free(items);
}

static void give_up(const char *what, const char *why)
{
	fprintf(stderr, "bench-trials: %s: %s\n", what, why);
	exit(1);
}

static void print(const struct drift *drift, struct figures *figures)
{
	size_t count = figures->tunings;
	double gains = fmax((double)figures->gains, 1);

	gsl_sort(figures->runs, 1, count);
	gsl_sort(figures->seconds, 1, count);
	gsl_sort(figures->idle, 1, figures->idle_count);
	printf("| %g s | %g %% | %g | %zu | %.0f | %.0f | %.0f | %.1f | %zu "
	       "| %.1f %% | %.1f %% | %.2f %% | %zu |\n",
	       drift->tau, 100 * drift->noise, drift->wanders, count,
	       gsl_stats_median_from_sorted_data(figures->runs, 1, count),
	       gsl_stats_quantile_from_sorted_data(figures->runs, 1, count, .9),
	       gsl_stats_median_from_sorted_data(figures->idle, 1,
						 figures->idle_count),
	       gsl_stats_median_from_sorted_data(figures->seconds, 1, count),
	       figures->gains, 100. * (double)figures->found / gains,
	       100. * (double)figures->kept / gains,
	       100 * (exp(figures->left / (double)count) - 1), figures->slower);
	free(figures->runs);
	free(figures->idle);
	free(figures->seconds);
}

static struct place *places_new(char **words, size_t count)
{
	struct place *places = memory_grow(NULL, count + 1, sizeof(*places));

	for (size_t i = 0; i < count; i++, words += 3)
		places[i] = (struct place){.drift = drift_new(atof(words[0]),
							      atof(words[1]),
							      atof(words[2]))};
	return places;
}

int main(int count, char **words)
{
	size_t place_count = count > 5 ? (size_t)(count - 5) / 3 : 0;
	struct place *places = places_new(words + 5, place_count);
	struct program program = {0};
	struct text problem = {0};
	struct profile profile;
	char **names;

	if (place_count == 0 || (count - 5) % 3 != 0)
		give_up("usage", "see tools/bench-trials --help");
	program = (struct program){atof(words[2]), atof(words[3]),
				   atoi(words[4])};
	if (!dataset_machine(words[1], NULL, &profile, &problem))
		give_up(words[1], text_string(&problem));
	names = dataset_names(words[1], &problem);
	for (size_t i = 0; names && names[i]; i++) {
		struct dataset table;

		if (!dataset_read(&table, words[1], names[i], "gcc",
				  &profile.machine, NULL, &problem))
			give_up(names[i], text_string(&problem));
		try_table(&table, &program, places, place_count);
		dataset_free(&table);
	}
	for (size_t i = 0; i < place_count; i++)
		print(&places[i].drift, &places[i].figures);
	free(places);
	list_free(names);
	return 0;
}
