/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Static loops of one region with no barrier between them: each thread gets the
 * same iterations of both.
 */
#define N 100
double x[N], y[N], z[N];

void without_barrier(void)
{
#pragma omp parallel
	{
		/* refused: nowait */
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			y[i] = x[i];
			/* refused: nowait */
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			z[i] = y[i];
	}
}

void no_clause_is_static(void)
{
#pragma omp parallel
	{
		/* refused: nowait */
#pragma omp for nowait
		for (int i = 0; i < N; i++)
			y[i] = x[i];
			/* refused: nowait */
#pragma omp for nowait
		for (int i = 0; i < N; i++)
			z[i] = y[i];
	}
}

void with_barrier(void)
{
#pragma omp parallel
	{
		/* rewritable: yes */
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			y[i] = x[i];
#pragma omp barrier
			/* rewritable: yes */
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			z[i] = y[i];
	}
}

void dynamic(void)
{
#pragma omp parallel
	{
		/* rewritable: yes */
#pragma omp for schedule(dynamic) nowait
		for (int i = 0; i < N; i++)
			y[i] = x[i];
			/* rewritable: yes */
#pragma omp for schedule(dynamic)
		for (int i = 0; i < N; i++)
			z[i] = x[i];
	}
}

void single_between(void)
{
#pragma omp parallel
	{
		/* rewritable: yes */
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			y[i] = x[i];
#pragma omp single
		x[0] = 1;
		/* rewritable: yes */
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			z[i] = x[i];
	}
}
