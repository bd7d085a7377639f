/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Schedules, as libgomp makes them.
 *
 * A few hundred chunks are handed out one by one. Of more, those that go
 * round in turn are summed in closed form, and of those that go to whoever
 * comes first only the last are handed out: before, all have the same.
 */
#include "schedule.h"

#include <math.h>
#include <string.h>

#include "clause.h"

/* Chunks that are handed out one by one: for each thread, in all. */
#define WALKED_EACH 16
#define LEAST_WALKED 512
#define MOST_WALKED 4096

/* Iterations beyond cannot be told apart. */
#define MOST_ITERATIONS 0x1p53

/* Rounds that are summed; where there are more, one does not count. */
#define MOST_ROUNDS 4096

static const struct clause_kind *kind_of(const struct schedule *schedule)
{
	return &clause_kinds[schedule->kind];
}

/* Pieces of one size, to whoever comes first. */
static bool is_asked_evenly(const struct schedule *schedule)
{
	const struct clause_kind *kind = kind_of(schedule);

	return kind->asked && !kind->shrinks;
}

/* One after the other, to a thread after the other. */
static bool is_in_turn(const struct schedule *schedule)
{
	const struct clause_kind *kind = kind_of(schedule);

	return kind->chunks && !kind->asked;
}

struct hand_out {
	const struct series *series;
	int threads;
	double work[SCHEDULE_MAX_THREADS];
	double chunks[SCHEDULE_MAX_THREADS];
	double iterations[SCHEDULE_MAX_THREADS];
	double largest;
	double next, before; /* the next iteration, work of those before it */
	/* threads in the order of their work: a heap */
	int order[SCHEDULE_MAX_THREADS];
};

static void begin(struct hand_out *out, const struct series *series,
		  int threads)
{
	out->series = series;
	out->threads = threads;
	out->largest = 0;
	out->next = 0;
	out->before = 0;
	for (int i = 0; i < threads; i++) {
		out->work[i] = 0;
		out->chunks[i] = 0;
		out->iterations[i] = 0;
		out->order[i] = i;
	}
}

/* The next iterations, up to this one. */
static void hand(struct hand_out *out, int thread, double to)
{
	double sum = series_sum(out->series, 0, to);
	double size = to - out->next;

	out->work[thread] += sum - out->before;
	out->chunks[thread]++;
	out->iterations[thread] += size;
	out->largest = fmax(out->largest, size);
	out->next = to;
	out->before = sum;
}

/* ---- one by one -----------------------------------------------------------
 */

/* Blocks of equal size, the first ones with one iteration more. */
static void give_static(struct hand_out *out)
{
	double each = floor(out->series->length / out->threads);
	double over = out->series->length - each * out->threads;

	for (int i = 0; i < out->threads && out->next < out->series->length;
	     i++)
		hand(out, i, out->next + each + (i < over));
}

static void give_in_turn(struct hand_out *out, double chunk)
{
	double length = out->series->length;
	int thread = 0;

	while (out->next < length) {
		hand(out, thread, fmin(out->next + chunk, length));
		thread = (thread + 1) % out->threads;
	}
}

/* Is that thread ready before the other? */
static bool is_before(const struct hand_out *out, int a, int b)
{
	if (out->work[a] != out->work[b])
		return out->work[a] < out->work[b];
	if (out->chunks[a] != out->chunks[b])
		return out->chunks[a] < out->chunks[b];
	return a < b;
}

/* To the thread that is ready first, which then goes to its new place. */
static void hand_to_first(struct hand_out *out, double to)
{
	int first = out->order[0];
	int at = 0;

	hand(out, first, to);
	for (;;) {
		int child = 2 * at + 1;

		if (child >= out->threads)
			break;
		if (child + 1 < out->threads &&
		    is_before(out, out->order[child + 1], out->order[child]))
			child++;
		if (!is_before(out, out->order[child], first))
			break;
		out->order[at] = out->order[child];
		at = child;
	}
	out->order[at] = first;
}

static void give_dynamic(struct hand_out *out, double chunk)
{
	double length = out->series->length;

	while (out->next < length)
		hand_to_first(out, fmin(out->next + chunk, length));
}

static void give_guided(struct hand_out *out, double chunk)
{
	double left = out->series->length;

	while (left > 0) {
		double size = ceil(left / out->threads);

		size = fmin(fmax(size, chunk), left);
		left -= size;
		hand_to_first(out, out->series->length - left);
	}
}

static void give(struct hand_out *out, const struct schedule *schedule)
{
	const struct clause_kind *kind = kind_of(schedule);

	if (!kind->chunks)
		give_static(out);
	else if (!kind->asked)
		give_in_turn(out, schedule->chunk);
	else if (!kind->shrinks)
		give_dynamic(out, schedule->chunk);
	else
		give_guided(out, schedule->chunk);
}

/* ---- many in turn ----------------------------------------------------------
 */

/* A chunk by its number. */
static void hand_numbered(struct hand_out *out, double number, double chunk)
{
	double length = out->series->length;

	out->next = number * chunk;
	out->before = series_sum(out->series, 0, out->next);
	hand(out, (int)fmod(number, out->threads),
	     fmin(out->next + chunk, length));
}

/* Degree of the polynomial. */
static int degree_of(const struct series_piece *piece)
{
	int degree = SERIES_DEGREE;

	while (degree > 0 && piece->coefficient[degree] == 0)
		degree--;
	return degree;
}

/*
 * So many chunks within one piece, the first with this number, each a round
 * after the one before: a polynomial of the same degree.
 */
static void hand_rounds(struct hand_out *out, const struct series_piece *piece,
			double first, double count, double chunk)
{
	int thread = (int)fmod(first, out->threads);
	int points = degree_of(piece) + 1;
	double value[SERIES_DEGREE + 1];
	double sums[SERIES_DEGREE + 1];

	if (count <= points) {
		for (double i = 0; i < count; i++)
			hand_numbered(out, first + i * out->threads, chunk);
		return;
	}
	for (int i = 0; i < points; i++) {
		double from = (first + (double)i * out->threads) * chunk;

		value[i] = series_sum(out->series, from, from + chunk);
	}
	series_differences(value, points, sums);
	out->work[thread] += series_polynomial_sum(sums, count);
	out->chunks[thread] += count;
	out->iterations[thread] += count * chunk;
}

static void hand_piece(struct hand_out *out, const struct series_piece *piece,
		       double first, double end, double chunk)
{
	for (int i = 0; i < out->threads && first + i < end; i++)
		hand_rounds(out, piece, first + i,
			    ceil((end - first - i) / out->threads), chunk);
}

/* Chunks within a piece together, those across the end of one by one. */
static void give_rounds(struct hand_out *out, double chunk)
{
	double number = 0;

	for (size_t i = 0; i < out->series->count; i++) {
		const struct series_piece *piece = &out->series->pieces[i];
		double end = piece->start + piece->length;
		double inside = floor(end / chunk);

		if (inside > number) {
			hand_piece(out, piece, number, inside, chunk);
			number = inside;
		}
		if (number * chunk < end)
			hand_numbered(out, number++, chunk);
	}
	out->largest = chunk;
}

/* ---- many to whoever comes first --------------------------------------------
 */

/* Chunks of a guided loop, roughly. */
static double guided_chunks(double length, double chunk, int threads)
{
	double share = length / threads;

	return share <= chunk ? ceil(length / chunk)
			      : threads * (log(share / chunk) + 1) + threads;
}

/* All but the last few chunks, in equal parts. */
static void give_last(struct hand_out *out, double chunk, double walked)
{
	double chunks = ceil(out->series->length / chunk) - walked;
	double work = series_sum(out->series, 0, chunks * chunk);

	for (int i = 0; i < out->threads; i++) {
		out->work[i] = work / out->threads;
		out->chunks[i] = chunks / out->threads;
		out->iterations[i] = chunks * chunk / out->threads;
	}
	out->next = chunks * chunk;
	out->before = work;
	give_dynamic(out, chunk);
	out->largest = chunk;
}

/* More chunks than count: equal parts, and half of the heaviest more. */
static void give_evenly(struct hand_out *out, const struct schedule *schedule)
{
	const struct series *series = out->series;
	bool shrinks = kind_of(schedule)->shrinks;
	double chunks = shrinks ? guided_chunks(series->length, schedule->chunk,
						schedule->threads)
				: ceil(series->length / schedule->chunk);

	for (int i = 0; i < out->threads; i++) {
		out->work[i] = series->total / out->threads;
		out->chunks[i] = chunks / out->threads;
		out->iterations[i] = series->length / out->threads;
	}
	out->largest =
		shrinks ? ceil(series->length / out->threads) : schedule->chunk;
	out->work[0] += series_peak(series) * schedule->chunk / 2;
	/* the first of those is the longest, and may be the heaviest */
	out->work[0] = fmax(out->work[0], series_sum(series, 0, out->largest));
	out->work[0] = fmin(out->work[0], series->total);
}

/* Do chunks go round in turn, and can they be summed? */
static bool can_sum(const struct series *series,
		    const struct schedule *schedule, double chunks)
{
	bool constant = series_is_constant(series);

	if (!(series->length <= MOST_ITERATIONS))
		return false;
	if (is_asked_evenly(schedule))
		return constant;
	return is_in_turn(schedule) &&
	       (constant || chunks <= (double)MOST_ROUNDS * schedule->threads);
}

static void give_many(struct hand_out *out, const struct schedule *schedule,
		      double walked)
{
	if (is_asked_evenly(schedule) && out->series->length <= MOST_ITERATIONS)
		give_last(out, schedule->chunk, walked);
	else
		give_evenly(out, schedule);
}

/* ---- the whole --------------------------------------------------------------
 */

static void summarise(const struct hand_out *out,
		      struct schedule_shares *shares)
{
	struct schedule_shares sum = {.total = out->series->total,
				      .largest = out->largest,
				      .elsewhere = shares->elsewhere,
				      .sampled = shares->sampled};

	for (int i = 0; i < out->threads; i++) {
		if (out->work[i] > sum.busiest || i == 0) {
			sum.busiest = out->work[i];
			sum.busiest_chunks = out->chunks[i];
		}
		sum.chunks += out->chunks[i];
		sum.most_chunks = fmax(sum.most_chunks, out->chunks[i]);
		sum.most_iterations =
			fmax(sum.most_iterations, out->iterations[i]);
	}
	if (sum.sampled)
		sum.chunks = shares->chunks;
	*shares = sum;
}

static double chunk_count(const struct series *series,
			  const struct schedule *schedule)
{
	if (!kind_of(schedule)->chunks)
		return schedule->threads;
	if (kind_of(schedule)->shrinks)
		return guided_chunks(series->length, schedule->chunk,
				     schedule->threads);
	return ceil(series->length / schedule->chunk);
}

/* How many chunks are handed out one by one. */
static double walked_of(const struct schedule *schedule)
{
	if (kind_of(schedule)->shrinks)
		return MOST_WALKED;
	return fmin(fmax(WALKED_EACH * schedule->threads, LEAST_WALKED),
		    MOST_WALKED);
}

static bool is_good(const struct schedule *schedule)
{
	if (schedule->threads < 1 || schedule->threads > SCHEDULE_MAX_THREADS)
		return false;
	if ((unsigned)schedule->kind >= SCHEDULE_COUNT)
		return false;
	return !kind_of(schedule)->chunks || schedule->chunk >= 1;
}

/* Where the block of a thread begins. */
static double block_of(double length, int threads, int thread)
{
	double each = floor(length / threads);

	return each * thread + fmin(thread, length - each * threads);
}

/* Of more chunks each block has its share of every thread. */
static double given_elsewhere(double length, const struct schedule *schedule,
			      double chunks)
{
	int threads = schedule->threads;
	double at_home = 0;

	if (threads == 1 || !kind_of(schedule)->chunks || length < 1)
		return 0;
	if (!is_in_turn(schedule) || chunks > LEAST_WALKED)
		return 1 - 1.0 / threads;
	for (int i = 0; i < chunks; i++) {
		double from = i * schedule->chunk;
		double to = fmin(from + schedule->chunk, length);
		int thread = i % threads;

		from = fmax(from, block_of(length, threads, thread));
		to = fmin(to, block_of(length, threads, thread + 1));
		at_home += fmax(to - from, 0);
	}
	return 1 - at_home / length;
}

enum model_status schedule_share(const struct series *series,
				 const struct schedule *schedule,
				 struct schedule_shares *shares, double *work)
{
	struct schedule whole = *schedule;
	struct schedule_shares result = {0};
	struct hand_out out;
	double walked;

	if (!is_good(schedule))
		return MODEL_BAD_ARGUMENT;
	whole.chunk = floor(whole.chunk);
	walked = walked_of(&whole);
	result.chunks = chunk_count(series, &whole);
	result.elsewhere =
		given_elsewhere(series->length, &whole, result.chunks);
	begin(&out, series, whole.threads);
	if (result.chunks <= walked &&
	    (series->length <= MOST_ITERATIONS || !kind_of(&whole)->chunks)) {
		give(&out, &whole);
	} else if (can_sum(series, &whole, result.chunks)) {
		give_rounds(&out, whole.chunk);
	} else {
		result.sampled = true;
		give_many(&out, &whole, walked);
	}
	summarise(&out, &result);
	*shares = result;
	if (work)
		memcpy(work, out.work, out.threads * sizeof(*work));
	return MODEL_OK;
}
