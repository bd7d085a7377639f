/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions that ask whether they run in thread 0, or that it calls.
 * expect: any(.[]; .name == "asks_in_call" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "asks_before_call" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "fill_by_pointer" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "copied" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "by_callee" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "by_later_callee" and (.rewrite_why | length > 0))
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 400
double x[N], y[N];
static double kept;
static void later(double *p, int n);

static void progress(int i)
{
	if (omp_get_thread_num() == 0)
		printf("at %d\n", i);
}

void asks_in_call(void)
{
#pragma omp parallel
	{
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++) {
			y[i] = x[i];
			progress(i);
		}
	}
}

void asks_before_call(void)
{
#pragma omp parallel
	{
		progress(0);
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void fill_by_pointer(void (*function)(double *))
{
#pragma omp parallel
	{
		if (omp_get_thread_num() == 0)
			function(x);
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void copied(const double *from)
{
#pragma omp parallel
	{
		if (omp_get_thread_num() == 0)
			memcpy(x, from, sizeof(double));
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

static double remember(double v)
{
	kept = v;
	return v;
}

void by_callee(void)
{
#pragma omp parallel
	{
		if (omp_get_thread_num() == 0)
			remember(4);
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = i ? 0 : kept;
	}
}

void by_later_callee(void)
{
#pragma omp parallel
	{
		if (omp_get_thread_num() == 0)
			later(y, 3);
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			x[i] = y[i];
	}
}

static void later(double *p, int n)
{
	for (double *q = p; n-- > 0; q++)
		*q = n;
}

int main(void)
{
	return 0;
}
