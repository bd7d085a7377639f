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
#define ENTRY_OF_VECTORS 3
#define MISPREDICTION 12

/* A branch that hangs on data goes wrong this part of the time. */
#define SURPRISE .15

/* An end after more iterations than this is not predicted. */
#define PREDICTED_TRIP 40

/* Numbers that are kept in registers beside those of the iteration: machines
   with the longest vectors have twice as many. */
#define REGISTERS 12
#define MORE_REGISTERS 28
#define LONG_VECTOR 64 /* bytes */

/* Operations that wait for others, among which the machine looks for one that
   need not any more: what a scheduler holds, of those in flight. */
#define WAITING 64

/* Vectors that are shuffled in registers. */
#define SHUFFLED 8

/* Bytes that copies and fills of the C library move at a time. */
#define LIBRARY_BYTES 32

/* Operations that count a loop, and that find a row of data. */
#define CONTROL 2
#define ADDRESS 3

/* What one iteration of a loop asks for, in operations. */
struct demand {
	double loads, stores;
	double gathers, scatters;   /* of them: places that are not adjacent */
	double shuffles;	    /* of elements, in registers */
	double arithmetic, divider; /* cycles */
	double operations;
	double chain;	/* cycles of latency */
	double links;	/* operations of it */
	bool handed_on; /* what one iteration wrote the next one reads */
	double again;	/* entries in which the chain goes on */
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

static void demand_arithmetic(const struct nest_loop *loop,
			      const struct machine *machine, double lanes,
			      struct demand *demand)
{
	double numbers[OPERATION_COUNT] = {0};

	for (size_t i = 0; i < UNITS; i++)
		for (int type = 0; type < TYPE_COUNT; type++) {
			const struct machine_cost *cost =
				&machine->operation[units[i].operation][type];
			double count = fused(loop, units[i].class, type);
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

/* A sum kept in memory that the compiler keeps in a register. */
static bool is_promoted(const struct footprint *footprint,
			const struct footprint_group *group, int loop)
{
	return group->known && group->writes > 0 && group->move[loop] == 0 &&
	       nest_is_innermost(footprint->nest, loop);
}

/* Entries of the loop, one after the other, that add to the same sum. */
static double entries_of_sum(const struct footprint *footprint,
			     const struct footprint_group *group, int loop)
{
	const struct nest *nest = footprint->nest;
	double entries = 1;

	for (int i = nest->loops[loop].parent;
	     i >= nest->around + nest->collapse && group->move[i] == 0;
	     i = nest->loops[i].parent)
		entries *= fmax(footprint->work->trip[i], 1);
	return entries;
}

static void wait_for_sum(const struct footprint *footprint,
			 const struct footprint_group *group, int loop,
			 double latency, struct demand *demand)
{
	demand->chain = fmax(demand->chain, latency);
	demand->again =
		fmax(demand->again, entries_of_sum(footprint, group, loop));
}

/*
 * What became of a loop that was written out whole is told of the loop around
 * it: the one that the code still has.
 */
static int remaining(const struct nest *nest, int loop)
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
	int left = remaining(footprint->nest, loop);
	double count = 1;

	for (; loop != left; loop = footprint->nest->loops[loop].parent)
		count *= fmax(footprint->work->trip[loop], 1);
	return count;
}

static int registers(const struct machine *machine)
{
	return machine->vector_bytes < LONG_VECTOR ? REGISTERS : MORE_REGISTERS;
}

/*
 * Does the group stay in registers while the loop runs that is left of those
 * written out, as far as there are enough of them? It is read before it, and
 * stored behind it.
 */
static bool is_kept(const struct footprint *footprint,
		    const struct footprint_group *group, int loop,
		    const struct machine *machine, double *kept)
{
	int left = remaining(footprint->nest, loop);
	double count = (group->writes > 0 ? 1 : group->reads) *
		       written_out(footprint, loop);

	if (!group->known || group->move[left] != 0 ||
	    *kept + count > registers(machine))
		return false;
	*kept += count;
	return true;
}

/* The loop whose iterations fill the vectors: this one, or one around it. */
static int filled_by(const struct nest *nest, int loop)
{
	int further = nest->loops[loop].code.further_out;

	for (; further > 0 && nest->loops[loop].parent >= 0; further--)
		loop = nest->loops[loop].parent;
	return loop;
}

/*
 * Are elements in consecutive iterations apart? Not if loops that were written
 * out take all that lies between them, so that whole vectors are shuffled; of
 * too many they pass through memory, which is no better.
 */
static bool is_scattered(const struct footprint *footprint,
			 const struct footprint_group *group, int loop,
			 int along)
{
	double taken = group->size;

	if (along != loop && written_out(footprint, loop) <= SHUFFLED)
		taken *= written_out(footprint, loop);
	return group->indirect || !group->known ||
	       (group->move[along] != 0 && fabs(group->move[along]) > taken);
}

/* "along" is the loop whose iterations follow each other in an operation. */
static void demand_memory(const struct footprint *footprint, int loop,
			  int along, const struct machine *machine,
			  struct demand *demand)
{
	double latency = machine->operation[OPERATION_ADD][TYPE_F64].latency;
	double kept = 0;

	for (int i = 0; i < footprint->count; i++) {
		const struct footprint_group *group = &footprint->groups[i];

		if (group->loop != loop)
			continue;
		if (is_promoted(footprint, group, loop)) {
			if (group->reads > 0)
				wait_for_sum(footprint, group, loop, latency,
					     demand);
			continue;
		}
		if (group->move[loop] == 0 && group->known)
			continue;
		if (is_kept(footprint, group, loop, machine, &kept)) {
			/* sums beside each other */
			if (group->reads > 0 && group->writes > 0)
				demand->chain = fmax(
					demand->chain,
					latency / written_out(footprint, loop));
			continue;
		}
		demand->loads += group->reads;
		demand->stores += group->writes;
		if (group->reads > 0 && group->writes > 0 &&
		    group->spread[loop] >= 1)
			demand->handed_on = true;
		if (is_scattered(footprint, group, loop, along)) {
			demand->gathers += group->reads;
			demand->scatters += group->writes;
		}
	}
}

static double latency_of(const struct nest_operations *operations,
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

/* X2 of the power models: arithmetic as the source has it, each operation by
   the time until its result is there. */
static double weighted(const struct nest_loop *loop,
		       const struct machine *machine)
{
	return latency_of(&loop->certain, machine) +
	       .5 * latency_of(&loop->conditional_operations, machine);
}

/* The compiler counts once for all iterations that it wrote out. */
/* Written out whole, and as long each time: no end of it is looked for. */
static bool is_straight(const struct nest_loop *loop)
{
	return loop->code.known && loop->code.unrolled == 0 &&
	       formula_is_number(loop->trip);
}

static double control(const struct nest_loop *loop)
{
	if (is_straight(loop))
		return 0;
	return CONTROL / fmax(loop->code.unrolled, 1);
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
	return CONTROL + ADDRESS * count;
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
	double latency = latency_of(&loop->chain, machine);

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

/* Elements that one operation loads or stores one by one, and shuffles. */
struct moves {
	double loads, stores, shuffles;
};

/*
 * As the compiler did it, where it is known of which step; "share" of that is
 * done in one operation. Else whatever is not adjacent is taken one by one.
 */
static struct moves moves_of(const struct nest_code *code, double lanes,
			     double share, const struct demand *demand)
{
	if (code->moves_known)
		return (struct moves){code->single_loads * share,
				      code->single_stores * share,
				      code->shuffles * share};
	if (code->library_call || code->vector == VECTOR_CONTIGUOUS)
		return (struct moves){0};
	return (struct moves){demand->gathers * lanes, demand->scatters * lanes,
			      0};
}

/*
 * Elements that are taken one by one are put into vectors so: a load for each,
 * and all but one of a pair are shuffled into place; and out of them likewise.
 */
static void demand_moves(const struct moves *moves, double lanes,
			 struct demand *demand)
{
	double elements = moves->loads + moves->stores;

	demand->loads +=
		moves->loads - fmin(moves->loads / lanes, demand->gathers);
	demand->stores +=
		moves->stores - fmin(moves->stores / lanes, demand->scatters);
	demand->scatters = moves->stores;
	demand->shuffles = moves->shuffles;
	demand->operations += moves->shuffles + elements * (1.75 - 1 / lanes);
}

/* The part of a step in vectors that one operation of this loop does. */
static double share_of_step(const struct footprint *footprint, int loop,
			    const struct nest_code *code, double lanes)
{
	if (!nest_is_innermost(footprint->nest, loop))
		return 0;
	return lanes / fmax(code->iterations, code->lanes) /
	       written_out(footprint, loop);
}

static struct demand demand_of(const struct footprint *footprint, int loop,
			       const struct machine *machine, double lanes)
{
	const struct nest_loop *of = &footprint->nest->loops[loop];
	int left = remaining(footprint->nest, loop);
	const struct nest_code *code = &footprint->nest->loops[left].code;
	int along = lanes > 1 ? filled_by(footprint->nest, left) : loop;
	struct demand demand = {0};
	struct moves moves;

	demand_arithmetic(of, machine, lanes, &demand);
	demand_memory(footprint, loop, along, machine, &demand);
	demand.chain =
		fmax(demand.chain, latency_of_chain(of, code->fused, machine));
	demand.links = links_of_chain(of);
	demand.operations += demand.loads + demand.stores + control(of) +
			     (lanes > 1 ? 0 : addresses(footprint, loop));
	if (lanes > 1) {
		moves = moves_of(code, lanes,
				 share_of_step(footprint, loop, code, lanes),
				 &demand);
		demand_moves(&moves, lanes, &demand);
	}
	return demand;
}

/*
 * What lies behind a condition and stores stays a branch, unless vectors mask
 * it; anything else becomes a choice between two values.
 */
static double surprises(const struct nest_loop *loop)
{
	double stores = 0;

	for (int type = 0; type < TYPE_COUNT; type++)
		stores += loop->conditional_operations.count[NEST_STORE][type];
	return stores > 0 ? SURPRISE * MISPREDICTION : 0;
}

/* The busiest unit, for a body of single elements or of vectors. */
static double busiest(const struct demand *demand,
		      const struct machine *machine)
{
	/* of stores to several lines a cache takes one at a time */
	double apart = demand->scatters * fmax(1 - machine->store, 0);
	double cycles = fmax(demand->loads * machine->load,
			     demand->stores * machine->store + apart);

	cycles = fmax(cycles, fmax(demand->arithmetic, demand->shuffles));
	cycles = fmax(cycles, demand->operations * machine->issue);
	return cycles + demand->divider;
}

/*
 * A chain ends with its entry: those of the following entries go on beside
 * it as far as the machine looks ahead and has room for what waits, unless
 * they wait for it.
 */
static double waiting(const struct nest *nest, const struct demand *demand,
		      double times, const struct machine *machine)
{
	double all = times * fmax(demand->again, 1);
	double ahead =
		fmin(machine->in_flight / fmax(all * demand->operations, 1),
		     WAITING / fmax(all * demand->links, 1));

	return nest->reduces ? demand->chain : demand->chain / (1 + ahead);
}

static double vector_cycles(const struct nest *nest,
			    const struct nest_code *code, double lanes,
			    double trip, const struct demand *demand,
			    bool by_this_loop, const struct machine *machine)
{
	struct demand all = *demand;
	double times = by_this_loop ? trip / lanes : trip;
	double cycles, wait;

	/* elements are taken out and added one by one */
	if (code->reduction == REDUCTION_IN_ORDER)
		all.operations += 2 * (lanes - 1);
	cycles = busiest(&all, machine);
	wait = waiting(nest, &all, times, machine);
	if (code->reduction == REDUCTION_TREE || !by_this_loop)
		wait /= lanes;
	return fmax(cycles / lanes, wait);
}

static bool varies(const struct work *work, int loop)
{
	return work->assumed[loop] ||
	       work->trip[loop] < .9 * work->longest[loop];
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

static double entry_cycles(const struct nest *nest, const struct work *work,
			   int index, const struct core_loop *core)
{
	const struct nest_loop *loop = &nest->loops[index];
	double trip = fmax(work->trip[index], 1);
	bool vectors = core->lanes > 1 && core->filled == index;
	double entry = 0;

	if (!is_straight(loop))
		entry = vectors ? ENTRY + ENTRY_OF_VECTORS : ENTRY;
	/* of vectors there are as many for several lengths */
	if (trip / core->lanes > PREDICTED_TRIP)
		entry += MISPREDICTION;
	else if (varies(work, index) && !vectors)
		entry += MISPREDICTION * changes(nest, work, index);
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
	if (!loop->varies && run < loop->longest && run > .9 * loop->longest)
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
	return size > 0 ? fmax(LIBRARY_BYTES / size, 1) : 1;
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

	return is_straight(of) && of->code.lanes > 1 &&
	       fmod(trip, of->code.lanes) == 0 &&
	       trip / of->code.lanes <= registers(machine) &&
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
	int around = footprint->nest->loops[loop].parent;

	for (int i = 0; around >= 0 && i < footprint->count; i++) {
		const struct footprint_group *group = &footprint->groups[i];
		double kept = 0;

		if (group->loop == loop && group->known && group->reads > 0 &&
		    group->writes > 0 && group->move[loop] != 0 &&
		    group->move[around] == 0 &&
		    !is_kept(footprint, group, loop, machine, &kept))
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
	demand = demand_of(footprint, index, machine, half);
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
	int left = remaining(nest, index);
	const struct nest_code *code = &nest->loops[left].code;
	double trip = fmax(footprint->work->trip[index], 1);
	struct demand demand = demand_of(footprint, index, machine, 1);

	core->lanes = lanes_of(footprint, index, code);
	core->step = fmax(core->lanes, core->lanes > 1 ? code->iterations : 1);
	core->filled = filled_by(nest, left);
	/* what the last iteration wrote is in a register still */
	if (is_handed_on(&demand)) {
		double again = fmin(demand.loads, 1);

		demand.loads -= again;
		demand.operations -= again;
	}
	core->scalar = fmax(busiest(&demand, machine),
			    waiting(nest, &demand, trip, machine)) +
		       surprises(loop);
	core->vector = core->scalar;
	core->varies = varies(footprint->work, core->filled);
	core->operations = weighted(loop, machine);
	core->longest = footprint->work->longest[core->filled];
	if (core->lanes > 1) {
		demand = demand_of(footprint, index, machine, core->lanes);
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
		core->entry = entry_cycles(nest, footprint->work, index, core);
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
