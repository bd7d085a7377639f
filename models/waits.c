/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What threads wait for each other.
 */
#include "waits.h"

#include <math.h>

#include "coherence.h"
#include "constants.h"

/* ---- ordered sections ---- */

/*
 * Ordered sections follow each other. Within a chunk all else stands between
 * them; only before the first of a chunk, another thread's turn, it is done
 * ahead. So the path through all iterations is all work without that, and the
 * turns that are handed on, each from one thread to one other: what it costs
 * does not hang on how many more wait. With the turn goes what the sections
 * wrote. Equation (22) of doc/models.md.
 */
static double wait_for_turns(struct view *view)
{
	const struct estimator *of = view->of;
	const struct machine_curve *turn = &of->machine.ordered;
	double length = fmax(view->length, 1);
	double ahead = fmin(view->shares.chunks / length, 1);
	double sections = of->nest->ordered * of->work.regions;
	double share = fmax(view->share, 1e-9);
	double path = (1 - (1 - of->ordered) * ahead) / share;

	if (sections == 0)
		return 0;
	view->estimate->path = path;
	view->estimate->handed = view->schedule->threads > 1
					 ? sections * view->shares.chunks
					 : 0;
	return sections * view->shares.most_iterations * machine_at(turn, 1) +
	       fmax(estimate_work(view->estimate) * (path - 1) +
			    coherence_in_turn(view) * (1 / share - 1) +
			    view->estimate->handed * machine_at(turn, 2),
		    0);
}

/* ---- sections of one thread at a time ---- */

/* Operations of threads on elements of their own never meet. */
static bool may_meet(const struct view *view,
		     const struct footprint_group *group)
{
	return group->indirect || !group->known || view_all_share(view, group);
}

/* How many lines they are spread over; one where none is known. */
static double lines_of_atomics(const struct view *view, int loop)
{
	const struct estimator *of = view->of;
	double least = INFINITY;
	bool any = false;

	for (int i = 0; i < of->footprint.count; i++) {
		const struct footprint_group *group = &of->footprint.groups[i];

		if (!group->atomic || group->loop != loop)
			continue;
		any = true;
		if (may_meet(view, group))
			least = fmin(least,
				     of->touched[i][LINES].full[of->parallel]);
	}
	return any ? fmax(least, 1) : 1;
}

/*
 * Cycles of a section in which threads meet. They wait for each other but for
 * what each does in the "gap" between two of its own. Where that is next to
 * nothing a thread enters several before another one gets the line. Equation
 * (23) of doc/models.md.
 */
static double meeting(const struct view *view,
		      const struct machine_curve *section, double gap)
{
	const struct machine *machine = &view->of->machine;
	double threads = view->schedule->threads;
	double alone = machine_at(section, 1);
	double line = gap < alone ? 0 : constant(LINE_MOVES) * machine->send;

	if (threads == 1)
		return alone;
	return fmax(fmax(threads * machine_at(section, threads) - gap, line),
		    alone);
}

/* Sections that the busiest thread enters. */
static double sections_of(const struct view *view, int loop, double each)
{
	const struct work *work = &view->of->work;
	const struct nest *nest = view->of->nest;
	double shared = work->executions[nest->around + nest->collapse - 1];

	return each * work->executions[loop] / fmax(shared, 1) * work->regions *
	       view->shares.most_iterations;
}

static double wait_for_sections(const struct view *view)
{
	const struct estimator *of = view->of;
	double sections = 0, cycles = 0, gap;

	for (int i = 0; i < of->nest->loop_count; i++)
		sections += sections_of(view, i,
					of->nest->loops[i].critical +
						of->nest->loops[i].atomic);
	gap = estimate_work(view->estimate) / fmax(sections, 1);
	for (int i = 0; sections > 0 && i < of->nest->loop_count; i++) {
		const struct nest_loop *loop = &of->nest->loops[i];
		double alone = machine_at(&of->machine.atomic, 1);
		double met = meeting(view, &of->machine.atomic, gap);
		double meets =
			fmin(1, constant(ROOMY) / lines_of_atomics(view, i));

		cycles += sections_of(view, i, loop->critical) *
			  meeting(view, &of->machine.critical, gap);
		cycles += sections_of(view, i, loop->atomic) *
			  (alone + (met - alone) * meets);
	}
	return cycles;
}

double waits_cycles(struct view *view)
{
	return wait_for_turns(view) + wait_for_sections(view);
}
