/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <omp.h>
#define N 3333
extern double field[], out[];
static double hidden[N], start[64];

void reads_field(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		out[i] = field[i];
}

void reads_given(double *to, double *from, int n)
{
#pragma omp for schedule(static)
	for (int i = 0; i < n; i++)
		to[i] = from[i];
}

void reads_namesake(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		out[i] = hidden[i];
}

void set_head(double *p)
{
#pragma omp master
	*p = 2;
}

void start_clock(int n)
{
#pragma omp master
	start[n] = omp_get_wtime();
}
