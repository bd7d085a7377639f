/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often every loop of a nest runs. Equation (1) of doc/models.md.
 *
 * Trips that depend on counters around them are summed in pieces: a stretch
 * of iterations in which all counts are polynomials of low degree is seen to
 * be one by probes, anything else is halved.
 */
#include "work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "constants.h"

#define TERMS (SERIES_DEGREE + 1)

/* More evaluations than this, and the rest is sampled. */
#define MOST_EVALUATIONS 200000
#define MOST_PIECES 4096

/* Stretches of this length are taken value by value. */
#define SHORT_STRETCH 4

/* Where bounds are no polynomials, every value of a stretch of this length
   is looked at, as long as no more evaluations than this have gone by. */
#define THOROUGH_STRETCH 256
#define THOROUGH_EVALUATIONS 20000

/* Rows of loops taken as one that are looked at one by one. */
#define MOST_ROWS 1024

/* Integers are not exact beyond, and loops do not run longer. */
#define MOST_TRIP 0x1p53

struct evaluation {
	const struct nest *nest;
	double *values;
	const double *trips; /* set or assumed, by loop; NaN */
	/* do counts inside depend on the counter? */
	bool varies[NEST_MOST_LOOPS];
	/* other than as polynomials? */
	bool breaks[NEST_MOST_LOOPS];
	/* or where loops inside begin? */
	bool moves[NEST_MOST_LOOPS];
	/* if so, by their own trips and beginnings alone, which depend on no
	 * other counter inside? */
	bool told[NEST_MOST_LOOPS];
	/* follows[i][j]: loop i begins, goes on or ends by the counter of j */
	bool follows[NEST_MOST_LOOPS][NEST_MOST_LOOPS];
	bool notes; /* is what runs a part of the whole, and to be noted? */
	struct work *work;
	long evaluations;
	enum model_status status;
};

/* Counts of all loops, made by one iteration of something. */
struct counts {
	double of[NEST_MOST_LOOPS];
};

/* ---- one loop ----------------------------------------------------------- */

static double trip_of(struct evaluation *evaluation, int loop)
{
	double trip = evaluation->trips[loop];

	if (isnan(trip))
		trip = formula_value(evaluation->nest->loops[loop].trip,
				     evaluation->values);
	if (isnan(trip)) {
		evaluation->work->assumed[loop] = true;
		trip = constant(ASSUMED_TRIP);
	}
	trip = fmin(fmax(trip, 0), MOST_TRIP);
	if (evaluation->notes)
		evaluation->work->longest[loop] =
			fmax(evaluation->work->longest[loop], trip);
	return trip;
}

static void set_counter(struct evaluation *evaluation, int loop,
			double iteration)
{
	struct work *work = evaluation->work;
	double value = nest_count_on(&evaluation->nest->loops[loop],
				     evaluation->values,
				     iteration + work->place[loop]);

	if (!evaluation->notes)
		return;
	work->low[loop] = fmin(work->low[loop], value);
	work->high[loop] = fmax(work->high[loop], value);
}

/* ---- stretches of iterations ----------------------------------------------
 */

/* What makes the counts of one iteration. */
struct source {
	struct evaluation *evaluation;
	void (*count)(struct evaluation *evaluation, void *data,
		      double iteration, struct counts *counts);
	void *data;
	/* takes a finished piece */
	void (*take)(struct source *source, double length,
		     double (*coefficient)[TERMS]);
	void *into;
	bool breaks; /* may be other than a polynomial at any place */
	size_t pieces;
};

static void probe(struct source *source, double iteration,
		  struct counts *counts)
{
	size_t size = source->evaluation->nest->loop_count * sizeof(double);

	memset(counts->of, 0, size);
	source->evaluation->evaluations++;
	source->count(source->evaluation, source->data, iteration, counts);
}

/* The polynomials through the first iterations of the stretch. */
static void fit(struct source *source, double start, int points,
		double (*coefficient)[TERMS])
{
	int loops = source->evaluation->nest->loop_count;
	struct counts at[TERMS];
	double value[TERMS];

	for (int i = 0; i < points; i++)
		probe(source, start + i, &at[i]);
	for (int loop = 0; loop < loops; loop++) {
		for (int i = 0; i < points; i++)
			value[i] = at[i].of[loop];
		series_differences(value, points, coefficient[loop]);
	}
}

static bool agrees(struct source *source, double start, double offset,
		   double (*coefficient)[TERMS])
{
	int loops = source->evaluation->nest->loop_count;
	struct counts counts;

	probe(source, start + offset, &counts);
	for (int loop = 0; loop < loops; loop++) {
		double expected = series_polynomial(coefficient[loop], offset);
		double scale = fmax(1, fabs(counts.of[loop]));

		if (!(fabs(expected - counts.of[loop]) <= 1e-9 * scale))
			return false;
	}
	return true;
}

static bool agrees_everywhere(struct source *source, double start,
			      double length, double (*coefficient)[TERMS])
{
	for (double x = SHORT_STRETCH; x < length; x++)
		if (!agrees(source, start, x, coefficient))
			return false;
	return true;
}

/* Probes: both ends, the middle, and places without a pattern. */
static bool is_polynomial(struct source *source, double start, double length,
			  double (*coefficient)[TERMS])
{
	static const double places[] = {1,     .5,   .75,  .25,	 .9371,
					.6129, .381, .137, .8213};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (!agrees(source, start, floor(places[i] * (length - 1)),
			    coefficient))
			return false;
	if (!agrees(source, start, fmax(length - 2, 0), coefficient))
		return false;
	if (!source->breaks || length > THOROUGH_STRETCH ||
	    source->evaluation->evaluations > THOROUGH_EVALUATIONS)
		return true;
	return agrees_everywhere(source, start, length, coefficient);
}

static bool is_exhausted(const struct source *source)
{
	return source->evaluation->evaluations > MOST_EVALUATIONS ||
	       source->pieces > MOST_PIECES;
}

/*
 * The mean of a few iterations stands for all of the stretch; of one, lest
 * loops within loops multiply them, when even that takes long.
 */
static void take_mean(struct source *source, double start, double length)
{
	int loops = source->evaluation->nest->loop_count;
	int probes =
		source->evaluation->evaluations > 2 * MOST_EVALUATIONS ? 1 : 5;
	double coefficient[NEST_MOST_LOOPS][TERMS] = {{0}};
	struct counts counts;

	for (int i = 0; i < probes; i++) {
		probe(source, start + floor((i + .5) * length / probes),
		      &counts);
		for (int loop = 0; loop < loops; loop++)
			coefficient[loop][0] += counts.of[loop] / probes;
	}
	source->evaluation->work->sampled = true;
	source->take(source, length, coefficient);
}

/* Many short loops within each other would never come to an end. */
static double longest_walked(const struct source *source)
{
	return source->evaluation->evaluations > 4 * MOST_EVALUATIONS
		       ? 1
		       : SHORT_STRETCH;
}

static void stretch(struct source *source, double start, double length)
{
	double coefficient[NEST_MOST_LOOPS][TERMS];

	if (length < 1)
		return;
	if (length > longest_walked(source) && is_exhausted(source)) {
		take_mean(source, start, length);
		return;
	}
	fit(source, start, (int)fmin(length, SHORT_STRETCH), coefficient);
	if (length <= SHORT_STRETCH ||
	    is_polynomial(source, start, length, coefficient)) {
		source->pieces++;
		source->take(source, length, coefficient);
		return;
	}
	stretch(source, start, floor(length / 2));
	stretch(source, start + floor(length / 2), length - floor(length / 2));
}

/* ---- counting ---------------------------------------------------------------
 */

static void count_children(struct evaluation *evaluation, int parent,
			   double times, struct counts *counts);

/* Iterations of a loop, and what was counted in the last one. */
struct iterations {
	int loop;
	bool known; /* else there is no trip and no count yet */
	double trip[NEST_MOST_LOOPS]; /* of those inside that depend on it */
	struct counts counts;
};

static bool moves_on(const struct nest_loop *inside,
		     const struct nest_loop *loop)
{
	return nest_depends(inside->from, loop) ||
	       nest_depends(inside->step, loop);
}

static bool depends_on(const struct nest_loop *inside,
		       const struct nest_loop *loop)
{
	return nest_depends(inside->trip, loop) || moves_on(inside, loop);
}

/* Have all loops inside that depend on the counter the trips of the iteration
   before? */
static bool has_same_trips(struct evaluation *evaluation,
			   struct iterations *all)
{
	const struct nest *nest = evaluation->nest;
	bool same = all->known, notes = evaluation->notes;

	evaluation->notes = false;
	for (int i = all->loop + 1; i < nest->loop_count; i++) {
		double trip;

		if (!evaluation->follows[i][all->loop] ||
		    !nest_is_inside(nest, i, all->loop))
			continue;
		trip = trip_of(evaluation, i);
		same = same && trip == all->trip[i];
		all->trip[i] = trip;
	}
	evaluation->notes = notes;
	return same;
}

/* What counting would note of those that are entered. */
static void note_inside(struct evaluation *evaluation,
			const struct iterations *all)
{
	const struct nest *nest = evaluation->nest;

	for (int i = all->loop + 1; i < nest->loop_count; i++) {
		if (all->counts.of[i] <= 0 ||
		    !evaluation->follows[i][all->loop])
			continue;
		set_counter(evaluation, i, fmax(ceil(all->trip[i]) - 1, 0));
		set_counter(evaluation, i, 0);
	}
}

static void copy_counts(const struct evaluation *evaluation,
			const struct counts *from, struct counts *to)
{
	memcpy(to->of, from->of, evaluation->nest->loop_count * sizeof(double));
}

/* The bounds of the loop itself do not depend on its counter. Within most tiles
   all loops run as often as in the tile before. */
static void count_iteration(struct evaluation *evaluation, void *data,
			    double iteration, struct counts *counts)
{
	struct iterations *all = data;

	set_counter(evaluation, all->loop, iteration);
	if (evaluation->told[all->loop] && has_same_trips(evaluation, all)) {
		note_inside(evaluation, all);
		copy_counts(evaluation, &all->counts, counts);
		return;
	}
	count_children(evaluation, all->loop, 1, counts);
	copy_counts(evaluation, counts, &all->counts);
	all->known = true;
}

/* Note the last values of the counter and those inside; go to the first. */
static void span_counter(struct evaluation *evaluation, int loop, double trip)
{
	set_counter(evaluation, loop, fmax(ceil(trip) - 1, 0));
	if (evaluation->moves[loop] && evaluation->notes &&
	    evaluation->evaluations++ < MOST_EVALUATIONS) {
		struct counts none = {{0}};

		count_children(evaluation, loop, 0, &none);
	}
	set_counter(evaluation, loop, 0);
}

struct sums {
	double times;
	struct counts *counts;
};

static void take_sum(struct source *source, double length,
		     double (*coefficient)[TERMS])
{
	struct sums *sums = source->into;
	int loops = source->evaluation->nest->loop_count;

	for (int loop = 0; loop < loops; loop++)
		sums->counts->of[loop] +=
			sums->times *
			series_polynomial_sum(coefficient[loop], length);
}

static void count_loop(struct evaluation *evaluation, int loop, double times,
		       struct counts *counts)
{
	double trip = trip_of(evaluation, loop);
	double whole = fmax(floor(trip), 1);
	struct sums sums = {times * trip / whole, counts};
	struct iterations all;
	struct source source = {.evaluation = evaluation,
				.count = count_iteration,
				.data = &all,
				.take = take_sum,
				.into = &sums,
				.breaks = evaluation->breaks[loop]};

	all.loop = loop;
	all.known = false;
	counts->of[loop] += times * trip;
	if (trip <= 0)
		return;
	span_counter(evaluation, loop, trip);
	if (evaluation->varies[loop])
		stretch(&source, 0, whole);
	else
		count_children(evaluation, loop, times * trip, counts);
}

/* A loop behind a condition is taken to run every other time. */
static double chance(const struct nest_loop *loop)
{
	return loop->conditional ? constant(CONDITIONAL) : 1;
}

static void count_children(struct evaluation *evaluation, int parent,
			   double times, struct counts *counts)
{
	const struct nest *nest = evaluation->nest;

	for (int i = parent + 1; i < nest->loop_count; i++)
		if (nest->loops[i].parent == parent)
			count_loop(evaluation, i,
				   times * chance(&nest->loops[i]), counts);
}

/* ---- what depends on what ---------------------------------------------------
 */

static bool breaks(const struct nest_loop *loop)
{
	return !formula_is_polynomial(loop->trip) ||
	       !formula_is_polynomial(loop->from) ||
	       !formula_is_polynomial(loop->step);
}

static void find_followers(struct evaluation *evaluation)
{
	const struct nest *nest = evaluation->nest;

	for (int i = 0; i < nest->loop_count; i++)
		for (int j = 0; j < i; j++)
			evaluation->follows[i][j] =
				depends_on(&nest->loops[i], &nest->loops[j]);
}

/* Does what moves with the loop depend on no counter in between? */
static bool is_told(const struct evaluation *evaluation, int loop,
		    const bool *moved)
{
	const struct nest *nest = evaluation->nest;

	for (int i = loop + 1; i < nest->loop_count; i++) {
		const struct nest_loop *inside = &nest->loops[i];
		bool own = false, between = nest_grows(inside);

		if (!nest_is_inside(nest, i, loop))
			continue;
		for (int j = loop; j < i; j++) {
			own |= moved[j] && evaluation->follows[i][j];
			between |= j > loop && evaluation->follows[i][j];
		}
		if (own && between)
			return false;
	}
	return true;
}

/*
 * Does a loop inside begin elsewhere or run another number of times when
 * the counter of this one moves, itself or by way of other counters?
 */
static void find_dependences(struct evaluation *evaluation, int loop)
{
	const struct nest *nest = evaluation->nest;
	bool moved[NEST_MOST_LOOPS] = {false};

	moved[loop] = true;
	for (int i = loop + 1; i < nest->loop_count; i++) {
		const struct nest_loop *inside = &nest->loops[i];
		bool varies = false;

		if (!nest_is_inside(nest, i, loop))
			continue;
		for (int j = loop; j < i; j++) {
			if (!moved[j])
				continue;
			moved[i] |= moves_on(inside, &nest->loops[j]);
			varies |= nest_depends(inside->trip, &nest->loops[j]);
		}
		evaluation->varies[loop] |= varies;
		evaluation->moves[loop] |= moved[i];
		evaluation->breaks[loop] |=
			(varies || moved[i]) &&
			(breaks(inside) || nest_grows(&nest->loops[loop]));
	}
	evaluation->told[loop] = is_told(evaluation, loop, moved);
}

/* ---- loops as one -----------------------------------------------------------
 */

/*
 * Loops that hold each other, taken as one: those that the construct shares
 * out, or those around it. Where rows differ in length, "rows" has that of
 * each iteration of the outermost.
 */
struct flat {
	struct evaluation *evaluation;
	int first, count;
	struct series rows;
};

struct flat_row {
	struct flat *flat;
	int loop;
};

/* Do the loops of the flat inside this one run as often in each iteration? */
static bool has_even_rows(const struct flat *flat, int loop)
{
	return loop + 1 == flat->first + flat->count ||
	       !flat->evaluation->varies[loop];
}

static double flat_length(struct flat *flat, int loop);
static void flat_rows(struct flat *flat, int loop, struct series *rows);

/* Iterations within each one of the loop. */
static double even_row(struct flat *flat, int loop)
{
	struct evaluation *evaluation = flat->evaluation;

	if (loop + 1 == flat->first + flat->count)
		return 1;
	set_counter(evaluation, loop, 0);
	return flat_length(flat, loop + 1);
}

/* Iterations of this loop of the flat and all within. */
static double flat_length(struct flat *flat, int loop)
{
	double trip = floor(trip_of(flat->evaluation, loop));
	struct series rows = {0};
	double length;

	if (trip < 1)
		return 0;
	if (has_even_rows(flat, loop))
		return fmin(trip * even_row(flat, loop), MOST_TRIP);
	flat_rows(flat, loop, &rows);
	length = fmin(floor(rows.total), MOST_TRIP);
	series_free(&rows);
	return length;
}

static void count_row(struct evaluation *evaluation, void *data,
		      double iteration, struct counts *counts)
{
	const struct flat_row *row = data;

	set_counter(evaluation, row->loop, iteration);
	counts->of[row->loop] = flat_length(row->flat, row->loop + 1);
}

struct rows {
	struct series *series;
	int loop;
};

static void take_row(struct source *source, double length,
		     double (*coefficient)[TERMS])
{
	struct rows *rows = source->into;
	enum model_status status =
		series_add(rows->series, length, coefficient[rows->loop]);

	if (status != MODEL_OK)
		source->evaluation->status = status;
}

static void flat_rows(struct flat *flat, int loop, struct series *rows)
{
	struct evaluation *evaluation = flat->evaluation;
	struct flat_row row = {flat, loop};
	struct rows into = {rows, loop};
	struct source source = {.evaluation = evaluation,
				.count = count_row,
				.data = &row,
				.take = take_row,
				.into = &into,
				.breaks = evaluation->breaks[loop]};

	stretch(&source, 0, floor(trip_of(evaluation, loop)));
}

/* The row that holds this iteration; *iteration becomes that within it. */
static double row_of(const struct series *rows, double *iteration)
{
	double low = 0;
	double high = fmax(rows->length - 1, 0);

	while (low < high) {
		double middle = floor((low + high + 1) / 2);

		if (series_sum(rows, 0, middle) <= *iteration)
			low = middle;
		else
			high = middle - 1;
	}
	*iteration -= series_sum(rows, 0, low);
	return low;
}

/* Which iteration of this loop; *iteration becomes that within it. */
static double index_of(struct flat *flat, int loop, double *iteration)
{
	struct series rows = {0};
	double index, row;

	if (has_even_rows(flat, loop)) {
		row = fmax(even_row(flat, loop), 1);
		index = floor(*iteration / row);
		*iteration -= index * row;
		return index;
	}
	if (loop == flat->first)
		return row_of(&flat->rows, iteration);
	flat_rows(flat, loop, &rows);
	index = row_of(&rows, iteration);
	series_free(&rows);
	return index;
}

/* Set the counters of the flat to those of this iteration of all. */
static void flat_go(struct flat *flat, double iteration)
{
	for (int i = 0; i < flat->count; i++) {
		int loop = flat->first + i;
		double index = index_of(flat, loop, &iteration);

		set_counter(flat->evaluation, loop, index);
	}
}

/* Look at the loops with the counters around them set; their iterations. */
static double flat_begin(struct flat *flat)
{
	if (flat->count == 0)
		return 1;
	if (has_even_rows(flat, flat->first))
		return flat_length(flat, flat->first);
	flat_rows(flat, flat->first, &flat->rows);
	return fmin(floor(flat->rows.total), MOST_TRIP);
}

static void flat_end(struct flat *flat)
{
	series_free(&flat->rows);
}

/* ---- regions --------------------------------------------------------------
 */

static void count_shared(struct evaluation *evaluation, void *data,
			 double iteration, struct counts *counts)
{
	struct flat *flat = data;
	int last = flat->first + flat->count - 1;

	flat_go(flat, iteration);
	counts->of[last] = 1;
	count_children(evaluation, last, 1, counts);
}

static void take_piece(struct source *source, double length,
		       double (*coefficient)[TERMS])
{
	struct work_region *region = source->into;
	int loops = source->evaluation->nest->loop_count;
	size_t size = loops * sizeof(*coefficient);
	struct work_piece *piece;

	piece = realloc(region->pieces, (region->count + 1) * sizeof(*piece));
	if (!piece) {
		source->evaluation->status = MODEL_NO_MEMORY;
		return;
	}
	region->pieces = piece;
	piece += region->count;
	piece->length = length;
	piece->coefficient = malloc(size);
	if (!piece->coefficient) {
		source->evaluation->status = MODEL_NO_MEMORY;
		return;
	}
	memcpy(piece->coefficient, coefficient, size);
	region->count++;
}

/* Does anything within one iteration of the flat depend on which it is? */
static bool flat_varies(const struct flat *flat)
{
	const struct nest *nest = flat->evaluation->nest;
	int last = flat->first + flat->count - 1;

	for (int i = last + 1; i < nest->loop_count; i++)
		for (int j = flat->first; j <= last; j++)
			if (nest_is_inside(nest, i, last) &&
			    (moves_on(&nest->loops[i], &nest->loops[j]) ||
			     nest_depends(nest->loops[i].trip,
					  &nest->loops[j])))
				return true;
	return false;
}

/*
 * Row by row: within one, only the innermost counter moves. Where the number
 * of all iterations is itself from a sample of the rows, it is what holds.
 */
static void look_at_rows(struct source *source, double rows, double iterations)
{
	struct flat *all = source->data;
	struct flat outer = {.evaluation = all->evaluation,
			     .first = all->first,
			     .count = all->count - 1};
	int last = all->first + all->count - 1;
	double start = 0;

	source->breaks = all->evaluation->breaks[last];
	flat_begin(&outer);
	for (double row = 0; row < rows; row++) {
		double length;

		flat_go(&outer, row);
		length = fmin(floor(trip_of(all->evaluation, last)),
			      iterations - start);
		stretch(source, start, length);
		start += length;
	}
	flat_end(&outer);
	stretch(source, start, iterations - start);
}

/* Iterations of the loops that are shared out, but for the last of them. */
static double rows_of(const struct flat *flat)
{
	struct flat outer = {.evaluation = flat->evaluation,
			     .first = flat->first,
			     .count = flat->count - 1};
	double rows = flat_begin(&outer);

	flat_end(&outer);
	return rows;
}

static void look_at_region(struct evaluation *evaluation,
			   struct work_region *region)
{
	const struct nest *nest = evaluation->nest;
	struct flat flat = {.evaluation = evaluation,
			    .first = nest->around,
			    .count = nest->collapse};
	struct source source = {.evaluation = evaluation,
				.count = count_shared,
				.data = &flat,
				.take = take_piece,
				.into = region,
				.breaks = evaluation->breaks[nest->around]};
	double rows = rows_of(&flat);

	evaluation->evaluations = 0;
	region->iterations = flat_begin(&flat);
	if (flat.count > 1 && rows <= MOST_ROWS && flat_varies(&flat))
		look_at_rows(&source, rows, region->iterations);
	else
		stretch(&source, 0, region->iterations);
	flat_end(&flat);
}

static bool regions_differ(const struct evaluation *evaluation)
{
	for (int i = 0; i < evaluation->nest->around; i++)
		if (evaluation->varies[i])
			return true;
	return false;
}

/*
 * Where in all regions this one of the sample stands: in the middle of its
 * part, or, lest inner loops stand at the same place each time, anywhere.
 */
static double place_of(const struct evaluation *evaluation, int index)
{
	double place = .5;

	if (evaluation->nest->around > 1)
		place = fmod(.5 + .618034 * index, 1);
	return (index + place) / evaluation->work->region_count;
}

static void look_at_regions(struct evaluation *evaluation)
{
	struct flat flat = {.evaluation = evaluation,
			    .count = evaluation->nest->around};
	struct work *work = evaluation->work;
	double regions = flat_begin(&flat);

	work->region_count = 1;
	if (regions_differ(evaluation) && regions > 1)
		work->region_count = (int)fmin(regions, WORK_MOST_REGIONS);
	for (int i = 0; i < work->region_count; i++) {
		double place = place_of(evaluation, i);

		flat_go(&flat, regions > WORK_MOST_REGIONS
				       ? floor(place * regions)
				       : i);
		work->region[i].weight = 1.0 / work->region_count;
		look_at_region(evaluation, &work->region[i]);
	}
	flat_end(&flat);
}

/* ---- the whole --------------------------------------------------------------
 */

static double entries_of(const struct nest *nest, const struct counts *counts,
			 int loop)
{
	int parent = nest->loops[loop].parent;

	return (parent < 0 ? 1 : counts->of[parent]) *
	       chance(&nest->loops[loop]);
}

static void count_all(struct evaluation *evaluation, struct counts *counts)
{
	const struct nest *nest = evaluation->nest;
	struct work *work = evaluation->work;
	int first = nest->around;

	memset(counts, 0, sizeof(*counts));
	for (int i = 0; i < nest->loop_count; i++) {
		work->low[i] = INFINITY;
		work->high[i] = -INFINITY;
		work->longest[i] = 0;
		work->assumed[i] = false;
	}
	count_children(evaluation, -1, 1, counts);
	for (int i = 0; i < nest->loop_count; i++) {
		double entries = entries_of(nest, counts, i);

		work->executions[i] = counts->of[i];
		work->trip[i] = entries > 0 ? counts->of[i] / entries : 0;
	}
	work->regions = nest->loop_count ? entries_of(nest, counts, first) : 0;
}

/*
 * Most iterations of a loop all together if it walks through an array of
 * known size: a row of a sparse matrix is a part of the whole.
 */
static double iterations_within(const struct evaluation *evaluation, int loop)
{
	const struct nest *nest = evaluation->nest;
	double most = INFINITY;

	for (int i = 0; i < nest->reference_count; i++) {
		const struct nest_reference *one = &nest->references[i];
		double stride = fabs(
			formula_value(one->stride[loop], evaluation->values));
		double extent = formula_value(one->extent, evaluation->values);

		if (one->loop == loop && stride > 0 && extent > 0)
			most = fmin(most, extent / stride);
	}
	return most;
}

static bool reads_at(const struct nest_loop *loop, int symbol)
{
	return symbol >= 0 && (formula_reads_at(loop->trip, symbol) ||
			       formula_reads_at(loop->from, symbol));
}

/*
 * Which loops around this one say where its ends are read, themselves or,
 * a loop over tiles, by way of where another one begins.
 */
static bool find_readers(const struct nest *nest, int loop, bool *reader)
{
	bool any = false;

	for (int i = nest->loops[loop].parent; i >= 0;
	     i = nest->loops[i].parent) {
		const struct nest_loop *around = &nest->loops[i];

		reader[i] = reads_at(&nest->loops[loop], around->counter) ||
			    reads_at(&nest->loops[loop], around->iteration);
		for (int j = i + 1; j < loop; j++)
			reader[i] |=
				reader[j] && moves_on(&nest->loops[j], around);
		any |= reader[i];
	}
	return any;
}

/*
 * How many parts the array falls into. What else stands around walks through
 * the same parts again. Where no counter says it (a list), each entry in a
 * region is another part.
 */
static double parts_of(const struct evaluation *evaluation, int loop)
{
	const struct nest *nest = evaluation->nest;
	bool reader[NEST_MOST_LOOPS] = {false};
	bool told = find_readers(nest, loop, reader);
	double parts = 1;

	for (int i = nest->loops[loop].parent; i >= 0;
	     i = nest->loops[i].parent)
		if (told ? reader[i] : i >= nest->around)
			parts *= fmax(evaluation->work->trip[i], 1);
	return parts;
}

/* Is any of them bounded now? */
static bool bound_trips(struct evaluation *evaluation, double *trips)
{
	const struct nest *nest = evaluation->nest;
	struct work *work = evaluation->work;
	bool any = false;

	for (int i = nest->around; i < nest->loop_count; i++) {
		double within = iterations_within(evaluation, i);

		if (work->assumed[i] && isnan(trips[i]) && work->trip[i] > 0 &&
		    isfinite(within)) {
			trips[i] = fmax(within / parts_of(evaluation, i), 1);
			any = true;
		}
	}
	return any;
}

static enum model_status evaluate(struct evaluation *evaluation, double *trips)
{
	struct counts counts;
	bool assumed[NEST_MOST_LOOPS];
	int loops = evaluation->nest->loop_count;

	find_followers(evaluation);
	for (int i = 0; i < loops; i++)
		find_dependences(evaluation, i);
	evaluation->trips = trips;
	evaluation->notes = true;
	count_all(evaluation, &counts);
	memcpy(assumed, evaluation->work->assumed, loops * sizeof(*assumed));
	evaluation->evaluations = 0;
	if (bound_trips(evaluation, trips))
		count_all(evaluation, &counts);
	evaluation->notes = false;
	look_at_regions(evaluation);
	memcpy(evaluation->work->assumed, assumed, loops * sizeof(*assumed));
	return evaluation->status;
}

static bool make_room(struct work *work, int loops)
{
	work->loop_count = loops;
	work->executions = calloc(loops + 1, sizeof(double));
	work->trip = calloc(loops + 1, sizeof(double));
	work->longest = calloc(loops + 1, sizeof(double));
	work->low = calloc(loops + 1, sizeof(double));
	work->high = calloc(loops + 1, sizeof(double));
	work->place = calloc(loops + 1, sizeof(double));
	work->assumed = calloc(loops + 1, sizeof(bool));
	return work->executions && work->trip && work->longest && work->low &&
	       work->high && work->place && work->assumed;
}

enum model_status work_evaluate(const struct nest *nest, const double *values,
				const double *places, struct work *work)
{
	struct work result = {0};
	struct evaluation evaluation = {.nest = nest, .work = &result};
	double trips[NEST_MOST_LOOPS];
	enum model_status status = MODEL_NO_MEMORY;

	if (nest->loop_count > NEST_MOST_LOOPS || nest->collapse < 1 ||
	    nest->around + nest->collapse > nest->loop_count)
		return MODEL_BAD_ARGUMENT;
	for (int i = 0; i < nest->loop_count; i++)
		trips[i] = places && !isnan(places[i]) ? 1 : NAN;
	evaluation.values = malloc((nest->symbol_count + 1) * sizeof(double));
	if (evaluation.values && make_room(&result, nest->loop_count)) {
		memcpy(evaluation.values, values,
		       nest->symbol_count * sizeof(double));
		for (int i = 0; i < nest->loop_count; i++)
			result.place[i] = trips[i] == 1 ? places[i] : 0;
		status = evaluate(&evaluation, trips);
	}
	free(evaluation.values);
	if (status == MODEL_OK)
		*work = result;
	else
		work_free(&result);
	return status;
}

void work_free(struct work *work)
{
	for (int i = 0; i < work->region_count; i++) {
		for (size_t j = 0; j < work->region[i].count; j++)
			free(work->region[i].pieces[j].coefficient);
		free(work->region[i].pieces);
	}
	free(work->executions);
	free(work->trip);
	free(work->longest);
	free(work->low);
	free(work->high);
	free(work->place);
	free(work->assumed);
	memset(work, 0, sizeof(*work));
}

enum model_status work_weigh(const struct work *work, int region,
			     const double *weight, struct series *series)
{
	const struct work_region *of = &work->region[region];
	struct series sum = {0};
	enum model_status status = MODEL_OK;

	for (size_t i = 0; i < of->count && status == MODEL_OK; i++) {
		double coefficient[TERMS] = {0};

		for (int loop = 0; loop < work->loop_count; loop++)
			for (int k = 0; k < TERMS; k++)
				coefficient[k] +=
					weight[loop] *
					of->pieces[i]
						.coefficient[loop * TERMS + k];
		status = series_add(&sum, of->pieces[i].length, coefficient);
	}
	if (status == MODEL_OK)
		*series = sum;
	else
		series_free(&sum);
	return status;
}
