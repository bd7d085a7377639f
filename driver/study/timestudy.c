/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The time-model paper's study on recorded tables.
 */
#include "timestudy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "models/clause.h"
#include "models/timemodel.h"
#include "rank/batch.h"
#include "powerstudy.h"

/* As published: each parameter in so many intervals. */
#define INTERVALS 5

/* ---- the model ---- */

/*
 * z_k, the operations of an iteration by where their data lies, and r_k. The
 * code that GCC made, with its vectors and chains, counts as so many additions
 * that overlap; one of them for each line that comes from k, which takes what
 * lines of this loop take: by strides, and twice where they are written.
 */
static void find_operations(const struct batch_row *row,
			    struct timemodel_machine *parameters,
			    double operations[TIMEMODEL_LOCALITIES])
{
	double path = row->threads / row->iterations;
	double near = row->term[TERM_CORE] * parameters->overlap /
		      parameters->operation[0];

	for (int i = 0; i < LEVEL_COUNT; i++) {
		operations[i + 1] = row->lines[i] * path;
		if (row->lines[i] > 0)
			parameters->operation[i + 1] =
				parameters->operation[0] +
				parameters->overlap * row->term[TERM_L2 + i] /
					row->lines[i];
		near -= row->lines[i];
	}
	operations[0] = fmax(near, 0) * path;
}

/*
 * Where iterations wait for their turn, PIPE, the parts of them that follow
 * each other are a path of their own, that no thread goes with another: its
 * operations are those of the busiest thread and more, its data the turn.
 */
static struct timemodel_work path_of_turns(const struct batch_row *row,
					   const struct timemodel_work *own)
{
	struct timemodel_work path = *own;

	path.threads = 1;
	for (int k = 0; k < TIMEMODEL_LOCALITIES; k++)
		path.operations[k] *= row->path / row->work / own->threads;
	path.data += row->handed / row->iterations;
	return path;
}

/*
 * The parameters of (1) for a row, each region a run of it, and its time in
 * cycles for all of them. What is counted is that of the busiest thread, so
 * that (1) is (2), the time of the longest path. m_d is what others wrote, by
 * the terms of the estimate. No time stamps: these times are means of many
 * runs between two. False if that is no number.
 */
static bool find_cycles(const struct batch_row *row,
			const struct machine *machine,
			struct timemodel_machine *parameters,
			struct timemodel_work *work, double *cycles)
{
	double others =
		row->term[TERM_MIGRATION] + row->term[TERM_FALSE_SHARING];
	struct timemodel_work paths[2];
	size_t critical;
	double time;

	if (!(row->iterations > 0) || !(row->regions > 0) ||
	    timemodel_of_machine(machine, row->threads, parameters) != MODEL_OK)
		return false;
	*work = (struct timemodel_work){.iterations =
						row->iterations / row->regions,
					.threads = row->threads};
	find_operations(row, parameters, work->operations);
	parameters->time_stamp = 0;
	if (parameters->send > 0)
		work->data = others / parameters->send / row->iterations;
	paths[0] = *work;
	paths[1] = path_of_turns(row, work);
	if (timemodel_par(parameters, paths, row->handed > 0 ? 2 : 1, &time,
			  &critical) != MODEL_OK)
		return false;
	*work = paths[critical];
	*cycles = time * row->regions;
	return true;
}

/* Seconds of a row by the models; false if one does not know. */
static bool find_times(const struct powerstudy_case *of, size_t row,
		       double by[TIMESTUDY_BYS])
{
	const struct batch_row *predicted = &of->table.timed[row];
	double hertz = 1e9 * of->machine.ghz;
	struct timemodel_machine parameters;
	struct timemodel_work work;
	double cycles;

	if (!find_cycles(predicted, &of->machine, &parameters, &work, &cycles))
		return false;
	by[TIMESTUDY_MODEL] = cycles / hertz;
	by[TIMESTUDY_ESTIMATE] = predicted->cycles / hertz;
	return true;
}

/* ---- the points of a loop ---- */

/* The cell of a row by the name of its column, "" if there is none. */
static const char *cell_of(const struct csv *csv, size_t row, const char *name)
{
	struct text problem = {0};
	size_t column;
	bool found =
		csv_has(csv, name) && csv_column(csv, name, &column, &problem);

	text_free(&problem);
	return found ? csv_cell(csv, row, column)->text : "";
}

/*
 * How far a row is from one equal block for each thread; INFINITY if it is
 * none such. In the paper's space that is static without a chunk, or in a loop
 * that has no such space the first order without tiles; a loop that had to be
 * cut into blocks first has as many of these as threads, or more. Where
 * iterations wait for their turn, a block would be all but serial: they go to
 * the threads one by one.
 */
static double distance_of(const struct powerstudy_case *of, size_t row)
{
	const struct csv *csv = &of->table.csv;
	double threads = of->table.timed[row].threads;
	double blocks = atof(cell_of(csv, row, "PI"));
	bool turns = strcmp(of->table.timed[row].class, "PIPE") == 0;
	const char *word = clause_kinds[SCHEDULE_STATIC].word;

	if (strcmp(cell_of(csv, row, "kind"), word) != 0 ||
	    atof(cell_of(csv, row, "ch")) != (turns && threads > 1))
		return INFINITY;
	if (of->table.space[row] == DATASET_PUBLISHED)
		return 0;
	if (strcmp(cell_of(csv, row, "tiles"), "{}") == 0)
		return .5;
	return blocks >= threads ? 1 + blocks - threads : INFINITY;
}

static bool has_point(const struct timestudy_loop *loop, double threads)
{
	for (size_t i = 0; i < loop->count; i++)
		if (loop->points[i].threads == threads)
			return true;
	return false;
}

static void add_point(struct timestudy_loop *loop,
		      const struct timestudy_point *point)
{
	size_t at = loop->count++;

	for (; at > 0 && loop->points[at - 1].threads > point->threads; at--)
		loop->points[at] = loop->points[at - 1];
	loop->points[at] = *point;
}

/* The nearest row for this number of threads; table.count if there is none. */
static size_t nearest(const struct powerstudy_case *of, double threads)
{
	double least = INFINITY;
	size_t best = of->table.count;

	for (size_t i = 0; i < of->table.count; i++) {
		double distance;

		if (of->table.timed[i].threads != threads)
			continue;
		distance = distance_of(of, i);
		if (distance < least) {
			least = distance;
			best = i;
		}
	}
	return best;
}

static void find_points(struct timestudy_loop *loop)
{
	const struct powerstudy_case *of = loop->of;

	for (size_t i = 0; i < of->table.count; i++) {
		double threads = of->table.timed[i].threads;
		struct timestudy_point point = {.threads = threads};
		size_t row;

		if (loop->count == TIMESTUDY_POINTS || has_point(loop, threads))
			continue;
		row = nearest(of, threads);
		if (row == of->table.count || !find_times(of, row, point.by))
			continue;
		point.measured = of->table.seconds[row];
		point.row = &of->table.timed[row];
		add_point(loop, &point);
	}
}

/* ---- correlations ---- */

static double pearson(const double *x, const double *y, size_t count)
{
	double result;

	if (count < 3 || judge_pearson(x, y, count, &result) != MODEL_OK)
		return NAN;
	return result;
}

static void correlate_threads(struct timestudy_loop *loop)
{
	double measured[TIMESTUDY_POINTS], by[TIMESTUDY_POINTS];

	for (int kind = 0; kind < TIMESTUDY_BYS; kind++) {
		for (size_t i = 0; i < loop->count; i++) {
			measured[i] = loop->points[i].measured;
			by[i] = loop->points[i].by[kind];
		}
		loop->over_threads[kind] = pearson(measured, by, loop->count);
	}
}

static void correlate_variants(struct timestudy_loop *loop)
{
	const struct powerstudy_case *of = loop->of;
	bool paper = of->contest[DATASET_PUBLISHED].variants > 0;
	double *columns[TIMESTUDY_BYS + 1]; /* the last: measured */
	double by[TIMESTUDY_BYS];

	for (int i = 0; i <= TIMESTUDY_BYS; i++)
		columns[i] = memory_grow(NULL, of->table.count + 1,
					 sizeof(*columns[i]));
	for (size_t i = 0; i < of->table.count; i++) {
		if ((paper && of->table.space[i] != DATASET_PUBLISHED) ||
		    !find_times(of, i, by))
			continue;
		for (int kind = 0; kind < TIMESTUDY_BYS; kind++)
			columns[kind][loop->variants] = by[kind];
		columns[TIMESTUDY_BYS][loop->variants++] = of->table.seconds[i];
	}
	for (int kind = 0; kind < TIMESTUDY_BYS; kind++)
		loop->over_variants[kind] = pearson(
			columns[kind], columns[TIMESTUDY_BYS], loop->variants);
	for (int i = 0; i <= TIMESTUDY_BYS; i++)
		free(columns[i]);
}

static void add_loop(struct timestudy *times, const struct powerstudy_case *of,
		     const struct published_times *theirs)
{
	struct timestudy_loop *loop;

	times->loops = memory_grow(times->loops, times->count + 1,
				   sizeof(*times->loops));
	loop = &times->loops[times->count++];
	*loop = (struct timestudy_loop){.of = of, .theirs = theirs};
	find_points(loop);
	correlate_threads(loop);
	correlate_variants(loop);
}

static bool is_known(const struct powerstudy_case *of,
		     const struct published_times *theirs)
{
	return of->table.seconds &&
	       (!theirs || strcmp(of->table.loop, theirs->loop) == 0);
}

/* Those of the paper in its order, then all others. */
static void find_loops(const struct powerstudy *study, struct timestudy *times)
{
	size_t count, first;
	const struct published_times *theirs = published_times(&count);

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < study->count; j++)
			if (is_known(&study->list[j], &theirs[i]))
				add_loop(times, &study->list[j], &theirs[i]);
	first = times->count;
	for (size_t j = 0; j < study->count; j++) {
		size_t i = 0;

		while (i < first && times->loops[i].of != &study->list[j])
			i++;
		if (i == first && is_known(&study->list[j], NULL))
			add_loop(times, &study->list[j], NULL);
	}
}

static bool is_in(const struct timestudy_loop *loop,
		  enum powerstudy_group group)
{
	return (loop->theirs != NULL) == (group == POWERSTUDY_PAPER);
}

const char *timestudy_title(const struct timestudy_loop *loop)
{
	return loop->theirs ? loop->theirs->title : loop->of->table.loop;
}

/* ---- all loops together ---- */

static double mean_correlation(const struct timestudy *times,
			       enum powerstudy_group group, int by)
{
	double sum = 0;
	size_t count = 0;

	for (size_t i = 0; i < times->count; i++) {
		double value = times->loops[i].over_threads[by];

		if (isnan(value) || !is_in(&times->loops[i], group))
			continue;
		sum += value;
		count++;
	}
	return count ? sum / count : NAN;
}

static double mean_error(const struct timestudy *times,
			 enum powerstudy_group group, int by)
{
	double sum = 0;
	size_t count = 0;

	for (size_t i = 0; i < times->count; i++) {
		const struct timestudy_loop *loop = &times->loops[i];

		for (size_t j = 0; is_in(loop, group) && j < loop->count; j++) {
			const struct timestudy_point *point = &loop->points[j];

			sum += fabs(point->by[by] / point->measured - 1);
			count++;
		}
	}
	return count ? sum / count : NAN;
}

static void summarise(struct timestudy *times, enum powerstudy_group group)
{
	struct timestudy_summary *summary = &times->summary[group];

	for (int by = 0; by < TIMESTUDY_BYS; by++) {
		summary->error[by] = mean_error(times, group, by);
		summary->over_threads[by] = mean_correlation(times, group, by);
	}
}

/* ---- significance ---- */

/* In the order of published_rules, without its first. */
enum { R, W, THREADS, ITERATIONS, DATA, OPERATIONS, TIME, COLUMNS };

/* The mean time of an operation on data that lies as that of the row. */
static double operation_time(const struct timemodel_machine *parameters,
			     const struct timemodel_work *work)
{
	double time = 0, count = 0;

	for (int k = 0; k < TIMEMODEL_LOCALITIES; k++) {
		time += parameters->operation[k] * work->operations[k];
		count += work->operations[k];
	}
	return count > 0 ? time / count : parameters->operation[0];
}

static double operation_count(const struct timemodel_work *work)
{
	double count = 0;

	for (int k = 0; k < TIMEMODEL_LOCALITIES; k++)
		count += work->operations[k];
	return count;
}

static void add_sample(struct timestudy *times,
		       const struct powerstudy_case *of, size_t row)
{
	const struct batch_row *predicted = &of->table.timed[row];
	struct timemodel_machine parameters;
	struct timemodel_work work;
	double cycles;
	double **column = times->samples;
	size_t at = times->sample_count;

	if (!find_cycles(predicted, &of->machine, &parameters, &work, &cycles))
		return;
	column[R][at] = operation_time(&parameters, &work);
	column[W][at] = parameters.send;
	column[THREADS][at] = predicted->threads;
	column[ITERATIONS][at] = predicted->iterations;
	column[DATA][at] = work.data;
	column[OPERATIONS][at] = operation_count(&work);
	column[TIME][at] = of->table.seconds[row];
	times->sample_count++;
}

/* All rows of all tables. */
static void collect(const struct powerstudy *study, struct timestudy *times)
{
	size_t most = 0;

	for (size_t i = 0; i < study->count; i++)
		most += study->list[i].table.count;
	for (int i = 0; i < COLUMNS; i++)
		times->samples[i] =
			memory_grow(NULL, most + 1, sizeof(*times->samples[i]));
	for (size_t i = 0; i < study->count; i++)
		for (size_t j = 0; study->list[i].table.seconds &&
				   j < study->list[i].table.count;
		     j++)
			add_sample(times, &study->list[i], j);
}

static void decide(struct timestudy *times)
{
	struct significance_coding coding[COLUMNS];
	struct significance_input input = {
		.count = times->sample_count,
		.attributes = TIMESTUDY_PARAMETERS,
		.attribute = (const double *const *)times->samples,
		.decision = times->samples[TIME],
		.intervals = INTERVALS};

	times->decided = significance_rules(&input, published_threshold,
					    PUBLISHED_THRESHOLDS, times->rules,
					    coding) == MODEL_OK;
	for (int i = 0; times->decided && i < TIMESTUDY_PARAMETERS; i++)
		times->intervals[i] = coding[i].intervals;
}

void timestudy_make(const struct powerstudy *study, struct timestudy *times)
{
	*times = (struct timestudy){0};
	find_loops(study, times);
	for (int group = 0; group < POWERSTUDY_GROUPS; group++)
		summarise(times, group);
	collect(study, times);
	decide(times);
}

void timestudy_free(struct timestudy *times)
{
	for (int i = 0; i < COLUMNS; i++)
		free(times->samples[i]);
	free(times->loops);
	*times = (struct timestudy){0};
}
