/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Schedules of models/ against libgomp itself, for 1 to 9 threads: for the
 * static kinds which thread really got which iterations, for the others
 * every chunk that was handed out. Speaks TAP.
 */
#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../models/schedule.h"

#define MOST_THREADS 9
#define MOST_ITERATIONS 1000

/* The entry points that compiled loops call: see libgomp's loop.c. */
bool GOMP_loop_guided_start(long start, long end, long step, long chunk,
			    long *from, long *to);
bool GOMP_loop_guided_next(long *from, long *to);
bool GOMP_loop_dynamic_start(long start, long end, long step, long chunk,
			     long *from, long *to);
bool GOMP_loop_dynamic_next(long *from, long *to);
void GOMP_loop_end_nowait(void);

static const long lengths[] = {0, 1, 2, 8, 9, 10, 97, 100, 511, 1000};
static const int chunks[] = {1, 2, 7, 50, 2000};

static int owner[MOST_ITERATIONS];
static long size_at[MOST_ITERATIONS]; /* of the chunk that begins there */

static void run_static(long length, int chunk, int threads)
{
	(void)chunk;
#pragma omp parallel for schedule(static) num_threads(threads)
	for (long i = 0; i < length; i++)
		owner[i] = omp_get_thread_num();
}

static void run_static_chunk(long length, int chunk, int threads)
{
#pragma omp parallel for schedule(static, chunk) num_threads(threads)
	for (long i = 0; i < length; i++)
		owner[i] = omp_get_thread_num();
}

static void run_dynamic(long length, int chunk, int threads)
{
#pragma omp parallel num_threads(threads)
	{
		long from, to;

		if (GOMP_loop_dynamic_start(0, length, 1, chunk, &from, &to))
			do
				size_at[from] = to - from;
			while (GOMP_loop_dynamic_next(&from, &to));
		GOMP_loop_end_nowait();
	}
}

static void run_guided(long length, int chunk, int threads)
{
#pragma omp parallel num_threads(threads)
	{
		long from, to;

		if (GOMP_loop_guided_start(0, length, 1, chunk, &from, &to))
			do
				size_at[from] = to - from;
			while (GOMP_loop_guided_next(&from, &to));
		GOMP_loop_end_nowait();
	}
}

static struct series ramp(long length)
{
	static const double line[] = {3, 2, 0, 0};
	struct series series = {0};

	if (series_add(&series, (double)length, line) != MODEL_OK)
		exit(99);
	return series;
}

static struct schedule_shares ask(long length, enum machine_schedule kind,
				  int chunk, int threads, double *work)
{
	struct schedule schedule = {kind, chunk, threads};
	struct series series = ramp(length);
	struct schedule_shares shares;

	if (schedule_share(&series, &schedule, &shares, work) != MODEL_OK)
		exit(99);
	series_free(&series);
	return shares;
}

/* Each thread has the work that it really got. */
static bool same_threads(long length, enum machine_schedule kind, int chunk,
			 int threads)
{
	double work[MOST_THREADS], got[MOST_THREADS] = {0};

	ask(length, kind, chunk, threads, work);
	for (long i = 0; i < length; i++)
		got[owner[i]] += 3 + 2 * (double)i;
	for (int i = 0; i < threads; i++)
		if (work[i] != got[i])
			return false;
	return true;
}

/* What is left is a loop of its own, and its first chunk the largest. */
static bool same_chunks(long length, enum machine_schedule kind, int chunk,
			int threads)
{
	struct schedule_shares shares = ask(length, kind, chunk, threads, NULL);
	long count = 0;

	for (long at = 0; at < length; count++) {
		shares = ask(length - at, kind, chunk, threads, NULL);
		if (shares.largest != (double)size_at[at])
			return false;
		at += size_at[at];
	}
	return ask(length, kind, chunk, threads, NULL).chunks == (double)count;
}

static const struct {
	const char *name;
	enum machine_schedule kind;
	void (*run)(long length, int chunk, int threads);
	bool (*same)(long length, enum machine_schedule kind, int chunk,
		     int threads);
} kinds[] = {
	{"static", SCHEDULE_STATIC, run_static, same_threads},
	{"static in chunks", SCHEDULE_STATIC_CHUNK, run_static_chunk,
	 same_threads},
	{"dynamic", SCHEDULE_DYNAMIC, run_dynamic, same_chunks},
	{"guided", SCHEDULE_GUIDED, run_guided, same_chunks},
};
#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

/* Loops that are shared out otherwise than the model says. */
static int differences(int kind)
{
	int count = 0;

	for (int threads = 1; threads <= MOST_THREADS; threads++)
		for (int i = 0; i < COUNT(lengths); i++)
			for (int j = 0; j < COUNT(chunks); j++) {
				kinds[kind].run(lengths[i], chunks[j], threads);
				if (kinds[kind].same(lengths[i],
						     kinds[kind].kind,
						     chunks[j], threads))
					continue;
				printf("# %ld iterations, chunk %d, %d "
				       "threads\n",
				       lengths[i], chunks[j], threads);
				count++;
			}
	return count;
}

/*
 * Steps of three whose last one ends beyond the bound: libgomp counts an
 * iteration less there, as schedule.h says; chunks differ by one at most.
 */
static bool is_near_with_steps(void)
{
	for (int threads = 1; threads <= MOST_THREADS; threads++)
		for (long end = 1; end < MOST_ITERATIONS; end += 7) {
			long iterations = (end + 2) / 3;
			struct schedule_shares shares = ask(
				iterations, SCHEDULE_GUIDED, 1, threads, NULL);
			long largest = 0, count = 0, from, to;

#pragma omp parallel num_threads(threads) private(from, to) \
	reduction(max : largest) reduction(+ : count)
			{
				bool more = GOMP_loop_guided_start(0, end, 3, 1,
								   &from, &to);

				for (; more; count++) {
					long size = (to - from + 2) / 3;

					largest =
						size > largest ? size : largest;
					more = GOMP_loop_guided_next(&from,
								     &to);
				}
				GOMP_loop_end_nowait();
			}
			if (fabs(shares.largest - (double)largest) > 1 ||
			    fabs(shares.chunks - (double)count) > 1)
				return false;
		}
	return true;
}

int main(void)
{
	bool near;
	int bad = 0;

	omp_set_dynamic(0);
	for (int i = 0; i < COUNT(kinds); i++) {
		int count = differences(i);

		printf("%sok %d - %s as libgomp does it\n", count ? "not " : "",
		       i + 1, kinds[i].name);
		bad |= count > 0;
	}
	near = is_near_with_steps();
	printf("%sok %d - guided with steps, but for one iteration\n",
	       near ? "" : "not ", COUNT(kinds) + 1);
	printf("1..%d\n", COUNT(kinds) + 1);
	return bad || !near;
}
