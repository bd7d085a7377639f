/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random loop nests.
 */
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 1;

void trial_seed(uint64_t seed)
{
	state = seed * 2 + 1;
	for (int i = 0; i < 8; i++)
		trial_below(2);
}

/* xorshift64* (Vigna 2016) */
int64_t trial_below(int64_t limit)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (int64_t)((state * 0x2545f4914f6cdd1d >> 33) % (uint64_t)limit);
}

int64_t trial_between(int64_t least, int64_t most)
{
	return least + trial_below(most - least + 1);
}

static bool one_in(int64_t count)
{
	return trial_below(count) == 0;
}

/* ---- expressions ----------------------------------------------------------
 */

static int node(struct trial *trial, enum formula_kind kind, int64_t number,
		int symbol)
{
	struct trial_node *one = &trial->node[trial->nodes];

	if (trial->nodes + 1 ==
	    (int)(sizeof(trial->node) / sizeof(trial->node[0])))
		abort();
	*one = (struct trial_node){kind, number, symbol, {-1, -1, -1}};
	return trial->nodes++;
}

static int number(struct trial *trial, int64_t value)
{
	return node(trial, FORMULA_NUMBER, value, -1);
}

static int symbol(struct trial *trial, int which)
{
	return node(trial, FORMULA_SYMBOL, 0, which);
}

static int choose(struct trial *trial, int condition, int yes, int no)
{
	int result = node(trial, FORMULA_CHOOSE, 0, -1);

	trial->node[result].operand[0] = condition;
	trial->node[result].operand[1] = yes;
	trial->node[result].operand[2] = no;
	return result;
}

static int both(struct trial *trial, enum formula_kind kind, int a, int b)
{
	int result = node(trial, kind, 0, -1);

	trial->node[result].operand[0] = a;
	trial->node[result].operand[1] = b;
	return result;
}

static int plus(struct trial *trial, int a, int64_t more)
{
	return both(trial, FORMULA_ADD, a, number(trial, more));
}

static int times(struct trial *trial, int a, int64_t factor)
{
	return both(trial, FORMULA_MULTIPLY, a, number(trial, factor));
}

static int64_t divide_down(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t value_of(const struct trial *trial, int index)
{
	const struct trial_node *one = &trial->node[index];
	int64_t a, b;

	if (one->kind == FORMULA_NUMBER)
		return one->number;
	if (one->kind == FORMULA_SYMBOL)
		return trial->value[one->symbol];
	a = value_of(trial, one->operand[0]);
	if (one->kind == FORMULA_CHOOSE)
		return value_of(trial, one->operand[a ? 1 : 2]);
	b = value_of(trial, one->operand[1]);
	switch (one->kind) {
	case FORMULA_ADD:
		return a + b;
	case FORMULA_MULTIPLY:
		return a * b;
	case FORMULA_DIVIDE:
		return divide_down(a, b);
	case FORMULA_DIVIDE_UP:
		return -divide_down(-a, b);
	case FORMULA_MODULO:
		return a - b * divide_down(a, b);
	case FORMULA_MIN:
		return a < b ? a : b;
	case FORMULA_MAX:
		return a < b ? b : a;
	case FORMULA_LESS:
		return a < b;
	case FORMULA_LESS_EQUAL:
		return a <= b;
	case FORMULA_EQUAL:
		return a == b;
	case FORMULA_AND:
		return a & b;
	case FORMULA_OR:
		return a | b;
	case FORMULA_XOR:
		return a ^ b;
	case FORMULA_SHIFT:
		return a >> b;
	default:
		abort();
	}
}

static struct formula *formula_of(const struct trial *trial, int index)
{
	const struct trial_node *one = &trial->node[index];
	struct formula *operand[3] = {NULL, NULL, NULL};

	if (one->kind == FORMULA_NUMBER)
		return formula_number((double)one->number);
	if (one->kind == FORMULA_SYMBOL)
		return formula_symbol(one->symbol);
	for (int i = 0; i < 3; i++)
		if (one->operand[i] >= 0)
			operand[i] = formula_of(trial, one->operand[i]);
	return formula_new(one->kind, operand[0], operand[1], operand[2]);
}

/* ---- loops by chance ------------------------------------------------------
 */

/* Some loop around this one that bounds may speak of; -1 for none. */
static int ancestor(const struct trial *trial, int loop)
{
	int parent = trial->loop[loop].parent;

	while (parent >= 0 && trial->loop[parent].parent >= 0 && one_in(3))
		parent = trial->loop[parent].parent;
	return parent;
}

static int outer(struct trial *trial, int of)
{
	return symbol(trial, trial_counter(of));
}

/* Sizes that a deep nest can still be run through. */
static int64_t extent(const struct trial *trial)
{
	static const int64_t most[] = {0, 90, 40, 24, 12, 8, 6, 5};

	return trial_between(0, most[trial->loops]);
}

static void go_up(struct trial *trial, int loop, int64_t step)
{
	struct trial_loop *to = &trial->loop[loop];
	int64_t from = trial_between(-3, 5);

	to->step = step;
	to->from = number(trial, from);
	to->to = number(trial, from + extent(trial) * step - trial_below(step));
}

static void go_down(struct trial *trial, int loop, int64_t step)
{
	struct trial_loop *to = &trial->loop[loop];
	int64_t from = trial_between(3, 40);

	to->step = -step;
	to->from = number(trial, from);
	to->to = number(trial, from - extent(trial) * step + trial_below(step));
}

static void be_rectangular(struct trial *trial, int loop)
{
	go_up(trial, loop, 1);
	if (one_in(3)) {
		int64_t n = extent(trial);
		int which = (int)trial_below(TRIAL_PARAMETERS);

		/* a bound that is a parameter, beside a number */
		trial->loop[loop].from = number(trial, 0);
		trial->loop[loop].to = plus(trial, symbol(trial, which),
					    n - trial->value[which]);
	}
}

static void be_strided(struct trial *trial, int loop)
{
	int64_t step = trial_between(1, 5);

	if (one_in(2))
		go_up(trial, loop, step);
	else
		go_down(trial, loop, step);
}

static void be_triangular(struct trial *trial, int loop)
{
	struct trial_loop *to = &trial->loop[loop];
	int of = ancestor(trial, loop);
	int64_t slack = trial_between(-2, 2);

	go_up(trial, loop, 1);
	if (of < 0)
		return;
	switch (trial_below(4)) {
	case 0: /* j < i */
		to->from = number(trial, 0);
		to->to = plus(trial, outer(trial, of), slack);
		break;
	case 1: /* j = i .. */
		to->from = plus(trial, outer(trial, of), slack);
		to->to = number(trial, trial_between(0, 30));
		break;
	case 2: /* down to it */
		to->from = number(trial, trial_between(0, 30));
		to->to = plus(trial, outer(trial, of), slack);
		to->step = -1;
		break;
	default: /* a band */
		to->from = plus(trial, outer(trial, of), -2);
		to->to = plus(trial, outer(trial, of), trial_between(0, 6));
	}
}

/* Walks through the tile that a loop around it has stepped to. */
static void be_tiled(struct trial *trial, int loop)
{
	struct trial_loop *to = &trial->loop[loop];
	int of = ancestor(trial, loop);

	if (of < 0 || trial->loop[of].step < 2) {
		go_up(trial, loop, trial_between(2, 9));
		return;
	}
	to->step = one_in(4) ? 2 : 1;
	to->from = outer(trial, of);
	to->to = both(trial, FORMULA_MIN,
		      plus(trial, outer(trial, of), trial->loop[of].step),
		      number(trial, trial_between(1, 60)));
	if (one_in(3))
		to->from = both(trial, FORMULA_MAX, to->from,
				number(trial, trial_between(0, 9)));
}

static int irregular_value(struct trial *trial, int of)
{
	int x = outer(trial, of);
	int64_t k = trial_between(2, 6);

	switch (trial_below(9)) {
	case 0:
		return both(trial, FORMULA_DIVIDE, x, number(trial, k));
	case 1:
		return both(trial, FORMULA_DIVIDE_UP, x, number(trial, k));
	case 2:
		return both(trial, FORMULA_MODULO, x, number(trial, k));
	case 3:
		return choose(trial,
			      both(trial, FORMULA_LESS, x,
				   number(trial, trial_between(0, 12))),
			      number(trial, k), plus(trial, x, -3));
	case 4:
		return choose(trial,
			      both(trial, FORMULA_EQUAL, x,
				   number(trial, trial_between(0, 12))),
			      number(trial, k + 5), number(trial, 3));
	case 5:
		return both(trial, FORMULA_AND, x, number(trial, k));
	case 6:
		return both(trial, FORMULA_SHIFT, x, number(trial, 1));
	case 7: /* a bump, seen from few places */
		return both(trial, FORMULA_MAX, number(trial, 1),
			    both(trial, FORMULA_MIN, plus(trial, x, -2),
				 plus(trial, times(trial, x, -1),
				      trial_between(3, 12))));
	default:
		return times(trial, symbol(trial, trial_counter(of) + 1), k);
	}
}

static void be_irregular(struct trial *trial, int loop)
{
	struct trial_loop *to = &trial->loop[loop];
	int of = ancestor(trial, loop);
	int64_t step = trial_between(1, 3);

	go_up(trial, loop, step);
	if (of < 0)
		return;
	if (one_in(2)) {
		to->from = number(trial, 0);
		to->to = irregular_value(trial, of);
	} else {
		to->from = irregular_value(trial, of);
		to->to = number(trial, trial_between(0, 20));
	}
}

static void (*const makers[])(struct trial *trial, int loop) = {
	[TRIAL_RECTANGULAR] = be_rectangular,
	[TRIAL_TRIANGULAR] = be_triangular,
	[TRIAL_TILED] = be_tiled,
	[TRIAL_STRIDED] = be_strided,
	[TRIAL_IRREGULAR] = be_irregular,
};

/* Loops that are collapsed hold each other; the rest hangs anywhere. */
static int parent_of(const struct trial *trial, int loop)
{
	int last = trial->around + trial->collapse - 1;

	if (loop <= last + 1)
		return loop - 1;
	return one_in(3) ? (int)trial_between(last, loop - 1) : loop - 1;
}

static void make_loop(struct trial *trial, int loop, enum trial_family family)
{
	int depth = loop - trial->around;

	trial->loop[loop].parent = parent_of(trial, loop);
	if (family == TRIAL_MIXED || one_in(3))
		family = (enum trial_family)trial_below(TRIAL_MIXED);
	if (depth > 0 && depth < trial->collapse && one_in(2))
		family = TRIAL_RECTANGULAR;
	makers[family](trial, loop);
	trial->loop[loop].named = trial->loop[loop].step == trial->value[0];
	trial->loop[loop].conditional = depth >= trial->collapse && one_in(12);
}

/* Up to so many references that move alike, to each array. */
static void make_references(struct trial *trial)
{
	trial->references = (int)trial_below(TRIAL_REFERENCES + 1);
	for (int i = 0; i < trial->references; i++) {
		struct trial_reference *one = &trial->reference[i];

		one->array = (int)trial_below(3);
		one->loop = (int)trial_between(
			trial->around + trial->collapse - 1, trial->loops - 1);
		one->size = one_in(3) ? 4 : 8;
		one->count = trial_between(1, 3);
		one->write = one_in(3);
		one->offset = one->size * trial_between(-40, 40);
		for (int loop = one->loop; loop >= 0;
		     loop = trial->loop[loop].parent)
			one->stride[loop] =
				one_in(3) ? 0
					  : one->size * trial_between(-9, 30);
	}
}

void trial_random(struct trial *trial, enum trial_family family)
{
	memset(trial, 0, sizeof(*trial));
	trial->value[0] = 3;
	for (int i = 1; i < TRIAL_PARAMETERS; i++)
		trial->value[i] = trial_between(1, 30);
	trial->collapse = one_in(2) ? 1 : (int)trial_between(2, 3);
	trial->around = one_in(2) ? 0 : (int)trial_between(1, 2);
	trial->loops = trial->around + trial->collapse;
	trial->loops = (int)trial_between(
		trial->loops, trial->loops + 3 < TRIAL_LOOPS ? trial->loops + 3
							     : TRIAL_LOOPS);
	for (int i = 0; i < trial->loops; i++)
		make_loop(trial, i, family);
	make_references(trial);
}

/* ---- as models/ sees it -----------------------------------------------------
 */

static struct formula *trip_of(const struct trial *trial,
			       const struct trial_loop *loop)
{
	bool up = loop->step > 0;
	struct formula *way = formula_new(
		FORMULA_ADD, formula_of(trial, up ? loop->to : loop->from),
		formula_new(FORMULA_MULTIPLY, formula_number(-1),
			    formula_of(trial, up ? loop->from : loop->to),
			    NULL),
		NULL);

	if (loop->step == 1 || loop->step == -1)
		return way;
	return formula_new(FORMULA_DIVIDE_UP, way,
			   loop->named
				   ? formula_symbol(0)
				   : formula_number((double)llabs(loop->step)),
			   NULL);
}

static void give_reference(const struct trial_reference *from,
			   const struct trial *trial, struct nest_reference *to)
{
	to->array = from->array;
	to->loop = from->loop;
	to->size = (double)from->size;
	to->count = (double)from->count;
	to->write = from->write;
	to->offset = formula_number((double)from->offset);
	for (int loop = from->loop; loop >= 0; loop = trial->loop[loop].parent)
		to->stride[loop] = formula_number(
			(double)(from->stride[loop] * trial->loop[loop].step));
}

struct nest *trial_nest(const struct trial *trial)
{
	struct nest *nest = nest_new(trial->loops, trial->references);

	if (!nest)
		return NULL;
	nest->around = trial->around;
	nest->collapse = trial->collapse;
	nest->symbol_count = TRIAL_SYMBOLS;
	for (int i = 0; i < trial->loops; i++) {
		const struct trial_loop *from = &trial->loop[i];
		struct nest_loop *to = &nest->loops[i];

		to->parent = from->parent;
		to->counter = trial_counter(i);
		to->iteration = trial_counter(i) + 1;
		to->from = formula_of(trial, from->from);
		to->step = from->named ? formula_symbol(0)
				       : formula_number((double)from->step);
		to->trip = trip_of(trial, from);
		to->shared = i >= trial->around &&
			     i < trial->around + trial->collapse;
		to->conditional = from->conditional;
		to->code.lanes = 1;
	}
	for (int i = 0; i < trial->references; i++)
		give_reference(&trial->reference[i], trial,
			       &nest->references[i]);
	return nest;
}

void trial_values(const struct trial *trial, double *values)
{
	for (int i = 0; i < TRIAL_SYMBOLS; i++)
		values[i] =
			i < TRIAL_PARAMETERS ? (double)trial->value[i] : -77;
}

/* ---- running it -----------------------------------------------------------
 */

struct run {
	struct trial *trial;
	long left;
	trial_visit *visit;
	void *data;
};

static bool run_inside(struct run *run, int parent);

static bool run_loop(struct run *run, int index)
{
	struct trial *trial = run->trial;
	const struct trial_loop *loop = &trial->loop[index];
	int64_t from = value_of(trial, loop->from);
	int64_t to = value_of(trial, loop->to);
	int64_t iteration = 0;

	for (int64_t x = from; loop->step > 0 ? x < to : x > to;
	     x += loop->step) {
		if (run->left-- <= 0)
			return false;
		trial->value[trial_counter(index)] = x;
		trial->value[trial_counter(index) + 1] = iteration++;
		run->visit(trial, index, run->data);
		if (!run_inside(run, index))
			return false;
	}
	return true;
}

static bool run_inside(struct run *run, int parent)
{
	for (int i = parent + 1; i < run->trial->loops; i++)
		if (run->trial->loop[i].parent == parent && !run_loop(run, i))
			return false;
	return true;
}

bool trial_run(struct trial *trial, long most, trial_visit *visit, void *data)
{
	struct run run = {trial, most, visit, data};

	return run_inside(&run, -1);
}

/* ---- in words --------------------------------------------------------------
 */

static void print_node(const struct trial *trial, int index)
{
	static const char *const names[] = {
		[FORMULA_ADD] = "+",	  [FORMULA_MULTIPLY] = "*",
		[FORMULA_DIVIDE] = "div", [FORMULA_DIVIDE_UP] = "cdiv",
		[FORMULA_MODULO] = "mod", [FORMULA_MIN] = "min",
		[FORMULA_MAX] = "max",	  [FORMULA_CHOOSE] = "?",
		[FORMULA_LESS] = "<",	  [FORMULA_EQUAL] = "==",
		[FORMULA_AND] = "&",	  [FORMULA_SHIFT] = ">>",
	};
	const struct trial_node *one = &trial->node[index];

	if (one->kind == FORMULA_NUMBER) {
		printf("%ld", (long)one->number);
		return;
	}
	if (one->kind == FORMULA_SYMBOL) {
		int loop = (one->symbol - TRIAL_PARAMETERS) / 2;

		if (one->symbol < TRIAL_PARAMETERS)
			printf("n%d", one->symbol);
		else if (one->symbol == trial_counter(loop))
			printf("x%d", loop);
		else
			printf("iter(x%d)", loop);
		return;
	}
	printf("(%s", names[one->kind]);
	for (int i = 0; i < 3; i++)
		if (one->operand[i] >= 0) {
			putchar(' ');
			print_node(trial, one->operand[i]);
		}
	putchar(')');
}

void trial_print(const struct trial *trial)
{
	printf("# around %d, collapse %d\n", trial->around, trial->collapse);
	for (int i = 0; i < trial->loops; i++) {
		const struct trial_loop *loop = &trial->loop[i];

		printf("# x%d in x%d%s: from ", i, loop->parent,
		       loop->conditional ? " if" : "");
		print_node(trial, loop->from);
		printf(" to ");
		print_node(trial, loop->to);
		printf(" by %ld\n", (long)loop->step);
	}
	for (int i = 0; i < trial->references; i++) {
		const struct trial_reference *one = &trial->reference[i];

		printf("# %s of array %d in x%d, %ld bytes at %ld",
		       one->write ? "write" : "read", one->array, one->loop,
		       (long)one->size, (long)one->offset);
		for (int loop = 0; loop <= one->loop; loop++)
			printf(" + %ld * x%d", (long)one->stride[loop], loop);
		putchar('\n');
	}
	for (int i = 0; i < TRIAL_PARAMETERS; i++)
		printf("# n%d = %ld\n", i, (long)trial->value[i]);
}
