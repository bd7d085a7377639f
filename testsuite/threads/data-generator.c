/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generators whose state the caller keeps. */
#include <stdlib.h>
#define N 100
double x[N], y[N];

void seeded_by_the_iteration(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		unsigned seed = i;

		y[i] = rand_r(&seed);
	}
}

void of_the_thread(void)
{
#pragma omp parallel
	{
		unsigned seed = 1;

		/* refused: 'seed' */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = rand_r(&seed);
	}
}

void seeds_of_the_thread(void)
{
#pragma omp parallel
	{
		unsigned short seeds[3] = {1, 2, 3};

		/* refused: 'seeds' */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = erand48(seeds);
	}
}
