/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The estimate: its terms, and their sum.
 */
#include "estimate.h"

#include <math.h>
#include <string.h>

#include "clause.h"
#include "coherence.h"
#include "constants.h"
#include "portion.h"
#include "traffic.h"
#include "view.h"
#include "waits.h"

/* ---- the terms -------------------------------------------------------------
 */

/* An iteration of the loop, where lanes are filled from pieces that long. */
static double cycles_in_pieces(const struct view *view,
			       const struct core_loop *core, int loop,
			       double run)
{
	const struct estimator *of = view->of;

	return core_cycles(
		core, loop == of->parallel ? run : of->work.trip[loop], run);
}

/* All chunks but the last are whole; those that shrink have any length. */
static double cycles_in_chunks(const struct view *view, int loop)
{
	const struct clause_kind *kind = &clause_kinds[view->schedule->kind];
	struct core_loop core = view->of->core.loops[loop];
	double chunk = fmax(fmin(view->shares.largest, view->length), 1);
	double last = fmod(view->length, chunk);
	double rest = last / fmax(view->length, 1);
	double mean = fmax(view->length / fmax(view->shares.chunks, 1), 1);

	if (kind->chunks && !kind->shrinks)
		return cycles_in_pieces(view, &core, loop, chunk) * (1 - rest) +
		       cycles_in_pieces(view, &core, loop, last) * rest;
	if (kind->shrinks)
		core.varies = true;
	return cycles_in_pieces(view, &core, loop, mean);
}

/*
 * What it costs beyond the estimator's total that the loop which fills the
 * lanes is shared out in chunks: shorter vectors, more entries.
 */
static double cycles_of_chunks(const struct view *view)
{
	const struct estimator *of = view->of;
	double whole = of->work.trip[of->parallel];
	double cycles = 0;

	for (int i = of->parallel; i < of->nest->loop_count; i++) {
		const struct core_loop *core = &of->core.loops[i];

		if (core->filled != of->parallel)
			continue;
		cycles += of->work.executions[i] *
			  (cycles_in_chunks(view, i) -
			   core_cycles(core, of->work.trip[i], whole));
	}
	return fmax(cycles, 0);
}

/* Equation (14) of doc/models.md. */
static double term_core(struct view *view)
{
	return view->turns * view->share *
	       (view->of->total + cycles_of_chunks(view));
}

static double term_l2(struct view *view)
{
	return traffic_cycles(view, IN_L1);
}

static double term_l3(struct view *view)
{
	return traffic_cycles(view, IN_L2);
}

static double term_memory(struct view *view)
{
	return traffic_cycles(view, IN_L3);
}

static double term_tlb1(struct view *view)
{
	return traffic_cycles(view, IN_TLB1);
}

static double term_tlb2(struct view *view)
{
	return traffic_cycles(view, IN_TLB2);
}

/* Equation (18) of doc/models.md. */
static double term_region(struct view *view)
{
	return view->turns * view->of->work.regions *
	       machine_at(&view->of->machine.region, view->schedule->threads);
}

/*
 * What a thread takes to get a chunk. Those that ask at the same time are
 * served in turn, but each works in between: the longer, the fewer wait. One
 * that does not wait has the line of the counter from another thread yet, as
 * two have it from each other. Equation (18) of doc/models.md.
 */
static double chunk_cycles(const struct view *view)
{
	const struct schedule *schedule = view->schedule;
	const struct machine_curve *curve =
		&view->of->machine.dispatch[schedule->kind];
	double all = machine_at(curve, schedule->threads);
	double alone = machine_at(curve, fmin(schedule->threads, 2));
	double chunks = view->shares.busiest_chunks * view->of->work.regions;
	double between = estimate_work(view->estimate) / fmax(chunks, 1);

	if (!clause_kinds[schedule->kind].asked)
		return all;
	return fmax(all - between, fmin(alone, all));
}

/*
 * Each chunk beyond the first is asked for, and once more in vain. Equation
 * (18) of doc/models.md.
 */
static double term_dispatch(struct view *view)
{
	const struct machine_curve *dispatch = view->of->machine.dispatch;
	double cycles =
		machine_at(&dispatch[SCHEDULE_STATIC], view->schedule->threads);

	if (clause_kinds[view->schedule->kind].chunks)
		cycles += view->shares.busiest_chunks * chunk_cycles(view);
	return view->turns * view->of->work.regions * cycles;
}

static bool depends_on_data(const struct estimator *of)
{
	for (int i = 0; i < of->nest->loop_count; i++)
		if (of->work.assumed[i])
			return true;
	return false;
}

/* Equation (20) of doc/models.md. */
static double term_drift(struct view *view)
{
	const struct schedule *schedule = view->schedule;
	const struct clause_kind *kind = &clause_kinds[schedule->kind];
	bool by_data = depends_on_data(view->of);
	double share = fmax(view->length / schedule->threads, 1);
	double grain = 1;

	if (schedule->threads == 1)
		return 0;
	if (kind->asked)
		grain = fmin(1, schedule->chunk / share);
	/* the first piece is a whole share: the rest makes up for one that has
	   too little to do, not for one that has too much */
	if (kind->shrinks && by_data)
		grain = constant(GUIDED_GRAIN);
	return (by_data ? constant(DRIFT_OF_DATA) : constant(DRIFT)) * grain *
	       view->estimate->term[TERM_CORE];
}

static const struct {
	const char *name, *reason;
	double (*cycles)(struct view *view);
} terms[ESTIMATE_TERMS] = {
	[TERM_CORE] = {"core", "computes", term_core},
	[TERM_L2] = {"L2", "waits for the L2 cache", term_l2},
	[TERM_L3] = {"L3", "waits for the L3 cache", term_l3},
	[TERM_MEMORY] = {"memory", "waits for memory", term_memory},
	[TERM_TLB1] = {"TLB", "misses in the TLB", term_tlb1},
	[TERM_TLB2] = {"TLB2", "misses in the second TLB", term_tlb2},
	[TERM_REGION] = {"region", "starts parallel regions", term_region},
	[TERM_DISPATCH] = {"dispatch", "hands out chunks", term_dispatch},
	[TERM_FALSE_SHARING] = {"false sharing",
				"threads write to the same lines",
				coherence_false_sharing},
	[TERM_DRIFT] = {"drift", "a fixed share waits for the slower core",
			term_drift},
	[TERM_MIGRATION] = {"migration", "data moves between cores",
			    coherence_migration},
	[TERM_SYNCHRONISATION] = {"synchronisation",
				  "threads wait for each other", waits_cycles},
};

const char *estimate_name(enum estimate_term term)
{
	return terms[term].name;
}

const char *estimate_reason(enum estimate_term term)
{
	return terms[term].reason;
}

/* ---- an estimate -----------------------------------------------------------
 */

static enum model_status share_out(struct view *view)
{
	const struct estimator *of = view->of;
	struct schedule_shares *mean = &view->shares;
	double total = 0;

	for (int i = 0; i < of->work.region_count; i++) {
		double weight = of->work.region[i].weight;
		struct schedule_shares one;
		enum model_status status = schedule_share(
			&of->series[i], view->schedule, &one, NULL);

		if (status != MODEL_OK)
			return status;
		view->length += weight * of->series[i].length;
		mean->busiest += weight * one.busiest;
		mean->chunks += weight * one.chunks;
		mean->busiest_chunks += weight * one.busiest_chunks;
		mean->most_chunks += weight * one.most_chunks;
		mean->most_iterations += weight * one.most_iterations;
		mean->elsewhere += weight * one.elsewhere;
		mean->largest = fmax(mean->largest, one.largest);
		mean->sampled |= one.sampled;
		total += weight * one.total;
	}
	view->share = total > 0 ? mean->busiest / total
				: 1.0 / view->schedule->threads;
	return MODEL_OK;
}

/* X2 of the power model: weighted operations of the busiest thread. */
static double operations_of(const struct view *view)
{
	const struct estimator *of = view->of;
	double operations = 0;

	for (int i = of->nest->around; i < of->nest->loop_count; i++)
		operations +=
			of->work.executions[i] * of->core.loops[i].operations;
	return operations * view->share;
}

/* What the shared loop moves along; the rest is everybody's. */
static double touched_elsewhere(const struct view *view)
{
	const struct footprint *footprint = &view->of->footprint;
	double moved = 0, all = 0;

	for (int i = 0; i < footprint->count; i++) {
		const struct footprint_group *group = &footprint->groups[i];
		int outermost = group->loop;
		double pages;

		while (view->of->nest->loops[outermost].parent >= 0)
			outermost = view->of->nest->loops[outermost].parent;
		pages = view->of->touched[i][PAGES].full[outermost];
		all += pages;
		moved += view_all_share(view, group) ? 0 : pages;
	}
	return all > 0 ? view->shares.elsewhere * moved / all : 0;
}

static void describe(const struct view *view)
{
	struct estimate *estimate = view->estimate;
	int threads = view->schedule->threads;

	estimate->operations = operations_of(view);
	estimate->elsewhere = touched_elsewhere(view);
	for (int i = view->of->nest->around; i < view->of->nest->loop_count;
	     i++)
		estimate->iterations = fmax(estimate->iterations,
					    view->of->work.executions[i]);
	estimate->share = view->share;
	estimate->imbalance = view->share * threads - 1;
	estimate->regions = view->of->work.regions;
	estimate->chunks = view->shares.chunks;
	estimate->mean_chunks = view->shares.chunks / threads;
	estimate->most_chunks = view->shares.most_chunks;
	estimate->largest_chunk = view->shares.largest;
	estimate->sampled = view->of->work.sampled || view->shares.sampled;
	for (int i = 0; i < view->of->nest->loop_count; i++)
		estimate->assumed |= view->of->work.assumed[i];
}

/* Of so different regions, each by itself: no mean would be like any. */
static enum model_status add_stages(const struct estimator *of,
				    const struct schedule *schedule,
				    struct estimate *sum)
{
	struct estimate one;

	if (of->stage_count == 0)
		return MODEL_OK;
	sum->cycles = 0;
	memset(sum->term, 0, sizeof(sum->term));
	memset(sum->misses, 0, sizeof(sum->misses));
	for (int i = 0; i < of->stage_count; i++) {
		enum model_status status =
			estimator_estimate(of->stages[i], schedule, &one);

		if (status != MODEL_OK)
			return status;
		sum->cycles += of->stands_for * one.cycles;
		for (int j = 0; j < ESTIMATE_TERMS; j++)
			sum->term[j] += of->stands_for * one.term[j];
		for (int j = 0; j < LEVEL_COUNT; j++)
			sum->misses[j] += of->stands_for * one.misses[j];
	}
	return MODEL_OK;
}

/* Equation (24) of doc/models.md. */
enum model_status estimator_estimate(const struct estimator *of,
				     const struct schedule *schedule,
				     struct estimate *estimate)
{
	struct estimate result = {.path = 1};
	struct view view = {
		.of = of, .schedule = schedule, .estimate = &result};
	double parts[of->footprint.count + 1];
	enum model_status status = share_out(&view);
	double threads = schedule->threads;

	if (status != MODEL_OK)
		return status;
	view.parts = parts;
	view.turns = fmax(threads / of->machine.cores, 1);
	view.busy = of->machine.cores > 1
			    ? fmin(1, (threads - 1) / (of->machine.cores - 1))
			    : 0;
	for (int i = 0; i < CAPACITIES; i++)
		view.factor[i] = 1;
	for (int i = IN_L1; i <= IN_L3; i++)
		view.factor[i] +=
			constant(SHARED_ROOM) *
			(fmin(threads, fmax(of->machine.cache[i].cores, 1)) -
			 1);
	portion_find(&view);
	result.bytes = view.all[LINES];
	for (int i = 0; i < ESTIMATE_TERMS; i++) {
		result.term[i] = terms[i].cycles(&view);
		result.cycles += result.term[i];
	}
	describe(&view);
	status = add_stages(of, schedule, &result);
	if (status == MODEL_OK)
		*estimate = result;
	return status;
}
