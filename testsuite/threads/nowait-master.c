/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one thread of known number does alone beside a static loop, with no
 * barrier between: it may be right only for iterations of its own.
 */
#define N 100
double x[N], y[N], first;

void before(void)
{
#pragma omp parallel
	{
#pragma omp master
		x[0] = 1;
		/* refused: master */
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void behind_a_barrier(void)
{
#pragma omp parallel
	{
#pragma omp master
		x[0] = 1;
#pragma omp barrier
		/* rewritable: yes */
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void after(void)
{
#pragma omp parallel
	{
		/* refused: master */
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			y[i] = x[i];
#pragma omp master
		first = y[0];
	}
}

void one_of_them(void)
{
#pragma omp parallel
	{
#pragma omp single
		x[0] = 1;
		/* rewritable: yes */
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}
