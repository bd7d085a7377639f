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

struct V {
	void (*run)(int threads, int chunk);
	int threads, chunk;
};

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* One call, which is not counted, then as many as a sample takes. */
static double sample(const struct V *one, int calls)
{
	double start;

	one->run(one->threads, one->chunk);
	start = omp_get_wtime();
	for (int i = 0; i < calls; i++)
		one->run(one->threads, one->chunk);
	return (omp_get_wtime() - start) / calls;
}

static double measure(const struct V *one)
{
	double times[SAMPLES];
	int calls = (int)(LEAST / sample(one, 1)) + 1;

	for (int i = 0; i < SAMPLES; i++)
		times[i] = sample(one, calls);
	qsort(times, SAMPLES, sizeof(*times), by_value);
	return times[SAMPLES / 5];
}

static int drive(const struct V *list, int count, void (*init)(void), int argc,
		 char **argv)
{
	(void)argc;
	(void)argv;
	init();
	for (int i = 0; i < count; i++)
		printf("%d,%d,%.4e\n", list[i].threads, list[i].chunk,
		       measure(&list[i]));
	return 0;
}
