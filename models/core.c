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

/* Cycles to enter an innermost loop; more for vectors and for a branch
   predicted wrongly at its end. */
#define ENTRY 5
#define ENTRY_OF_VECTORS 6
#define MISPREDICTION 12

/* An end after more iterations than this is not predicted. */
#define PREDICTED_TRIP 40

/* Operations that count a loop. */
#define CONTROL 2

/* What one iteration of a loop asks for, in operations. */
struct demand {
	double loads, stores;
	double scattered; /* of the loads: from places that are not adjacent */
	double arithmetic, divider; /* cycles */
	double operations;
	double chain; /* cycles of latency */
};

static double counted(const struct nest_loop *loop, enum nest_operation class,
		      enum machine_type type)
{
	return loop->certain.count[class][type] +
	       .5 * loop->conditional_operations.count[class][type];
}

/* Additions and products, a pair that one instruction does counted once. */
static double fused(const struct nest_loop *loop, enum nest_operation class,
		    enum machine_type type)
{
	double all = counted(loop, class, type);

	if (class == NEST_ADD)
		all -= counted(loop, NEST_FMA, type);
	return fmax(all, 0);
}

static const struct {
	enum nest_operation class;
	enum machine_operation operation;
	bool divides; /* in a unit of its own */
} units[] = {
	{NEST_ADD, OPERATION_ADD, false},    {NEST_MUL, OPERATION_MUL, false},
	{NEST_SIMPLE, OPERATION_ADD, false}, {NEST_DIV, OPERATION_DIV, true},
	{NEST_SQRT, OPERATION_SQRT, true},   {NEST_MATH, OPERATION_MATH, true},
};
#define UNITS (sizeof(units) / sizeof(units[0]))

static void demand_arithmetic(const struct nest_loop *loop,
			      const struct machine *machine, bool vectors,
			      struct demand *demand)
{
	for (size_t i = 0; i < UNITS; i++)
		for (int type = 0; type < TYPE_COUNT; type++) {
			const struct machine_cost *cost =
				&machine->operation[units[i].operation][type];
			double count = fused(loop, units[i].class, type);
			double cycles = count * (vectors ? cost->vector
							 : cost->throughput);

			demand->operations += count;
			*(units[i].divides ? &demand->divider
					   : &demand->arithmetic) += cycles;
		}
}

/* A sum kept in memory that the compiler keeps in a register. */
static bool is_promoted(const struct footprint *footprint,
			const struct footprint_group *group, int loop)
{
	return group->known && group->writes > 0 && group->move[loop] == 0 &&
	       nest_is_innermost(footprint->nest, loop);
}

static bool is_scattered(const struct footprint_group *group, int loop)
{
	return group->indirect || (group->move[loop] != 0 &&
				   fabs(group->move[loop]) > group->size);
}

static void demand_memory(const struct footprint *footprint, int loop,
			  const struct machine *machine, struct demand *demand)
{
	double latency = machine->operation[OPERATION_ADD][TYPE_F64].latency;

	for (int i = 0; i < footprint->count; i++) {
		const struct footprint_group *group = &footprint->groups[i];

		if (group->loop != loop)
			continue;
		if (is_promoted(footprint, group, loop)) {
			if (group->reads > 0)
				demand->chain = fmax(demand->chain, latency);
			continue;
		}
		if (group->move[loop] == 0 && group->known)
			continue;
		demand->loads += group->reads;
		demand->stores += group->writes;
		if (is_scattered(group, loop))
			demand->scattered += group->reads + group->writes;
	}
}

static double latency_of(const struct nest_operations *chain,
			 const struct machine *machine)
{
	double latency = 0;

	for (size_t i = 0; i < UNITS; i++)
		for (int type = 0; type < TYPE_COUNT; type++)
			latency += chain->count[units[i].class][type] *
				   machine->operation[units[i].operation][type]
					   .latency;
	return latency;
}

static struct demand demand_of(const struct footprint *footprint, int loop,
			       const struct machine *machine)
{
	const struct nest_loop *of = &footprint->nest->loops[loop];
	struct demand demand = {0};

	demand_arithmetic(of, machine, of->code.lanes > 1, &demand);
	demand_memory(footprint, loop, machine, &demand);
	demand.chain = fmax(demand.chain, latency_of(&of->chain, machine));
	demand.operations += demand.loads + demand.stores + CONTROL;
	return demand;
}

/* The busiest unit, for a body of single elements or of vectors. */
static double busiest(const struct demand *demand,
		      const struct machine *machine)
{
	double cycles = fmax(demand->loads * machine->load,
			     demand->stores * machine->store);

	cycles = fmax(cycles, demand->arithmetic);
	cycles = fmax(cycles, demand->operations * machine->issue);
	return cycles + demand->divider;
}

/* Elements that are not adjacent are put into vectors one by one. */
static double gathering(const struct demand *demand, double lanes,
			const struct machine *machine)
{
	return demand->scattered * lanes * (machine->load + 2 * machine->issue);
}

/*
 * A chain ends with its entry: those of the following entries go on beside
 * it as far as the machine looks ahead.
 */
static double waiting(const struct demand *demand, double trip,
		      const struct machine *machine)
{
	double ahead = machine->in_flight / fmax(trip * demand->operations, 1);

	return demand->chain / (1 + ahead);
}

static double iteration_cycles(const struct nest_loop *loop, double trip,
			       const struct demand *demand,
			       const struct machine *machine)
{
	double lanes = fmax(loop->code.lanes, 1);
	double wait = waiting(demand, trip, machine);
	double cycles = busiest(demand, machine);

	if (lanes > 1)
		cycles = (cycles + gathering(demand, lanes, machine)) / lanes;
	if (loop->code.reduction == REDUCTION_TREE)
		wait = demand->chain / lanes;
	return fmax(cycles, wait);
}

static double entry_cycles(const struct work *work, int index,
			   const struct nest_loop *loop, double cycles)
{
	double trip = fmax(work->trip[index], 1);
	double lanes = fmax(loop->code.lanes, 1);
	bool varies = work->assumed[index] || trip < .9 * work->longest[index];
	double entry = ENTRY;

	if (loop->code.unrolled == 0 && loop->code.known)
		entry = 0;
	if (lanes > 1) {
		entry += ENTRY_OF_VECTORS;
		if (varies || fmod(trip, lanes) != 0)
			entry += .5 * fmin(lanes, trip) * cycles * lanes;
	}
	if (varies || trip / lanes > PREDICTED_TRIP)
		entry += MISPREDICTION;
	return entry;
}

void core_find(const struct footprint *footprint, const struct machine *machine,
	       struct core *core)
{
	const struct nest *nest = footprint->nest;

	memset(core, 0, sizeof(*core));
	for (int i = nest->around; i < nest->loop_count; i++) {
		const struct nest_loop *loop = &nest->loops[i];
		double trip = fmax(footprint->work->trip[i], 1);
		struct demand demand = demand_of(footprint, i, machine);
		double cycles = iteration_cycles(loop, trip, &demand, machine);

		core->stores[i] = demand.stores;
		if (nest_is_innermost(nest, i))
			cycles +=
				entry_cycles(footprint->work, i, loop, cycles) /
				trip;
		core->cycles[i] = cycles;
	}
}
