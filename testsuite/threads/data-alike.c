/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of the thread that are alike in all threads, and others. */
#include <omp.h>
#define N 100
double x[N], y[N];
int shared_width;

void computed_alike(int n)
{
#pragma omp parallel default(shared)
	{
		int half = n / 2;
		double scale = 1.0 / half;

		/* rewritable: yes */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = x[i] * scale + half;
	}
}

void firstprivate(int n)
{
	/* rewritable: yes */
#pragma omp parallel for firstprivate(n)
	for (int i = 0; i < N; i++)
		y[i] = x[i] + n;
}

void read_from_shared(void)
{
#pragma omp parallel
	{
		int width = shared_width;

		/* rewritable: yes */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = x[i] * width;
	}
}

void left_by_a_loop(void)
{
#pragma omp parallel
	{
		double offset = 0;

		/* refused: 'offset' */
#pragma omp for
		for (int i = 0; i < N; i++)
			if (x[i] > 0)
				offset = x[i];
				/* refused: 'offset' */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = x[i] + offset;
	}
}

void in_turn(void)
{
	int turn = 0;

#pragma omp parallel
	{
		int mine;

#pragma omp atomic capture
		mine = turn++;
		/* refused: 'mine' */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = mine;
	}
}
