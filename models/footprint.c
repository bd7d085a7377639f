/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Footprints of groups of references.
 */
#include "footprint.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "constants.h"

/* Steps after which the sets that a stride meets come again, or nearly. */
#define MOST_REPEATS 512

/* ---- how loops move counters ----------------------------------------------
 */

/* Set every counter to an iteration in the middle, outermost first. */
static void place_counters(const struct nest *nest, const struct work *work,
			   int moved, double *values, double *counter)
{
	for (int i = 0; i < nest->loop_count; i++) {
		double iteration =
			work->place[i] + floor(fmax(work->trip[i] - 2, 0) / 2);

		iteration += i == moved;
		counter[i] = nest_count_on(&nest->loops[i], values, iteration);
	}
}

static double step_of(const struct nest *nest, int loop, const double *values)
{
	double step = formula_value(nest->loops[loop].step, values);

	return isfinite(step) && step != 0 ? step : 1;
}

/* A counter that goes on where it ended moves by all its iterations. */
static double floating_steps(const struct footprint *footprint, int loop,
			     int counter)
{
	const struct nest *nest = footprint->nest;
	double steps = 1;

	for (int i = counter; i != loop; i = nest->loops[i].parent)
		steps *= fmax(footprint->work->trip[i], 1);
	return steps;
}

static void find_steps(struct footprint *footprint, double *values)
{
	const struct nest *nest = footprint->nest;
	double before[NEST_MOST_LOOPS];
	double after[NEST_MOST_LOOPS];

	for (int i = 0; i < nest->loop_count; i++) {
		place_counters(nest, footprint->work, -1, values, before);
		place_counters(nest, footprint->work, i, values, after);
		for (int j = i; j < nest->loop_count; j++)
			footprint->steps[i][j] =
				nest_is_inside(nest, j, i)
					? (after[j] - before[j]) /
						  step_of(nest, j, values)
					: 0;
	}
	place_counters(nest, footprint->work, -1, values, before);
	for (int i = 0; i < nest->loop_count; i++) {
		footprint->step[i] = step_of(nest, i, values);
		footprint->floats[i] =
			isnan(formula_value(nest->loops[i].from, values));
	}
	for (int i = 0; i < nest->loop_count; i++)
		for (int j = i + 1; j < nest->loop_count; j++)
			if (footprint->floats[j] && nest_is_inside(nest, j, i))
				footprint->steps[i][j] =
					floating_steps(footprint, i, j);
}

/* ---- groups ------------------------------------------------------------- */

/*
 * Bytes of as many elements as the reference has executions: a guess at the
 * size of what data chooses from, where nothing says it.
 */
static double all_elements(const struct footprint *footprint,
			   const struct nest_reference *reference)
{
	return fmax(footprint->work->executions[reference->loop], 1) *
	       reference->size;
}

static void measure(const struct footprint *footprint,
		    const struct nest_reference *reference,
		    const double *values, struct footprint_group *group)
{
	const struct nest *nest = footprint->nest;

	memset(group, 0, sizeof(*group));
	group->array = reference->array;
	group->loop = reference->loop;
	group->type = reference->type;
	group->pointed = reference->pointed;
	group->size = reference->size;
	group->indirect = reference->indirect;
	group->is_private = reference->is_private;
	group->known = !reference->indirect;
	group->extent = formula_value(reference->extent, values);
	if (!(group->extent > 0))
		group->extent = reference->indirect
					? all_elements(footprint, reference)
					: INFINITY;
	for (int i = 0; i < nest->loop_count; i++) {
		if (!nest_is_inside(nest, reference->loop, i))
			continue;
		group->stride[i] = formula_value(reference->stride[i], values);
		if (!isnan(group->stride[i]))
			continue;
		/* from one region to the next: taken to stay */
		group->stride[i] = 0;
		group->known = group->known && i < nest->around;
	}
	if (!group->known && !group->indirect)
		group->stride[reference->loop] = reference->size;
}

static void find_moves(const struct footprint *footprint,
		       struct footprint_group *group)
{
	for (int i = 0; i < footprint->nest->loop_count; i++)
		for (int j = i; j < footprint->nest->loop_count; j++)
			group->move[i] +=
				footprint->steps[i][j] * group->stride[j];
}

/* By the innermost loop that moves the address. */
static enum machine_stride kind_of(const struct footprint *footprint,
				   const struct footprint_group *group)
{
	int loop = group->loop;
	double move;

	if (group->indirect)
		return STRIDE_RANDOM;
	while (loop >= 0 && group->move[loop] == 0)
		loop = footprint->nest->loops[loop].parent;
	move = loop >= 0 ? fabs(group->move[loop]) : 0;
	return move <= 64     ? STRIDE_SEQUENTIAL
	       : move <= 2048 ? STRIDE_NEAR
			      : STRIDE_FAR;
}

/*
 * The way from one reference to the other as steps of counters, those of
 * large stride first, and bytes that are left. False if it is too far.
 */
static bool take_apart(const struct footprint_group *group, int loops,
		       double offset, double *steps, double *left)
{
	bool used[NEST_MOST_LOOPS] = {false};

	memset(steps, 0, loops * sizeof(*steps));
	for (;;) {
		int largest = -1;

		for (int i = 0; i < loops; i++)
			if (!used[i] && group->stride[i] != 0 &&
			    (largest < 0 ||
			     fabs(group->stride[i]) >
				     fabs(group->stride[largest])))
				largest = i;
		if (largest < 0)
			break;
		used[largest] = true;
		steps[largest] = round(offset / group->stride[largest]);
		if (fabs(steps[largest]) > constant(FAR_APART))
			return false;
		offset -= steps[largest] * group->stride[largest];
	}
	*left = offset;
	return fabs(offset) <= 4096;
}

/* A group while it is being put together. */
struct growing {
	double least[NEST_MOST_LOOPS], most[NEST_MOST_LOOPS];
	double least_left, most_left;
};

static bool moves_alike(const struct footprint_group *a,
			const struct footprint_group *b, int loops)
{
	return a->array == b->array && a->loop == b->loop &&
	       a->size == b->size && a->indirect == b->indirect &&
	       a->known == b->known &&
	       memcmp(a->stride, b->stride, loops * sizeof(*a->stride)) == 0;
}

/* Add the reference if it belongs to the group. */
static bool joins(struct footprint_group *group, struct growing *growing,
		  const struct footprint_group *one, double offset, int loops)
{
	double steps[NEST_MOST_LOOPS];
	double left;

	if (!moves_alike(group, one, loops))
		return false;
	if (!take_apart(group, loops, offset - group->origin, steps, &left))
		return false;
	for (int i = 0; i < loops; i++) {
		growing->least[i] = fmin(growing->least[i], steps[i]);
		growing->most[i] = fmax(growing->most[i], steps[i]);
		group->spread[i] = growing->most[i] - growing->least[i];
	}
	growing->least_left = fmin(growing->least_left, left);
	growing->most_left = fmax(growing->most_left, left);
	group->block = growing->most_left - growing->least_left;
	return true;
}

/* Is no reference before it at the same place of the group? */
static bool is_distinct(const struct footprint_place *places, int index)
{
	for (int i = 0; i < index; i++)
		if (places[i].group == places[index].group &&
		    places[i].offset == places[index].offset)
			return false;
	return true;
}

static void add_reference(struct footprint *footprint, struct growing *growing,
			  int index, const double *values)
{
	const struct nest_reference *reference =
		&footprint->nest->references[index];
	struct footprint_group one;
	double offset = formula_value(reference->offset, values);
	double count = reference->count *
		       (reference->conditional ? constant(CONDITIONAL) : 1);
	int loops = footprint->nest->loop_count;
	int i = 0;

	measure(footprint, reference, values, &one);
	offset = isfinite(offset) ? offset : 0;
	while (i < footprint->count &&
	       !joins(&footprint->groups[i], &growing[i], &one, offset, loops))
		i++;
	if (i == footprint->count) {
		find_moves(footprint, &one);
		one.kind = kind_of(footprint, &one);
		one.origin = offset;
		footprint->groups[i] = one;
		footprint->count++;
	}
	footprint->places[index] =
		(struct footprint_place){i, offset, count, reference->write};
	footprint->groups[i].places += is_distinct(footprint->places, index);
	footprint->groups[i].atomic |= reference->atomic;
	*(reference->write ? &footprint->groups[i].writes
			   : &footprint->groups[i].reads) += count;
}

enum model_status footprint_find(const struct nest *nest,
				 const struct work *work, const double *values,
				 struct footprint *footprint)
{
	struct footprint result = {.nest = nest, .work = work};
	int count = nest->reference_count + 1;
	struct growing *growing = calloc(count, sizeof(*growing));
	double *own = malloc((nest->symbol_count + 1) * sizeof(*own));
	bool good;

	result.groups = calloc(count, sizeof(*result.groups));
	result.places = calloc(count, sizeof(*result.places));
	result.steps = calloc(nest->loop_count + 1, sizeof(*result.steps));
	good = growing && own && result.groups && result.places && result.steps;
	if (good) {
		memcpy(own, values, nest->symbol_count * sizeof(*own));
		find_steps(&result, own);
		for (int i = 0; i < nest->reference_count; i++)
			add_reference(&result, growing, i, own);
		*footprint = result;
	} else {
		footprint_free(&result);
	}
	free(growing);
	free(own);
	return good ? MODEL_OK : MODEL_NO_MEMORY;
}

void footprint_free(struct footprint *footprint)
{
	free(footprint->groups);
	free(footprint->places);
	free(footprint->steps);
	memset(footprint, 0, sizeof(*footprint));
}

/* ---- boxes ----------------------------------------------------------------
 */

struct dimension {
	double stride, extent; /* bytes; how many values */
};

struct box {
	struct dimension of[NEST_MOST_LOOPS];
	int count;
	double points;	   /* of the box */
	double iterations; /* that make them: no more than these are real */
};

/* Values that the counter takes while the loop and those inside it run. */
static double extent_of(const struct footprint *footprint, int counter,
			int loop)
{
	const struct nest *nest = footprint->nest;
	const struct work *work = footprint->work;
	double span = 0;
	double whole = (work->high[counter] - work->low[counter]) /
		       fabs(footprint->step[counter]);

	for (int i = loop; i <= counter; i++)
		if (nest_is_inside(nest, i, loop) &&
		    nest_is_inside(nest, counter, i))
			span += fabs(footprint->steps[i][counter]) *
				fmax(work->trip[i] - 1, 0);
	if (footprint->floats[counter])
		return span + 1;
	return isfinite(whole) ? fmin(span, whole) + 1 : 1;
}

static void add_dimension(struct box *box, double stride, double extent)
{
	int i = box->count++;

	while (i > 0 && box->of[i - 1].stride > stride) {
		box->of[i] = box->of[i - 1];
		i--;
	}
	box->of[i].stride = stride;
	box->of[i].extent = extent;
}

static bool is_moved_by(const struct footprint *footprint,
			const struct footprint_group *group, int loop)
{
	for (int i = loop; i <= group->loop; i++)
		if (footprint->steps[loop][i] != 0 && group->stride[i] != 0)
			return true;
	return false;
}

/* The counters that move the group while the loop runs, as a box. */
static void find_box(const struct footprint *footprint,
		     const struct footprint_group *group, int loop,
		     struct box *box)
{
	const struct nest *nest = footprint->nest;

	*box = (struct box){.points = 1, .iterations = 1};
	for (int i = 0; i <= group->loop; i++) {
		bool runs = loop >= 0 && nest_is_inside(nest, i, loop) &&
			    nest_is_inside(nest, group->loop, i);
		double extent = runs ? extent_of(footprint, i, loop) : 1;

		if (runs && is_moved_by(footprint, group, i))
			box->iterations *= fmax(footprint->work->trip[i], 1);
		if (group->stride[i] == 0)
			continue;
		box->points *= extent;
		extent =
			fmin(extent + group->spread[i], extent * group->places);
		if (extent > 1)
			add_dimension(box, fabs(group->stride[i]), extent);
	}
}

/* Pieces of memory, equal and at equal distances in each dimension. */
struct pieces {
	double bytes; /* of each */
	double count;
	double stride, extent; /* of the last dimension between them */
};

/*
 * A dimension whose steps are within what is there makes it longer; one that
 * steps beyond repeats it.
 */
static void extend(struct pieces *pieces, const struct dimension *dimension,
		   double line)
{
	if (pieces->count == 1 &&
	    dimension->stride <= fmax(pieces->bytes, line)) {
		pieces->bytes += dimension->stride * (dimension->extent - 1);
		return;
	}
	if (pieces->count > 1 &&
	    dimension->stride <= pieces->stride * pieces->extent &&
	    fmod(dimension->stride, pieces->stride) == 0) {
		double longer =
			pieces->extent + dimension->stride / pieces->stride *
						 (dimension->extent - 1);

		pieces->count *= longer / pieces->extent;
		pieces->extent = longer;
		return;
	}
	pieces->count *= dimension->extent;
	pieces->stride = dimension->stride;
	pieces->extent = dimension->extent;
}

static double units_of_box(const struct footprint_group *group,
			   const struct box *box, double line)
{
	struct pieces pieces = {group->size + group->block, 1, 0, 0};
	double span = pieces.bytes;
	double units, filled;

	for (int i = 0; i < box->count; i++) {
		extend(&pieces, &box->of[i], line);
		span += box->of[i].stride * (box->of[i].extent - 1);
	}
	/* a piece begins anywhere in a line */
	units = pieces.bytes / line;
	if (line > 1)
		units += 1 - fmin(group->size, line) / line;
	filled = fmin(1, box->iterations / box->points);
	units = fmin(units * pieces.count * filled, span / line + (line > 1));
	return fmax(units, line > 1 ? 1 : group->size);
}

/* Elements drawn from the extent by chance. */
static double units_by_chance(const struct footprint *footprint,
			      const struct footprint_group *group, int loop,
			      double line)
{
	const struct nest *nest = footprint->nest;
	double drawn = group->reads + group->writes;
	double unit = fmax(line, group->size);
	double all;

	for (int i = loop; loop >= 0 && i <= group->loop; i++)
		if (nest_is_inside(nest, i, loop) &&
		    nest_is_inside(nest, group->loop, i))
			drawn *= fmax(footprint->work->trip[i], 1);
	all = fmax(group->extent / unit, 1);
	return fmax(all * -expm1(-drawn / all), 1) * unit / line;
}

double footprint_lines(const struct footprint *footprint, int index, int loop,
		       double line)
{
	const struct footprint_group *group = &footprint->groups[index];
	struct box box;
	double units;

	if (group->indirect)
		return units_by_chance(footprint, group, loop, line);
	find_box(footprint, group, loop, &box);
	units = units_of_box(group, &box, line);
	return fmin(units, ceil(group->extent / line) + (line > 1));
}

/* ---- sets ----------------------------------------------------------------
 */

/* Sets with lines in them, each a bit, as many places further on. */
static uint64_t turn(uint64_t sets, unsigned by)
{
	by %= FOOTPRINT_SETS;
	return by ? sets << by | sets >> (FOOTPRINT_SETS - by) : sets;
}

/* The sets of what lies in "sets", again and again at this distance. */
static uint64_t repeat(uint64_t sets, const struct dimension *dimension,
		       double line)
{
	double span = FOOTPRINT_SETS * line;
	double times = fmin(dimension->extent, MOST_REPEATS);
	double step = fmod(dimension->stride, span);
	uint64_t all = sets;

	if (isnan(step))
		return sets;
	for (int i = 1; i < times && all != UINT64_MAX; i++)
		all |= turn(sets, (unsigned)(fmod(i * step, span) / line));
	return all;
}

double footprint_sets(const struct footprint *footprint, int index, int loop,
		      double line)
{
	const struct footprint_group *group = &footprint->groups[index];
	double lines = ceil((group->size + group->block) / line);
	uint64_t sets = 1;
	struct box box;
	int count = 0;

	if (group->indirect || lines >= FOOTPRINT_SETS)
		return 1;
	find_box(footprint, group, loop, &box);
	for (int i = 1; i < lines; i++)
		sets |= turn(1, i);
	for (int i = 0; i < box.count; i++)
		sets = repeat(sets, &box.of[i], line);
	for (; sets; sets &= sets - 1)
		count++;
	return (double)count / FOOTPRINT_SETS;
}

/* ---- vectors ------------------------------------------------------------ */

/* Bytes from the beginning of the array to where the counters begin. */
static double beginning(const struct footprint *footprint,
			const struct footprint_group *group)
{
	const struct work *work = footprint->work;
	double place = 0;

	for (int i = 0; i <= group->loop; i++)
		place += group->stride[i] * work->low[i] / footprint->step[i];
	return place;
}

double footprint_aside(const struct footprint *footprint,
		       const struct footprint_group *group, int along,
		       double unit)
{
	double begin = beginning(footprint, group);
	double all = 0, aside = 0;

	for (int i = 0; i <= group->loop; i++)
		if (i != along && fmod(group->move[i], unit) != 0)
			return 1;
	for (int i = 0; i < footprint->nest->reference_count; i++) {
		const struct footprint_place *one = &footprint->places[i];

		if (&footprint->groups[one->group] != group)
			continue;
		all += one->count;
		if (fmod(begin + one->offset, unit) != 0)
			aside += one->count;
	}
	return all > 0 ? aside / all : 0;
}
