/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Arrays as long as the team, used through a pointer that each thread gets
 * from a function; who asks only to print leaves the loop alone.
 * expect: any(.[]; .name == "forces" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "drift" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define N 1024
static double *pool;
static double pos[N];

static double *my_part(void)
{
	return pool + (size_t)N * omp_get_thread_num();
}

static void forces(void)
{
#pragma omp parallel
	{
		double *f = my_part();
#pragma omp for
		for (int i = 0; i < N - 1; i++) {
			f[i] += pos[i + 1] - pos[i];
			f[i + 1] -= pos[i + 1] - pos[i];
		}
	}
}

static void drift(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		pos[i] += 0.01 * pool[i];
}

int main(void)
{
	pool = calloc(N, sizeof(*pool) * omp_get_max_threads());
	printf("%d threads\n", omp_get_max_threads());
	forces();
	drift();
	return printf("%g\n", pos[1]) < 0;
}
