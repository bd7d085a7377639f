/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How long 100000 variants of one nest take: prints seconds of processor
 * time for a rectangular and for a triangular nest. No test; run by
 * tools/bench-models.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../../models/estimate.h"

#define VARIANTS 100000
#define SIZE 4000

enum { I, J = I + 2, SYMBOLS = J + 2 };

static void make_loop(struct nest_loop *loop, int parent, int counter,
		      struct formula *trip)
{
	loop->parent = parent;
	loop->counter = counter;
	loop->iteration = counter + 1;
	loop->from = formula_number(0);
	loop->step = formula_number(1);
	loop->trip = trip;
	loop->code.lanes = 1;
	loop->certain.count[NEST_ADD][TYPE_F64] = 1;
}

/* to[i][j] = from[i][j], all of it or below the diagonal */
static struct nest *make_nest(bool triangular)
{
	struct nest *nest = nest_new(2, 2);

	if (!nest)
		exit(1);
	nest->collapse = 1;
	nest->symbol_count = SYMBOLS;
	make_loop(&nest->loops[0], -1, I, formula_number(SIZE));
	make_loop(&nest->loops[1], 0, J,
		  triangular ? formula_symbol(I) : formula_number(SIZE));
	nest->loops[0].shared = true;
	for (int i = 0; i < 2; i++) {
		struct nest_reference *one = &nest->references[i];

		one->array = i;
		one->size = 8;
		one->count = 1;
		one->write = i == 0;
		one->loop = 1;
		one->stride[0] = formula_number(8 * SIZE);
		one->stride[1] = formula_number(8);
		one->offset = formula_number(0);
	}
	return nest;
}

static double seconds(bool triangular)
{
	struct nest *nest = make_nest(triangular);
	double values[SYMBOLS] = {0};
	struct machine machine;
	struct estimator *estimator;
	clock_t start = clock();

	machine_generic(&machine);
	if (estimator_new(nest, values, &machine, &estimator) != MODEL_OK)
		exit(1);
	for (int i = 0; i < VARIANTS; i++) {
		struct schedule schedule = {
			(enum machine_schedule)(i % SCHEDULE_COUNT),
			1 + i / SCHEDULE_COUNT / 64 % 391,
			1 + i / SCHEDULE_COUNT % 64};
		struct estimate estimate;

		if (estimator_estimate(estimator, &schedule, &estimate) !=
		    MODEL_OK)
			exit(1);
	}
	estimator_free(estimator);
	nest_free(nest);
	return (double)(clock() - start) / CLOCKS_PER_SEC;
}

int main(void)
{
	printf("%d variants of a rectangular nest: %.2f s\n", VARIANTS,
	       seconds(false));
	printf("%d variants of a triangular nest: %.2f s\n", VARIANTS,
	       seconds(true));
	return 0;
}
