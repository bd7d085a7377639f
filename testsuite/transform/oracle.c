/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random nests, and whether what is offered of them is right.
 *
 *     oracle source SEED COUNT              a C source with so many nests
 *     oracle check SEED COUNT FILE.json    what podium variants says of it
 *     oracle beside SEED COUNT              a source with statements beside
 *                                           inner loops
 *     oracle check-beside SEED COUNT FILE.json
 *     oracle fortran SEED COUNT             the nests of "source" in Fortran
 *     oracle check-fortran SEED COUNT FILE.json
 *     oracle region SEED COUNT              a source with two nests in each
 *                                           parallel region
 *     oracle check-region SEED COUNT FILE.json
 *
 * Nests are run from their description, never from podium's: an order is what
 * its words say, iterations sorted by tiles and counters. All pairs of
 * iterations that touch one place tell whether an order is legal. Regions are
 * run by several threads one after the other, forwards and backwards, between
 * barriers; where the shared loop moves, any thread may have any iteration.
 */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"

#define MOST_LOOPS 4
#define MOST_USES 5
#define MOST_ITERATIONS 4096
#define CELLS 4096
#define ARRAYS 5
#define SIDE 40

enum { A, B, C, FLAT, ROWS }; /* ROWS: a pointer, n elements a row */
static const char *const array_names[ARRAYS] = {"A", "B", "C", "flat", "rows"};

struct affine {
	int of[MOST_LOOPS], constant;
};

static bool beside;  /* statements stand beside inner loops */
static bool fortran; /* the source is, with arrays of many declarations */

struct use {
	int array;
	struct affine subscript[2];
};

struct loop {
	int from, to;  /* constants; added to the counter or n below */
	int from_loop; /* whose counter is added, -1 for none */
	int to_loop;   /* likewise; -2: n is added */
	int step;
};

struct nest {
	int loops, around; /* of the loops so many stand around the construct */
	struct loop loop[MOST_LOOPS];
	struct use use[MOST_USES]; /* the first is written */
	int uses;
	bool sums, second, chosen;
	int split;		/* loops around the statements, 0 without any */
	struct side {
		bool there;
		struct use written, read;
	} side[2]; /* before and behind the loop inside */
};

/* What an iteration does: a statement beside the inner loops, or the body. */
enum { BEFORE = -1, BODY, BEHIND };

/* ---- made ---- */

static int pick(int count)
{
	return (int)random_below((size_t)count);
}

static bool chance(int percent)
{
	return pick(100) < percent;
}

static struct loop make_loop(int index)
{
	struct loop loop = {
		.from = pick(3), .from_loop = -1, .to_loop = -2, .step = 1};

	loop.to = pick(3) - 1;
	if (chance(15)) {
		loop.to_loop = -1;
		loop.to = 4 + pick(3);
	}
	if (index > 0 && chance(12)) {
		loop.from_loop = pick(index);
		loop.from = pick(2);
	} else if (index > 0 && chance(12)) {
		loop.to_loop = pick(index);
		loop.to = 1 + pick(2);
	}
	if (chance(12)) /* GCC counts such loops of Fortran by another name */
		loop.step = fortran ? 1 : 2;
	else if (chance(12))
		loop.step = -1;
	return loop;
}

static struct affine make_affine(int loops)
{
	struct affine affine = {.constant = 4 + pick(4)};
	int main = pick(loops);

	affine.of[main] = 1;
	if (chance(15))
		affine.of[pick(loops)] += chance(50) ? 1 : -1;
	if (chance(6))
		affine.of[main] = 2;
	return affine;
}

static struct use make_use(int loops)
{
	static const int likely[] = {A, A, A, B, B, C, FLAT, ROWS};
	struct use use = {.array = likely[pick(8)]};

	use.subscript[0] = make_affine(loops);
	use.subscript[1] = make_affine(loops);
	if (use.array == ROWS)
		use.subscript[1].constant = pick(2);
	return use;
}

/* Mostly what the body writes, too, as where a sum begins and ends. */
static struct side make_side(const struct nest *nest)
{
	struct side side = {.there = chance(75),
			    .written = make_use(nest->split),
			    .read = make_use(nest->split)};

	if (chance(60))
		side.written = nest->use[0];
	if (chance(40))
		side.read = nest->use[0];
	for (int i = nest->split; i < nest->loops; i++)
		for (int j = 0; j < 2; j++)
			side.written.subscript[j].of[i] =
				side.read.subscript[j].of[i] = 0;
	return side;
}

static void set_sides(struct nest *nest)
{
	nest->split = 1 + pick(nest->loops - 1);
	if (nest->around >= nest->split)
		nest->around = 0;
	for (int i = nest->split; i < nest->loops && chance(60); i++)
		for (int j = 0; j < 2; j++)
			nest->use[0].subscript[j].of[i] = 0;
	nest->side[0] = make_side(nest);
	nest->side[1] = make_side(nest);
	nest->side[1].there |= !nest->side[0].there;
}

static struct nest make_nest(void)
{
	struct nest nest = {.loops = 2 + pick(2)};

	nest.loops += chance(12);
	nest.around = nest.loops > 2 && chance(25);
	for (int i = 0; i < nest.loops; i++)
		nest.loop[i] = make_loop(i);
	nest.uses = 2 + pick(3);
	for (int i = 0; i < nest.uses; i++)
		nest.use[i] = make_use(nest.loops);
	/* as in stencils: near what is written */
	if (chance(40)) {
		nest.use[1] = nest.use[0];
		nest.use[1].subscript[pick(2)].constant += pick(3) - 1;
	}
	nest.sums = chance(40);
	nest.chosen = chance(15);
	nest.second = nest.uses > 3 && chance(30);
	if (beside)
		set_sides(&nest);
	return nest;
}

/* ---- run ---- */

struct run {
	int n;
	int count;
	short counter[MOST_ITERATIONS][MOST_LOOPS];
	short number[MOST_ITERATIONS][MOST_LOOPS]; /* of the iteration */
	short part[MOST_ITERATIONS];
};

static int value(const struct affine *affine, const short *counter, int loops)
{
	int sum = affine->constant;

	for (int i = 0; i < loops; i++)
		sum += affine->of[i] * counter[i];
	return sum;
}

/* The element, -1 where the source would leave the array. */
static int cell(const struct nest *nest, const struct use *use,
		const short *counter, int n)
{
	int row = value(&use->subscript[0], counter, nest->loops);
	int column = value(&use->subscript[1], counter, nest->loops);
	int place = row * SIDE + column;

	if (use->array == ROWS)
		place = row * n + column;
	else if (use->array == FLAT)
		place = row * 9 + column;
	else if (column < 0 || column >= SIDE || row >= SIDE)
		return -1;
	return row < 0 || place < 0 || place >= SIDE * SIDE ? -1 : place;
}

static int begin_of(const struct loop *loop, const short *counter)
{
	return loop->from +
	       (loop->from_loop >= 0 ? counter[loop->from_loop] : 0);
}

static int end_of(const struct loop *loop, const short *counter, int n)
{
	return loop->to + (loop->to_loop == -2	? n
			   : loop->to_loop >= 0 ? counter[loop->to_loop]
						: 0);
}

static bool add_iteration(struct run *run, const short *counter,
			  const short *number, int part)
{
	if (run->count == MOST_ITERATIONS)
		return false;
	run->part[run->count] = (short)part;
	memcpy(run->counter[run->count], counter, sizeof(run->counter[0]));
	memcpy(run->number[run->count++], number, sizeof(run->number[0]));
	return true;
}

static bool iterate(const struct nest *nest, struct run *run, int depth,
		    short *counter, short *number);

/* The statements around the loop of this depth, and the loop. */
static bool iterate_all(const struct nest *nest, struct run *run, int depth,
			short *counter, short *number)
{
	bool split = depth && depth == nest->split;

	if (split && nest->side[0].there &&
	    !add_iteration(run, counter, number, BEFORE))
		return false;
	if (!iterate(nest, run, depth, counter, number))
		return false;
	return !split || !nest->side[1].there ||
	       add_iteration(run, counter, number, BEHIND);
}

/* Downwards the loop begins where it would have ended. */
static bool iterate(const struct nest *nest, struct run *run, int depth,
		    short *counter, short *number)
{
	const struct loop *loop = &nest->loop[depth];
	int begin, end;

	if (depth == nest->loops)
		return add_iteration(run, counter, number, BODY);
	begin = begin_of(loop, counter);
	end = end_of(loop, counter, run->n);
	number[depth] = 0;
	for (int i = loop->step > 0 ? begin : end - 1;
	     loop->step > 0 ? i < end : i >= begin; i += loop->step) {
		counter[depth] = (short)i;
		if (!iterate_all(nest, run, depth + 1, counter, number))
			return false;
		number[depth]++;
	}
	return true;
}

/* What an iteration touches; what is written comes first. */
static int uses_of(const struct nest *nest, int part,
		   const struct use *uses[MOST_USES])
{
	if (part != BODY) {
		uses[0] = &nest->side[part == BEHIND].written;
		uses[1] = &nest->side[part == BEHIND].read;
		return 2;
	}
	for (int i = 0; i < nest->uses; i++)
		uses[i] = &nest->use[i];
	return nest->uses;
}

static bool run_nest(const struct nest *nest, int n, struct run *run)
{
	short counter[MOST_LOOPS] = {0}, number[MOST_LOOPS] = {0};

	run->n = n;
	run->count = 0;
	if (!iterate(nest, run, 0, counter, number))
		return false;
	for (int i = 0; i < run->count; i++) {
		const struct use *uses[MOST_USES];
		int count = uses_of(nest, run->part[i], uses);

		for (int j = 0; j < count; j++)
			if (cell(nest, uses[j], run->counter[i], n) < 0)
				return false;
	}
	return true;
}

/* A nest that stays in its arrays for all n that are tried. */
static struct nest next_nest(struct run *run)
{
	struct nest nest;

	do
		nest = make_nest();
	while (!run_nest(&nest, 4, run) || !run_nest(&nest, 7, run) ||
	       run->count < 8);
	return nest;
}

/* ---- the source ---- */

static const char counters[] = "ijkl";

static void print_affine(const struct affine *affine, int loops)
{
	for (int i = 0; i < loops; i++)
		if (affine->of[i])
			printf("(%d) * %c + ", affine->of[i], counters[i]);
	printf("%d", affine->constant);
}

static void print_use(const struct nest *nest, const struct use *use)
{
	bool linear = use->array >= FLAT;

	printf("%s[", array_names[use->array]);
	if (linear)
		printf("(");
	print_affine(&use->subscript[0], nest->loops);
	printf(use->array == ROWS   ? ") * n + "
	       : use->array == FLAT ? ") * 9 + "
				    : "][");
	print_affine(&use->subscript[1], nest->loops);
	printf("]");
}

static void print_sum(int constant, int loop)
{
	if (loop == -2)
		printf("n + ");
	else if (loop >= 0)
		printf("%c + ", counters[loop]);
	printf("(%d)", constant);
}

static void print_loop(const struct loop *loop, int index)
{
	char counter = counters[index];

	printf("\tfor (int %c = ", counter);
	if (loop->step > 0) {
		print_sum(loop->from, loop->from_loop);
		printf("; %c < ", counter);
		print_sum(loop->to, loop->to_loop);
	} else {
		print_sum(loop->to - 1, loop->to_loop);
		printf("; %c >= ", counter);
		print_sum(loop->from, loop->from_loop);
	}
	printf("; %c += %d)\n", counter, loop->step);
}

static void print_body(const struct nest *nest)
{
	printf("\t{\n\t\t");
	if (nest->chosen) {
		printf("if (");
		print_use(nest, &nest->use[1]);
		printf(" > .5)\n\t\t\t");
	}
	print_use(nest, &nest->use[0]);
	printf(nest->sums ? " += " : " = ");
	for (int i = 1; i < nest->uses; i++) {
		printf(i > 1 ? " + .%d * " : ".%d * ", 3 + i);
		print_use(nest, &nest->use[i]);
	}
	printf(";\n");
	if (nest->second) {
		printf("\t\t");
		print_use(nest, &nest->use[3]);
		printf(" = .25 + .5 * ");
		print_use(nest, &nest->use[2]);
		printf(";\n");
	}
	printf("\t}\n");
}

static void print_side(const struct nest *nest, const struct side *side)
{
	if (!side->there)
		return;
	print_use(nest, &side->written);
	printf(" = .125 + .5 * ");
	print_use(nest, &side->read);
	printf(";\n");
}

static void print_nest(const struct nest *nest, int number)
{
	printf("void nest_%d(int n, double *restrict rows)\n{\n", number);
	for (int i = 0; i < nest->loops; i++) {
		if (i == nest->around)
			printf("#pragma omp parallel for\n");
		print_loop(&nest->loop[i], i);
		if (i + 1 == nest->split) {
			printf("{\n");
			print_side(nest, &nest->side[0]);
		}
	}
	print_body(nest);
	if (nest->split) {
		print_side(nest, &nest->side[1]);
		printf("}\n");
	}
	printf("}\n");
}

/* ---- the source in Fortran ---- */

/* Are rows that are as long as n long enough? */
static bool rows_fit(const struct nest *nest)
{
	static struct run run;

	for (int n = 4; n <= 7; n += 3) {
		run_nest(nest, n, &run);
		for (int i = 0; i < run.count; i++)
			for (int j = 0; j < nest->uses; j++) {
				const struct use *use = &nest->use[j];
				int column = value(&use->subscript[1],
						   run.counter[i], nest->loops);

				if (use->array == ROWS &&
				    (column < 0 || column >= n))
					return false;
			}
	}
	return true;
}

/* The first subscript is that along which elements lie. */
static void print_element(const struct nest *nest, const struct use *use,
			  bool fit)
{
	const char *low = use->array == C ? "low + " : "";
	bool linear = use->array == FLAT || (use->array == ROWS && !fit);

	printf("%s(%s", array_names[use->array], low);
	if (linear) {
		printf("(");
		print_affine(&use->subscript[0], nest->loops);
		printf(use->array == FLAT ? ") * 9 + " : ") * n + ");
	}
	print_affine(&use->subscript[1], nest->loops);
	if (!linear) {
		printf(", %s", low);
		print_affine(&use->subscript[0], nest->loops);
	}
	printf(")");
}

static void print_do(const struct loop *loop, int index)
{
	printf("do %c = ", counters[index]);
	if (loop->step > 0) {
		print_sum(loop->from, loop->from_loop);
		printf(", ");
		print_sum(loop->to - 1, loop->to_loop);
	} else {
		print_sum(loop->to - 1, loop->to_loop);
		printf(", ");
		print_sum(loop->from, loop->from_loop);
	}
	printf(", %d\n", loop->step);
}

static void print_statements(const struct nest *nest, bool fit)
{
	if (nest->chosen) {
		printf("if (");
		print_element(nest, &nest->use[1], fit);
		printf(" > .5) &\n");
	}
	print_element(nest, &nest->use[0], fit);
	printf(" = ");
	if (nest->sums)
		print_element(nest, &nest->use[0], fit);
	for (int i = 1; i < nest->uses; i++) {
		printf("%s &\n.%d * ", i > 1 || nest->sums ? " +" : "", 3 + i);
		print_element(nest, &nest->use[i], fit);
	}
	printf("\n");
	if (!nest->second)
		return;
	print_element(nest, &nest->use[3], fit);
	printf(" = .25 + .5 * ");
	print_element(nest, &nest->use[2], fit);
	printf("\n");
}

/*
 * Rows of A are longer than the bounds of the loops show; of B and C only the
 * language says that.
 */
static void print_subroutine(const struct nest *nest, int number)
{
	bool fit = rows_fit(nest);

	printf("subroutine nest_%d(n, s, low, A, C, flat, rows)\n"
	       "implicit none\ninteger, intent(in) :: n, s, low\n"
	       "integer :: i, j, k, l\n"
	       "real(8) :: A(0:4*n+30, 0:*), B(0:%d, 0:%d)\n"
	       "real(8) :: C(low:low+s-1, low:*), flat(0:*), rows(%s0:*)\n"
	       "common /both/ B\n",
	       number, SIDE - 1, SIDE - 1, fit ? "0:n-1, " : "");
	for (int i = 0; i < nest->loops; i++) {
		if (i == nest->around)
			printf("!$omp parallel do\n");
		print_do(&nest->loop[i], i);
	}
	print_statements(nest, fit);
	for (int i = 0; i < nest->loops; i++)
		printf("end do\n");
	printf("end subroutine\n");
}

static void print_source(int count)
{
	static struct run run;

	if (!fortran)
		printf("double A[%d][%d], B[%d][%d], C[%d][%d], flat[%d];\n",
		       SIDE, SIDE, SIDE, SIDE, SIDE, SIDE, SIDE * SIDE);
	for (int i = 0; i < count; i++) {
		struct nest nest = next_nest(&run);

		if (fortran)
			print_subroutine(&nest, i);
		else
			print_nest(&nest, i);
	}
}

/* ---- an order ---- */

struct order {
	int first;		     /* loops before it stay outside */
	int loop[MOST_LOOPS], count; /* as they stand */
	int tile[MOST_LOOPS];	     /* by loop */
	int together;		     /* the first of them, shared out */
};

struct key {
	short of[2 * MOST_LOOPS + 2];
	int length, iteration;
	int outermost;	       /* of the order */
	bool parted;	       /* it says which part it is */
	int part;	       /* where it says that */
	unsigned seen;	       /* loops */
	int place[MOST_LOOPS]; /* of each, within its tile */
};

/* Do tiles stand around the loops inside statements alone? */
static bool cuts_inside(const struct nest *nest, const struct order *order)
{
	for (int i = nest->split; i < nest->loops; i++)
		if (nest->split && order->tile[i])
			return true;
	return false;
}

/* Before the first loop that is not around the statements: which part it is. */
static void add_part(const struct nest *nest, const struct run *run, int loop,
		     struct key *key)
{
	if (nest->split && !key->parted && loop >= nest->split) {
		key->part = key->length;
		key->of[key->length++] = run->part[key->iteration];
		key->parted = true;
	}
}

/* Of the statements, loops that have come apart stand behind that. */
static bool is_left_out(const struct nest *nest, const struct run *run,
			const struct key *key)
{
	return nest->split && key->parted && run->part[key->iteration] != BODY;
}

static void add_loop(const struct nest *nest, const struct run *run, int loop,
		     int tile, struct key *key)
{
	short number = run->number[key->iteration][loop];

	add_part(nest, run, loop, key);
	if (!is_left_out(nest, run, key)) {
		if (!tile)
			key->place[loop] = key->length;
		key->of[key->length++] = (short)(tile ? number / tile : number);
		key->seen |= tile ? 0 : 1u << loop;
	}
}

static struct key key_of(const struct nest *nest, const struct order *order,
			 const struct run *run, int iteration)
{
	struct key key = {.iteration = iteration};

	for (int i = 0; i < order->first && i < nest->loops; i++)
		add_loop(nest, run, i, 0, &key);
	key.outermost = key.length;
	if (cuts_inside(nest, order))
		add_part(nest, run, nest->split, &key);
	for (int i = order->first; i < order->first + order->count; i++)
		if (order->tile[i])
			add_loop(nest, run, i, order->tile[i], &key);
	for (int i = 0; i < order->count; i++)
		add_loop(nest, run, order->loop[i], 0, &key);
	for (int i = order->first + order->count; i < nest->loops; i++)
		add_loop(nest, run, i, 0, &key);
	for (int i = 0; i < nest->split; i++)
		if (is_left_out(nest, run, &key) && !(key.seen >> i & 1))
			key.of[key.length++] = run->number[iteration][i];
	return key;
}

static int compare_keys(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	for (int i = 0; i < x->length; i++)
		if (x->of[i] != y->of[i])
			return x->of[i] - y->of[i];
	return 0;
}

static void make_keys(const struct nest *nest, const struct order *order,
		      const struct run *run, struct key *keys)
{
	for (int i = 0; i < run->count; i++)
		keys[i] = key_of(nest, order, run, i);
}

/* ---- values ---- */

static double memory[ARRAYS][SIDE * SIDE];

/* What a thread of a region has in the place of the array C. */
#define MOST_THREADS 3
static double own[MOST_THREADS][SIDE * SIDE];
static bool owns;
static int thread;

static double *element(const struct nest *nest, const struct use *use,
		       const short *counter, int n)
{
	double *array =
		owns && use->array == C ? own[thread] : memory[use->array];

	return &array[cell(nest, use, counter, n)];
}

static double *at(const struct nest *nest, int use, const short *counter, int n)
{
	return element(nest, &nest->use[use], counter, n);
}

static void execute_side(const struct nest *nest, const struct side *side,
			 const short *counter, int n)
{
	*element(nest, &side->written, counter, n) =
		.125 + .5 * *element(nest, &side->read, counter, n);
}

static void execute(const struct nest *nest, const short *counter, int n)
{
	if (!nest->chosen || *at(nest, 1, counter, n) > .5) {
		double sum = 0;

		for (int i = 1; i < nest->uses; i++)
			sum += (3 + i) / 10. * *at(nest, i, counter, n);
		*at(nest, 0, counter, n) =
			nest->sums ? *at(nest, 0, counter, n) + sum : sum;
	}
	if (nest->second)
		*at(nest, 3, counter, n) = .25 + .5 * *at(nest, 2, counter, n);
}

static void fill(void)
{
	for (int i = 0; i < ARRAYS; i++)
		for (int j = 0; j < SIDE * SIDE; j++)
			memory[i][j] =
				(double)((i * 7919 + j * 104729) % 1000) / 999.;
}

static void execute_all(const struct nest *nest, const struct run *run,
			const struct key *keys)
{
	fill();
	for (int i = 0; i < run->count; i++) {
		const short *counter = run->counter[keys[i].iteration];
		int part = run->part[keys[i].iteration];

		if (part == BODY)
			execute(nest, counter, run->n);
		else
			execute_side(nest, &nest->side[part == BEHIND], counter,
				     run->n);
	}
}

/* ---- places that iterations share ---- */

struct pair {
	short early, late; /* iterations as written */
};

#define MOST_PAIRS 400000
static struct pair pairs[MOST_PAIRS];
static int pair_count;

static bool writes(const struct nest *nest, int part, int use)
{
	return use == 0 || (use == 3 && part == BODY && nest->second);
}

static bool meet(const struct nest *nest, const struct run *run, int a, int b)
{
	const struct use *of_a[MOST_USES], *of_b[MOST_USES];
	int count_a = uses_of(nest, run->part[a], of_a);
	int count_b = uses_of(nest, run->part[b], of_b);

	for (int i = 0; i < count_a; i++)
		for (int j = 0; j < count_b; j++)
			if ((writes(nest, run->part[a], i) ||
			     writes(nest, run->part[b], j)) &&
			    of_a[i]->array == of_b[j]->array &&
			    cell(nest, of_a[i], run->counter[a], run->n) ==
				    cell(nest, of_b[j], run->counter[b],
					 run->n))
				return true;
	return false;
}

static void find_pairs(const struct nest *nest, const struct run *run)
{
	pair_count = 0;
	for (int a = 0; a < run->count; a++)
		for (int b = a + 1; b < run->count; b++)
			if (pair_count < MOST_PAIRS && meet(nest, run, a, b))
				pairs[pair_count++] =
					(struct pair){(short)a, (short)b};
}

/*
 * Are both in one iteration of so many of the outermost loops, which are shared
 * out? Where parts are shared out for themselves, all threads are through with
 * the one before the other begins.
 */
static bool are_together(const struct key *early, const struct key *late,
			 int shared)
{
	int from = early->outermost;
	bool apart = shared && early->parted && early->part < from + shared;

	if (apart && early->of[early->part] != late->of[early->part])
		return true;
	return memcmp(early->of + from, late->of + from,
		      (shared + apart) * sizeof(early->of[0])) == 0;
}

/* Does every later one come later, and none elsewhere where so many of the
   outermost loops are shared out? */
static bool is_legal(const struct key *keys, int shared)
{
	for (int i = 0; i < pair_count; i++) {
		const struct key *early = &keys[pairs[i].early];
		const struct key *late = &keys[pairs[i].late];
		int outermost = early->outermost;

		if (compare_keys(early, late) >= 0)
			return false;
		if (memcmp(early->of, late->of,
			   outermost * sizeof(early->of[0])) == 0 &&
		    !are_together(early, late, shared))
			return false;
	}
	return true;
}

/* Every loop stays inside those whose counters its ends are made of. */
static bool has_bounds(const struct nest *nest, const struct order *order)
{
	unsigned outside = (1u << order->first) - 1;

	for (int i = 0; i < order->count; i++) {
		const struct loop *loop = &nest->loop[order->loop[i]];

		if ((loop->from_loop >= 0 &&
		     !(outside >> loop->from_loop & 1)) ||
		    (loop->to_loop >= 0 && !(outside >> loop->to_loop & 1)))
			return false;
		outside |= 1u << order->loop[i];
	}
	return true;
}

/* Does none that is shared out begin or end by another one of these? */
static bool is_rectangle(const struct nest *nest, const struct order *order)
{
	unsigned together = 0;

	for (int i = 0; i < order->together; i++)
		together |= 1u << order->loop[i];
	for (int i = 0; i < order->together; i++) {
		const struct loop *loop = &nest->loop[order->loop[i]];

		if ((loop->from_loop >= 0 && together >> loop->from_loop & 1) ||
		    (loop->to_loop >= 0 && together >> loop->to_loop & 1))
			return false;
	}
	return true;
}

/* ---- what podium says ---- */

static int loop_of(char counter)
{
	const char *place = strchr(counters, counter);

	return place && counter ? (int)(place - counters) : -1;
}

/* "distribute(i) order(j,i) tile(i:32)", with tiles of this size in the place
   of those, or "order(j,i) collapse(2)". */
static bool parse(const char *words, int size, struct order *order)
{
	const char *tiles = strstr(words, " tile(");
	const char *together = strstr(words, " collapse(");

	*order = (struct order){.first = MOST_LOOPS};
	if (together)
		order->together = atoi(together + strlen(" collapse("));
	if (strncmp(words, "distribute(", strlen("distribute(")) == 0)
		words += strcspn(words, " ") + 1;
	if (strncmp(words, "order(", 6) != 0)
		return false;
	for (words += 6; words[-1] != ')'; words += 2) {
		int loop = loop_of(*words);

		if (loop < 0 || order->count == MOST_LOOPS)
			return false;
		order->loop[order->count++] = loop;
		order->first = loop < order->first ? loop : order->first;
	}
	for (words = tiles ? tiles + 6 : ")"; *words != ')';
	     words += *words == ',') {
		order->tile[loop_of(*words)] = size;
		words += strcspn(words, ",)");
	}
	return true;
}

struct tally {
	long nests, offered, executed, wrong, illegal, missed, legal;
	long together; /* runs of loops shared out together */
	long apart;    /* of statements shared out for themselves */
	long inside;   /* with tiles of the loops inside them alone */
	json_t *reasons;
};

static bool is_offered(const json_t *variants, const struct order *order)
{
	for (size_t i = 0; i < json_array_size(variants); i++) {
		const char *words = json_string_value(json_object_get(
			json_array_get(variants, i), "variant"));
		struct order other;

		if (!strstr(words, "tile") && parse(words, 0, &other) &&
		    !other.together && other.count == order->count &&
		    memcmp(other.loop, order->loop, sizeof(other.loop)) == 0)
			return true;
	}
	return false;
}

static void complain(const struct nest *nest, int number, const char *words,
		     const char *what, int n)
{
	printf("# nest_%d, n = %d: %s: %s\n", number, n, words, what);
	print_nest(nest, number);
}

/* Does the loop come apart that was shared out? */
static bool is_apart(const struct nest *nest, const struct order *order)
{
	bool tiles = false;

	for (int i = 0; i < nest->loops; i++)
		tiles = tiles || order->tile[i];
	return nest->split && order->first == nest->around &&
	       order->loop[0] >= nest->split &&
	       (!tiles || cuts_inside(nest, order));
}

static void check_one(const struct nest *nest, const struct run *run,
		      int number, const char *words, int size,
		      struct tally *tally)
{
	static struct key keys[MOST_ITERATIONS];
	static double wanted[ARRAYS][SIDE * SIDE];
	struct order order, written = {0};
	int shared;

	if (!parse(words, size, &order)) {
		complain(nest, number, words, "cannot be read", run->n);
		tally->wrong++;
		return;
	}
	tally->together += order.together > 0;
	tally->apart += is_apart(nest, &order);
	tally->inside += cuts_inside(nest, &order);
	shared = order.together ? order.together : order.first == nest->around;
	make_keys(nest, &order, run, keys);
	if (!has_bounds(nest, &order) || !is_rectangle(nest, &order) ||
	    !is_legal(keys, shared)) {
		complain(nest, number, words, "is illegal", run->n);
		tally->illegal++;
	}
	qsort(keys, run->count, sizeof(keys[0]), compare_keys);
	execute_all(nest, run, keys);
	memcpy(wanted, memory, sizeof(memory));
	written.first = MOST_LOOPS;
	make_keys(nest, &written, run, keys);
	execute_all(nest, run, keys);
	tally->executed++;
	if (memcmp(wanted, memory, sizeof(memory)) != 0) {
		complain(nest, number, words, "gives other values", run->n);
		tally->wrong++;
	}
}

/* Orders that are legal for these sizes, but not offered. */
static void look_for_missed(const struct nest *nest, const struct run *run,
			    const json_t *object, struct order *order,
			    int depth, struct tally *tally)
{
	static struct key keys[MOST_ITERATIONS];
	bool same = true;

	if (depth < order->count) {
		for (int i = order->first; i < nest->loops; i++) {
			bool used = false;

			for (int j = 0; j < depth; j++)
				used |= order->loop[j] == i;
			order->loop[depth] = i;
			if (!used)
				look_for_missed(nest, run, object, order,
						depth + 1, tally);
		}
		return;
	}
	for (int i = 0; i < order->count; i++)
		same &= order->loop[i] == order->first + i;
	make_keys(nest, order, run, keys);
	if (same || !has_bounds(nest, order) || !is_legal(keys, 1))
		return;
	tally->legal++;
	if (!is_offered(json_object_get(object, "variants"), order)) {
		json_t *forbidden = json_object_get(object, "forbidden");
		const char *reason =
			json_object_iter_key(json_object_iter(forbidden));
		char shown[200];

		tally->missed++;
		snprintf(shown, sizeof(shown), "%s",
			 reason ? reason : "no reason");
		if (strstr(shown, "in another iteration"))
			snprintf(shown, sizeof(shown),
				 "a dependence for other sizes");
		json_object_set_new(
			tally->reasons, shown,
			json_integer(json_integer_value(json_object_get(
					     tally->reasons, shown)) +
				     1));
	}
}

static void check_nest(const struct nest *nest, int number,
		       const json_t *object, struct tally *tally)
{
	static struct run run;
	json_t *variants = json_object_get(object, "variants");
	struct order order = {.first = nest->around,
			      .count = nest->loops - nest->around};

	tally->nests++;
	tally->offered += (long)json_array_size(variants);
	for (int n = 4; n <= 7; n += 3) {
		run_nest(nest, n, &run);
		find_pairs(nest, &run);
		for (size_t i = 0; i < json_array_size(variants); i++) {
			const json_t *one = json_array_get(variants, i);

			check_one(nest, &run, number,
				  json_string_value(
					  json_object_get(one, "variant")),
				  2 + (int)(i % 2), tally);
		}
	}
	look_for_missed(nest, &run, object, &order, 0, tally);
}

static const json_t *object_of(const json_t *all, int number, int construct)
{
	char id[32];

	snprintf(id, sizeof(id), fortran ? "nest_%d_#%d" : "nest_%d#%d", number,
		 construct);
	for (size_t i = 0; i < json_array_size(all); i++)
		if (strcmp(json_string_value(json_object_get(
				   json_array_get(all, i), "id")),
			   id) == 0)
			return json_array_get(all, i);
	return NULL;
}

static bool check(int count, const char *path)
{
	static struct run run;
	json_t *all = json_load_file(path, 0, NULL);
	struct tally tally = {.reasons = json_object()};
	const char *reason;
	json_t *times;

	for (int i = 0; i < count; i++) {
		struct nest nest = next_nest(&run);
		const json_t *object = object_of(all, i, 1);

		if (object)
			check_nest(&nest, i, object, &tally);
	}
	printf("%ld of %d nests, %ld variants, %ld runs: %ld illegal, %ld with "
	       "other values; of %ld legal orders %ld not offered\n",
	       tally.nests, count, tally.offered, tally.executed, tally.illegal,
	       tally.wrong, tally.legal, tally.missed);
	printf("%ld runs of loops shared out together\n", tally.together);
	printf("%ld runs of statements shared out for themselves\n",
	       tally.apart);
	printf("%ld with tiles beside them\n", tally.inside);
	json_object_foreach(tally.reasons, reason, times)
		printf("%lld not offered: %s\n",
		       (long long)json_integer_value(times), reason);
	json_decref(tally.reasons);
	json_decref(all);
	return tally.illegal == 0 && tally.wrong == 0 && tally.offered > 0 &&
	       tally.nests > count * 9 / 10;
}

/* ---- regions ---- */

/* Two nests with one distribution, if their outermost loops run as often. */
struct region {
	struct nest nest[2];
	bool nowait; /* behind the first */
	bool owns;   /* each thread has a C */
};

/* How a nest is run: an order, and who has which of its iterations. */
struct way {
	struct order order;
	int shared; /* so many outermost loops are */
	int seed;   /* of any distribution; 0: the static one */
};

static const struct way as_written = {.order = {.first = MOST_LOOPS},
				      .shared = 1};

static struct run region_runs[2];
static struct key region_keys[2][MOST_ITERATIONS];
static int last_row[2]; /* of the outermost loops */

/* As GCC does it: the first threads have one iteration more. */
static int static_thread(int iteration, int count, int threads)
{
	int each = count / threads, more = count % threads;

	if (iteration < more * (each + 1))
		return iteration / (each + 1);
	return more + (iteration - more * (each + 1)) / each;
}

static int thread_of(int nest, const struct way *way, const struct key *key,
		     int threads)
{
	unsigned mixed = (unsigned)way->seed;

	if (!way->seed)
		return static_thread(key->of[0], last_row[nest] + 1, threads);
	for (int i = 0; i < way->shared; i++)
		mixed = mixed * 2654435761u + (unsigned)key->of[i] * 40503u;
	return (int)((mixed >> 13) % (unsigned)threads);
}

static void prepare(const struct region *region, const struct way *ways, int n)
{
	for (int i = 0; i < 2; i++) {
		struct run *run = &region_runs[i];

		run_nest(&region->nest[i], n, run);
		last_row[i] = 0;
		for (int j = 0; j < run->count; j++)
			if (run->number[j][0] > last_row[i])
				last_row[i] = run->number[j][0];
		make_keys(&region->nest[i], &ways[i].order, run,
			  region_keys[i]);
		qsort(region_keys[i], run->count, sizeof(struct key),
		      compare_keys);
	}
}

/* Threads that have touched a place since the last barrier. */
static struct place {
	unsigned readers, writers;
} places[ARRAYS][SIDE * SIDE];

static bool is_race(const struct place *place)
{
	unsigned all = place->readers | place->writers;

	return place->writers && (all & (all - 1));
}

static bool note_iteration(const struct nest *nest, const struct run *run,
			   int iteration)
{
	const struct use *uses[MOST_USES];
	int count = uses_of(nest, BODY, uses);
	bool good = true;

	for (int i = 0; i < count; i++) {
		struct place *place = &places[uses[i]->array][cell(
			nest, uses[i], run->counter[iteration], run->n)];

		if (owns && uses[i]->array == C)
			continue;
		if (writes(nest, BODY, i))
			place->writers |= 1u << thread;
		place->readers |= 1u << thread;
		good = good && !is_race(place);
	}
	return good;
}

/* The part of one thread; false where another one touches the same. */
static bool run_part(const struct region *region, const struct way *ways,
		     int number, int threads)
{
	const struct nest *nest = &region->nest[number];
	const struct run *run = &region_runs[number];
	bool good = true;

	for (int i = 0; i < run->count; i++) {
		const struct key *key = &region_keys[number][i];

		if (thread_of(number, &ways[number], key, threads) != thread)
			continue;
		good = note_iteration(nest, run, key->iteration) && good;
		execute(nest, run->counter[key->iteration], run->n);
	}
	return good;
}

/* False where threads meet without a barrier between. */
static bool run_region(const struct region *region, const struct way *ways,
		       int n, int threads, bool backwards)
{
	bool good = true;

	prepare(region, ways, n);
	fill();
	memset(own, 0, sizeof(own));
	memset(places, 0, sizeof(places));
	owns = region->owns;
	for (int first = 0; first < 2; first += 1 + region->nowait) {
		for (int i = 0; i < threads; i++) {
			thread = backwards ? threads - 1 - i : i;
			for (int j = first; j <= first + region->nowait; j++)
				good = run_part(region, ways, j, threads) &&
				       good;
		}
		memset(places, 0, sizeof(places));
	}
	owns = false;
	return good;
}

static bool is_free_of_races(const struct region *region, int seed)
{
	struct way ways[2] = {as_written, as_written};

	ways[0].seed = ways[1].seed = seed;
	for (int n = 4; n <= 7; n += 3)
		for (int threads = 2; threads <= MOST_THREADS; threads++)
			if (!run_region(region, ways, n, threads, false))
				return false;
	return true;
}

/*
 * It is right as it is written. Of loops that run as often OpenMP promises one
 * distribution, of others none.
 */
static bool is_right(const struct region *region)
{
	const struct loop *loops[] = {&region->nest[0].loop[0],
				      &region->nest[1].loop[0]};
	bool promised = memcmp(loops[0], loops[1], sizeof(*loops[0])) == 0;

	return is_free_of_races(region, 0) &&
	       (promised || !region->nowait || is_free_of_races(region, 1));
}

static struct region make_region(struct run *run)
{
	struct region region = {.nowait = chance(50), .owns = chance(40)};

	for (int i = 0; i < 2; i++) {
		do
			region.nest[i] = next_nest(run);
		while (region.nest[i].around);
	}
	if (chance(50))
		region.nest[1].loop[0] = region.nest[0].loop[0];
	if (chance(60))
		region.nest[1].use[1] = region.nest[0].use[0];
	return region;
}

static bool has_room(const struct region *region, struct run *run)
{
	for (int n = 4; n <= 7; n += 3)
		for (int i = 0; i < 2; i++)
			if (!run_nest(&region->nest[i], n, run) || !run->count)
				return false;
	return true;
}

static struct region next_region(struct run *run)
{
	struct region region;

	do
		region = make_region(run);
	while (!has_room(&region, run) || !is_right(&region));
	return region;
}

static void print_region(const struct region *region, int number)
{
	printf("void nest_%d(int n, double *restrict rows)\n{\n"
	       "#pragma omp parallel\n\t{\n",
	       number);
	if (region->owns)
		printf("\tdouble C[%d][%d] = {{0}};\n", SIDE, SIDE);
	for (int i = 0; i < 2; i++) {
		printf("#pragma omp for%s\n",
		       i == 0 && region->nowait ? " nowait" : "");
		for (int j = 0; j < region->nest[i].loops; j++)
			print_loop(&region->nest[i].loop[j], j);
		print_body(&region->nest[i]);
	}
	printf("\t}\n}\n");
}

static void print_regions(int count)
{
	static struct run run;

	printf("double A[%d][%d], B[%d][%d], C[%d][%d], flat[%d];\n", SIDE,
	       SIDE, SIDE, SIDE, SIDE, SIDE, SIDE * SIDE);
	for (int i = 0; i < count; i++) {
		struct region region = next_region(&run);

		print_region(&region, i);
	}
}

static void complain_of_region(const struct region *region, int number,
			       const char *words, const char *what,
			       struct tally *tally)
{
	printf("# nest_%d: %s: %s\n", number, words, what);
	print_region(region, number);
	tally->wrong++;
}

static void run_way(const struct region *region, int number, const char *words,
		    const struct way *ways, int n, struct tally *tally)
{
	static const struct way written[2] = {as_written, as_written};
	static double wanted[ARRAYS][SIDE * SIDE];

	for (int threads = 2; threads <= MOST_THREADS; threads++)
		for (int turn = 0; turn < 2; turn++) {
			run_region(region, written, n, threads, false);
			memcpy(wanted, memory, sizeof(memory));
			tally->executed++;
			if (!run_region(region, ways, n, threads, turn))
				complain_of_region(region, number, words,
						   "has a race", tally);
			else if (memcmp(wanted, memory, sizeof(memory)) != 0)
				complain_of_region(region, number, words,
						   "gives other values", tally);
		}
}

/* One variant of one of the two nests. */
static void check_way(const struct region *region, int number, int which,
		      const char *words, int size, struct tally *tally)
{
	struct way ways[2] = {as_written, as_written}, *way = &ways[which];

	if (!parse(words, size, &way->order)) {
		complain_of_region(region, number, words, "cannot be read",
				   tally);
		return;
	}
	if (way->order.together)
		way->shared = way->order.together;
	tally->offered++;
	tally->together += way->order.first == 0;
	for (int n = 4; n <= 7; n += 3)
		for (int seed = 1; seed <= 3; seed++) {
			way->seed = way->order.first == 0 ? seed : 0;
			run_way(region, number, words, ways, n, tally);
		}
}

static void check_region(const struct region *region, int number,
			 const json_t *all, struct tally *tally)
{
	for (int which = 0; which < 2; which++) {
		const json_t *object = object_of(all, number, which + 1);
		const json_t *variants = json_object_get(object, "variants");

		tally->nests += object != NULL;
		for (size_t i = 0; i < json_array_size(variants); i++)
			check_way(region, number, which,
				  json_string_value(json_object_get(
					  json_array_get(variants, i),
					  "variant")),
				  2 + (int)(i % 2), tally);
	}
}

static bool check_regions(int count, const char *path)
{
	static struct run run;
	json_t *all = json_load_file(path, 0, NULL);
	struct tally tally = {0};

	for (int i = 0; i < count; i++) {
		struct region region = next_region(&run);

		check_region(&region, i, all, &tally);
	}
	printf("%ld nests of %d regions, %ld variants, %ld runs: %ld wrong; in "
	       "%ld variants the shared loop moves\n",
	       tally.nests, count, tally.offered, tally.executed, tally.wrong,
	       tally.together);
	json_decref(all);
	return tally.wrong == 0 && tally.together > 0 &&
	       tally.nests > count * 9 / 5;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		return 2;
	random_state = strtoul(argv[2], NULL, 10);
	beside = strstr(argv[1], "beside");
	fortran = strstr(argv[1], "fortran");
	if (strcmp(argv[1], "region") == 0)
		print_regions(atoi(argv[3]));
	else if (strcmp(argv[1], "check-region") == 0)
		return argc < 5 || !check_regions(atoi(argv[3]), argv[4]);
	else if (strncmp(argv[1], "check", 5) != 0)
		print_source(atoi(argv[3]));
	else if (argc < 5 || !check(atoi(argv[3]), argv[4]))
		return 1;
	return 0;
}
