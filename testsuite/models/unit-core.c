/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What vectors save, where a loop cannot use them, and what it costs beside.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../models/constants.h"
#include "../../models/core.h"
#include "made.h"

/* Cycles of a branch that is predicted wrongly, other than the generic ones. */
#define MISPREDICTION 17

/* for i < SIZE, shared: for j < SIZE: x[i][j] = x[i][place] and two additions
 */

enum { I, J = I + 2, SYMBOLS = J + 2, SIZE = 64 };

static void make_reference(struct nest_reference *reference, int place,
			   int stride)
{
	reference->size = 8;
	reference->count = 1;
	reference->loop = 1;
	reference->stride[0] = formula_number(8 * SIZE);
	reference->stride[1] = formula_number(stride);
	reference->offset = formula_number(8 * place);
}

struct changes {
	double lanes, trip;
	double lanes_around; /* of the loop around */
	bool unrolled;	     /* completely */
	bool stores_perhaps; /* behind a condition */
	bool sums;	     /* x[j] += ..., for all i */
	bool stays;	     /* what is read, in all iterations around */
	bool collapsed;	     /* both loops are one */
	double waits;	     /* for an addition, in the next iteration */
	bool times;	     /* and for a product before it */
	bool triangle;	     /* j < i */
	bool further_out;    /* vectors run along i */
	bool handed_on;	     /* x[i][j] = x[i][j - 1], adjacent for i */
	int apart;	     /* bytes from what is stored to the next of it */
	int row;	     /* bytes from i to the next, vectors of pieces */
	bool nowhere;	     /* where the elements of j lie is not known */
	bool out_around;     /* the loop around is written out as well */
	int vector_bytes;
	double store; /* cycles */
	double registers;
};

static void change(struct nest *nest, const struct changes *changes,
		   struct machine *machine)
{
	struct nest_loop *inner = &nest->loops[1];

	inner->code.lanes = changes->lanes;
	inner->code.unrolled = changes->unrolled ? 0 : 1;
	nest->collapse = changes->collapsed ? 2 : 1;
	if (changes->stays) {
		nest->references[0].write = false;
		nest->references[1].count = 3;
		formula_free(nest->references[1].stride[0]);
		nest->references[1].stride[0] = formula_number(0);
		formula_free(nest->references[1].stride[1]);
		nest->references[1].stride[1] = formula_number(8);
	}
	inner->code.further_out = changes->further_out;
	if (changes->apart > 0)
		inner->code.vector = VECTOR_STRIDED;
	for (int i = 0; changes->apart > 0 && i < 2; i++) {
		struct nest_reference *of = &nest->references[i];

		formula_free(of->stride[1]);
		of->stride[1] = formula_number(of->write ? changes->apart : 8);
	}
	if (changes->row > 0)
		nest->loops[0].code.vector = VECTOR_STRIDED;
	for (int i = 0; changes->row > 0 && i < 2; i++) {
		formula_free(nest->references[i].stride[0]);
		nest->references[i].stride[0] = formula_number(changes->row);
		formula_free(nest->references[i].stride[1]);
		nest->references[i].stride[1] = formula_number(8);
	}
	if (changes->nowhere) {
		inner->code.vector = VECTOR_GATHER;
		formula_free(nest->references[1].stride[1]);
		nest->references[1].stride[1] = NULL;
	}
	if (changes->out_around)
		nest->loops[0].code.known = false;
	if (changes->handed_on)
		for (int i = 0; i < 2; i++) {
			struct nest_reference *of = &nest->references[i];

			formula_free(of->stride[0]);
			of->stride[0] = formula_number(8);
			formula_free(of->stride[1]);
			of->stride[1] = formula_number(8 * SIZE);
			formula_free(of->offset);
			of->offset = formula_number(-8 * SIZE * i);
		}
	inner->chain.count[NEST_ADD][TYPE_F64] = changes->waits;
	if (changes->times) {
		inner->certain.count[NEST_MUL][TYPE_F64] = 1;
		inner->certain.count[NEST_FMA][TYPE_F64] = 1;
		inner->chain.count[NEST_MUL][TYPE_F64] = 1;
	}
	if (changes->lanes_around > 1)
		nest->loops[0].code.lanes = changes->lanes_around;
	if (changes->trip > 0) {
		formula_free(inner->trip);
		inner->trip = formula_number(changes->trip);
	}
	if (changes->triangle) {
		formula_free(inner->trip);
		inner->trip = formula_symbol(I);
	}
	if (changes->stores_perhaps)
		inner->conditional_operations.count[NEST_STORE][TYPE_F64] = 1;
	if (changes->sums) {
		formula_free(nest->references[0].stride[0]);
		nest->references[0].stride[0] = formula_number(0);
		nest->references[1].array = 1;
		make_reference(&nest->references[2], 0, 8);
		formula_free(nest->references[2].stride[0]);
		nest->references[2].stride[0] = formula_number(0);
	}
	machine_generic(machine);
	machine->misprediction = MISPREDICTION;
	if (changes->vector_bytes > 0)
		machine->vector_bytes = changes->vector_bytes;
	if (changes->store > 0)
		machine->store = changes->store;
	if (changes->registers > 0)
		machine->registers = changes->registers;
}

static struct estimate estimate_with(int place, const struct changes *changes)
{
	struct nest *nest = nest_new(2, changes->sums ? 3 : 2);
	struct schedule one = {SCHEDULE_STATIC, 1, 1};
	struct machine machine;

	assert_non_null(nest);
	nest->symbol_count = SYMBOLS;
	made_loop(&nest->loops[0], -1, I, SIZE);
	made_loop(&nest->loops[1], 0, J, SIZE);
	nest->loops[0].shared = true;
	nest->loops[1].certain.count[NEST_ADD][TYPE_F64] = 2;
	for (int i = 0; i < nest->loop_count; i++)
		nest->loops[i].code.vector = VECTOR_CONTIGUOUS;
	make_reference(&nest->references[0], 0, 8);
	nest->references[0].write = true;
	make_reference(&nest->references[1], place, 0);
	change(nest, changes, &machine);
	return made_estimate(nest, &machine, &one);
}

static double core_cycles_with(int place, const struct changes *changes)
{
	return estimate_with(place, changes).term[TERM_CORE];
}

static double cycles(struct changes changes)
{
	return core_cycles_with(-1, &changes);
}

/*
 * Of the generic machine: an operation is issued in ISSUE cycles. A store takes
 * one cycle, a load half of one, an addition too, of four numbers as of one.
 * What follows an addition waits LATENCY cycles for it, what
 * loads a store FORWARDING. Expected values are put together from these and
 * the constants, by the equations of doc/models.md.
 */
#define ISSUE .25
#define LATENCY 4
#define FORWARDING 10
#define IN_FLIGHT 256
#define WAITING 64
#define GENERIC_MISPREDICTION 12

/* What counts a loop. */
#define COUNT (constant(CONTROL) * ISSUE)

/* Two additions and a store, and what counts the loop: all of it is issued. */
#define BODY ((3 + constant(CONTROL)) * ISSUE)

#define VECTORS_BEGIN (constant(ENTRY) + constant(ENTRY_OF_VECTORS))

/* Of SIZE entries of the inner loop: equations (12) and (14) of doc/models.md;
   the loop around counts itself. */
static double in_nest(double trip, double iteration, double entry)
{
	return SIZE * (trip * iteration + entry + COUNT);
}

/* Equation (9), of a chain with one link. */
static double waits(double latency, double iterations, double operations)
{
	double ahead = fmin(IN_FLIGHT / (iterations * operations),
			    WAITING / iterations);

	return latency / (1 + ahead);
}

static void assert_cycles(struct changes changes, double expected)
{
	assert_float_equal(cycles(changes), expected, 1e-6 * expected);
}

/* Gauss: the place lies before what is written. */
static void place_outside(void **state)
{
	(void)state;
	assert_cycles((struct changes){.lanes = 1},
		      in_nest(SIZE, BODY, constant(ENTRY) + MISPREDICTION));
	assert_cycles((struct changes){.lanes = 4},
		      in_nest(SIZE, BODY / 4, VECTORS_BEGIN));
}

/* Floyd: it lies in it, and the program finds that out at run time. */
static void place_inside(void **state)
{
	const struct changes vectors = {.lanes = 4};

	(void)state;
	assert_float_equal(core_cycles_with(10, &vectors),
			   in_nest(SIZE, BODY, VECTORS_BEGIN), 1e-6);
}

/* A store that hangs on data goes wrong now and then, but not in vectors. */
static void branch_on_data(void **state)
{
	const struct changes perhaps = {.lanes = 1, .stores_perhaps = true};
	const struct changes masked = {.lanes = 4, .stores_perhaps = true};
	double wrong = constant(SURPRISE) * MISPREDICTION;

	(void)state;
	assert_cycles(perhaps, cycles((struct changes){.lanes = 1}) +
				       SIZE * SIZE * wrong);
	assert_float_equal(cycles(masked), cycles((struct changes){.lanes = 4}),
			   1e-6);
}

/* Loops that are written out count no more: the store is what takes longest. */
static void written_out(void **state)
{
	const struct changes out = {.lanes = 1, .unrolled = true};

	(void)state;
	assert_cycles(out, in_nest(SIZE, 1, MISPREDICTION));
}

/* But of loops whose length changes the end is looked for all the same. */
static void written_out_to_an_end(void **state)
{
	const struct changes out = {.lanes = 1, .trip = 32, .unrolled = true};
	const struct changes varies = {
		.lanes = 1, .triangle = true, .unrolled = true};

	(void)state;
	assert_cycles(out, in_nest(32, 1, 0));
	assert_cycles(varies, in_nest((SIZE - 1) / 2., BODY,
				      constant(ENTRY) + MISPREDICTION));
}

/* Of a loop that is written out, the loop around it says whether there are
   vectors; of one that is left, it does not. */
static void vectors_around(void **state)
{
	const struct changes out = {.lanes = 1, .trip = 4, .unrolled = true};
	const struct changes around = {
		.lanes = 1, .lanes_around = 4, .trip = 4, .unrolled = true};
	const struct changes left = {.lanes = 1, .lanes_around = 4, .trip = 4};

	(void)state;
	assert_cycles(out, in_nest(4, 1, 0));
	/* one entry of the loop around, which takes four iterations at once */
	assert_cycles(around, in_nest(4, 1, 0) / 4 + VECTORS_BEGIN);
	assert_cycles(left, in_nest(0, 0, 0) / 4 + VECTORS_BEGIN +
				    SIZE * (4 * BODY + constant(ENTRY)));
}

/* What all iterations read is kept in registers, as long as they suffice. */
static void kept_in_registers(void **state)
{
	struct changes few = {
		.lanes = 1, .trip = 4, .unrolled = true, .stays = true};
	struct changes many = few;

	(void)state;
	/* two additions, then four loads as well */
	assert_cycles(few, in_nest(4, 1, 0));
	many.trip = 16;
	assert_cycles(many, in_nest(16, 4 * .5, 0));
}

/* Two arrays that all iterations read so
   often, in a loop of four that is written out. */
static double cycles_of_two(double first, double second)
{
	struct nest *nest = nest_new(2, 3);
	struct schedule one = {SCHEDULE_STATIC, 1, 1};
	const double counts[] = {1, first, second};
	struct machine machine;

	assert_non_null(nest);
	nest->symbol_count = SYMBOLS;
	made_loop(&nest->loops[0], -1, I, SIZE);
	made_loop(&nest->loops[1], 0, J, 4);
	nest->loops[0].shared = true;
	nest->loops[1].code.unrolled = 0;
	nest->collapse = 1;
	for (int i = 0; i < 3; i++) {
		make_reference(&nest->references[i], 0, 8);
		nest->references[i].array = i;
		nest->references[i].count = counts[i];
		if (i == 0)
			continue;
		formula_free(nest->references[i].stride[0]);
		nest->references[i].stride[0] = formula_number(0);
	}
	nest->references[0].write = true;
	machine_generic(&machine);
	return made_estimate(nest, &machine, &one).term[TERM_CORE];
}

/* What is kept where not all can be does not hang on which one comes first. */
static void registers_in_any_order(void **state)
{
	(void)state;
	/* the store; then four loads, and eight */
	assert_float_equal(cycles_of_two(1, 1), in_nest(4, 1, 0), 1e-6);
	assert_float_equal(cycles_of_two(1, 4), in_nest(4, 4 * .5, 0), 1e-6);
	assert_float_equal(cycles_of_two(4, 1), in_nest(4, 4 * .5, 0), 1e-6);
	assert_float_equal(cycles_of_two(4, 4), in_nest(4, 8 * .5, 0), 1e-6);
}

/* Collapsed loops find anew where the data lies. */
static void collapsed_loops(void **state)
{
	const struct changes collapsed = {.lanes = 1, .collapsed = true};
	double again = (constant(CONTROL) + 2 * constant(ADDRESS)) * ISSUE;

	(void)state;
	/* and the loop around is none any more */
	assert_cycles(collapsed, in_nest(SIZE, BODY + again,
					 constant(ENTRY) + MISPREDICTION) -
					 in_nest(0, 0, 0));
}

/* All but the last of the tiles are whole: one rest, not one in each. */
static void last_tile(void **state)
{
	struct core_loop tiles = {
		.scalar = 4, .vector = 1, .lanes = 4, .step = 4, .longest = 16};

	(void)state;
	assert_float_equal(core_cycles(&tiles, 15.5, 15.5), 1, 1e-9);
	tiles.longest = 15.5;
	/* three vectors, and three and a half elements */
	assert_float_equal(core_cycles(&tiles, 15.5, 15.5),
			   (12 + 3.5 * 4) / 15.5, 1e-9);
}

/* What is left of 67: half a vector and one element, not three. */
static void rest_of_vectors(void **state)
{
	double full = cycles((struct changes){.lanes = 4, .trip = 64});
	double half = cycles((struct changes){.lanes = 4, .trip = 66}) - full;
	double rest = cycles((struct changes){.lanes = 4, .trip = 67}) - full;
	double next = cycles((struct changes){.lanes = 4, .trip = 68}) - full;
	double single = (cycles((struct changes){.lanes = 1, .trip = 67}) -
			 cycles((struct changes){.lanes = 1, .trip = 66}));

	(void)state;
	assert_float_equal(half, next, 1e-6);
	assert_float_equal(rest, half + single, 1e-6);
}

/* Of elements that are put into vectors one by one, half of them take half as
   long. */
static void rest_of_pieces(void **state)
{
	const struct changes none = {.lanes = 8, .trip = 64, .apart = 4096};
	struct changes half = none, whole = none;

	(void)state;
	half.trip = 68;
	whole.trip = 72;
	/* each element is a store */
	assert_cycles(none, in_nest(64, 1, VECTORS_BEGIN));
	assert_cycles(half, in_nest(68, 1, VECTORS_BEGIN));
	assert_cycles(whole, in_nest(72, 1, VECTORS_BEGIN));
}

/* ... but three where the vectors run along a loop further out. */
static void rest_further_out(void **state)
{
	struct core_loop loop = {
		.scalar = 4, .vector = 1, .lanes = 4, .step = 4, .longest = 67};

	(void)state;
	assert_float_equal(core_cycles(&loop, 67, 67), (64 + 3 * 4) / 67.,
			   1e-9);
	loop.half = 4;
	assert_float_equal(core_cycles(&loop, 67, 67), (64 + 4 + 4) / 67.,
			   1e-9);
}

/* Two vectors of four are one step of eight: all must be there. */
static void steps_of_several_vectors(void **state)
{
	struct core_loop loop = {
		.scalar = 4, .vector = 1, .lanes = 4, .step = 8, .longest = 67};

	(void)state;
	assert_float_equal(core_cycles(&loop, 7, 7), 4, 1e-9);
	assert_float_equal(core_cycles(&loop, 8, 8), 1, 1e-9);
	loop.half = 4;
	assert_float_equal(core_cycles(&loop, 7, 7), (4 + 3 * 4) / 7., 1e-9);
}

/* for i < 3360, shared by two threads, in vectors of eight */
static double cycles_in_chunks(enum machine_schedule kind, double chunk)
{
	struct nest *nest = made_nest(1, 0, SYMBOLS);
	struct schedule schedule = {kind, chunk, 2};
	struct machine machine;

	made_loop(&nest->loops[0], -1, I, 3360);
	nest->loops[0].shared = true;
	nest->loops[0].certain.count[NEST_ADD][TYPE_F64] = 60;
	nest->loops[0].code.lanes = 8;
	nest->loops[0].code.vector = VECTOR_CONTIGUOUS;
	machine_generic(&machine);
	return made_estimate(nest, &machine, &schedule).term[TERM_CORE];
}

/* So many chunks, each entered once: 60 additions take 30 cycles for one number
   and for four. */
static double in_chunks(double chunks, double vectors, double halves,
			double singles)
{
	return chunks * (vectors * 60 + (halves + singles) * 30 +
			 VECTORS_BEGIN + GENERIC_MISPREDICTION);
}

static void assert_chunks(enum machine_schedule kind, double chunk,
			  double expected)
{
	assert_float_equal(cycles_in_chunks(kind, chunk), expected,
			   1e-9 * expected);
}

/* What fills no vector is half a step, here one vector of two, and single
   elements, in each chunk anew. */
static void chunks_of_vectors(void **state)
{
	(void)state;
	assert_chunks(SCHEDULE_STATIC, 0, in_chunks(1, 210, 0, 0));
	assert_chunks(SCHEDULE_STATIC_CHUNK, 16, in_chunks(105, 2, 0, 0));
	assert_chunks(SCHEDULE_DYNAMIC, 16, in_chunks(105, 2, 0, 0));
	assert_chunks(SCHEDULE_STATIC_CHUNK, 15, in_chunks(112, 1, 1, 3));
	assert_chunks(SCHEDULE_STATIC_CHUNK, 7, in_chunks(240, 0, 1, 3));
	assert_chunks(SCHEDULE_STATIC_CHUNK, 3, in_chunks(560, 0, 0, 3));
	/* guided: half of what is left, 1680, 840, 420, 210, 105, 53, 26, 13,
	   7, 3, 2 and 1, for one thread the first and for the other one the
	   rest. Each thread pays for half of them, 280 long in the mean, with
	   the mean of all rests: 3.5 elements, which take 60 cycles. */
	assert_chunks(SCHEDULE_GUIDED, 1,
		      in_chunks(12 / 2., (280 - 3.5) / 8, 0, 60 / 30.));
}

/* for i, shared: for t < 8: for j < 64: s[i] += x[j], or s[t] where "moves" */
static double cycles_of_tiles(bool moves)
{
	struct nest *nest = made_nest(3, 2, 6);
	struct schedule one = {SCHEDULE_STATIC, 0, 1};
	struct machine machine;
	double trips[] = {100, 8, 64};

	for (int i = 0; i < 3; i++)
		made_loop(&nest->loops[i], i - 1, 2 * i, trips[i]);
	nest->loops[0].shared = true;
	nest->loops[2].certain.count[NEST_ADD][TYPE_F64] = 1;
	for (int r = 0; r < 2; r++) {
		struct nest_reference *of = &nest->references[r];

		of->size = 8;
		of->count = 1;
		of->write = r == 1;
		of->loop = 2;
		of->stride[0] = formula_number(moves ? 0 : 8);
		of->stride[1] = formula_number(moves ? 8 : 0);
		of->stride[2] = formula_number(0);
		of->offset = formula_number(0);
	}
	machine_generic(&machine);
	return made_estimate(nest, &machine, &one).term[TERM_CORE];
}

static double in_tiles(double iteration)
{
	double tile = 64 * iteration + constant(ENTRY) + GENERIC_MISPREDICTION;

	return 100 * (8 * (tile + COUNT) + COUNT);
}

/* Tiles of a loop that adds up one sum wait for each other. */
static void sums_over_tiles(void **state)
{
	(void)state;
	/* an addition, and what counts: those of 64 iterations, or of all */
	assert_float_equal(cycles_of_tiles(true),
			   in_tiles(waits(LATENCY, 64, 1 + constant(CONTROL))),
			   1e-6);
	assert_float_equal(
		cycles_of_tiles(false),
		in_tiles(waits(LATENCY, 8 * 64, 1 + constant(CONTROL))), 1e-6);
}

/* for i, shared: s += x * y, in 256 iterations */
static double cycles_of_products(double fma, bool fused)
{
	struct nest *nest = made_nest(2, 0, 4);
	struct schedule one = {SCHEDULE_STATIC, 0, 1};
	struct nest_loop *loop = &nest->loops[1];
	struct machine machine;

	made_loop(&nest->loops[0], -1, 0, 100);
	made_loop(loop, 0, 2, 256);
	nest->loops[0].shared = true;
	loop->certain.count[NEST_ADD][TYPE_F64] = 1;
	loop->certain.count[NEST_MUL][TYPE_F64] = 1;
	loop->certain.count[NEST_FMA][TYPE_F64] = 1;
	loop->chain.count[NEST_ADD][TYPE_F64] = 1;
	loop->code.fused = fused;
	machine_generic(&machine);
	machine.in_flight = 1;
	machine.operation[OPERATION_ADD][TYPE_F64].latency = 2;
	machine.fma = fma;
	return made_estimate(nest, &machine, &one).term[TERM_CORE];
}

/* What stays in flight is one operation, of a product and what counts it. */
static double in_products(double latency)
{
	double ahead = 1 / (256 * (1 + constant(CONTROL)));

	return 100 * (256 * latency / (1 + ahead) + constant(ENTRY) +
		      GENERIC_MISPREDICTION + COUNT);
}

/* A sum that takes its products with it waits for both in one; one that GCC
   keeps by itself does not. */
static void products_added_up(void **state)
{
	(void)state;
	assert_float_equal(cycles_of_products(8, true), in_products(8), 1e-6);
	assert_float_equal(cycles_of_products(4, true), in_products(4), 1e-6);
	assert_float_equal(cycles_of_products(8, false), in_products(2), 1e-6);
	assert_float_equal(cycles_of_products(4, false), in_products(2), 1e-6);
}

/* for i, shared: for t < 32: s = s * x + c, so many of them by turns */
static double cycles_of_links(double links, double room)
{
	struct nest *nest = made_nest(2, 0, 4);
	struct schedule one = {SCHEDULE_STATIC, 0, 1};
	struct nest_loop *loop = &nest->loops[1];
	struct machine machine;

	made_loop(&nest->loops[0], -1, 0, 100);
	made_loop(loop, 0, 2, 32);
	nest->loops[0].shared = true;
	loop->certain.count[NEST_ADD][TYPE_F64] = 4;
	loop->chain.count[NEST_ADD][TYPE_F64] = links;
	machine_generic(&machine);
	machine.in_flight = 1000;
	machine.waiting = room;
	machine.operation[OPERATION_ADD][TYPE_F64].latency = 12 / links;
	return made_estimate(nest, &machine, &one).term[TERM_CORE];
}

static double in_links(double iteration)
{
	return 100 * (32 * iteration + constant(ENTRY) + COUNT);
}

/* Chains as long in cycles: of few operations several entries go on beside
   each other, many fill what holds those that wait. */
static void chains_of_many(void **state)
{
	(void)state;
	/* of 32 iterations: half an entry ahead, and two */
	assert_float_equal(cycles_of_links(4, 64), in_links(12 / 1.5), 1e-6);
	assert_float_equal(cycles_of_links(1, 64), in_links(12 / 3.), 1e-6);
	assert_float_equal(cycles_of_links(4, 256), in_links(12 / 3.), 1e-6);
}

/* for i, shared: many sums and products of their own */
static double cycles_of_units(double sums, double products, double mixed)
{
	struct nest *nest = made_nest(1, 0, 2);
	struct schedule one = {SCHEDULE_STATIC, 0, 1};
	struct nest_loop *loop = &nest->loops[0];
	struct machine machine;

	made_loop(loop, -1, 0, 100);
	loop->shared = true;
	loop->certain.count[NEST_ADD][TYPE_F64] = sums;
	loop->certain.count[NEST_MUL][TYPE_F64] = products;
	machine_generic(&machine);
	machine.mixed = mixed;
	return made_estimate(nest, &machine, &one).term[TERM_CORE];
}

static double in_units(double iteration)
{
	return 100 * iteration + constant(ENTRY) + GENERIC_MISPREDICTION;
}

/* Sums and products go to the same units, or beside each other, where what is
   issued takes longer. */
static void units_of_their_own(void **state)
{
	(void)state;
	assert_float_equal(cycles_of_units(40, 40, 1), in_units(80 * .5), 1e-6);
	assert_float_equal(cycles_of_units(80, 0, 1), in_units(80 * .5), 1e-6);
	assert_float_equal(cycles_of_units(40, 40, .5),
			   in_units(80 * ISSUE + COUNT), 1e-6);
	assert_float_equal(cycles_of_units(80, 0, .5), in_units(80 * .5), 1e-6);
}

/* Vectors of four elements: half of the machine's longest take half as long,
   where additions are what the loop waits for. */
static void shorter_vectors(void **state)
{
	const struct changes parts = {.lanes = 4, .vector_bytes = 4};

	(void)state;
	/* of two additions, eight for each four numbers */
	assert_cycles(parts, in_nest(SIZE, 2 * 8 * .5 / 4, VECTORS_BEGIN));
}

/* All rows are before what is written, in all iterations. */
#define NEVER_MET (-2 * SIZE * SIZE)

/* What is added up in memory comes back only so fast; long loops do not wait
   for it. */
static void sums_in_memory(void **state)
{
	const struct changes few = {.lanes = 4, .trip = 4, .unrolled = true};
	const struct changes sums = {
		.lanes = 4, .trip = 4, .unrolled = true, .sums = true};
	const struct changes many = {.lanes = 4, .sums = true};

	(void)state;
	assert_cycles(few, in_nest(4, 1 / 4., 0));
	assert_cycles(sums, in_nest(1, FORWARDING + LATENCY, 0));
	/* the sum is loaded as well */
	assert_float_equal(core_cycles_with(NEVER_MET, &many),
			   in_nest(SIZE, (BODY + ISSUE) / 4, VECTORS_BEGIN),
			   1e-6);
}

/* Nor do whole vectors, if nothing of both loops is left. */
static void sums_in_vectors(void **state)
{
	struct changes sums = {
		.lanes = 4, .trip = 8, .unrolled = true, .sums = true};

	(void)state;
	assert_cycles(sums, in_nest(1, FORWARDING + LATENCY, 0));
	sums.out_around = true;
	assert_cycles(sums, in_nest(1, LATENCY, 0));
	sums.trip = 7;
	assert_cycles(sums, in_nest(1, FORWARDING + LATENCY, 0));
}

/* But not where registers hold the sums, as the loop is written out: then they
   go on beside each other, and vectors along the loop around likewise. */
static void sums_in_registers(void **state)
{
	struct changes sums = {.lanes = 1, .trip = 4, .sums = true};
	double in_memory = in_nest(1, FORWARDING + LATENCY, 0);

	(void)state;
	assert_cycles(sums, in_memory);
	sums.unrolled = true;
	/* an addition for each of the four, one behind the other */
	assert_cycles(sums, in_nest(4, LATENCY / 4., 0));
	/* what is read takes one as well */
	sums.registers = 5;
	assert_cycles(sums, in_nest(4, LATENCY / 4., 0));
	sums.registers--;
	assert_cycles(sums, in_memory);
	sums.registers = 0;
	sums.lanes_around = 4;
	assert_cycles(sums, in_nest(4, LATENCY / 4., 0) / 4 + VECTORS_BEGIN);
}

/* Stores apart take the elements of vectors one by one, as loads do; of them
   a machine can do fewer at a time, even one that can do two in a line. */
static void stores_apart(void **state)
{
	struct changes apart = {.lanes = 4, .apart = 4096};
	double slow = cycles(apart);

	(void)state;
	assert_cycles(apart, in_nest(SIZE, 1, VECTORS_BEGIN));
	apart.store = .5;
	assert_float_equal(cycles(apart), slow, 1e-6);
}

/* Elements of which nobody knows where they lie are gathered. */
static void elements_anywhere(void **state)
{
	const struct changes beside = {.lanes = 4, .apart = 8};
	struct changes anywhere = beside;

	(void)state;
	anywhere.nowhere = true;
	/* a load more than in BODY; then one for each of four elements */
	assert_cycles(beside, in_nest(SIZE, (BODY + ISSUE) / 4, VECTORS_BEGIN));
	assert_cycles(anywhere,
		      in_nest(SIZE,
			      (BODY + ISSUE +
			       4 * (constant(PUT_TOGETHER) - 1 / 4.) * ISSUE) /
				      4,
			      VECTORS_BEGIN));
}

/* Along i elements are apart, unless what is written out takes all of a row,
   and is not too much for registers. */
static void elements_of_rows(void **state)
{
	struct changes whole = {.lanes = 1,
				.lanes_around = 4,
				.unrolled = true,
				.trip = 3,
				.row = 24};
	struct changes part = whole, many = whole;

	(void)state;
	/* of each four iterations a store is one vector, or four elements */
	assert_cycles(whole, in_nest(3, 1, 0) / 4 + VECTORS_BEGIN);
	part.row = 64;
	assert_cycles(part, in_nest(3, 4, 0) / 4 + VECTORS_BEGIN);
	many.trip = 32;
	many.row = 256;
	assert_cycles(many, in_nest(32, 4, 0) / 4 + VECTORS_BEGIN);
}

/* Vectors along i meet as many lines as single elements do, where each i has
   lines of its own. */
static void lines_of_vectors(void **state)
{
	const struct changes single = {.lanes = 1};
	const struct changes vectors = {
		.lanes = 4, .further_out = true, .lanes_around = 4};

	(void)state;
	assert_float_equal(estimate_with(-1, &vectors).misses[0],
			   estimate_with(-1, &single).misses[0], 1e-6);
}

/* One after the other; a product and its sum are one operation. */
static void chain_of_an_iteration(void **state)
{
	const struct changes sum = {.lanes = 1, .waits = 1};
	const struct changes fused = {.lanes = 1, .waits = 1, .times = true};

	(void)state;
	assert_cycles(sum,
		      in_nest(SIZE, waits(LATENCY, SIZE, 3 + constant(CONTROL)),
			      constant(ENTRY) + MISPREDICTION));
	assert_float_equal(cycles(fused), cycles(sum), 1e-6 * cycles(sum));
}

/* Of 400 iterations, for four of the loop around at once. */
static double in_vectors_around(double iteration)
{
	return in_nest(400, iteration, constant(ENTRY) + MISPREDICTION) / 4 +
	       VECTORS_BEGIN;
}

/* Vectors along i: each step of j waits for what the last one stored, which
   single elements find in a register. */
static void handed_on_by_memory(void **state)
{
	const struct changes apart = {.lanes = 4,
				      .further_out = true,
				      .lanes_around = 4,
				      .waits = 1,
				      .trip = 400};
	struct changes handed = apart;
	double operations = 3 + constant(CONTROL);

	(void)state;
	handed.handed_on = true;
	assert_cycles(apart,
		      in_vectors_around(waits(LATENCY, 400, operations)));
	/* and the load is one more */
	assert_cycles(handed, in_vectors_around(waits(LATENCY + FORWARDING, 400,
						      operations + 1)));
	handed.lanes = handed.lanes_around = 1;
	handed.further_out = false;
	assert_cycles(handed, in_nest(400, waits(LATENCY, 400, operations),
				      constant(ENTRY) + MISPREDICTION));
}

/* What the last iteration wrote need not be loaded. */
static void handed_on_in_a_register(void **state)
{
	struct changes loop = {.lanes = 1, .handed_on = true};
	double entry = constant(ENTRY) + MISPREDICTION;

	(void)state;
	assert_cycles(loop, in_nest(SIZE, BODY + ISSUE, entry));
	loop.waits = .01;
	assert_cycles(loop, in_nest(SIZE, BODY, entry));
}

/* X2 of the power models is what the source has, whatever became of it. */
static void operations_of_the_source(void **state)
{
	const struct changes vectors = {.lanes = 4}, single = {.lanes = 1};
	struct machine machine;

	(void)state;
	machine_generic(&machine);
	assert_float_equal(
		estimate_with(-1, &single).operations,
		2 * SIZE * SIZE *
			machine.operation[OPERATION_ADD][TYPE_F64].latency,
		1e-6);
	assert_float_equal(estimate_with(-1, &vectors).operations,
			   estimate_with(-1, &single).operations, 1e-6);
}

/* for t, shared: for j, in vectors: load or store eight times the double j of
   row t, of so many bytes; the first one lies at "offset". */
struct accesses {
	double lanes, row, offset;
	bool write;
};

static double cycles_of_accesses(const struct accesses *accesses,
				 const struct machine *machine)
{
	enum { TIMES = 8, TRIP = 64 };
	const struct schedule one = {SCHEDULE_STATIC, 1, 1};
	struct nest *nest = made_nest(2, 1, SYMBOLS);
	struct nest_reference *doubles = &nest->references[0];

	made_loop(&nest->loops[0], -1, I, SIZE);
	made_loop(&nest->loops[1], 0, J, TRIP);
	nest->loops[0].shared = true;
	nest->loops[1].code.lanes = accesses->lanes;
	nest->loops[1].code.vector = VECTOR_CONTIGUOUS;
	doubles->size = 8;
	doubles->count = TIMES;
	doubles->write = accesses->write;
	doubles->loop = 1;
	doubles->stride[0] = formula_number(accesses->row);
	doubles->stride[1] = formula_number(8);
	doubles->offset = formula_number(accesses->offset);
	return made_estimate(nest, machine, &one).term[TERM_CORE] *
	       accesses->lanes / (SIZE * TRIP * TIMES);
}

/* A full vector takes as long as was measured, part of it less, but no less
   than an element; and twice as long where it lies in two lines. Of vectors of
   32 bytes every other one does so in rows that begin anywhere. */
static void vectors_in_lines(void **state)
{
	static const struct {
		struct accesses accesses;
		double cycles; /* of each */
	} rows[] = {
		{{4, 2048, 0, false}, .75},
		{{4, 2048, 64, false}, .75},
		{{4, 2048, 8, false}, .75 * 1.5},
		{{4, 2000, 0, false}, .75 * 1.5},
		{{2, 2048, 0, false}, .5},
		{{2, 2048, 8, false}, .5 * 1.25},
		{{2, 2000, 0, false}, .5},
		{{8, 2048, 0, false}, 1.5},
		{{8, 2000, 0, false}, 1.5 * 1.5},
		{{4, 2048, 0, true}, 1.75},
		{{4, 2000, 0, true}, 1.75 * 1.5},
	};
	struct machine machine;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		double single = rows[i].accesses.write ? 1 : .5;
		double before, after;

		machine_generic(&machine);
		before = cycles_of_accesses(&rows[i].accesses, &machine);
		machine.vector_load = .75;
		machine.vector_store = 1.75;
		after = cycles_of_accesses(&rows[i].accesses, &machine);
		assert_float_equal(after - before, rows[i].cycles - single,
				   1e-6);
	}
}

/* Where each row is longer than the last, its end is a surprise, but as many
   vectors fill it as before. */
static void rows_of_a_triangle(void **state)
{
	const double half = SIZE / 2, mean = (SIZE - 1) / 2.;

	(void)state;
	assert_cycles((struct changes){.lanes = 1, .trip = half},
		      in_nest(half, BODY, constant(ENTRY)));
	assert_cycles((struct changes){.lanes = 1, .triangle = true},
		      in_nest(mean, BODY, constant(ENTRY) + MISPREDICTION));
	assert_cycles((struct changes){.lanes = 4, .trip = half},
		      in_nest(half, BODY / 4, VECTORS_BEGIN));
	/* of no, one, two and three elements that are left, the mean is one and
	   a half: two take half a vector, as long as one element */
	assert_cycles((struct changes){.lanes = 4, .triangle = true},
		      in_nest(mean - 1.5, BODY / 4,
			      VECTORS_BEGIN + (0 + 1 + 1 + 2) * BODY / 4));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(operations_of_the_source),
		cmocka_unit_test(place_outside),
		cmocka_unit_test(place_inside),
		cmocka_unit_test(branch_on_data),
		cmocka_unit_test(written_out),
		cmocka_unit_test(written_out_to_an_end),
		cmocka_unit_test(vectors_around),
		cmocka_unit_test(kept_in_registers),
		cmocka_unit_test(registers_in_any_order),
		cmocka_unit_test(collapsed_loops),
		cmocka_unit_test(last_tile),
		cmocka_unit_test(rest_of_vectors),
		cmocka_unit_test(rest_of_pieces),
		cmocka_unit_test(rest_further_out),
		cmocka_unit_test(steps_of_several_vectors),
		cmocka_unit_test(chunks_of_vectors),
		cmocka_unit_test(shorter_vectors),
		cmocka_unit_test(sums_over_tiles),
		cmocka_unit_test(products_added_up),
		cmocka_unit_test(chains_of_many),
		cmocka_unit_test(units_of_their_own),
		cmocka_unit_test(sums_in_memory),
		cmocka_unit_test(sums_in_vectors),
		cmocka_unit_test(sums_in_registers),
		cmocka_unit_test(stores_apart),
		cmocka_unit_test(elements_of_rows),
		cmocka_unit_test(elements_anywhere),
		cmocka_unit_test(lines_of_vectors),
		cmocka_unit_test(chain_of_an_iteration),
		cmocka_unit_test(handed_on_by_memory),
		cmocka_unit_test(handed_on_in_a_register),
		cmocka_unit_test(vectors_in_lines),
		cmocka_unit_test(rows_of_a_triangle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
