/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Thread 0, told by its number, does alone what its iterations may rely on.
 * expect: any(.[]; .name == "asks_zero" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "asks_after" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "flag_of_own" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "steps" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "orphan_sets" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "callee_sets" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "in_critical" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "and_more" and (.rewrite_why | length > 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 400
double x[N], y[N], *a, *b;

void asks_zero(void)
{
#pragma omp parallel
	{
		if (omp_get_thread_num() == 0)
			x[0] = 7;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void asks_after(void)
{
	int tid;
#pragma omp parallel private(tid)
	{
		tid = omp_get_thread_num();
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			y[i] = x[i];
		if (0 == tid)
			printf("%g\n", y[0]);
	}
}

void flag_of_own(void)
{
#pragma omp parallel
	{
		int first = omp_get_thread_num() == 0;
		if (first)
			x[0] = 4;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void steps(int n)
{
#pragma omp parallel
	{
		int tid = omp_get_thread_num();
		for (int t = 0; t < n; t++) {
#pragma omp for schedule(static)
			for (int i = 0; i < N; i++)
				y[i] = x[i];
			if (tid == 0)
				x[0] += 1;
		}
	}
}

void orphan_sets(void)
{
	int t = omp_get_thread_num();
	if (t == 0)
		x[0] = 3;
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i];
}

static void report(void)
{
	if (omp_get_thread_num() == 0)
		x[0] = 8;
}

void callee_sets(void)
{
#pragma omp parallel
	{
		report();
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void in_critical(void)
{
#pragma omp parallel
	{
		int tid = omp_get_thread_num();
#pragma omp critical
		{
			if (tid == 0)
				x[0] = 1;
		}
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void and_more(int n)
{
#pragma omp parallel
	{
		int tid = omp_get_thread_num();
		if (n > 3 && tid == 0)
			x[0] = 1;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

int main(void)
{
	return 0;
}
