/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A static loop that does not wait, then a function whose loop reads the same
 * part; in the other region a barrier stands between.
 * expect: any(.[]; .name == "half" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "second" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "whole" and (.rewrite_why | length == 0))
 */
#include <stdio.h>
#define N 3333
static double a[N], b[N];

static void second(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		b[i] = a[i] * a[i];
}

static void half(void)
{
#pragma omp parallel
	{
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			a[i] = i * 0.5;
		second();
	}
}

static void whole(void)
{
#pragma omp parallel
	{
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			a[i] += i * 0.25;
		second();
	}
}

int main(void)
{
	half();
	whole();
	return printf("%g %g\n", a[N - 1], b[N - 1]) < 0;
}
