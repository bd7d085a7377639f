/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What thread 0 does alone has nothing to do with the loop, or they wait.
 * expect: any(.[]; .name == "master_barrier" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "single_waits" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "single_nowait" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "other_array" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "master_reads_waited" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "no_alias" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "atomic_count" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "sections_before" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#define N 400
double x[N], y[N], z[N];
int flag;

void master_barrier(void)
{
#pragma omp parallel
	{
#pragma omp master
		{ x[0] = 5; }
#pragma omp barrier
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void single_waits(void)
{
#pragma omp parallel
	{
#pragma omp single
		{ x[0] = 5; }
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void single_nowait(void)
{
#pragma omp parallel
	{
#pragma omp single nowait
		{ z[0] = 5; }
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void other_array(void)
{
#pragma omp parallel
	{
#pragma omp master
		{ z[0] = 5; }
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void master_reads_waited(double *first)
{
#pragma omp parallel
	{
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i] + 1;
#pragma omp master
		*first = y[0];
	}
}

void no_alias(double *restrict p, const double *restrict q, double *restrict r)
{
#pragma omp parallel
	{
#pragma omp master
		p[0] = 5;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			r[i] = q[i];
	}
}

void atomic_count(void)
{
#pragma omp parallel
	{
#pragma omp master
		{
#pragma omp atomic
			flag++;
		}
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i] * 2;
	}
}

void sections_before(void)
{
#pragma omp parallel
	{
#pragma omp sections nowait
		{
#pragma omp section
			z[0] = 1;
#pragma omp section
			z[1] = 1;
		}
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i] * 2;
	}
}

int main(void)
{
	return 0;
}
