/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What only one thread leaves in variables of its own.
 * expect: any(.[]; .name == "master_by_hand" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "own_pointer" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "own_array" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "through_pointer" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "keeps_place" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "counts" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "timed" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 400
double x[N], y[N], *a, *b;

void master_by_hand(void)
{
#pragma omp parallel num_threads(2)
	{
		int lo = N / 2;
#pragma omp master
		lo = 0;
		for (int j = lo; j < lo + N / 2; j++)
			x[j] = j;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void own_pointer(void)
{
#pragma omp parallel
	{
		double *p = a;
		if (omp_get_thread_num() == 0)
			p = b;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			p[i] = i;
	}
}

void own_array(void)
{
#pragma omp parallel
	{
		double buffer[4] = {0};
		if (omp_get_thread_num() == 0)
			buffer[1] = 7;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = buffer[1];
	}
}

void through_pointer(void)
{
#pragma omp parallel
	{
		int v = 0, *q = &v;
		if (omp_get_thread_num() == 0)
			*q = 1;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = v;
	}
}

void keeps_place(int n)
{
#pragma omp parallel
	{
		int skip = 0;
		for (int t = 0; t < n; t++) {
			for (int j = skip; j < 4; j++)
				x[j + 4 * omp_get_num_threads()] = 0;
#pragma omp barrier
#pragma omp for schedule(static)
			for (int i = 0; i < N; i++)
				y[i] = x[i];
			if (omp_get_thread_num() == 0)
				skip = 2;
		}
	}
}

void counts(void)
{
	int j;
#pragma omp parallel private(j)
	{
		if (omp_get_thread_num() == 0)
			for (j = 0; j < 3; j++)
				printf("%d\n", j);
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			for (j = 0; j < 4; j++)
				y[i] += j;
	}
}

void timed(void)
{
#pragma omp parallel
	{
		double start;
		int tid = omp_get_thread_num();
		if (tid == 0)
			start = omp_get_wtime();
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
		if (tid == 0)
			printf("%g s\n", omp_get_wtime() - start);
	}
}

int main(void)
{
	return 0;
}
