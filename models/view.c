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

double view_run(const struct view *view)
{
	return fmax(view->shares.largest, 1);
}
