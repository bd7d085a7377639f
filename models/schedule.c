/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Schedules, as libgomp makes them.
 */
#include "schedule.h"

#include <math.h>
#include <string.h>

/* More chunks than this are not handed out one by one. */
#define MOST_WALKED 4096

struct hand_out {
	const struct series *series;
	int threads;
	double work[SCHEDULE_MAX_THREADS];
	double chunks[SCHEDULE_MAX_THREADS];
	double iterations[SCHEDULE_MAX_THREADS];
	double largest;
};

static void hand(struct hand_out *out, int thread, double from, double to)
{
	out->work[thread] += series_sum(out->series, from, to);
	out->chunks[thread]++;
	out->iterations[thread] += to - from;
	out->largest = fmax(out->largest, to - from);
}

/* Blocks of equal size, the first ones with one iteration more. */
static void give_static(struct hand_out *out, double chunk)
{
	double each = floor(out->series->length / out->threads);
	double over = out->series->length - each * out->threads;
	double from = 0;

	(void)chunk;
	for (int i = 0; i < out->threads; i++) {
		double to = from + each + (i < over);

		if (to > from)
			hand(out, i, from, to);
		from = to;
	}
}

static void give_in_turn(struct hand_out *out, double chunk)
{
	double length = out->series->length;
	int thread = 0;

	for (double from = 0; from < length; from += chunk) {
		hand(out, thread, from, fmin(from + chunk, length));
		thread = (thread + 1) % out->threads;
	}
}

/* The thread that has had least work; the first of several. */
static int idlest(const struct hand_out *out)
{
	int thread = 0;

	for (int i = 1; i < out->threads; i++)
		if (out->work[i] < out->work[thread])
			thread = i;
	return thread;
}

static void give_dynamic(struct hand_out *out, double chunk)
{
	double length = out->series->length;

	for (double from = 0; from < length; from += chunk)
		hand(out, idlest(out), from, fmin(from + chunk, length));
}

static void give_guided(struct hand_out *out, double chunk)
{
	double left = out->series->length;

	while (left > 0) {
		double size = ceil(left / out->threads);

		size = fmin(fmax(size, chunk), left);
		hand(out, idlest(out), out->series->length - left,
		     out->series->length - left + size);
		left -= size;
	}
}

static void (*const give[])(struct hand_out *out, double chunk) = {
	[SCHEDULE_STATIC] = give_static,
	[SCHEDULE_STATIC_CHUNK] = give_in_turn,
	[SCHEDULE_DYNAMIC] = give_dynamic,
	[SCHEDULE_GUIDED] = give_guided,
};

/* Chunks of a guided loop, roughly. */
static double guided_chunks(double length, double chunk, int threads)
{
	double share = length / threads;

	return share <= chunk ? ceil(length / chunk)
			      : threads * (log(share / chunk) + 1) + threads;
}

static void summarise(const struct hand_out *out,
		      struct schedule_shares *shares)
{
	struct schedule_shares sum = {.total = out->series->total,
				      .largest = out->largest};

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
	*shares = sum;
}

/* Iterations of the thread that has most when chunks go round in turn. */
static double most_in_turn(double length, double chunk, double threads)
{
	double chunks = ceil(length / chunk);
	double most = ceil(chunks / threads);
	double last = length - (chunks - 1) * chunk;

	/* one thread alone has a chunk more, and that is the short last one */
	return chunks - (most - 1) * threads == 1 ? (most - 1) * chunk + last
						  : most * chunk;
}

/*
 * Chunks without number: every thread has its part of all, and the busiest
 * half of the heaviest chunk more.
 */
static void share_many(const struct series *series,
		       const struct schedule *schedule,
		       struct schedule_shares *shares, double *work)
{
	double threads = schedule->threads;
	double heaviest = series_peak(series) * schedule->chunk;
	struct schedule_shares sum = {.total = series->total, .sampled = true};

	sum.chunks = schedule->kind == SCHEDULE_GUIDED
			     ? guided_chunks(series->length, schedule->chunk,
					     schedule->threads)
			     : ceil(series->length / schedule->chunk);
	sum.most_chunks = ceil(sum.chunks / threads);
	sum.busiest_chunks = sum.most_chunks;
	sum.largest = schedule->kind == SCHEDULE_GUIDED
			      ? ceil(series->length / threads)
			      : schedule->chunk;
	sum.most_iterations =
		most_in_turn(series->length, schedule->chunk, threads);
	sum.busiest = fmin(sum.total, sum.total / threads + heaviest / 2);
	/* the first of guided is the longest, and may be the heaviest */
	sum.busiest = fmax(sum.busiest, series_sum(series, 0, sum.largest));
	if (series_is_constant(series))
		sum.busiest = sum.total / series->length * sum.most_iterations;
	for (int i = 0; work && i < schedule->threads; i++)
		work[i] = sum.total / threads;
	*shares = sum;
}

static double chunk_count(const struct series *series,
			  const struct schedule *schedule)
{
	switch (schedule->kind) {
	case SCHEDULE_STATIC:
		return schedule->threads;
	case SCHEDULE_GUIDED:
		return guided_chunks(series->length, schedule->chunk,
				     schedule->threads);
	default:
		return series->length / schedule->chunk;
	}
}

static bool is_good(const struct schedule *schedule)
{
	if (schedule->threads < 1 || schedule->threads > SCHEDULE_MAX_THREADS)
		return false;
	if ((unsigned)schedule->kind >= SCHEDULE_COUNT)
		return false;
	return schedule->kind == SCHEDULE_STATIC || schedule->chunk >= 1;
}

static void share_walking(const struct series *series,
			  const struct schedule *schedule,
			  struct schedule_shares *shares, double *work)
{
	struct hand_out out;

	out.series = series;
	out.threads = schedule->threads;
	out.largest = 0;
	memset(out.work, 0, out.threads * sizeof(*out.work));
	memset(out.chunks, 0, out.threads * sizeof(*out.chunks));
	memset(out.iterations, 0, out.threads * sizeof(*out.iterations));
	give[schedule->kind](&out, schedule->chunk);
	summarise(&out, shares);
	if (work)
		memcpy(work, out.work, out.threads * sizeof(*work));
}

enum model_status schedule_share(const struct series *series,
				 const struct schedule *schedule,
				 struct schedule_shares *shares, double *work)
{
	struct schedule whole = *schedule;

	if (!is_good(schedule))
		return MODEL_BAD_ARGUMENT;
	whole.chunk = floor(whole.chunk);
	if (chunk_count(series, &whole) > MOST_WALKED)
		share_many(series, &whole, shares, work);
	else
		share_walking(series, &whole, shares, work);
	return MODEL_OK;
}
