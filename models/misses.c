/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Misses of caches and TLBs.
 */
#include "misses.h"

#include <math.h>

#include "constants.h"
#include "nest.h"
#include "portion.h"

const enum grain misses_grains[CAPACITIES] = {LINES, LINES, LINES, PAGES,
					      PAGES};

static double sigmoid(double x)
{
	return x < -40 ? 0 : x > 40 ? 1 : 1 / (1 + exp(-x));
}

/*
 * Of data in a room that holds so much: the part that is missed, and that is
 * found. Equation (4) of doc/models.md.
 */
static double misses(double bytes, double limit)
{
	return sigmoid(log(bytes / limit) / constant(PASSAGE));
}

static double hits(double bytes, double limit)
{
	return sigmoid(-log(bytes / limit) / constant(PASSAGE));
}

static double capacity_of(const struct view *view, enum capacity capacity)
{
	const struct machine *machine = &view->of->machine;

	if (capacity < IN_TLB1)
		return constant(USABLE) * machine->cache[capacity].bytes /
		       view->factor[capacity];
	return constant(USABLE) * machine->tlb[capacity - IN_TLB1].entries *
	       machine->page;
}

/*
 * How often the busiest thread brings in what an iteration of the loop
 * touches. Several at a time touch no more than one, but for the lines that
 * the group moves on to.
 */
static double times_of(const struct view *view,
		       const struct footprint_group *group, int loop,
		       enum grain grain)
{
	double trip = view->of->work.trip[loop];
	double lanes = view->of->lanes[loop];
	double further =
		fmin(fabs(group->move[loop]) / view_size(view->of, grain), 1);

	trip *= (1 + (lanes - 1) * further) / lanes;
	return loop == view->of->parallel ? trip * view->share : trip;
}

/*
 * What has to fit for the group to stay: all that is touched in an iteration
 * of the loop, "inside" it, and its own lines by the sets that they have.
 * The third cache spreads all addresses over its sets.
 */
static double crowded(const struct view *view, int group, int inside,
		      enum capacity capacity, double bytes)
{
	enum grain grain = misses_grains[capacity];
	const struct portion *touched = &view->of->touched[group][grain];
	double crowd =
		inside < 0 ? touched->crowd_once : touched->crowd[inside];

	if (capacity > IN_L2 || view->of->machine.cache[capacity].ways == 0)
		return bytes;
	return bytes + (crowd - 1) * portion_by(view, group, inside, grain) *
			       view_size(view->of, grain);
}

/*
 * Draws by chance after which a unit that was not drawn again is gone: units
 * of the group and "others" that each draw brings along fill the capacity
 * (Che, Tung and Wang 2002). In parts of the extent; 1 is one draw a unit.
 */
static double patience(double extent, double others, double capacity)
{
	double low = 0;
	double high = capacity / fmax(others * extent, 1e-3 * capacity);

	for (int i = 0; i < 30; i++) {
		double middle = (low + high) / 2;

		if (-expm1(-middle) * extent + middle * others * extent <
		    capacity)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/*
 * How often the busiest thread goes to a unit that data chooses. What follows
 * it along a loop is found there as well, if what an iteration of that loop
 * touches stays so long.
 */
static double draws_of(const struct view *view,
		       const struct footprint_group *group, enum grain grain,
		       double limit)
{
	const struct estimator *of = view->of;
	double size = view_size(of, grain);
	double draws = of->work.executions[group->loop] * view->share *
		       fmax(group->reads, group->writes);

	for (int loop = group->loop; loop >= 0;
	     loop = of->nest->loops[loop].parent) {
		double move = fabs(group->move[loop]);
		double once = view->once[grain][loop];
		double stays = loop == group->loop ? 1 : hits(once, limit);

		if (move > 0 && move < size)
			draws *= pow(move / size, stays);
	}
	return draws;
}

/*
 * Units that random accesses do not find, on warm data. Equation (7) of
 * doc/models.md.
 */
static double misses_by_chance(const struct view *view, int index,
			       enum capacity capacity)
{
	const struct estimator *of = view->of;
	const struct footprint_group *group = &of->footprint.groups[index];
	enum grain grain = misses_grains[capacity];
	double size = view_size(of, grain);
	double limit = capacity_of(view, capacity);
	double draws = draws_of(view, group, grain, limit);
	double extent = fmax(group->extent / size, 1);
	double own, others;

	own = portion_by(view, index, nest_outermost(of->nest, group->loop),
			 grain);
	others = fmax(view->all[grain] / size - own, 0) /
		 fmax(draws / fmax(of->work.regions, 1), 1);
	return fmax(own, draws * exp(-patience(extent, others, limit / size))) *
	       misses(view->between[grain], limit);
}

/*
 * Units of a group that have to come from beyond the capacity: at each loop
 * either what it touches in all, where one iteration fits, or what one
 * iteration brings in, again and again; in between, a mean of both. Equations
 * (5) and (6) of doc/models.md.
 */
double misses_find(const struct view *view, int group, enum capacity capacity)
{
	const struct nest *nest = view->of->nest;
	const struct footprint_group *of = &view->of->footprint.groups[group];
	enum grain grain = misses_grains[capacity];
	double limit = capacity_of(view, capacity);
	double units = portion_by(view, group, -1, grain);
	int inside = -1;

	if (of->indirect)
		return misses_by_chance(view, group, capacity);
	for (int loop = of->loop; loop >= 0; loop = nest->loops[loop].parent) {
		double once = crowded(view, group, inside, capacity,
				      view->once[grain][loop]);
		double chance = misses(once, limit);
		double full = portion_by(view, group, loop, grain);
		double times = times_of(view, of, loop, grain);
		double repeated = fmax(times, 1e-9) * units;
		double least = fmin(full, repeated);
		double most = fmax(full, repeated);

		if (chance < 1e-6)
			units = least;
		else if (chance > 1 - 1e-6)
			units = most;
		else
			units = least * pow(most / least, chance);
		inside = loop;
	}
	/* data is warm from the last time the nest ran */
	return units * misses(crowded(view, group, inside, capacity,
				      view->between[grain]),
			      limit);
}

double misses_stay(const struct view *view, enum capacity capacity)
{
	return hits(view->estimate->bytes, capacity_of(view, capacity));
}
