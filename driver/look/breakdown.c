/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs of a program with p threads and with one, and where the time goes.
 * Rounds hold one of each, close together, and one without the library that
 * looks at them: its cost.
 */
#include "breakdown.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "machine/compiler.h"
#include "machine/topology.h"
#include "trace.h"
#include "stopwatch.h"

#define OVERLAP 1.02 /* of regions and what is outside, by the whole run */

/* What is run in a round. */
enum { MANY, ONE, PLAIN, RUNS };

struct round {
	struct trace many, one;
	double with, without; /* the library, many threads, by the clock */
};

/* ---- runs ---- */

static bool run_one(const struct stopwatch_order *order, int what,
		    double threads, struct round *round, struct text *problem)
{
	double seconds;
	bool good;

	if (what == ONE)
		return stopwatch_once(order, 1, &seconds, &round->one, problem);
	good = stopwatch_once(order, threads, &seconds,
			      what == MANY ? &round->many : NULL, problem);
	if (what == MANY)
		round->with = seconds;
	else
		round->without = seconds;
	return good;
}

static bool run_round(const struct breakdown_order *order,
		      const struct stopwatch_order *timed, size_t *places,
		      int number, struct round *round, struct text *problem)
{
	for (int i = 0; i < RUNS; i++) {
		message_progress("round %d of %d", number + 1, order->rounds);
		if (!run_one(timed, (int)places[i], order->threads, round,
			     problem))
			return false;
	}
	return true;
}

/* A run before the first round does not count. */
static bool run_rounds(const struct breakdown_order *order,
		       const struct stopwatch_order *timed,
		       struct round *rounds, struct text *problem)
{
	size_t places[RUNS] = {MANY, ONE, PLAIN};
	uint64_t seed = order->seed;
	double unused;
	bool good;

	if (!stopwatch_open(problem))
		return false;
	good = stopwatch_once(timed, order->threads, &unused, NULL, problem);
	for (int i = 0; good && i < order->rounds; i++) {
		stopwatch_shuffle(places, RUNS, &seed);
		good = run_round(order, timed, places, i, &rounds[i], problem);
	}
	message_progress(NULL);
	stopwatch_close();
	return good;
}

/* ---- one place over the rounds ---- */

static struct breakdown_place *add_place(struct breakdown *result,
					 enum breakdown_kind kind, char *name)
{
	struct breakdown_place *place;
	size_t count = result->rounds;

	result->list = memory_grow(result->list, result->count + 1,
				   sizeof(*result->list));
	place = &result->list[result->count++];
	*place = (struct breakdown_place){.kind = kind, .name = name};
	place->rounds = memory_grow(NULL, count, sizeof(*place->rounds));
	place->times = memory_grow(NULL, count, sizeof(*place->times));
	place->ideals = memory_grow(NULL, count, sizeof(*place->ideals));
	memset(place->rounds, 0, count * sizeof(*place->rounds));
	for (size_t i = 0; i < count; i++)
		place->times[i] = place->ideals[i] = 0;
	return place;
}

static double median_of(const double *values, size_t count,
			struct scaling_range *range)
{
	double *copy = memory_grow(NULL, count, sizeof(*copy));
	double confidence;

	memcpy(copy, values, count * sizeof(*copy));
	confidence = scaling_interval(copy, count, range);
	free(copy);
	return confidence;
}

static bool summarise(struct breakdown_place *place, size_t rounds,
		      struct text *problem)
{
	enum model_status status =
		overhead_summarise(place->rounds, rounds, &place->figures);

	median_of(place->times, rounds, &place->time);
	median_of(place->ideals, rounds, &place->ideal);
	if (status != MODEL_OK)
		text_add(problem, model_status_text(status));
	return status == MODEL_OK;
}

/* Where the rounds together reached ideal speed-up nothing is charged. */
static void judge(struct breakdown_place *place, size_t rounds)
{
	struct scaling_range total;
	double *totals = memory_grow(NULL, rounds, sizeof(*totals));

	for (size_t i = 0; i < rounds; i++)
		totals[i] = place->rounds[i].total;
	scaling_interval(totals, rounds, &total);
	for (size_t i = 0; total.value <= 0 && i < rounds; i++)
		overhead_acquit(&place->rounds[i]);
	free(totals);
}

static bool attribute(struct breakdown_place *place, size_t round, double p,
		      const struct overhead_sums *many,
		      const struct overhead_sums *one, bool shared,
		      struct text *problem)
{
	enum model_status status =
		overhead_attribute(p, many, one, shared, &place->rounds[round]);

	place->times[round] = many->wall;
	place->ideals[round] = one->wall / p;
	if (status != MODEL_OK)
		text_add(problem, model_status_text(status));
	return status == MODEL_OK;
}

/* ---- intervals ---- */

static const struct trace_interval *find(const struct trace *seen,
					 const struct trace_interval *wanted)
{
	for (size_t i = 0; i < seen->count; i++)
		if (trace_same(&seen->list[i], wanted))
			return &seen->list[i];
	return NULL;
}

/* A program that does something else each time has nothing to compare. */
static char *why_not(const struct trace_interval *many,
		     const struct trace_interval *one, double calls)
{
	double other = one ? one->sums.calls : 0;

	if (!many || many->sums.calls != calls)
		return memory_string("not met as often in every round");
	if (other == calls)
		return NULL;
	return memory_print("met %.0f times, but %.0f times with one thread",
			    calls, other);
}

/* Threads of a nested region are its own, others wait for all there are. */
static double threads_of(const struct trace_interval *interval, double threads)
{
	double mean = interval->sums.threads / interval->sums.calls;

	return interval->nested ? mean : fmax(mean, threads);
}

static void forget(struct breakdown_place *place, size_t rounds)
{
	for (size_t i = 0; i < rounds; i++) {
		place->rounds[i] = (struct overhead_amounts){0};
		place->times[i] = place->ideals[i] = 0;
	}
}

static bool add_interval(const struct round *rounds, double threads,
			 const struct trace_interval *interval,
			 struct breakdown *result, struct text *problem)
{
	struct breakdown_place *place =
		add_place(result, BREAKDOWN_INTERVAL, trace_end(interval));
	double p = threads_of(interval, threads);

	place->nested = interval->nested;
	place->calls = interval->sums.calls;
	for (size_t i = 0; i < result->rounds; i++) {
		const struct trace_interval *many, *one;

		many = find(&rounds[i].many, interval);
		one = find(&rounds[i].one, interval);
		place->why = why_not(many, one, place->calls);
		if (place->why) {
			forget(place, result->rounds);
			return true;
		}
		if (!attribute(place, i, p, &many->sums, &one->sums,
			       rounds[i].many.clocks, problem))
			return false;
	}
	judge(place, result->rounds);
	return summarise(place, result->rounds, problem);
}

/* ---- what is made of several ---- */

static void add_to(struct breakdown_place *sum,
		   const struct breakdown_place *summand, size_t rounds)
{
	for (size_t i = 0; i < rounds; i++) {
		overhead_add(&sum->rounds[i], &summand->rounds[i]);
		sum->times[i] += summand->times[i];
		sum->ideals[i] += summand->ideals[i];
	}
}

/* A region is the sum of its intervals, or of none if one is not known. */
static bool add_region(const struct round *rounds, double threads,
		       const struct trace_interval *first,
		       struct breakdown *result, struct text *problem)
{
	const struct trace *seen = &rounds[0].many;
	size_t place = result->count;

	add_place(result, BREAKDOWN_REGION, trace_name(seen, first))->nested =
		first->nested;
	for (size_t i = 0; i < seen->count; i++) {
		const struct trace_interval *interval = &seen->list[i];
		struct breakdown_place *region, *last;

		if (!trace_same_region(interval, first))
			continue;
		if (!add_interval(rounds, threads, interval, result, problem))
			return false;
		region = &result->list[place];
		last = &result->list[result->count - 1];
		if (!interval->end.object && !interval->others)
			region->calls = last->calls;
		if (last->why && !region->why)
			region->why = memory_string(last->why);
		add_to(region, last, result->rounds);
	}
	return summarise(&result->list[place], result->rounds, problem);
}

static bool add_regions(const struct round *rounds, double threads,
			struct breakdown *result, struct text *problem)
{
	const struct trace *seen = &rounds[0].many;

	for (size_t i = 0; i < seen->count; i++)
		if (trace_is_first(seen, i) &&
		    !add_region(rounds, threads, &seen->list[i], result,
				problem))
			return false;
	return true;
}

/* One thread alone works there. */
static struct overhead_sums outside_sums(const struct trace *seen)
{
	double time = seen->outside;

	return (struct overhead_sums){.calls = 1,
				      .threads = 1,
				      .wall = time,
				      .present = time,
				      .alone_wall = time,
				      .alone_present = time};
}

static bool add_outside(const struct round *rounds, double threads,
			struct breakdown *result, struct text *problem)
{
	struct breakdown_place *place = add_place(
		result, BREAKDOWN_OUTSIDE, memory_string("outside of regions"));

	place->calls = 1;
	for (size_t i = 0; i < result->rounds; i++) {
		struct overhead_sums many = outside_sums(&rounds[i].many);
		struct overhead_sums one = outside_sums(&rounds[i].one);

		if (!attribute(place, i, threads, &many, &one, false, problem))
			return false;
	}
	judge(place, result->rounds);
	return summarise(place, result->rounds, problem);
}

/* What no place explains stays unidentified. */
static void close_round(struct breakdown_place *program, size_t i,
			double threads, const struct round *round)
{
	struct overhead_amounts *amounts = &program->rounds[i];
	double total = round->many.wall - round->one.wall / threads;

	amounts->part[OVERHEAD_UNIDENTIFIED] += total - amounts->total;
	amounts->total = total;
	program->times[i] = round->many.wall;
	program->ideals[i] = round->one.wall / threads;
}

static bool close_program(const struct round *rounds, double threads,
			  struct breakdown *result, struct text *problem)
{
	struct breakdown_place *program = &result->list[0];
	double seen = 0;

	program->calls = 1;
	for (size_t i = 1; i < result->count; i++) {
		const struct breakdown_place *place = &result->list[i];

		if (place->kind == BREAKDOWN_INTERVAL || place->nested)
			continue;
		add_to(program, place, result->rounds);
		seen += place->times[0];
	}
	if (seen > OVERLAP * rounds[0].many.wall)
		program->why = memory_string("several threads begin regions at "
					     "a time");
	for (size_t i = 0; i < result->rounds; i++)
		close_round(program, i, threads, &rounds[i]);
	return summarise(program, result->rounds, problem);
}

/* ---- words ---- */

static bool had_tasks(const struct trace *seen)
{
	for (size_t i = 0; i < seen->count; i++)
		if (seen->list[i].sums.tasks > 0)
			return true;
	return false;
}

/* Of a region that is not nested, in the mean of its calls. */
static double most_threads(const struct trace *seen)
{
	double most = 0;

	for (size_t i = 0; i < seen->count; i++)
		if (!seen->list[i].nested)
			most = fmax(most, threads_of(&seen->list[i], 0));
	return most;
}

static void remark_on_threads(const struct trace *seen, double threads,
			      struct text *out)
{
	double most = most_threads(seen);
	struct topology topology;

	topology_read(&topology);
	if (topology.usable > 0 && threads > topology.usable)
		text_print(out,
			   "%.0f threads on %d core%s: time without a core "
			   "shows as fork/join, imbalance or unidentified.\n",
			   threads, topology.usable,
			   topology.usable > 1 ? "s" : "");
	topology_free(&topology);
	if (most > threads)
		text_print(
			out,
			"A region had %.4g threads and is compared with as "
			"many, the whole program with %.0f; see --threads.\n",
			most, threads);
}

static void add_remarks(const struct round *rounds, double threads,
			struct text *out)
{
	const struct trace *seen = &rounds[0].many;

	remark_on_threads(seen, threads, out);
	if (!seen->clocks)
		text_add(out, "Replicated work is among the unidentified: "
			      "loops have no clocks, see podium cflags "
			      "--clock.\n");
	if (had_tasks(seen))
		text_add(out, "There were tasks, which threads run while they "
			      "wait: in those regions waiting is among the "
			      "unidentified.\n");
	if (seen->open > 0)
		text_add(out, "It ended inside of a region, whose time is "
			      "among the unidentified of the program.\n");
	if (seen->processes > 1)
		text_print(out,
			   "%zu processes had regions; this is the one that "
			   "spent most time in them.\n",
			   seen->processes);
}

static void set_cost(const struct round *rounds, struct breakdown *result)
{
	double *costs = memory_grow(NULL, result->rounds, sizeof(*costs));

	for (size_t i = 0; i < result->rounds; i++)
		costs[i] = rounds[i].with / rounds[i].without - 1;
	scaling_interval(costs, result->rounds, &result->cost);
	free(costs);
}

/* ---- all of it ---- */

static bool understand(const struct round *rounds, double threads,
		       struct breakdown *result, struct text *problem)
{
	add_place(result, BREAKDOWN_PROGRAM, memory_string("whole program"));
	if (!add_outside(rounds, threads, result, problem) ||
	    !add_regions(rounds, threads, result, problem) ||
	    !close_program(rounds, threads, result, problem))
		return false;
	set_cost(rounds, result);
	add_remarks(rounds, threads, &result->remarks);
	return true;
}

bool breakdown_run(const struct breakdown_order *order,
		   struct breakdown *result, struct text *problem)
{
	struct stopwatch_order timed = {.arguments = order->arguments};
	char *library = compiler_runtime(COMPILER_REGIONS, problem);
	struct round *rounds = calloc(order->rounds, sizeof(*rounds));
	bool good = library && rounds;

	timed.library = library;
	result->rounds = order->rounds;
	good = good && run_rounds(order, &timed, rounds, problem) &&
	       understand(rounds, order->threads, result, problem);
	for (int i = 0; rounds && i < order->rounds; i++) {
		trace_free(&rounds[i].many);
		trace_free(&rounds[i].one);
	}
	free(rounds);
	free(library);
	return good;
}

void breakdown_free(struct breakdown *result)
{
	for (size_t i = 0; i < result->count; i++) {
		free(result->list[i].name);
		free(result->list[i].why);
		free(result->list[i].rounds);
		free(result->list[i].times);
		free(result->list[i].ideals);
	}
	free(result->list);
	text_free(&result->remarks);
	*result = (struct breakdown){0};
}
