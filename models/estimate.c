/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The estimate. All that does not depend on the schedule is computed once,
 * by estimator_new; a schedule then costs microseconds.
 */
#include "estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "footprint.h"

/* A footprint near the capacity misses some of the time: the width of that
   passage, as a factor e^.35, and the part of a cache that data can use. */
#define PASSAGE .35
#define USABLE .8

/* Streams that the hardware follows. */
#define STREAMS 32

/* Slow phases of a core that a fixed block cannot give away. */
#define DRIFT .08

/* Likewise where the work of an iteration is only known at run time. */
#define DRIFT_OF_DATA .2

/* What a line costs that another core left in the cache of all, by what one
   costs that is in that core's own. */
#define FROM_L3 .15

/* Blocks of an array that are as long, up to a factor e^.2, are the same. */
#define AS_FAR .2

/* Lines at the beginning of each run that are not there ahead: few, as loads
   do not wait for each other. */
#define BEGINNING 2

/* Capacities: three caches, two TLBs. */
enum capacity { IN_L1, IN_L2, IN_L3, IN_TLB1, IN_TLB2, CAPACITIES };

/* Units that a group touches, for lines and for pages. */
enum grain { LINES, PAGES, GRAINS };

static const enum grain grains[CAPACITIES] = {LINES, LINES, LINES, PAGES,
					      PAGES};

struct touched {
	/* while the loop runs, and in one iteration of the own loop */
	double full[NEST_MOST_LOOPS];
	double once;
	/* by how much more that is where it crowds into some sets */
	double crowd[NEST_MOST_LOOPS];
	double crowd_once;
};

/* Values of a growing counter that are looked at, and how many such counters;
   those further in have one value, in the middle. */
#define MOST_STAGES 16
#define MOST_STAGED 2

/* The group that last wrote to an array; of none, if nobody does. */
struct writer {
	const struct estimator *of;
	int group;
};

struct estimator {
	const struct nest *nest;
	struct machine machine;
	struct work work;
	struct footprint footprint;
	struct core core;
	struct touched (*touched)[GRAINS]; /* of each group */
	struct writer *writers;		   /* likewise */
	double beside[GRAINS];		   /* bytes of those that it follows */
	struct series *series;		   /* of each region of the sample */
	double total;			   /* work of all regions */
	double ordered;			   /* part of it, one after the other */
	int parallel;			   /* the outermost shared loop */
	/* iterations that a loop around an innermost one does at a time */
	double lanes[NEST_MOST_LOOPS];
	/* where a counter around the construct grows, one for each of its
	   values, or some; each stands for so many */
	struct estimator *stages[MOST_STAGES];
	int stage_count;
	double stands_for;
};

/* One schedule under way. */
struct view {
	const struct estimator *of;
	const struct schedule *schedule;
	struct schedule_shares shares; /* mean over the regions */
	double length;		       /* iterations of a region, likewise */
	double share;
	double turns;		   /* threads that each core runs in turn */
	double factor[CAPACITIES]; /* of a capacity that threads share */
	double busy;		   /* 0 for one core, 1 for all */
	double *parts;		   /* of each group that the thread touches */
	/* bytes touched in one iteration of each loop, and by everything */
	double once[GRAINS][NEST_MOST_LOOPS];
	double all[GRAINS];
	double between[GRAINS]; /* until the nest runs again: others, too */
	struct estimate *estimate;
};

static double sigmoid(double x)
{
	return x < -40 ? 0 : x > 40 ? 1 : 1 / (1 + exp(-x));
}

/* ---- what the thread touches
 * -------------------------------------------------
 */

static bool threads_share_it(const struct view *view,
			     const struct footprint_group *group)
{
	const struct nest *nest = view->of->nest;

	for (int i = 0; i < nest->collapse; i++)
		if (group->move[nest->around + i] != 0)
			return false;
	return !group->indirect;
}

/* Iterations that the thread gets in one piece. */
static double run_of(const struct view *view)
{
	return fmax(view->shares.largest, 1);
}

/*
 * The part of a group that the busiest thread touches: its share of the
 * iterations, in whole lines where they are neighbours.
 */
static double part_of(const struct view *view,
		      const struct footprint_group *group)
{
	double move = fabs(group->move[view->of->parallel]);
	double line = view->of->machine.line;
	double bytes;

	if (view->schedule->threads == 1 || threads_share_it(view, group))
		return 1;
	if (move == 0 || move >= line)
		return view->share;
	bytes = fmax(move * run_of(view), group->size);
	return fmin(1, view->share * (1 + (line - group->size) / bytes));
}

static double touched_by(const struct view *view, int group, int loop,
			 enum grain grain)
{
	const struct touched *touched = &view->of->touched[group][grain];
	double all = loop < 0 ? touched->once : touched->full[loop];

	if (loop < 0 || loop > view->of->parallel)
		return all;
	return fmax(all * view->parts[group], 1);
}

/* ---- misses ----------------------------------------------------------------
 */

static double size_of(const struct estimator *of, enum grain grain)
{
	return grain == LINES ? of->machine.line : of->machine.page;
}

static void find_footprints(struct view *view, enum grain grain)
{
	const struct footprint *footprint = &view->of->footprint;
	const struct nest *nest = view->of->nest;
	double *once = view->once[grain];
	double all = 0;

	memset(once, 0, nest->loop_count * sizeof(*once));
	for (int i = 0; i < footprint->count; i++) {
		int inner = -1;

		for (int loop = footprint->groups[i].loop; loop >= 0;
		     loop = nest->loops[loop].parent) {
			once[loop] += touched_by(view, i, inner, grain);
			inner = loop;
		}
		all += touched_by(view, i, inner, grain);
	}
	for (int i = 0; i < nest->loop_count; i++)
		once[i] *= size_of(view->of, grain);
	view->all[grain] = all * size_of(view->of, grain);
	view->between[grain] =
		view->all[grain] +
		view->of->beside[grain] / view->schedule->threads;
}

static double capacity_of(const struct view *view, enum capacity capacity)
{
	const struct machine *machine = &view->of->machine;

	if (capacity < IN_TLB1)
		return USABLE * machine->cache[capacity].bytes /
		       view->factor[capacity];
	return USABLE * machine->tlb[capacity - IN_TLB1].entries *
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
		fmin(fabs(group->move[loop]) / size_of(view->of, grain), 1);

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
	enum grain grain = grains[capacity];
	const struct touched *touched = &view->of->touched[group][grain];
	double crowd =
		inside < 0 ? touched->crowd_once : touched->crowd[inside];

	if (capacity > IN_L2 || view->of->machine.cache[capacity].ways == 0)
		return bytes;
	return bytes + (crowd - 1) * touched_by(view, group, inside, grain) *
			       size_of(view->of, grain);
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

static int outermost_around(const struct nest *nest, int loop)
{
	while (loop >= 0 && nest->loops[loop].parent >= 0)
		loop = nest->loops[loop].parent;
	return loop;
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
	double size = size_of(of, grain);
	double draws = of->work.executions[group->loop] * view->share *
		       fmax(group->reads, group->writes);

	for (int loop = group->loop; loop >= 0;
	     loop = of->nest->loops[loop].parent) {
		double move = fabs(group->move[loop]);
		double once = view->once[grain][loop];
		double stays = loop == group->loop
				       ? 1
				       : sigmoid(-log(once / limit) / PASSAGE);

		if (move > 0 && move < size)
			draws *= pow(move / size, stays);
	}
	return draws;
}

/* Units that random accesses do not find, on warm data. */
static double misses_by_chance(const struct view *view, int index,
			       enum capacity capacity)
{
	const struct estimator *of = view->of;
	const struct footprint_group *group = &of->footprint.groups[index];
	enum grain grain = grains[capacity];
	double size = size_of(of, grain);
	double limit = capacity_of(view, capacity);
	double draws = draws_of(view, group, grain, limit);
	double extent = fmax(group->extent / size, 1);
	double own, others;

	own = touched_by(view, index, outermost_around(of->nest, group->loop),
			 grain);
	others = fmax(view->all[grain] / size - own, 0) /
		 fmax(draws / fmax(of->work.regions, 1), 1);
	return fmax(own, draws * exp(-patience(extent, others, limit / size))) *
	       sigmoid(log(view->between[grain] / limit) / PASSAGE);
}

/*
 * Units of a group that have to come from beyond the capacity: at each loop
 * either what it touches in all, where one iteration fits, or what one
 * iteration brings in, again and again; in between, a mean of both.
 */
static double misses_of(const struct view *view, int group,
			enum capacity capacity)
{
	const struct nest *nest = view->of->nest;
	const struct footprint_group *of = &view->of->footprint.groups[group];
	enum grain grain = grains[capacity];
	double limit = capacity_of(view, capacity);
	double units = touched_by(view, group, -1, grain);
	int inside = -1;

	if (of->indirect)
		return misses_by_chance(view, group, capacity);
	for (int loop = of->loop; loop >= 0; loop = nest->loops[loop].parent) {
		double once = crowded(view, group, inside, capacity,
				      view->once[grain][loop]);
		double chance = sigmoid(log(once / limit) / PASSAGE);
		double full = touched_by(view, group, loop, grain);
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
	return units * sigmoid(log(crowded(view, group, inside, capacity,
					   view->between[grain]) /
				   limit) /
			       PASSAGE);
}

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
	return fmax(pages, touched_by(view, index, inside, LINES) /
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
			move * run_of(view) * (view->schedule->threads - 1);

		if (loop == of->parallel && gap > line) {
			trip = fmin(trip, run_of(view));
			longest = fmin(longest, run_of(view));
		}
		if (move > 0 && move <= reach + line && places <= STREAMS) {
			run += move * fmax(trip - 1, 0);
			reach += move * fmax(longest - 1, 0);
		}
		inside = loop;
	}
	return run;
}

/* What the beginning of a run costs beyond the lines that follow. */
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
			 fmin(1, BEGINNING / lines);
	return group->kind == STRIDE_SEQUENTIAL
		       ? stream
		       : fmin(stream, cost[group->kind]);
}

static double unit_cycles(const struct view *view, enum capacity capacity,
			  int index)
{
	const struct footprint_group *group =
		&view->of->footprint.groups[index];
	double one, many;

	if (grains[capacity] == PAGES)
		return view->of->machine.tlb[capacity - IN_TLB1].cycles *
		       (group->kind == STRIDE_SEQUENTIAL ? .5 : 1);
	one = transfer_cycles(view, capacity, index, 0);
	/* cores in each other's way are at worst served in turn */
	many = fmin(transfer_cycles(view, capacity, index, 1),
		    one * view->of->machine.cores);
	return one + view->busy * (many - one);
}

/* Threads do as the busiest one does, each in proportion to its work. */
static double of_all_threads(const struct view *view, double misses)
{
	return misses / fmax(view->share, 1.0 / view->schedule->threads);
}

static double data_cycles(struct view *view, enum capacity capacity)
{
	const struct footprint *footprint = &view->of->footprint;
	double cycles = 0;
	double all = 0;

	for (int i = 0; i < footprint->count; i++) {
		const struct footprint_group *group = &footprint->groups[i];
		double misses = misses_of(view, i, capacity);

		cycles += misses * unit_cycles(view, capacity, i) *
			  (group->writes > 0 ? 2 : 1);
		all += misses;
	}
	if (capacity < IN_TLB1)
		view->estimate->misses[capacity] = of_all_threads(view, all);
	return view->turns * cycles;
}

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

/* All chunks but the last are whole; those of guided have any length. */
static double cycles_in_chunks(const struct view *view, int loop)
{
	struct core_loop core = view->of->core.loops[loop];
	double chunk = fmax(fmin(view->shares.largest, view->length), 1);
	double last = fmod(view->length, chunk);
	double rest = last / fmax(view->length, 1);
	double mean = fmax(view->length / fmax(view->shares.chunks, 1), 1);

	switch (view->schedule->kind) {
	case SCHEDULE_STATIC_CHUNK:
	case SCHEDULE_DYNAMIC:
		return cycles_in_pieces(view, &core, loop, chunk) * (1 - rest) +
		       cycles_in_pieces(view, &core, loop, last) * rest;
	case SCHEDULE_GUIDED:
		core.varies = true;
		/* FALLTHROUGH */
	default:
		return cycles_in_pieces(view, &core, loop, mean);
	}
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

static double term_core(struct view *view)
{
	return view->turns * view->share *
	       (view->of->total + cycles_of_chunks(view));
}

static double term_l2(struct view *view)
{
	return data_cycles(view, IN_L1);
}

static double term_l3(struct view *view)
{
	return data_cycles(view, IN_L2);
}

static double term_memory(struct view *view)
{
	return data_cycles(view, IN_L3);
}

static double term_tlb1(struct view *view)
{
	return data_cycles(view, IN_TLB1);
}

static double term_tlb2(struct view *view)
{
	return data_cycles(view, IN_TLB2);
}

static double term_region(struct view *view)
{
	return view->turns * view->of->work.regions *
	       machine_at(&view->of->machine.region, view->schedule->threads);
}

/* Each chunk beyond the first is asked for, and once more in vain. */
static double term_dispatch(struct view *view)
{
	const struct machine_curve *dispatch = view->of->machine.dispatch;
	enum machine_schedule kind = view->schedule->kind;
	double threads = view->schedule->threads;
	double cycles = machine_at(&dispatch[SCHEDULE_STATIC], threads);

	if (kind != SCHEDULE_STATIC)
		cycles += view->shares.busiest_chunks *
			  machine_at(&dispatch[kind], threads);
	return view->turns * view->of->work.regions * cycles;
}

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
	double sweep =
		fabs(group->move[group->loop]) * of->work.longest[group->loop];
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
	double part = fmin(1, line / (move * run_of(view)));
	/* the first chunk has no neighbour before it */
	double between = 1 - 1 / fmax(view->shares.chunks, 1);

	return between * (move < line ? pow(part, 3) : part);
}

/* Does all data stay in this cache, from one time to the next? */
static double stays(const struct view *view, enum capacity capacity)
{
	return sigmoid(
		-log(view->estimate->bytes / capacity_of(view, capacity)) /
		PASSAGE);
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
		return (1 - 1. / view->schedule->threads) * stays(view, IN_L2);
	return shares_lines(view, group) ? meeting_in_lines(view, group) : 0;
}

/* Threads that write to neighbouring places take lines from each other. */
static double term_false_sharing(struct view *view)
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

static bool depends_on_data(const struct estimator *of)
{
	for (int i = 0; i < of->nest->loop_count; i++)
		if (of->work.assumed[i])
			return true;
	return false;
}

static double term_drift(struct view *view)
{
	const struct schedule *schedule = view->schedule;
	bool by_data = depends_on_data(view->of);
	double share = fmax(view->length / schedule->threads, 1);
	double grain = 1;

	if (schedule->threads == 1)
		return 0;
	if (schedule->kind >= SCHEDULE_DYNAMIC)
		grain = fmin(1, schedule->chunk / share);
	/* the first piece is a whole share: the rest makes up for one that has
	   too little to do, not for one that has too much */
	if (schedule->kind == SCHEDULE_GUIDED && by_data)
		grain = .5;
	return (by_data ? DRIFT_OF_DATA : DRIFT) * grain *
	       view->estimate->term[TERM_CORE];
}

double estimate_work(const struct estimate *estimate)
{
	double cycles = 0;

	for (int i = TERM_CORE; i <= TERM_TLB2; i++)
		cycles += estimate->term[i];
	return cycles;
}

/* Is the way that one block of all iterations goes about the same? */
static bool goes_as_far(double a, double b)
{
	return a > 0 && b > 0 && fabs(log(a / b)) < AS_FAR;
}

/*
 * Did the same thread write what it now finds? If threads share out the array
 * alike, both times.
 */
static bool wrote_itself(const struct view *view, int index)
{
	const struct estimator *of = view->of;
	const struct writer *writer = &of->writers[index];
	const struct footprint_group *group = &of->footprint.groups[index];
	const struct footprint_group *other;
	double move = fabs(group->move[of->parallel]);
	double its_move;

	if (view->schedule->kind >= SCHEDULE_DYNAMIC)
		return false;
	if (writer->of == of)
		return true;
	other = &writer->of->footprint.groups[writer->group];
	its_move = fabs(other->move[writer->of->parallel]);
	if (view->schedule->kind == SCHEDULE_STATIC_CHUNK)
		return goes_as_far(move, its_move);
	return goes_as_far(move * of->work.trip[of->parallel],
			   its_move *
				   writer->of->work.trip[writer->of->parallel]);
}

/* Lines that another thread wrote the last time. */
static double term_migration(struct view *view)
{
	const struct estimator *of = view->of;
	double lines = 0;

	if (view->schedule->threads == 1)
		return 0;
	for (int i = 0; i < of->footprint.count; i++)
		if (of->writers[i].of && !of->footprint.groups[i].is_private &&
		    !wrote_itself(view, i))
			lines += touched_by(view, i, of->parallel, LINES);
	return of->machine.migration * of->work.regions * lines *
	       (FROM_L3 * stays(view, IN_L3) +
		(1 - FROM_L3) * stays(view, IN_L2));
}

/*
 * Ordered sections follow each other. Within a chunk all else stands between
 * them; only before the first of a chunk, another thread's turn, it is done
 * ahead. So the path through all iterations is all work without that, and
 * the turns that are handed on.
 */
static double wait_for_turns(struct view *view)
{
	const struct estimator *of = view->of;
	const struct machine_curve *turn = &of->machine.ordered;
	double length = fmax(view->length, 1);
	double ahead = fmin(view->shares.chunks / length, 1);
	double sections = of->nest->ordered * of->work.regions;
	double path;

	if (sections == 0)
		return 0;
	path = (1 - (1 - of->ordered) * ahead) / fmax(view->share, 1e-9);
	view->estimate->path = path;
	view->estimate->handed = view->schedule->threads > 1
					 ? sections * view->shares.chunks
					 : 0;
	return sections * view->shares.most_iterations * machine_at(turn, 1) +
	       fmax(estimate_work(view->estimate) * (path - 1) +
			    view->estimate->handed *
				    machine_at(turn, view->schedule->threads),
		    0);
}

/* ---- sections of one thread at a time ---- */

/* Lines out of which atomic operations of several threads hardly ever meet. */
#define ROOMY 64

/* Of a datum on its way to another thread, so much is a line that moves. */
#define LINE_MOVES .4

/* Operations of threads on elements of their own never meet. */
static bool may_meet(const struct view *view,
		     const struct footprint_group *group)
{
	return group->indirect || !group->known ||
	       threads_share_it(view, group);
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
 * nothing a thread enters several before another one gets the line.
 */
static double meeting(const struct view *view,
		      const struct machine_curve *section, double gap)
{
	const struct machine *machine = &view->of->machine;
	double threads = view->schedule->threads;
	double alone = machine_at(section, 1);
	double line = gap < alone ? 0 : LINE_MOVES * machine->send;

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
		double meets = fmin(1, ROOMY / lines_of_atomics(view, i));

		cycles += sections_of(view, i, loop->critical) *
			  meeting(view, &of->machine.critical, gap);
		cycles += sections_of(view, i, loop->atomic) *
			  (alone + (met - alone) * meets);
	}
	return cycles;
}

static double term_synchronisation(struct view *view)
{
	return wait_for_turns(view) + wait_for_sections(view);
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
				term_false_sharing},
	[TERM_DRIFT] = {"drift", "a fixed share waits for the slower core",
			term_drift},
	[TERM_MIGRATION] = {"migration", "data moves between cores",
			    term_migration},
	[TERM_SYNCHRONISATION] = {"synchronisation",
				  "threads wait for each other",
				  term_synchronisation},
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
		moved += threads_share_it(view, group) ? 0 : pages;
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
	for (int i = 0; i < of->footprint.count; i++)
		parts[i] = part_of(&view, &of->footprint.groups[i]);
	view.busy = of->machine.cores > 1
			    ? fmin(1, (threads - 1) / (of->machine.cores - 1))
			    : 0;
	for (int i = 0; i < CAPACITIES; i++)
		view.factor[i] = 1;
	for (int i = IN_L1; i <= IN_L3; i++)
		view.factor[i] +=
			.6 *
			(fmin(threads, fmax(of->machine.cache[i].cores, 1)) -
			 1);
	find_footprints(&view, LINES);
	find_footprints(&view, PAGES);
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

/* ---- an estimator ----------------------------------------------------------
 */

static void find_touched(struct estimator *of)
{
	const struct nest *nest = of->nest;

	for (int i = 0; i < of->footprint.count; i++)
		for (int grain = 0; grain < GRAINS; grain++) {
			struct touched *touched = &of->touched[i][grain];
			double size = size_of(of, grain);

			touched->once =
				footprint_lines(&of->footprint, i, -1, size);
			touched->crowd_once =
				1 / footprint_sets(&of->footprint, i, -1, size);
			for (int j = of->footprint.groups[i].loop; j >= 0;
			     j = nest->loops[j].parent) {
				touched->full[j] = footprint_lines(
					&of->footprint, i, j, size);
				touched->crowd[j] =
					1 / footprint_sets(&of->footprint, i, j,
							   size);
			}
		}
}

/* Does the group touch the array of that name? Some have none. */
static bool touches(const struct estimator *of, int group, const char *name)
{
	int array = of->footprint.groups[group].array;
	const char *its_name = of->nest->references[array].name;

	return name && its_name && strcmp(its_name, name) == 0;
}

/* The group of that estimator which writes most of the array, or -1. */
static int group_writing(const struct estimator *of, const char *name)
{
	const struct footprint *footprint = &of->footprint;
	int best = -1;

	for (int i = 0; i < footprint->count; i++) {
		const struct footprint_group *group = &footprint->groups[i];

		if (group->writes > 0 && touches(of, i, name) &&
		    (best < 0 ||
		     of->touched[i][LINES].full[group->loop] >
			     of->touched[best][LINES]
				     .full[footprint->groups[best].loop]))
			best = i;
	}
	return best;
}

/* By itself, a nest follows itself. */
static void find_writers(struct estimator *of)
{
	for (int i = 0; i < of->footprint.count; i++)
		of->writers[i] = of->footprint.groups[i].writes > 0
					 ? (struct writer){of, i}
					 : (struct writer){NULL, 0};
}

/* Does the nest touch the array? Those without names are taken for others. */
static bool knows(const struct estimator *of, const char *name)
{
	for (int i = 0; i < of->footprint.count; i++)
		if (touches(of, i, name))
			return true;
	return false;
}

/* Bytes that the other one touches and this one does not. */
static double bytes_beside(const struct estimator *of,
			   const struct estimator *other, enum grain grain)
{
	double units = 0;

	for (int i = 0; i < other->footprint.count; i++) {
		const struct footprint_group *group =
			&other->footprint.groups[i];
		const struct touched *touched = &other->touched[i][grain];
		int outermost = outermost_around(other->nest, group->loop);

		if (knows(of, other->nest->references[group->array].name))
			continue;
		units += outermost >= 0 ? touched->full[outermost]
					: touched->once;
	}
	return units * size_of(other, grain);
}

void estimator_follow(struct estimator *of, struct estimator *const *others,
		      int count)
{
	find_writers(of);
	for (int grain = 0; grain < GRAINS; grain++) {
		of->beside[grain] = 0;
		for (int j = 0; j < count; j++)
			of->beside[grain] +=
				bytes_beside(of, others[j], (enum grain)grain);
	}
	for (int i = 0; i < of->footprint.count; i++) {
		int array = of->footprint.groups[i].array;
		const char *name = of->nest->references[array].name;

		for (int j = 0; j < count && name; j++) {
			int group = group_writing(others[j], name);

			/* what runs less often is rarely what ran before */
			if (group < 0 ||
			    2 * others[j]->work.regions < of->work.regions)
				continue;
			of->writers[i] = (struct writer){others[j], group};
			break;
		}
	}
	for (int i = 0; i < of->stage_count; i++)
		estimator_follow(of->stages[i], others, count);
}

static enum model_status weigh(struct estimator *of)
{
	double weight[NEST_MOST_LOOPS];
	const struct nest *nest = of->nest;

	for (int i = 0; i < nest->loop_count; i++) {
		const struct core_loop *core = &of->core.loops[i];

		of->lanes[i] = 1;
		weight[i] = i < nest->around
				    ? 0
				    : core_cycles(core, of->work.trip[i],
						  of->work.trip[core->filled]);
	}
	for (int i = nest->around; i < nest->loop_count; i++)
		if (of->core.loops[i].filled != i)
			of->lanes[of->core.loops[i].filled] =
				of->core.loops[i].lanes;
	for (int i = 0; i < nest->collapse - 1; i++)
		weight[nest->around + i] = 0;
	for (int i = nest->around; i < nest->loop_count; i++) {
		double cycles = weight[i] * of->work.executions[i];

		of->total += cycles;
		of->ordered += nest->loops[i].ordered * cycles;
	}
	of->ordered /= fmax(of->total, 1e-9);
	for (int i = 0; i < of->work.region_count; i++) {
		enum model_status status =
			work_weigh(&of->work, i, weight, &of->series[i]);

		if (status != MODEL_OK)
			return status;
	}
	return MODEL_OK;
}

static enum model_status prepare(struct estimator *of, const double *values,
				 const double *places)
{
	enum model_status status =
		work_evaluate(of->nest, values, places, &of->work);

	if (status != MODEL_OK)
		return status;
	status = footprint_find(of->nest, &of->work, values, &of->footprint);
	if (status != MODEL_OK)
		return status;
	of->touched = calloc(of->footprint.count + 1, sizeof(*of->touched));
	of->writers = calloc(of->footprint.count + 1, sizeof(*of->writers));
	of->series = calloc(of->work.region_count, sizeof(*of->series));
	if (!of->touched || !of->writers || !of->series)
		return MODEL_NO_MEMORY;
	core_find(&of->footprint, &of->machine, &of->core);
	find_touched(of);
	find_writers(of);
	return weigh(of);
}

/* The loop around the construct whose counter grows, not yet at a place. */
static int growing_loop(const struct nest *nest, const double *places)
{
	int staged = 0;

	for (int i = 0; i < nest->around && staged < MOST_STAGED; i++) {
		if (!nest_grows(&nest->loops[i]))
			continue;
		if (isnan(places[i]))
			return i;
		staged++;
	}
	return -1;
}

static enum model_status new_at(const struct estimator *like,
				const double *values, double *places,
				struct estimator **estimator);

static enum model_status find_stages(struct estimator *of, const double *values,
				     double *places)
{
	int loop = growing_loop(of->nest, places);
	double trip = loop < 0 ? 0 : of->work.trip[loop];
	int count = (int)fmin(trip, MOST_STAGES);
	enum model_status status = MODEL_OK;

	of->stands_for = trip / fmax(count, 1);
	for (int i = 0; i < count && status == MODEL_OK; i++) {
		places[loop] = floor((i + .5) * of->stands_for);
		status = new_at(of, values, places, &of->stages[i]);
		of->stage_count += status == MODEL_OK;
	}
	if (loop >= 0)
		places[loop] = NAN;
	return status;
}

static enum model_status new_at(const struct estimator *like,
				const double *values, double *places,
				struct estimator **estimator)
{
	struct estimator *of = calloc(1, sizeof(*of));
	enum model_status status;

	if (!of)
		return MODEL_NO_MEMORY;
	of->nest = like->nest;
	of->machine = like->machine;
	of->parallel = like->nest->around;
	status = prepare(of, values, places);
	if (status == MODEL_OK)
		status = find_stages(of, values, places);
	if (status == MODEL_OK)
		*estimator = of;
	else
		estimator_free(of);
	return status;
}

enum model_status estimator_new(const struct nest *nest, const double *values,
				const struct machine *machine,
				struct estimator **estimator)
{
	const struct estimator like = {.nest = nest, .machine = *machine};
	double places[NEST_MOST_LOOPS];

	for (int i = 0; i < NEST_MOST_LOOPS; i++)
		places[i] = NAN;
	return new_at(&like, values, places, estimator);
}

void estimator_free(struct estimator *of)
{
	if (!of)
		return;
	for (int i = 0; i < of->stage_count; i++)
		estimator_free(of->stages[i]);
	for (int i = 0; of->series && i < of->work.region_count; i++)
		series_free(&of->series[i]);
	free(of->series);
	free(of->touched);
	free(of->writers);
	footprint_free(&of->footprint);
	work_free(&of->work);
	free(of);
}

const struct work *estimator_work(const struct estimator *estimator)
{
	return &estimator->work;
}
