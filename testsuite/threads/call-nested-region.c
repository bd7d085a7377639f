/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A parallel region inside has a team of its own: it does the same whatever
 * thread comes, unless it asks for more than that team.
 */
#include <omp.h>
#define N 100
double x[N][N], sums[N];

static void add(int i)
{
	double sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int j = 0; j < N; j++)
		sum += x[i][j];
	sums[i] = sum;
}

void in_a_callee(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		add(i);
}

void in_the_loop(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
#pragma omp parallel num_threads(2)
		{
#pragma omp atomic
			sums[i]++;
		}
	}
}

static void number(int i)
{
#pragma omp parallel num_threads(2)
	{
#pragma omp single
		sums[i] = omp_get_ancestor_thread_num(1);
	}
}

void asks_for_the_outer_one(void)
{
	/* refused: 'omp_get_ancestor_thread_num' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		number(i);
}
