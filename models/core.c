/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cycles of the operations of a loop.
 *
 * An iteration takes as long as the busiest unit: loads, stores, arithmetic,
 * the divider, the issue of operations; or as the chain that it waits for.
 */
#include "core.h"

#include <math.h>
#include <string.h>

#include "constants.h"
#include "demand.h"

/* X2 of the power models: arithmetic as the source has it, each operation by
   the time until its result is there. */
static double weighted(const struct nest_loop *loop,
		       const struct machine *machine)
{
	return demand_latency(&loop->certain, machine) +
	       constant(CONDITIONAL) *
		       demand_latency(&loop->conditional_operations, machine);
}

/*
 * What lies behind a condition and stores stays a branch, unless vectors mask
 * it; anything else becomes a choice between two values. Equation (10) of
 * doc/models.md.
 */
static double surprises(const struct nest_loop *loop,
			const struct machine *machine)
{
	double stores = 0;

	for (int type = 0; type < TYPE_COUNT; type++)
		stores += loop->conditional_operations.count[NEST_STORE][type];
	return stores > 0 ? constant(SURPRISE) * machine->misprediction : 0;
}

/*
 * The busiest unit, for a body of single elements or of vectors. Equation (8)
 * of doc/models.md.
 */
static double busiest(const struct demand *demand,
		      const struct machine *machine)
{
	/* of stores to several lines a cache takes one at a time */
	double apart = demand->scatters * fmax(1 - machine->store, 0);
	double loads = demand->loads * machine->load + demand->wide_loads;
	double stores = demand->stores * machine->store + demand->wide_stores;
	double cycles = fmax(loads, stores + apart);

	cycles = fmax(cycles, demand->arithmetic);
	cycles = fmax(cycles, demand->operations * machine->issue);
	return cycles + demand->divider;
}

/*
 * A chain ends with its entry: those of the following entries go on beside it
 * as far as the machine looks ahead and has room for what waits, unless they
 * wait for it. Equation (9) of doc/models.md.
 */
static double waiting(const struct nest *nest, const struct demand *demand,
		      double times, const struct machine *machine)
{
	double all = times * fmax(demand->again, 1);
	double ahead =
		fmin(machine->in_flight / fmax(all * demand->operations, 1),
		     machine->waiting / fmax(all * demand->links, 1));

	return nest->reduces ? demand->chain : demand->chain / (1 + ahead);
}

/* Equation (11) of doc/models.md. */
static double vector_cycles(const struct nest *nest,
			    const struct nest_code *code, double lanes,
			    double trip, const struct demand *demand,
			    bool by_this_loop, const struct machine *machine)
{
	struct demand all = *demand;
	double times = by_this_loop ? trip / lanes : trip;
	double cycles, wait;

	/* elements are taken out and added one by one */
	if (code->reduction == REDUCTION_IN_ORDER && demand->chain > 0)
		all.operations += 2 * (lanes - 1);
	cycles = busiest(&all, machine);
	wait = waiting(nest, &all, times, machine);
	if (code->reduction == REDUCTION_TREE ||
	    (!by_this_loop && code->reduction != REDUCTION_IN_ORDER))
		wait /= lanes;
	return fmax(cycles / lanes, wait);
}

static bool varies(const struct work *work, int loop)
{
	return work->assumed[loop] ||
	       work->trip[loop] < constant(NEARLY) * work->longest[loop];
}

/*
 * How often the loop is another number of times as long as when it was
 * entered before: with each iteration of the loop around, or each of one
 * further out, or never. Only then its end comes as a surprise.
 */
static double changes(const struct nest *nest, const struct work *work,
		      int index)
{
	const struct nest_loop *loop = &nest->loops[index];
	double often = 1;

	if (work->assumed[index])
		return 1;
	for (int i = loop->parent; i >= 0; i = nest->loops[i].parent) {
		if (nest_depends(loop->trip, &nest->loops[i]))
			return often;
		often /= fmax(work->trip[i], 1);
	}
	return 0;
}

/* Equation (13) of doc/models.md. */
static double entry_cycles(const struct nest *nest, const struct work *work,
			   int index, const struct core_loop *core,
			   const struct machine *machine)
{
	const struct nest_loop *loop = &nest->loops[index];
	double trip = fmax(work->trip[index], 1);
	bool vectors = core->lanes > 1 && core->filled == index;
	double entry = 0;

	if (!demand_is_straight(loop))
		entry = vectors ? constant(ENTRY) + constant(ENTRY_OF_VECTORS)
				: constant(ENTRY);
	/* of vectors there are as many for several lengths */
	if (trip / core->lanes > constant(PREDICTED_TRIP))
		entry += machine->misprediction;
	else if (varies(work, index) && !vectors)
		entry += machine->misprediction * changes(nest, work, index);
	if (core->filled != index)
		entry /= core->lanes;
	return entry;
}

/* What is left when no full vector is: half a vector, and single elements. */
static double cycles_of_rest(const struct core_loop *loop, double rest)
{
	double half = loop->step / 2;

	if (loop->half == 0 || rest < half)
		return rest * loop->scalar;
	return loop->half + (rest - half) * loop->scalar;
}

/* Where runs have any length, the mean of all rests. */
static double cycles_of_any_rest(const struct core_loop *loop, double run)
{
	double sum = 0;

	for (int rest = 0; rest < loop->step; rest++)
		sum += cycles_of_rest(loop, fmin(rest, run));
	return sum / loop->step;
}

static double cycles_of_iteration(const struct core_loop *loop, double run)
{
	double rest, cycles;

	if (loop->lanes == 1 || run <= 0)
		return loop->scalar;
	/* all but the last of the tiles are whole ones */
	if (!loop->varies && run < loop->longest &&
	    run > constant(NEARLY) * loop->longest)
		run = loop->longest;
	rest = fmod(run, loop->step);
	if (loop->varies) {
		rest = fmin((loop->step - 1) / 2, run);
		cycles = cycles_of_any_rest(loop, run);
	} else {
		cycles = cycles_of_rest(loop, rest);
	}
	return ((run - rest) * loop->vector + cycles) / run;
}

/* Equation (12) of doc/models.md. */
double core_cycles(const struct core_loop *loop, double trip, double run)
{
	double entries = 1 / fmax(trip, 1);

	return fmax(cycles_of_iteration(loop, run) + loop->entry * entries,
		    loop->least * entries);
}

/* Elements that one operation works on. */
static double lanes_of(const struct footprint *footprint, int index,
		       const struct nest_code *code)
{
	double size = 0;

	if (!code->library_call)
		return fmax(code->lanes, 1);
	for (int i = 0; i < footprint->count; i++)
		if (footprint->groups[i].loop == index)
			size = fmax(size, footprint->groups[i].size);
	return size > 0 ? fmax(constant(LIBRARY_BYTES) / size, 1) : 1;
}

/*
 * The part of the executions of a loop in which the place that one reference
 * stays at is among those that the other one writes: loops around move them
 * apart, evenly.
 */
static double meeting(const struct footprint *footprint, int loop,
		      const struct footprint_group *stays,
		      const struct footprint_group *writes)
{
	const struct work *work = footprint->work;
	double sweep = writes->move[loop] * fmax(work->trip[loop], 1);
	double low = stays->origin - writes->origin, high;

	for (int i = 0; i <= loop; i++)
		low += (stays->stride[i] - writes->stride[i]) *
		       (footprint->step[i] < 0 ? work->high[i] : work->low[i]) /
		       footprint->step[i];
	high = low + stays->size;
	for (int i = 0; i < loop; i++) {
		double apart = (stays->move[i] - writes->move[i]) *
			       fmax(work->trip[i] - 1, 0);

		*(apart < 0 ? &low : &high) += apart;
	}
	if (high - low <= 0)
		return 0;
	return fmax(fmin(high, fmax(sweep, 0)) - fmax(low, fmin(sweep, 0)), 0) /
	       (high - low);
}

/*
 * Vectors are for when the loop does not write what it reads at one place,
 * which the program finds out each time: the part of the times that it does.
 */
static double refused(const struct footprint *footprint, int loop)
{
	double share = 0;

	for (int i = 0; i < footprint->count; i++)
		for (int j = 0; j < footprint->count; j++) {
			const struct footprint_group *stays =
				&footprint->groups[i];
			const struct footprint_group *writes =
				&footprint->groups[j];

			if (stays->loop == loop && writes->loop == loop &&
			    stays->array == writes->array && stays->known &&
			    writes->known && stays->move[loop] == 0 &&
			    writes->move[loop] != 0 && writes->writes > 0)
				share = fmax(share, meeting(footprint, loop,
							    stays, writes));
		}
	return fmin(share, 1);
}

/* Is the loop written out as whole vectors, no more than there are registers,
   and the loop around it as well? Then what it adds up stays in them. */
static bool is_in_vectors(const struct footprint *footprint, int loop,
			  const struct machine *machine)
{
	const struct nest_loop *of = &footprint->nest->loops[loop];
	const struct nest_code *around =
		&footprint->nest->loops[of->parent].code;
	double trip = footprint->work->trip[loop];

	return demand_is_straight(of) && of->code.lanes > 1 &&
	       fmod(trip, of->code.lanes) == 0 &&
	       trip / of->code.lanes <= machine->registers &&
	       (!around->known || around->unrolled == 0);
}

/*
 * The loop adds to what it stored when it was entered the last time: a sum for
 * each of its iterations, over the loop around. No entry can end before what
 * the one before it stored has come back.
 */
static double least_of_entry(const struct footprint *footprint, int loop,
			     const struct machine *machine)
{
	double add = machine->operation[OPERATION_ADD][TYPE_F64].latency;
	int left = demand_remaining(footprint->nest, loop);
	int around = left != loop ? left : footprint->nest->loops[loop].parent;

	for (int i = 0; around >= 0 && i < footprint->count; i++) {
		const struct footprint_group *group = &footprint->groups[i];

		if (group->loop == loop && group->known && group->reads > 0 &&
		    group->writes > 0 && group->move[loop] != 0 &&
		    group->move[around] == 0 &&
		    !demand_is_kept(footprint, group, loop, machine))
			return is_in_vectors(footprint, loop, machine)
				       ? add
				       : machine->forwarding + add;
	}
	return 0;
}

/*
 * A step of half as many elements: one of two vectors, or half a vector, which
 * takes as long as a whole one, but for pieces. There are none where the
 * vectors run along a loop further out.
 */
static double cycles_of_half(const struct footprint *footprint, int index,
			     const struct nest_code *code,
			     const struct core_loop *core,
			     const struct machine *machine)
{
	double half = core->step / 2;
	double trip = fmax(footprint->work->trip[index], 1);
	struct demand demand;

	if (half <= 1)
		return 0;
	if (half >= core->lanes)
		return half * core->vector;
	demand = demand_find(footprint, index, machine, half);
	return half * vector_cycles(footprint->nest, code, half, trip, &demand,
				    core->filled == index, machine);
}

static bool is_handed_on(const struct demand *demand)
{
	return demand->chain > 0 && demand->handed_on;
}

static void find_loop(const struct footprint *footprint, int index,
		      const struct machine *machine, struct core_loop *core)
{
	const struct nest *nest = footprint->nest;
	const struct nest_loop *loop = &nest->loops[index];
	int left = demand_remaining(nest, index);
	const struct nest_code *code = &nest->loops[left].code;
	double trip = fmax(footprint->work->trip[index], 1);
	struct demand demand = demand_find(footprint, index, machine, 1);

	core->lanes = lanes_of(footprint, index, code);
	core->step = fmax(core->lanes, core->lanes > 1 ? code->iterations : 1);
	core->filled = demand_filled_by(nest, left);
	/* what the last iteration wrote is in a register still */
	if (is_handed_on(&demand)) {
		double again = fmin(demand.loads, 1);

		demand.loads -= again;
		demand.operations -= again;
	}
	core->scalar = fmax(busiest(&demand, machine),
			    waiting(nest, &demand, trip, machine)) +
		       surprises(loop, machine);
	core->vector = core->scalar;
	core->varies = varies(footprint->work, core->filled);
	core->operations = weighted(loop, machine);
	core->longest = footprint->work->longest[core->filled];
	if (core->lanes > 1) {
		demand = demand_find(footprint, index, machine, core->lanes);
		if (core->filled != index && is_handed_on(&demand))
			demand.chain += machine->forwarding;
		core->vector =
			vector_cycles(nest, code, core->lanes, trip, &demand,
				      core->filled == index, machine);
		core->vector += refused(footprint, index) *
				(core->scalar - core->vector);
		if (core->filled == left)
			core->half = cycles_of_half(footprint, index, code,
						    core, machine);
	}
	if (nest_is_innermost(nest, index) || code->lanes > 1)
		core->entry = entry_cycles(nest, footprint->work, index, core,
					   machine);
	if (nest_is_innermost(nest, index))
		core->least = least_of_entry(footprint, index, machine) /
			      (core->filled != index ? core->lanes : 1);
}

void core_find(const struct footprint *footprint, const struct machine *machine,
	       struct core *core)
{
	const struct nest *nest = footprint->nest;

	memset(core, 0, sizeof(*core));
	for (int i = nest->around; i < nest->loop_count; i++)
		find_loop(footprint, i, machine, &core->loops[i]);
}
