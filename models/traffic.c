/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What it costs that data comes from further away.
 */
#include "traffic.h"

#include <math.h>

#include "constants.h"
#include "misses.h"
#include "pieces.h"
#include "portion.h"

/*
 * Places that an iteration of the loop goes to: pages, or runs of the group
 * that have come as far as "reach" in the loop inside it.
 */
static double places_in(const struct view *view, int index, int loop,
			int inside, double reach)
{
	double line = view->of->machine.line;
	double pages = view->once[PAGES][loop] / view->of->machine.page;

	if (inside < 0)
		return pages;
	return fmax(pages, portion_by(view, index, inside, LINES) /
				   fmax(reach / line, 1));
}

/*
 * Bytes that follow each other in the order in which the thread meets them.
 * A run that is left for other places goes on where it stopped if these are
 * few: the hardware follows so many streams.
 */
static double run_bytes(const struct view *view, int index)
{
	const struct estimator *of = view->of;
	const struct footprint_group *group = &of->footprint.groups[index];
	double line = of->machine.line;
	double run = group->size, reach = run; /* reach: of the longest */
	int inside = -1;

	for (int loop = group->loop; loop >= 0;
	     loop = of->nest->loops[loop].parent) {
		double move = fabs(group->move[loop]);
		double trip = of->work.trip[loop];
		double longest = fmax(of->work.longest[loop], trip);
		double places = places_in(view, index, loop, inside, reach);
		/* what other threads get before this one goes on */
		double gap =
			move * view_run(view) * (view->schedule->threads - 1);

		if (loop == of->parallel && gap > line) {
			trip = fmin(trip, view_run(view));
			longest = fmin(longest, view_run(view));
		}
		if (move > 0 && move <= reach + line &&
		    places <= constant(STREAMS)) {
			run += move * fmax(trip - 1, 0);
			reach += move * fmax(longest - 1, 0);
		}
		inside = loop;
	}
	return run;
}

/*
 * What the beginning of a run costs beyond the lines that follow. Equation
 * (16) of doc/models.md.
 */
static double transfer_cycles(const struct view *view, enum capacity capacity,
			      int index, int busy)
{
	const struct footprint_group *group =
		&view->of->footprint.groups[index];
	const struct machine *machine = &view->of->machine;
	const double *cost = machine->transfer[busy][capacity];
	double lines, stream;

	if (group->kind == STRIDE_RANDOM)
		return cost[STRIDE_RANDOM];
	lines = fmax(run_bytes(view, index) / machine->line, 1);
	stream = cost[STRIDE_SEQUENTIAL] +
		 fmax(cost[STRIDE_FAR] - cost[STRIDE_SEQUENTIAL], 0) *
			 fmin(1, constant(BEGINNING) / lines);
	return group->kind == STRIDE_SEQUENTIAL
		       ? stream
		       : fmin(stream, cost[group->kind]);
}

/* Of a line from the second cache: the way to the first is as wide as the
   longest vectors. A walk that is measured may hide it behind other work. */
static double least_cycles(const struct view *view, enum capacity capacity)
{
	return capacity == IN_L1
		       ? view->of->machine.line / constant(LONG_VECTOR)
		       : 0;
}

/* c(g) of equation (15) of doc/models.md. */
static double unit_cycles(const struct view *view, enum capacity capacity,
			  int index)
{
	double one, many;

	if (misses_grains[capacity] == PAGES)
		return view->of->machine.tlb[capacity - IN_TLB1].cycles;
	one = transfer_cycles(view, capacity, index, 0);
	/* cores in each other's way are at worst served in turn */
	many = fmin(transfer_cycles(view, capacity, index, 1),
		    one * view->of->machine.cores);
	return fmax(one + view->busy * (many - one),
		    least_cycles(view, capacity));
}

/* Threads do as the busiest one does, each in proportion to its work. */
static double of_all_threads(const struct view *view, double misses)
{
	return misses / fmax(view->share, 1.0 / view->schedule->threads);
}

/*
 * Does the thread begin to write within a line? Then all vectors that follow
 * do not fit into lines, and some of them are split.
 */
static bool begins_within_a_line(const struct view *view,
				 const struct footprint_group *group)
{
	const struct estimator *of = view->of;
	double move = fabs(group->move[of->parallel]);

	return group->loop == of->parallel && view->shares.chunks > 1 &&
	       move < of->machine.line &&
	       of->nest->loops[group->loop].code.lanes > 1 &&
	       fmod(move * view_run(view), of->machine.line) != 0;
}

/* What a line out of L2 costs more that is not filled at once. */
static double broken_cycles(const struct view *view, int index)
{
	const struct footprint *footprint = &view->of->footprint;
	const struct footprint_group *group = &footprint->groups[index];
	const struct machine *machine = &view->of->machine;
	double cycles = 0;

	if (begins_within_a_line(view, group))
		cycles = machine->split;
	if (pieces_are_written(footprint, group, machine->line))
		cycles = fmax(cycles, machine->turns);
	return cycles;
}

/* What a line costs that comes from beyond the capacity and is written. */
static double written_cycles(const struct view *view, enum capacity capacity,
			     int index)
{
	const struct machine *machine = &view->of->machine;
	double cycles = unit_cycles(view, capacity, index);

	if (capacity != IN_L1)
		return cycles * constant(WRITTEN_BACK);
	return cycles + machine->written + broken_cycles(view, index);
}

/* Equations (15) and (17) of doc/models.md. */
double traffic_cycles(struct view *view, enum capacity capacity)
{
	const struct footprint *footprint = &view->of->footprint;
	double cycles = 0;
	double all = 0;

	for (int i = 0; i < footprint->count; i++) {
		const struct footprint_group *group = &footprint->groups[i];
		double misses = misses_find(view, i, capacity);

		cycles += misses * (group->writes > 0
					    ? written_cycles(view, capacity, i)
					    : unit_cycles(view, capacity, i));
		all += misses;
	}
	if (capacity < IN_TLB1)
		view->estimate->misses[capacity] = of_all_threads(view, all);
	return view->turns * cycles;
}
