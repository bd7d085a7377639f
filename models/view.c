/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the terms of an estimate see.
 */
#include "view.h"

#include <math.h>

double view_size(const struct estimator *of, enum grain grain)
{
	return grain == LINES ? of->machine.line : of->machine.page;
}

bool view_all_share(const struct view *view,
		    const struct footprint_group *group)
{
	const struct nest *nest = view->of->nest;

	for (int i = 0; i < nest->collapse; i++)
		if (group->move[nest->around + i] != 0)
			return false;
	return !group->indirect;
}

/* As bytes: what references of a group lie apart along the shared loop. */
double view_beyond(const struct view *view, const struct footprint_group *group)
{
	const struct estimator *of = view->of;
	double move = fabs(group->move[of->parallel]);
	double bytes = 0;

	for (int i = of->parallel; i < of->nest->loop_count; i++)
		if (of->footprint.steps[of->parallel][i] != 0)
			bytes += group->spread[i] * fabs(group->stride[i]);
	return move > 0 ? bytes / (move * view_run(view)) : 0;
}

double view_run(const struct view *view)
{
	return fmax(view->shares.largest, 1);
}
