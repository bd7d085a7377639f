/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The same with private data, members, and loops that are not static.
 * expect: any(.[]; .name == "private_only" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "time_loop_waits" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "both_read" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "other_field" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "already_dynamic" and (.rewrite_why | length == 0))
 */
#include <stdio.h>
#define N 400
double x[N], y[N];
static struct {
	double head, tail[N];
} s;

void private_only(void)
{
	double t = 1;
#pragma omp parallel firstprivate(t)
	{
#pragma omp master
		{
			t = 5;
			printf("%g\n", t);
		}
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = i;
	}
}

void time_loop_waits(int steps)
{
#pragma omp parallel
	for (int t = 0; t < steps; t++) {
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
#pragma omp master
		x[0] += y[N - 1];
#pragma omp barrier
	}
}

void both_read(double *restrict out)
{
#pragma omp parallel
	{
#pragma omp master
		*out = x[0];
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void other_field(void)
{
#pragma omp parallel
	{
#pragma omp master
		s.head = 1;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = s.tail[i];
	}
}

void already_dynamic(void)
{
#pragma omp parallel
	{
#pragma omp master
		x[0] = 3;
#pragma omp for schedule(dynamic)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

int main(void)
{
	return 0;
}
