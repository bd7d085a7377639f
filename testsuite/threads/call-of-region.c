/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of the region count for its loops: one of them may set a state. */
#include <fenv.h>
#include <omp.h>
#define N 100
double x[N], y[N];
int number[N];

void prepare(void);

static void round_up(void)
{
	fesetround(FE_UPWARD);
}

void rounding(void)
{
#pragma omp parallel
	{
		round_up();
		/* refused: 'fesetround' */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = x[i] / 3;
	}
}

void beside_a_loop(void)
{
#pragma omp parallel
	{
		/* refused: 'omp_set_num_threads' */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = x[i] / 3;
			/* refused: 'omp_set_num_threads' */
#pragma omp for
		for (int i = 0; i < N; i++)
			omp_set_num_threads(i + 1);
	}
}

void unseen(void)
{
#pragma omp parallel
	{
		prepare();
		/* needs: prepare, waits(prepare) */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = x[i] / 3;
	}
}

void another_region(void)
{
	round_up();
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = x[i] / 3;
}
