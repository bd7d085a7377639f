/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nests made by hand.
 */
#include "made.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MOST_SYMBOLS = 16 };

struct nest *made_nest(int loops, int references, int symbols)
{
	struct nest *nest = nest_new(loops, references);

	assert_non_null(nest);
	nest->collapse = 1;
	nest->symbol_count = symbols;
	return nest;
}

void made_loop(struct nest_loop *loop, int parent, int counter, double trip)
{
	loop->parent = parent;
	loop->counter = counter;
	loop->iteration = counter + 1;
	loop->from = formula_number(0);
	loop->step = formula_number(1);
	loop->trip = formula_number(trip);
	loop->code =
		(struct nest_code){.known = true, .lanes = 1, .unrolled = 1};
}

struct estimate made_estimate(struct nest *nest, const struct machine *machine,
			      const struct schedule *schedule)
{
	const double values[MOST_SYMBOLS] = {0};
	struct estimator *estimator;
	struct estimate estimate;

	assert_true(nest->symbol_count <= MOST_SYMBOLS);
	assert_int_equal(estimator_new(nest, values, machine, &estimator),
			 MODEL_OK);
	assert_int_equal(estimator_estimate(estimator, schedule, &estimate),
			 MODEL_OK);
	estimator_free(estimator);
	nest_free(nest);
	return estimate;
}
