/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Orphaned loops of a unit that has all their callers: `podium features`
 * establishes these.
 */
#include <omp.h>
#define N 100
double x[N], y[N], z[N];

static void alike(double by)
{
	/* safe: callers(orphan-callers.c:alike) */
#pragma omp for
	for (int i = 0; i < N; i++)
		y[i] = x[i] * by;
}

static void differs(double by)
{
	/* refused: 'mine' */
#pragma omp for
	for (int i = 0; i < N; i++)
		y[i] = x[i] * by;
}

static void numbered(void)
{
	/* refused: omp_get_thread_num */
#pragma omp for
	for (int i = 0; i < N; i++)
		y[i] = x[i];
}

static void beside_nowait(void)
{
	/* refused: static loop of 'main' */
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		z[i] = y[i];
}

static void sequential(double *by)
{
	/* safe: callers(orphan-callers.c:sequential) */
#pragma omp for
	for (int i = 0; i < N; i++)
		z[i] = y[i] * *by;
}

static void both(double *by)
{
	/* refused: 'own' */
#pragma omp for
	for (int i = 0; i < N; i++)
		z[i] = y[i] * *by;
}

static void with_own(int n)
{
	double own = n;

	both(&own);
}

void never_called(void)
{
	/* refused: its callers */
#pragma omp for
	for (int i = 0; i < N; i++)
		z[i] = y[i];
}

static void way(double by)
{
	alike(by);
}

int main(void)
{
	int n = 3;
	double own = n;

	sequential(&own);
	both(&own);
#pragma omp parallel
	with_own(n);
#pragma omp parallel
	{
		alike(2);
		way(n);
	}
#pragma omp parallel
	{
		double mine;

#pragma omp critical
		mine = n++;
		differs(mine);
	}
#pragma omp parallel
	{
		z[omp_get_thread_num()] = 1;
		numbered();
	}
#pragma omp parallel
	{
		/* refused: nowait */
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			y[i] = x[i];
		beside_nowait();
	}
	return y[0] < 0;
}
