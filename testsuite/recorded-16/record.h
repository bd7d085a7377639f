/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the loops beside this file need to be compiled, and to be run again:
 *
 *	gcc -O3 -march=native -fopenmp -o lap2_S lap2_S.c && ./lap2_S
 *
 * prints a line for each variant, in the order of the table: its threads, its
 * chunk, and the 20th percentile of its times in seconds.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define SAMPLES 30
#define LEAST 200e-6 /* seconds of a sample */

typedef void variant(int threads, int chunk);

struct nest {
	variant *of_threads, *with_chunk[2], *guided;
	int iterations; /* that are shared out */
};

#define NEST(name, count)                                                      \
	{                                                                      \
		.of_threads = name##_static0,                                  \
		.with_chunk = {name##_static1, name##_dynamic1},               \
		.guided = name##_guided1, .iterations = count                  \
	}

#define FILL(type, array)                                                      \
	for (unsigned long i = 0; i < sizeof(array) / sizeof(type); i++)       \
	((type *)array)[i] = 1 + i % 3

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* One call, which is not counted, then as many as a sample takes. */
static double sample(variant *run, int threads, int chunk, int calls)
{
	double start;

	run(threads, chunk);
	start = omp_get_wtime();
	for (int i = 0; i < calls; i++)
		run(threads, chunk);
	return (omp_get_wtime() - start) / calls;
}

static void measure(variant *run, int threads, int chunk)
{
	double times[SAMPLES];
	int calls = (int)(LEAST / sample(run, threads, chunk, 1)) + 1;

	for (int i = 0; i < SAMPLES; i++)
		times[i] = sample(run, threads, chunk, calls);
	qsort(times, SAMPLES, sizeof(*times), by_value);
	printf("%d,%d,%.4e\n", threads, chunk, times[SAMPLES / 5]);
}

static void measure_chunks(variant *run, int most, int factor)
{
	for (int threads = 4; threads <= 16; threads *= 4)
		for (int chunk = 1; chunk <= 256 && chunk <= most;
		     chunk *= factor)
			measure(run, threads, chunk);
}

static int record(const struct nest *nests, size_t count, void (*init)(void))
{
	init();
	for (size_t i = 0; i < count; i++) {
		const struct nest *one = &nests[i];

		for (int threads = 1; threads <= 16; threads *= 4)
			measure(one->of_threads, threads, 0);
		for (int j = 0; j < 2; j++)
			measure_chunks(one->with_chunk[j],
				       (one->iterations - 1) / 2, 4);
		measure_chunks(one->guided, one->iterations, 64);
	}
	return 0;
}
