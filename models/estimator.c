/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All of an estimate that does not depend on the schedule.
 */
#include "estimator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view.h"

static void find_touched(struct estimator *of)
{
	const struct nest *nest = of->nest;

	for (int i = 0; i < of->footprint.count; i++)
		for (int grain = 0; grain < GRAINS; grain++) {
			struct portion *touched = &of->touched[i][grain];
			double size = view_size(of, grain);

			touched->once =
				footprint_lines(&of->footprint, i, -1, size);
			touched->crowd_once =
				1 / footprint_sets(&of->footprint, i, -1, size);
			for (int j = of->footprint.groups[i].loop; j >= 0;
			     j = nest->loops[j].parent) {
				touched->full[j] = footprint_lines(
					&of->footprint, i, j, size);
				touched->crowd[j] =
					1 / footprint_sets(&of->footprint, i, j,
							   size);
			}
		}
}

/* Does the group touch the array of that name? Some have none. */
static bool touches(const struct estimator *of, int group, const char *name)
{
	int array = of->footprint.groups[group].array;
	const char *its_name = of->nest->references[array].name;

	return name && its_name && strcmp(its_name, name) == 0;
}

/* The group of that estimator which writes most of the array, or -1. */
static int group_writing(const struct estimator *of, const char *name)
{
	const struct footprint *footprint = &of->footprint;
	int best = -1;

	for (int i = 0; i < footprint->count; i++) {
		const struct footprint_group *group = &footprint->groups[i];

		if (group->writes > 0 && touches(of, i, name) &&
		    (best < 0 ||
		     of->touched[i][LINES].full[group->loop] >
			     of->touched[best][LINES]
				     .full[footprint->groups[best].loop]))
			best = i;
	}
	return best;
}

/* By itself, a nest follows itself. */
static void find_writers(struct estimator *of)
{
	for (int i = 0; i < of->footprint.count; i++)
		of->writers[i] = of->footprint.groups[i].writes > 0
					 ? (struct writer){of, i}
					 : (struct writer){NULL, 0};
}

/* Does the nest touch the array? Those without names are taken for others. */
static bool knows(const struct estimator *of, const char *name)
{
	for (int i = 0; i < of->footprint.count; i++)
		if (touches(of, i, name))
			return true;
	return false;
}

/* Bytes that the other one touches and this one does not. */
static double bytes_beside(const struct estimator *of,
			   const struct estimator *other, enum grain grain)
{
	double units = 0;

	for (int i = 0; i < other->footprint.count; i++) {
		const struct footprint_group *group =
			&other->footprint.groups[i];
		const struct portion *touched = &other->touched[i][grain];
		int outermost = nest_outermost(other->nest, group->loop);

		if (knows(of, other->nest->references[group->array].name))
			continue;
		units += outermost >= 0 ? touched->full[outermost]
					: touched->once;
	}
	return units * view_size(other, grain);
}

void estimator_follow(struct estimator *of, struct estimator *const *others,
		      int count)
{
	find_writers(of);
	for (int grain = 0; grain < GRAINS; grain++) {
		of->beside[grain] = 0;
		for (int j = 0; j < count; j++)
			of->beside[grain] +=
				bytes_beside(of, others[j], (enum grain)grain);
	}
	for (int i = 0; i < of->footprint.count; i++) {
		int array = of->footprint.groups[i].array;
		const char *name = of->nest->references[array].name;

		for (int j = 0; j < count && name; j++) {
			int group = group_writing(others[j], name);

			/* what runs less often is rarely what ran before */
			if (group < 0 ||
			    others[j]->work.regions < of->work.regions)
				continue;
			of->writers[i] = (struct writer){others[j], group};
			break;
		}
	}
	for (int i = 0; i < of->stage_count; i++)
		estimator_follow(of->stages[i], others, count);
}

static enum model_status weigh(struct estimator *of)
{
	double weight[NEST_MOST_LOOPS];
	const struct nest *nest = of->nest;

	for (int i = 0; i < nest->loop_count; i++) {
		const struct core_loop *core = &of->core.loops[i];

		of->lanes[i] = 1;
		weight[i] = i < nest->around
				    ? 0
				    : core_cycles(core, of->work.trip[i],
						  of->work.trip[core->filled]);
	}
	for (int i = nest->around; i < nest->loop_count; i++)
		if (of->core.loops[i].filled != i)
			of->lanes[of->core.loops[i].filled] =
				of->core.loops[i].lanes;
	for (int i = 0; i < nest->collapse - 1; i++)
		weight[nest->around + i] = 0;
	for (int i = nest->around; i < nest->loop_count; i++) {
		double cycles = weight[i] * of->work.executions[i];

		of->total += cycles;
		of->ordered += nest->loops[i].ordered * cycles;
	}
	of->ordered /= fmax(of->total, 1e-9);
	for (int i = 0; i < of->work.region_count; i++) {
		enum model_status status =
			work_weigh(&of->work, i, weight, &of->series[i]);

		if (status != MODEL_OK)
			return status;
	}
	return MODEL_OK;
}

static enum model_status prepare(struct estimator *of, const double *values,
				 const double *places)
{
	enum model_status status =
		work_evaluate(of->nest, values, places, &of->work);

	if (status != MODEL_OK)
		return status;
	status = footprint_find(of->nest, &of->work, values, &of->footprint);
	if (status != MODEL_OK)
		return status;
	of->touched = calloc(of->footprint.count + 1, sizeof(*of->touched));
	of->writers = calloc(of->footprint.count + 1, sizeof(*of->writers));
	of->series = calloc(of->work.region_count, sizeof(*of->series));
	if (!of->touched || !of->writers || !of->series)
		return MODEL_NO_MEMORY;
	core_find(&of->footprint, &of->machine, &of->core);
	find_touched(of);
	find_writers(of);
	return weigh(of);
}

/* ---- stages ---- */

/* The loop around the construct whose counter grows, not yet at a place. */
static int growing_loop(const struct nest *nest, const double *places)
{
	int staged = 0;

	for (int i = 0; i < nest->around && staged < MOST_STAGED; i++) {
		if (!nest_grows(&nest->loops[i]))
			continue;
		if (isnan(places[i]))
			return i;
		staged++;
	}
	return -1;
}

static enum model_status new_at(const struct estimator *like,
				const double *values, double *places,
				struct estimator **estimator);

static enum model_status find_stages(struct estimator *of, const double *values,
				     double *places)
{
	int loop = growing_loop(of->nest, places);
	double trip = loop < 0 ? 0 : of->work.trip[loop];
	int count = (int)fmin(trip, MOST_STAGES);
	enum model_status status = MODEL_OK;

	of->stands_for = trip / fmax(count, 1);
	for (int i = 0; i < count && status == MODEL_OK; i++) {
		places[loop] = floor((i + .5) * of->stands_for);
		status = new_at(of, values, places, &of->stages[i]);
		of->stage_count += status == MODEL_OK;
	}
	if (loop >= 0)
		places[loop] = NAN;
	return status;
}

static enum model_status new_at(const struct estimator *like,
				const double *values, double *places,
				struct estimator **estimator)
{
	struct estimator *of = calloc(1, sizeof(*of));
	enum model_status status;

	if (!of)
		return MODEL_NO_MEMORY;
	of->nest = like->nest;
	of->machine = like->machine;
	of->parallel = like->nest->around;
	status = prepare(of, values, places);
	if (status == MODEL_OK)
		status = find_stages(of, values, places);
	if (status == MODEL_OK)
		*estimator = of;
	else
		estimator_free(of);
	return status;
}

enum model_status estimator_new(const struct nest *nest, const double *values,
				const struct machine *machine,
				struct estimator **estimator)
{
	const struct estimator like = {.nest = nest, .machine = *machine};
	double places[NEST_MOST_LOOPS];

	for (int i = 0; i < NEST_MOST_LOOPS; i++)
		places[i] = NAN;
	return new_at(&like, values, places, estimator);
}

void estimator_free(struct estimator *of)
{
	if (!of)
		return;
	for (int i = 0; i < of->stage_count; i++)
		estimator_free(of->stages[i]);
	for (int i = 0; of->series && i < of->work.region_count; i++)
		series_free(&of->series[i]);
	free(of->series);
	free(of->touched);
	free(of->writers);
	footprint_free(&of->footprint);
	work_free(&of->work);
	free(of);
}

const struct work *estimator_work(const struct estimator *estimator)
{
	return &estimator->work;
}
