/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the busiest thread touches.
 */
#include "portion.h"

#include <math.h>
#include <string.h>

/*
 * The part of a group that the busiest thread touches: its share of the
 * iterations and what it reads beyond each piece, in whole lines where they
 * are neighbours. Equation (3) of doc/models.md.
 */
static double part_of(const struct view *view,
		      const struct footprint_group *group)
{
	double move = fabs(group->move[view->of->parallel]);
	double line = view->of->machine.line;
	double times = 1 + view_beyond(view, group);
	double bytes;

	if (view->schedule->threads == 1 || view_all_share(view, group))
		return 1;
	if (move == 0 || move >= line)
		return fmin(1, view->share * times);
	bytes = fmax(move * view_run(view), group->size);
	return fmin(1, view->share * (times + (line - group->size) / bytes));
}

double portion_by(const struct view *view, int group, int loop,
		  enum grain grain)
{
	const struct portion *touched = &view->of->touched[group][grain];
	double all = loop < 0 ? touched->once : touched->full[loop];

	if (loop < 0 || loop > view->of->parallel)
		return all;
	return fmax(all * view->parts[group], 1);
}

static void find_footprints(struct view *view, enum grain grain)
{
	const struct footprint *footprint = &view->of->footprint;
	const struct nest *nest = view->of->nest;
	double *once = view->once[grain];
	double all = 0;

	memset(once, 0, nest->loop_count * sizeof(*once));
	for (int i = 0; i < footprint->count; i++) {
		int inner = -1;

		for (int loop = footprint->groups[i].loop; loop >= 0;
		     loop = nest->loops[loop].parent) {
			once[loop] += portion_by(view, i, inner, grain);
			inner = loop;
		}
		all += portion_by(view, i, inner, grain);
	}
	for (int i = 0; i < nest->loop_count; i++)
		once[i] *= view_size(view->of, grain);
	view->all[grain] = all * view_size(view->of, grain);
	view->between[grain] =
		view->all[grain] +
		view->of->beside[grain] / view->schedule->threads;
}

void portion_find(struct view *view)
{
	const struct footprint *footprint = &view->of->footprint;

	for (int i = 0; i < footprint->count; i++)
		view->parts[i] = part_of(view, &footprint->groups[i]);
	find_footprints(view, LINES);
	find_footprints(view, PAGES);
}
