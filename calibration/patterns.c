/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pattern loops of the power models over sizes, chunks and threads: see
 * doc/profile.md. podium reads their records out of this source, and takes
 * the rows "pattern=NAME,n=N,chunk=C,threads=T" for what the loops took.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "probe.h"

#define LARGEST 200 /* columns and rows */
#define ARRAYS 5

void noninterf(int n, int chunk, int threads, int (*a)[n], int (*b)[n],
	       int (*c)[n], int (*d)[n], int (*e)[n]);
void matmul(int n, int chunk, int threads, int (*c)[n], int (*a)[n],
	    int (*b)[n]);

/* Data is used again, and nothing comes between. */
void noninterf(int n, int chunk, int threads, int (*a)[n], int (*b)[n],
	       int (*c)[n], int (*d)[n], int (*e)[n])
{
#pragma omp parallel for num_threads(threads) schedule(static, chunk)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			a[i][j] = 1;
			b[i][j] = c[i][j] + c[i][j] + d[i][j] * e[i][j];
		}
}

/* Data is used again after other data of the same array. */
void matmul(int n, int chunk, int threads, int (*c)[n], int (*a)[n],
	    int (*b)[n])
{
#pragma omp parallel for num_threads(threads) schedule(static, chunk)
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++) {
			int r = a[i][k];

			for (int j = 0; j < n; j++)
				c[i][j] += r * b[k][j];
		}
}

static const int sizes[] = {24, 40, 64, 100, 144, LARGEST};

#define SIZES (int)(sizeof(sizes) / sizeof(sizes[0]))

/* Zero, so that sums of products stay numbers. */
static int arrays[ARRAYS][LARGEST * LARGEST] __attribute__((aligned(64)));

#define ARRAY(number, n) (int(*)[n]) arrays[number]

static double run_noninterf(const struct probe *probe, long count)
{
	int n = (int)probe->size;
	double start;

	probe_pin_team(probe->threads);
	start = probe_now();
	for (long i = 0; i < count; i++)
		noninterf(n, (int)probe->step, probe->threads, ARRAY(0, n),
			  ARRAY(1, n), ARRAY(2, n), ARRAY(3, n), ARRAY(4, n));
	return probe_now() - start;
}

static double run_matmul(const struct probe *probe, long count)
{
	int n = (int)probe->size;
	double start;

	probe_pin_team(probe->threads);
	start = probe_now();
	for (long i = 0; i < count; i++)
		matmul(n, (int)probe->step, probe->threads, ARRAY(0, n),
		       ARRAY(1, n), ARRAY(2, n));
	return probe_now() - start;
}

static const struct {
	const char *name;
	double (*run)(const struct probe *, long);
	double arrays;
} patterns[] = {{"noninterf", run_noninterf, 5}, {"matmul", run_matmul, 3}};

static void add_one(int pattern, int n, int chunk, int threads)
{
	struct probe *probe =
		probe_add("pattern=%s,n=%d,chunk=%d,threads=%d",
			  patterns[pattern].name, n, chunk, threads);

	probe->run = patterns[pattern].run;
	probe->size = n;
	probe->step = chunk;
	probe->threads = threads;
}

/* A thread's whole share at once, and what it is after two halvings. */
static void add_chunks(int pattern, int n, int threads)
{
	int whole = (n + threads - 1) / threads;

	for (int part = 1; part <= 4; part *= 2)
		if (whole / part >= 1 && (part == 1 || whole % part == 0))
			add_one(pattern, n, whole / part, threads);
}

/* Three counts of threads are enough: one, some, all. */
static bool is_wanted(int i)
{
	int count = probe_setup.thread_count;

	return i == 0 || i == count / 2 || i == count - 1;
}

/* Those whose data fits the second level: the models hold for no others. */
static void add_sizes(int pattern)
{
	double bytes = patterns[pattern].arrays * sizeof(int);

	for (int i = 0; i < SIZES; i++) {
		if (bytes * sizes[i] * sizes[i] > probe_setup.cache[1])
			continue;
		for (int j = 0; j < probe_setup.thread_count; j++)
			if (is_wanted(j))
				add_chunks(pattern, sizes[i],
					   probe_setup.threads[j]);
	}
}

int main(int argc, char **argv)
{
	if (argc < 2 || !probe_arguments(argv + 1))
		return 2;
	probe_add_checks();
	add_sizes(0);
	add_sizes(1);
	probe_measure();
	probe_report_checks();
	probe_report_matching("pattern=");
	return 0;
}
