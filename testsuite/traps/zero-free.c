/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What thread 0 does alone has nothing to do with the loop, or they wait.
 * expect: any(.[]; .name == "asks_print" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "flag_says" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "steps_wait" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "orphan_says" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "callee_says" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "and_says" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "zero_barrier" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 400
double x[N], y[N], *a, *b;

void asks_print(void)
{
#pragma omp parallel
	{
		int tid = omp_get_thread_num();
		if (tid == 0)
			printf("%d threads\n", omp_get_num_threads());
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void flag_says(void)
{
#pragma omp parallel
	{
		int first = omp_get_thread_num() == 0;
		if (first)
			puts("first");
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void steps_wait(int n)
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
#pragma omp barrier
		}
	}
}

void orphan_says(void)
{
	int t = omp_get_thread_num();
	if (t == 0)
		puts("working");
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i];
}

static void tell(void)
{
	if (omp_get_thread_num() == 0)
		puts("hello");
}

void callee_says(void)
{
#pragma omp parallel
	{
		tell();
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void and_says(int n, const char *name)
{
	long tid;
#pragma omp parallel private(tid)
	{
		tid = omp_get_thread_num();
		if (!tid && n > 3 && name)
			printf("%s: %d\n", name, n);
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void zero_barrier(void)
{
#pragma omp parallel
	{
		if (omp_get_thread_num() == 0)
			x[0] = 3;
#pragma omp barrier
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

int main(void)
{
	return 0;
}
