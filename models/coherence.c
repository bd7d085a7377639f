/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines that cores take from each other.
 */
#include "coherence.h"

#include <math.h>

#include "clause.h"
#include "constants.h"
#include "misses.h"
#include "portion.h"

/* ---- false sharing ---- */

/* Stores of the busiest thread, all regions together. */
static double stores_of(const struct view *view,
			const struct footprint_group *group)
{
	const struct estimator *of = view->of;
	double lanes = fmax(of->nest->loops[group->loop].code.lanes, 1);
	double times = of->work.executions[group->loop];

	if (group->move[group->loop] == 0 && !group->indirect &&
	    of->work.trip[group->loop] > 0)
		return times / of->work.trip[group->loop] * view->share *
		       group->writes;
	return times * view->share * group->writes / lanes;
}

/* Bytes of the group from the first to the last iteration of its loop. */
static double sweep_of(const struct view *view,
		       const struct footprint_group *group)
{
	return fabs(group->move[group->loop]) *
	       view->of->work.longest[group->loop];
}

static bool fills_lines(double move, double line)
{
	return fmod(fabs(move), line) == 0;
}

/*
 * Do parts of a line that the group writes belong to two iterations of the
 * parallel loop? They do where iterations are less than a line apart, and where
 * what one sweeps over goes on where the one before it ended, not at a line.
 */
static bool shares_lines(const struct view *view,
			 const struct footprint_group *group)
{
	const struct estimator *of = view->of;
	double line = of->machine.line;
	double move = fabs(group->move[of->parallel]);
	double sweep = sweep_of(view, group);
	bool whole = fills_lines(move, line);

	if (move < line || group->loop == of->parallel)
		return move != 0 && move < line;
	for (int i = of->parallel + 1; i < group->loop; i++)
		whole = whole && fills_lines(group->move[i], line);
	return !whole && fabs(sweep - move) < line;
}

/*
 * The part of the stores that meet another thread in their line. A chunk of
 * neighbouring iterations begins and ends in lines that others write as well,
 * but at another time, unless it is as short as a line; sweeps pass them all
 * the time.
 */
static double meeting_in_lines(const struct view *view,
			       const struct footprint_group *group)
{
	double line = view->of->machine.line;
	double move = fabs(group->move[view->of->parallel]);
	double part = fmin(1, line / (move * view_run(view)));
	/* the first chunk has no neighbour before it */
	double between = 1 - 1 / fmax(view->shares.chunks, 1);

	return between * (move < line ? pow(part, constant(MEETING)) : part);
}

/* The part of places so many bytes apart behind which a page goes on. */
static double within_pages(const struct view *view, double apart)
{
	double page = view->of->machine.page;
	double divisor = page, rest = fmod(apart, page);

	while (rest > 0) { /* Euclid */
		double next = fmod(divisor, rest);

		divisor = rest;
		rest = next;
	}
	return 1 - divisor / page;
}

/*
 * The part of the stores to a line that was fetched ahead. The hardware
 * follows a sweep beyond its end, but not into another page (Intel's manual,
 * the L2 streamer): where the next chunk goes on there its owner has to take
 * the line back, once for each sweep. It follows what is longer than its
 * beginning.
 */
static double fetched_ahead(const struct view *view,
			    const struct footprint_group *group)
{
	double line = view->of->machine.line;
	double move = fabs(group->move[view->of->parallel]);
	double lanes = fmax(view->of->nest->loops[group->loop].code.lanes, 1);
	double store = fmin(lanes * fabs(group->move[group->loop]), line);
	double sweep = sweep_of(view, group);
	double chunk = move * round(view_run(view));
	double between = 1 - 1 / fmax(view->shares.chunks, 1);

	if (group->loop == view->of->parallel || move < line ||
	    sweep <= constant(BEGINNING) * line || fabs(sweep - move) >= line)
		return 0;
	return between * within_pages(view, chunk) * store / chunk;
}

/* Are all places chosen by data, whatever the thread? Not so where rows are:
   their elements follow each other. */
static bool writes_anywhere(const struct view *view,
			    const struct footprint_group *group)
{
	for (int i = view->of->parallel; i <= group->loop; i++)
		if (group->move[i] != 0)
			return false;
	return group->indirect && !group->atomic;
}

/*
 * The part of the stores to a line that another thread has: it wrote there
 * last, and has not lost it since.
 */
static double taken(const struct view *view,
		    const struct footprint_group *group)
{
	if (group->is_private)
		return 0;
	if (writes_anywhere(view, group))
		return (1 - 1. / view->schedule->threads) *
		       misses_stay(view, IN_L2);
	return shares_lines(view, group) ? meeting_in_lines(view, group)
					 : fetched_ahead(view, group);
}

/* Equation (19) of doc/models.md. */
double coherence_false_sharing(struct view *view)
{
	const struct footprint *footprint = &view->of->footprint;
	double stores = 0;

	if (view->schedule->threads == 1)
		return 0;
	for (int i = 0; i < footprint->count; i++) {
		const struct footprint_group *group = &footprint->groups[i];

		if (group->writes > 0)
			stores += stores_of(view, group) * taken(view, group);
	}
	return stores * view->of->machine.false_sharing;
}

/* ---- migration ---- */

/* Is the way that one block of all iterations goes about the same? */
static bool goes_as_far(double a, double b)
{
	return a > 0 && b > 0 && fabs(log(a / b)) < constant(AS_FAR);
}

/*
 * Did the same thread write what it now finds? If threads share out the array
 * alike, both times.
 */
static bool wrote_itself(const struct view *view, int index)
{
	const struct clause_kind *kind = &clause_kinds[view->schedule->kind];
	const struct estimator *of = view->of;
	const struct writer *writer = &of->writers[index];
	const struct footprint_group *group = &of->footprint.groups[index];
	const struct footprint_group *other;
	double move = fabs(group->move[of->parallel]);
	double its_move;

	if (kind->asked)
		return false;
	if (writer->of == of)
		return true;
	other = &writer->of->footprint.groups[writer->group];
	its_move = fabs(other->move[writer->of->parallel]);
	if (kind->chunks)
		return goes_as_far(move, its_move);
	return goes_as_far(move * of->work.trip[of->parallel],
			   its_move *
				   writer->of->work.trip[writer->of->parallel]);
}

/* The part of what the thread touches that others wrote the last time. */
static double from_others(const struct view *view, int index)
{
	const struct footprint_group *group =
		&view->of->footprint.groups[index];
	double beyond = view_beyond(view, group);

	if (!view->of->writers[index].of || group->is_private)
		return 0;
	return wrote_itself(view, index) ? beyond / (1 + beyond) : 1;
}

/* In cycles, of all loops or of those whose iterations go in turn. Equation
   (21) of doc/models.md. */
static double migration_in(const struct view *view, bool in_turn)
{
	const struct estimator *of = view->of;
	double lines = 0;

	if (view->schedule->threads == 1)
		return 0;
	for (int i = 0; i < of->footprint.count; i++)
		if (!in_turn ||
		    of->nest->loops[of->footprint.groups[i].loop].ordered > 0)
			lines += from_others(view, i) *
				 portion_by(view, i, of->parallel, LINES);
	return of->machine.migration * of->work.regions * lines *
	       (constant(FROM_L3) * misses_stay(view, IN_L3) +
		(1 - constant(FROM_L3)) * misses_stay(view, IN_L2));
}

double coherence_migration(struct view *view)
{
	return migration_in(view, false);
}

double coherence_in_turn(const struct view *view)
{
	return migration_in(view, true);
}
