/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines that are written in pieces, and other lines in between.
 */
#include "pieces.h"

#include <math.h>

#include "demand.h"

/* Rows that the group writes in one iteration of the loop that is left of those
   written out. What stays in one place is in registers. */
static double rows_of(const struct footprint *footprint,
		      const struct footprint_group *group, int left,
		      double line)
{
	double rows = 1;

	if (group->writes == 0 || group->move[left] == 0)
		return 0;
	for (int i = group->loop; i != left;
	     i = footprint->nest->loops[i].parent)
		if (fabs(group->move[i]) >= line)
			rows *= fmax(footprint->work->trip[i], 1);
	return rows;
}

static double rows_written(const struct footprint *footprint, int left,
			   double line)
{
	double rows = 0;

	for (int i = 0; i < footprint->count; i++)
		if (demand_remaining(footprint->nest,
				     footprint->groups[i].loop) == left)
			rows += rows_of(footprint, &footprint->groups[i], left,
					line);
	return rows;
}

bool pieces_are_written(const struct footprint *footprint,
			const struct footprint_group *group, double line)
{
	int left = demand_remaining(footprint->nest, group->loop);
	const struct nest_code *code = &footprint->nest->loops[left].code;
	double vector = fmin(code->lanes * group->size, line);

	return group->writes > 0 && group->reads == 0 && group->known &&
	       code->lanes > 1 && code->further_out == 0 &&
	       fabs(group->move[left]) == group->size &&
	       footprint_aside(footprint, group, left, vector) > 0 &&
	       rows_written(footprint, left, line) > 1;
}
