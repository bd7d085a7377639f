/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ways without a barrier, and what is left in variables of the thread.
 * expect: any(.[]; .name == "by_pointer" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "own_record" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "own_memory" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "others_only" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "returns_early" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "either" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "last_of_thread" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "loop_in_between" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "pointers_swapped" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "tasks" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "prints_rest" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 400
double x[N], y[N];

void by_pointer(void)
{
#pragma omp parallel num_threads(2)
	{
		int lo = N / 2, *p = &lo;
		if (omp_get_thread_num() == 0)
			*p = 0;
		for (int j = lo; j < lo + N / 2; j++)
			x[j] = j;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void own_record(void)
{
#pragma omp parallel num_threads(2)
	{
		struct { int lo, hi; } r = {N / 2, N};
		if (omp_get_thread_num() == 0) {
			r.lo = 0;
			r.hi = N / 2;
		}
		for (int j = r.lo; j < r.hi; j++)
			x[j] = j;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void own_memory(void)
{
#pragma omp parallel num_threads(2)
	{
		int *r = malloc(2 * sizeof(int));
		r[0] = N / 2;
		if (omp_get_thread_num() == 0)
			r[0] = 0;
		for (int j = r[0]; j < r[0] + N / 2; j++)
			x[j] = j;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
		free(r);
	}
}

void others_only(void)
{
#pragma omp parallel num_threads(2)
	{
		int me = omp_get_thread_num();
		if (me != 0) {
			x[N - 1] = 2;
		}
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void returns_early(void)
{
	int me = omp_get_thread_num();
	if (me == 0)
		x[0] = 2;
	else
		return;
#pragma omp for schedule(static) nowait
	for (int i = 0; i < N; i++)
		y[i] = x[i];
}

void either(int all)
{
#pragma omp parallel num_threads(2)
	{
		int me = omp_get_thread_num(), lo = 0, hi = N;
		if (me == 0 || all)
			hi = N / 2;
		for (int j = lo; j < hi; j++)
			x[j] = j;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void last_of_thread(void)
{
#pragma omp parallel
	{
		int mine = 0;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++) {
			y[i] = x[i];
			mine++;
		}
		if (omp_get_thread_num() == 0)
			printf("%d\n", mine);
	}
}

void loop_in_between(int n)
{
#pragma omp parallel
	{
		int me = omp_get_thread_num();
		for (int t = 0; t < n; t++) {
			if (me == 0)
				x[0] = t;
			if (t % 2) {
#pragma omp barrier
			}
#pragma omp for schedule(static)
			for (int i = 0; i < N; i++)
				y[i] = x[i];
		}
	}
}

void pointers_swapped(double *p, double *q, int n)
{
#pragma omp parallel
	{
		double *from = p, *to = q;
		for (int t = 0; t < n; t++) {
			if (omp_get_thread_num() == 0)
				from[0] = t;
#pragma omp for schedule(static)
			for (int i = 0; i < N; i++)
				to[i] = from[i];
			double *h = from;
			from = to;
			to = h;
		}
	}
}

void tasks(void)
{
#pragma omp parallel
	{
		int me = omp_get_thread_num();
#pragma omp task firstprivate(me)
		if (me == 0)
			printf("%d\n", me);
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void prints_rest(int n)
{
#pragma omp parallel
	{
		int me = omp_get_thread_num();
		if (me == 0) {
			double s = 0;
			for (int k = 0; k < n; k++)
				s += k;
			printf("%g\n", s);
		}
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

int main(void)
{
	return 0;
}
