/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A machine in numbers.
 */
#include "machine.h"

#include <math.h>

static struct machine_curve flat(double one, double many)
{
	struct machine_curve curve = {2, {1, 2}, {one, many}};

	return curve;
}

/*
 * The generic machine: two cores of 3.1 GHz with 256-bit vectors. Factors of
 * two in these numbers hardly change an order of variants.
 */
static const struct machine generic = {
	.ghz = 3.1,
	.cores = 2,
	.vector_bytes = 32,
	.line = 64,
	.page = 4096,
	.cache = {{32 << 10, 8, 1}, {1 << 20, 16, 1}, {16 << 20, 16, 2}},
	.tlb = {{64, 2}, {1536, 35}},
	.transfer = {{{1.2, 3, 4, 4}, {2.5, 8, 10, 6}, {10, 20, 25, 40}},
		     {{1.2, 3, 4, 4}, {2.5, 8, 10, 6}, {10, 20, 25, 40}}},
	.written = 3,
	.split = 4,
	.turns = 5,
	.operation = {[OPERATION_ADD] = {{1, .25, .33},
					 {1, .25, .33},
					 {4, .5, .5},
					 {4, .5, .5}},
		      [OPERATION_MUL] = {{3, 1, 1},
					 {3, 1, 1.5},
					 {4, .5, .5},
					 {4, .5, .5}},
		      [OPERATION_DIV] = {{24, 6, 48},
					 {40, 20, 80},
					 {11, 3, 5},
					 {13, 4, 8}},
		      [OPERATION_SQRT] = {{12, 3, 6},
					  {18, 6, 12},
					  {12, 3, 6},
					  {18, 6, 12}},
		      [OPERATION_MATH] = {{60, 40, 160},
					  {60, 40, 160},
					  {45, 25, 100},
					  {60, 40, 160}}},
	.load = .5,
	.store = 1,
	.issue = .25,
	.in_flight = 256,
	.waiting = 64,
	.misprediction = 12,
	.registers = 16,
	.forwarding = 10,
	.fma = 4,
	.mixed = .75,
	.rejoin = 50000,
	.false_sharing = 12,
	.migration = 15,
	.send = 450,
	.time_stamp = 70,
	.pipeline = 4,
};

void machine_generic(struct machine *machine)
{
	*machine = generic;
	machine->region = flat(300, 2560);
	machine->barrier = flat(10, 600);
	machine->critical = flat(30, 150);
	machine->atomic = flat(20, 60);
	machine->single = flat(30, 300);
	machine->lock = flat(30, 150);
	machine->ordered = flat(30, 300);
	machine->dispatch[SCHEDULE_STATIC] = flat(0, 0);
	machine->dispatch[SCHEDULE_STATIC_CHUNK] = flat(6, 6);
	machine->dispatch[SCHEDULE_DYNAMIC] = flat(40, 180);
	machine->dispatch[SCHEDULE_GUIDED] = flat(40, 180);
}

double machine_at(const struct machine_curve *curve, double threads)
{
	int last = curve->count - 1;
	double share;

	if (last < 0)
		return 0;
	if (threads <= curve->threads[0])
		return curve->cycles[0];
	for (int i = 0; i < last; i++) {
		if (threads > curve->threads[i + 1])
			continue;
		share = (threads - curve->threads[i]) /
			(curve->threads[i + 1] - curve->threads[i]);
		return curve->cycles[i] +
		       share * (curve->cycles[i + 1] - curve->cycles[i]);
	}
	return curve->cycles[last];
}

static bool is_positive(double value)
{
	return isfinite(value) && value > 0;
}

static bool is_cost(double value)
{
	return isfinite(value) && value >= 0;
}

static bool curve_is_sound(const struct machine_curve *curve)
{
	if (curve->count < 1 || curve->count > MACHINE_POINTS)
		return false;
	for (int i = 0; i < curve->count; i++)
		if (!is_positive(curve->threads[i]) ||
		    !is_cost(curve->cycles[i]) ||
		    (i > 0 && curve->threads[i] <= curve->threads[i - 1]))
			return false;
	return true;
}

static bool curves_are_sound(const struct machine *machine)
{
	const struct machine_curve *const curves[] = {
		&machine->region, &machine->barrier, &machine->critical,
		&machine->atomic, &machine->single,  &machine->lock,
		&machine->ordered};

	for (unsigned i = 0; i < sizeof(curves) / sizeof(curves[0]); i++)
		if (!curve_is_sound(curves[i]))
			return false;
	for (int i = 0; i < SCHEDULE_COUNT; i++)
		if (!curve_is_sound(&machine->dispatch[i]))
			return false;
	return true;
}

static bool memory_is_sound(const struct machine *machine)
{
	for (int i = 0; i < 3; i++)
		if (!is_positive(machine->cache[i].bytes) ||
		    !is_cost(machine->cache[i].ways) ||
		    !is_positive(machine->cache[i].cores))
			return false;
	for (int i = 0; i < 2; i++)
		if (!is_positive(machine->tlb[i].entries) ||
		    !is_cost(machine->tlb[i].cycles))
			return false;
	for (int busy = 0; busy < 2; busy++)
		for (int level = 0; level < LEVEL_COUNT; level++)
			for (int i = 0; i < STRIDE_COUNT; i++)
				if (!is_cost(machine->transfer[busy][level][i]))
					return false;
	return true;
}

static bool operations_are_sound(const struct machine *machine)
{
	for (int i = 0; i < OPERATION_COUNT; i++)
		for (int j = 0; j < TYPE_COUNT; j++) {
			const struct machine_cost *cost =
				&machine->operation[i][j];

			if (!is_cost(cost->latency) ||
			    !is_cost(cost->throughput) ||
			    !is_cost(cost->vector))
				return false;
		}
	return true;
}

bool machine_is_sound(const struct machine *machine)
{
	return is_positive(machine->ghz) && machine->cores > 0 &&
	       machine->vector_bytes > 0 && is_positive(machine->line) &&
	       is_positive(machine->page) && is_cost(machine->load) &&
	       is_cost(machine->store) && is_cost(machine->vector_load) &&
	       is_cost(machine->vector_store) && is_positive(machine->issue) &&
	       is_positive(machine->in_flight) &&
	       is_positive(machine->waiting) &&
	       is_cost(machine->misprediction) &&
	       is_positive(machine->registers) &&
	       is_cost(machine->forwarding) && is_cost(machine->fma) &&
	       is_cost(machine->mixed) && is_cost(machine->written) &&
	       is_cost(machine->split) && is_cost(machine->turns) &&
	       is_cost(machine->rejoin) && is_cost(machine->false_sharing) &&
	       is_cost(machine->migration) && is_cost(machine->send) &&
	       is_cost(machine->time_stamp) && is_positive(machine->pipeline) &&
	       memory_is_sound(machine) && operations_are_sound(machine) &&
	       curves_are_sound(machine);
}
