/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one iteration of a loop asks of a core.
 */
#include "demand.h"

#include <math.h>

#include "bodies.h"
#include "constants.h"

static double counted(const struct nest_loop *loop, enum nest_operation class,
		      enum machine_type type)
{
	return loop->certain.count[class][type] +
	       constant(CONDITIONAL) *
		       loop->conditional_operations.count[class][type];
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

/* Bytes of an element. */
static const double size_of_type[TYPE_COUNT] = {4, 8, 4, 8};

/*
 * The compiler may use vectors that are shorter than those of the machine, or
 * several for one step: an operation on "lanes" elements takes as much of the
 * machine's longest vector as it fills, but no less than on a single element.
 */
static double cost_of(const struct machine_cost *cost, enum machine_type type,
		      double lanes, const struct machine *machine)
{
	double vectors = lanes * size_of_type[type] / machine->vector_bytes;

	return lanes > 1 ? fmax(cost->vector * vectors, cost->throughput)
			 : cost->throughput;
}

/*
 * What sums and products save that go to units of their own: all that the
 * lesser of both takes, or nothing where the same units do both.
 */
static double saved(const struct machine *machine, double sums, double products)
{
	double sum = machine->operation[OPERATION_ADD][TYPE_F64].throughput;
	double product = machine->operation[OPERATION_MUL][TYPE_F64].throughput;
	double part = (sum + product - machine->mixed) / fmin(sum, product);

	return fmin(sums, products) * fmax(fmin(part, 1), 0);
}

/* A sum kept in memory that the compiler keeps in a register. */
static bool is_promoted(const struct footprint *footprint,
			const struct footprint_group *group, int loop)
{
	return group->known && group->writes > 0 && group->move[loop] == 0 &&
	       nest_is_innermost(footprint->nest, loop);
}

/* Entries of a loop inside of this one, one after the other, that add to the
   same sum. */
static double entries_of_sum(const struct footprint *footprint,
			     const struct footprint_group *group, int loop)
{
	const struct nest *nest = footprint->nest;
	double entries = 1;

	for (int i = loop;
	     i >= nest->around + nest->collapse && group->move[i] == 0;
	     i = nest->loops[i].parent)
		entries *= fmax(footprint->work->trip[i], 1);
	return entries;
}

static void wait_for_sum(const struct footprint *footprint,
			 const struct footprint_group *group, int loop,
			 double latency, struct demand *demand)
{
	int around = footprint->nest->loops[loop].parent;

	demand->chain = fmax(demand->chain, latency);
	demand->again =
		fmax(demand->again, entries_of_sum(footprint, group, around));
}

int demand_remaining(const struct nest *nest, int loop)
{
	const struct nest_loop *of = &nest->loops[loop];

	while (of->code.known && of->code.unrolled == 0 &&
	       of->code.lanes <= 1 && of->parent >= nest->around &&
	       nest->loops[of->parent].code.known) {
		loop = of->parent;
		of = &nest->loops[loop];
	}
	return loop;
}

/* Iterations of the loop and those around it that were written out. */
static double written_out(const struct footprint *footprint, int loop)
{
	return bodies_count(footprint, loop,
			    demand_remaining(footprint->nest, loop));
}

/* Is the group in a loop that was written out together with this one? */
static bool is_beside(const struct nest *nest,
		      const struct footprint_group *group, int loop)
{
	int left = demand_remaining(nest, loop);

	return group->loop != left &&
	       demand_remaining(nest, group->loop) == left &&
	       (nest_is_inside(nest, group->loop, loop) ||
		nest_is_inside(nest, loop, group->loop));
}

/* What others may do to the group while the loop runs that is left. In vectors
   the program finds out before it that nothing is written which it reads. */
static enum bodies_meeting met(const struct footprint *footprint,
			       const struct footprint_group *group)
{
	int left = demand_remaining(footprint->nest, group->loop);

	return group->writes == 0 && footprint->nest->loops[left].code.lanes > 1
		       ? BODIES_APART
		       : bodies_met(footprint, group, left);
}

/* Does the group stay where it is while the loop runs that is left, in several
   places? */
static bool stays_apart(const struct footprint *footprint,
			const struct footprint_group *group)
{
	int left = demand_remaining(footprint->nest, group->loop);

	return group->known && group->move[left] == 0 &&
	       bodies_differ(footprint, group, left);
}

/* Registers that the group takes: over all iterations of the loop that is
   left, where that does not move it, else among its bodies. */
static double registers_of(const struct footprint *footprint,
			   const struct footprint_group *group)
{
	int left = demand_remaining(footprint->nest, group->loop);
	struct bodies bodies = bodies_find(footprint, group, left);

	if (group->move[left] != 0)
		return bodies.registers;
	return met(footprint, group) == BODIES_APART ? bodies.places : 0;
}

/* Registers of each group in loops that were written out with this one. */
static void find_registers(const struct footprint *footprint, int loop,
			   double *registers)
{
	for (int i = 0; i < footprint->count; i++) {
		const struct footprint_group *group = &footprint->groups[i];

		registers[i] = is_beside(footprint->nest, group, loop)
				       ? registers_of(footprint, group)
				       : 0;
	}
}

/* Are there enough of them? Those that take few come first. */
static bool are_enough(const struct footprint *footprint,
		       const double *registers, int group,
		       const struct machine *machine)
{
	double all = 0;

	for (int i = 0; i < footprint->count; i++)
		if (registers[i] <= registers[group])
			all += registers[i];
	return all <= machine->registers;
}

static bool may_be_kept(const struct footprint *footprint,
			const struct footprint_group *group, int loop)
{
	return group->loop == loop && stays_apart(footprint, group) &&
	       met(footprint, group) == BODIES_APART;
}

bool demand_is_kept(const struct footprint *footprint,
		    const struct footprint_group *group, int loop,
		    const struct machine *machine)
{
	double registers[footprint->count + 1];

	if (!may_be_kept(footprint, group, loop))
		return false;
	find_registers(footprint, loop, registers);
	return are_enough(footprint, registers,
			  (int)(group - footprint->groups), machine);
}

int demand_filled_by(const struct nest *nest, int loop)
{
	int further = nest->loops[loop].code.further_out;

	for (; further > 0 && nest->loops[loop].parent >= 0; further--)
		loop = nest->loops[loop].parent;
	return loop;
}

/*
 * Are elements in consecutive iterations apart? Not if loops that were written
 * out take all that lies between them, so that whole vectors are shuffled; of
 * more than there are registers they pass through memory, which is no better.
 */
static bool is_scattered(const struct footprint *footprint,
			 const struct footprint_group *group, int loop,
			 int along, const struct machine *machine)
{
	double taken = group->size;

	if (along != loop && written_out(footprint, loop) <= machine->registers)
		taken *= written_out(footprint, loop);
	return group->indirect || !group->known ||
	       (group->move[along] != 0 && fabs(group->move[along]) > taken);
}

/* What each body waits for beside a sum, of those in different places that are
   stored and loaded again: in each body if others may write there, else once
   for all bodies that add to the same place. */
static double forwarding(const struct footprint *footprint,
			 const struct footprint_group *group,
			 const struct machine *machine)
{
	int left = demand_remaining(footprint->nest, group->loop);
	double bodies = bodies_count(footprint, group->loop, left);
	double places = bodies_find(footprint, group, left).places;

	return machine->forwarding *
	       (met(footprint, group) == BODIES_WRITTEN ? 1 : places / bodies);
}

/* Sums beside each other, each of which goes on through all bodies that add to
   it, and through the loop that is left where that does not move them. */
static void wait_for_bodies(const struct footprint *footprint,
			    const struct footprint_group *group, int loop,
			    double latency, struct demand *demand)
{
	int left = demand_remaining(footprint->nest, loop);
	struct bodies bodies = bodies_find(footprint, group, left);
	double again = bodies_count(footprint, loop, left) /
		       fmax(footprint->work->trip[loop], 1) *
		       entries_of_sum(footprint, group, left);

	demand->chain = fmax(demand->chain, latency / fmax(bodies.places, 1));
	demand->again = fmax(demand->again, again);
	if (group->move[loop] == 0)
		demand->beside = bodies.places;
}

/* Where the loop that is left does not move the group, each iteration adds to
   what the one before it did, in a register or by way of memory. */
static void wait_for(const struct footprint *footprint,
		     const struct footprint_group *group, bool kept,
		     const struct machine *machine, struct demand *demand)
{
	double latency = machine->operation[OPERATION_ADD][TYPE_F64].latency;
	int loop = group->loop;

	if (kept) {
		wait_for_bodies(footprint, group, loop, latency, demand);
	} else if (stays_apart(footprint, group)) {
		latency += forwarding(footprint, group, machine);
		wait_for_bodies(footprint, group, loop, latency, demand);
	} else if (is_promoted(footprint, group, loop)) {
		if (met(footprint, group) == BODIES_WRITTEN)
			latency += machine->forwarding;
		wait_for_sum(footprint, group, loop, latency, demand);
	}
}

/* What an iteration loads and stores of the group. */
struct access {
	double loads, stores;
};

/* Does the group stay in one place while the loop runs that is left? */
static bool is_one_place(const struct footprint *footprint,
			 const struct footprint_group *group)
{
	int left = demand_remaining(footprint->nest, group->loop);

	return group->known && group->move[left] == 0 &&
	       !bodies_differ(footprint, group, left);
}

/* Of what was written out a place is loaded and stored once for all bodies, as
   far as registers last. What is stored in one place that others only read is
   in a register yet. */
static struct access access_of(const struct footprint *footprint,
			       const struct footprint_group *group, bool enough)
{
	int left = demand_remaining(footprint->nest, group->loop);
	double count = bodies_count(footprint, group->loop, left);
	struct bodies bodies;

	if (is_one_place(footprint, group) &&
	    met(footprint, group) == BODIES_READ)
		return (struct access){0, group->writes};
	if (left == group->loop || !enough)
		return (struct access){group->reads, group->writes};
	bodies = bodies_find(footprint, group, left);
	return (struct access){bodies.loads / count, bodies.stores / count};
}

/*
 * Cycles by which an access to "lanes" elements takes longer than to one. A
 * vector that lies in two lines takes two accesses.
 */
static double wider(const struct footprint *footprint,
		    const struct footprint_group *group, int along,
		    double lanes, const struct machine *machine, double single,
		    double whole)
{
	double bytes = lanes * group->size;
	double vector = fmin(bytes, machine->vector_bytes);
	double cycles = fmax(whole * bytes / machine->vector_bytes, single);
	double across;

	if (lanes <= 1 || whole == 0 || !group->known ||
	    fabs(group->move[along]) != group->size)
		return 0;
	across = footprint_aside(footprint, group, along, vector) *
		 fmin(vector / machine->line, 1);
	return cycles * (1 + across) - single;
}

/* Of the group, where it does not stay in registers all the time. */
static void demand_access(const struct footprint *footprint,
			  const struct footprint_group *group, int along,
			  double lanes, const struct access *access,
			  const struct machine *machine, struct demand *demand)
{
	demand->loads += access->loads;
	demand->stores += access->stores;
	demand->wide_loads +=
		access->loads * wider(footprint, group, along, lanes, machine,
				      machine->load, machine->vector_load);
	demand->wide_stores +=
		access->stores * wider(footprint, group, along, lanes, machine,
				       machine->store, machine->vector_store);
	if (group->reads > 0 && group->writes > 0 &&
	    group->spread[group->loop] >= 1)
		demand->handed_on = true;
	if (is_scattered(footprint, group, group->loop, along, machine)) {
		demand->gathers += access->loads;
		demand->scatters += access->stores;
	}
}

/* Is there nothing to load or store while the loop runs that is left? */
static bool is_still(const struct footprint *footprint,
		     const struct footprint_group *group)
{
	if (group->writes > 0)
		return is_one_place(footprint, group) &&
		       met(footprint, group) == BODIES_APART;
	return group->known && group->move[group->loop] == 0;
}

/* "enough" is whether registers last for it. */
static void demand_of_group(const struct footprint *footprint,
			    const struct footprint_group *group, int along,
			    double lanes, bool enough,
			    const struct machine *machine,
			    struct demand *demand)
{
	bool adds = group->reads > 0 && group->writes > 0;
	bool kept = enough && may_be_kept(footprint, group, group->loop);
	struct access access;

	if (adds)
		wait_for(footprint, group, kept, machine, demand);
	if (kept || is_still(footprint, group))
		return;
	access = access_of(footprint, group, enough);
	demand_access(footprint, group, along, lanes, &access, machine, demand);
}

/* "along" is the loop whose iterations follow each other in an operation. */
static void demand_memory(const struct footprint *footprint, int loop,
			  int along, double lanes,
			  const struct machine *machine, struct demand *demand)
{
	double registers[footprint->count + 1];

	find_registers(footprint, loop, registers);
	for (int i = 0; i < footprint->count; i++)
		if (footprint->groups[i].loop == loop)
			demand_of_group(
				footprint, &footprint->groups[i], along, lanes,
				are_enough(footprint, registers, i, machine),
				machine, demand);
}

/* Additions and products, a pair that one instruction does counted once. */
static double operations(const struct footprint *footprint, int loop,
			 enum nest_operation class, enum machine_type type)
{
	const struct nest_loop *of = &footprint->nest->loops[loop];
	double all = counted(of, class, type);

	if (class == NEST_ADD)
		all -= fmin(counted(of, NEST_FMA, type),
			    counted(of, NEST_MUL, type));
	return fmax(all, 0);
}

static void demand_arithmetic(const struct footprint *footprint, int loop,
			      const struct machine *machine, double lanes,
			      struct demand *demand)
{
	double numbers[OPERATION_COUNT] = {0};

	for (size_t i = 0; i < UNITS; i++)
		for (int type = 0; type < TYPE_COUNT; type++) {
			const struct machine_cost *cost =
				&machine->operation[units[i].operation][type];
			double count = operations(footprint, loop,
						  units[i].class, type);
			double cycles =
				count * cost_of(cost, type, lanes, machine);

			demand->operations += count;
			if (type >= TYPE_F32)
				numbers[units[i].operation] += cycles;
			*(units[i].divides ? &demand->divider
					   : &demand->arithmetic) += cycles;
		}
	demand->arithmetic -=
		saved(machine, numbers[OPERATION_ADD], numbers[OPERATION_MUL]);
}

double demand_latency(const struct nest_operations *operations,
		      const struct machine *machine)
{
	double latency = 0;

	for (size_t i = 0; i < UNITS; i++)
		for (int type = 0; type < TYPE_COUNT; type++)
			latency += operations->count[units[i].class][type] *
				   machine->operation[units[i].operation][type]
					   .latency;
	return latency;
}

bool demand_is_straight(const struct nest_loop *loop)
{
	return loop->code.known && loop->code.unrolled == 0 &&
	       formula_is_number(loop->trip);
}

/* The compiler counts once for all iterations that it wrote out. */
static double control(const struct nest_loop *loop)
{
	if (demand_is_straight(loop))
		return 0;
	return constant(CONTROL) / fmax(loop->code.unrolled, 1);
}

/*
 * Loops that were collapsed into one count in each iteration, and find
 * anew where the data lies.
 */
static double addresses(const struct footprint *footprint, int loop)
{
	const struct nest *nest = footprint->nest;
	double count = 0;

	if (nest->collapse < 2 || loop != nest->around + nest->collapse - 1)
		return 0;
	for (int i = 0; i < footprint->count; i++)
		if (footprint->groups[i].loop == loop)
			count += footprint->groups[i].reads +
				 footprint->groups[i].writes;
	return constant(CONTROL) + constant(ADDRESS) * count;
}

/* Products of the chain that are one operation with the sum behind them. */
static double joined(const struct nest_loop *loop, int type)
{
	return fmin(fmin(loop->chain.count[NEST_ADD][type],
			 loop->chain.count[NEST_MUL][type]),
		    loop->certain.count[NEST_FMA][type]);
}

static double links_of_chain(const struct nest_loop *loop)
{
	double links = 0;

	for (int type = 0; type < TYPE_COUNT; type++) {
		for (size_t i = 0; i < UNITS; i++)
			links += loop->chain.count[units[i].class][type];
		links -= joined(loop, type);
	}
	return fmax(links, 1);
}

/* What the iteration waits for; a product and its sum in one take longer than
   a sum by itself. */
static double latency_of_chain(const struct nest_loop *loop, bool fused,
			       const struct machine *machine)
{
	double latency = demand_latency(&loop->chain, machine);

	for (int type = TYPE_F32; type < TYPE_COUNT; type++) {
		double add = machine->operation[OPERATION_ADD][type].latency;

		latency -= joined(loop, type) *
			   machine->operation[OPERATION_MUL][type].latency;
		if (fused)
			latency += fmin(loop->chain.count[NEST_ADD][type],
					loop->certain.count[NEST_FMA][type]) *
				   fmax(machine->fma - add, 0);
	}
	return latency;
}

/*
 * Elements that are not adjacent are put into vectors one by one: a load for
 * each, and all but one of a pair are shuffled into place; and out of them
 * likewise.
 */
static void demand_moves(const struct nest_code *code, double lanes,
			 struct demand *demand)
{
	bool adjacent = code->library_call || code->vector == VECTOR_CONTIGUOUS;
	double loads = adjacent ? 0 : demand->gathers * lanes;
	double stores = adjacent ? 0 : demand->scatters * lanes;

	demand->loads += loads - loads / lanes;
	demand->stores += stores - stores / lanes;
	demand->scatters = stores;
	demand->operations +=
		(loads + stores) * (constant(PUT_TOGETHER) - 1 / lanes);
}

struct demand demand_find(const struct footprint *footprint, int loop,
			  const struct machine *machine, double lanes)
{
	const struct nest_loop *of = &footprint->nest->loops[loop];
	int left = demand_remaining(footprint->nest, loop);
	const struct nest_code *code = &footprint->nest->loops[left].code;
	int along = lanes > 1 ? demand_filled_by(footprint->nest, left) : loop;
	struct demand demand = {0};

	demand_arithmetic(footprint, loop, machine, lanes, &demand);
	demand_memory(footprint, loop, along, lanes, machine, &demand);
	demand.chain =
		fmax(demand.chain, latency_of_chain(of, code->fused, machine) /
					   fmax(demand.beside, 1));
	demand.links = links_of_chain(of);
	demand.operations += demand.loads + demand.stores + control(of) +
			     (lanes > 1 ? 0 : addresses(footprint, loop));
	if (lanes > 1)
		demand_moves(code, lanes, &demand);
	return demand;
}
