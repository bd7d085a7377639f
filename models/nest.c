/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A loop nest as a model sees it.
 */
#include "nest.h"

#include <stdlib.h>

/* No number has more, whatever a counter is multiplied by. */
#define MOST_POWERS 1024

static bool make_room(struct nest *nest)
{
	int loops = nest->loop_count;
	int references = nest->reference_count;

	nest->loops = calloc(loops + 1, sizeof(*nest->loops));
	nest->references = calloc(references + 1, sizeof(*nest->references));
	if (!nest->loops || !nest->references)
		return false;
	for (int i = 0; i < references; i++) {
		nest->references[i].stride =
			calloc(loops + 1, sizeof(struct formula *));
		if (!nest->references[i].stride)
			return false;
	}
	return true;
}

struct nest *nest_new(int loop_count, int reference_count)
{
	struct nest *nest = calloc(1, sizeof(*nest));

	if (!nest)
		return NULL;
	nest->loop_count = loop_count;
	nest->reference_count = reference_count;
	if (make_room(nest))
		return nest;
	nest_free(nest);
	return NULL;
}

static void free_loop(struct nest_loop *loop)
{
	formula_free(loop->from);
	formula_free(loop->step);
	formula_free(loop->trip);
}

static void free_reference(struct nest_reference *reference, int loops)
{
	for (int i = 0; reference->stride && i < loops; i++)
		formula_free(reference->stride[i]);
	free(reference->stride);
	formula_free(reference->offset);
	formula_free(reference->extent);
}

void nest_free(struct nest *nest)
{
	if (!nest)
		return;
	for (int i = 0; nest->loops && i < nest->loop_count; i++)
		free_loop(&nest->loops[i]);
	for (int i = 0; nest->references && i < nest->reference_count; i++)
		free_reference(&nest->references[i], nest->loop_count);
	free(nest->loops);
	free(nest->references);
	free(nest);
}

bool nest_depends(const struct formula *formula, const struct nest_loop *loop)
{
	return formula_mentions(formula, loop->counter) ||
	       (loop->iteration >= 0 &&
		formula_mentions(formula, loop->iteration));
}

bool nest_grows(const struct nest_loop *loop)
{
	return formula_mentions(loop->step, loop->counter);
}

double nest_count_on(const struct nest_loop *loop, double *values,
		     double iteration)
{
	double *counter = &values[loop->counter];

	*counter = formula_value_or(loop->from, values, 0);
	if (loop->iteration >= 0)
		values[loop->iteration] = iteration;
	if (!nest_grows(loop))
		return *counter +=
		       iteration * formula_value_or(loop->step, values, 1);
	for (int i = 0; i < iteration && i < MOST_POWERS; i++)
		*counter += formula_value_or(loop->step, values, 0);
	return *counter;
}

bool nest_is_inside(const struct nest *nest, int loop, int other)
{
	while (loop >= 0 && loop != other)
		loop = nest->loops[loop].parent;
	return loop >= 0;
}

bool nest_is_innermost(const struct nest *nest, int loop)
{
	for (int i = loop + 1; i < nest->loop_count; i++)
		if (nest->loops[i].parent == loop)
			return false;
	return true;
}

int nest_outermost(const struct nest *nest, int loop)
{
	while (loop >= 0 && nest->loops[loop].parent >= 0)
		loop = nest->loops[loop].parent;
	return loop;
}
