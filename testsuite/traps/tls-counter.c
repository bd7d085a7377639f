/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a thread did so far decides what it does next.
 * expect: any(.[]; .name == "relax" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "smooth" and (.rewrite_why | length == 0))
 */
#include <stdio.h>
#define N 3000
static __thread int steps;
static double u[N], v[N];

static double damp(void)
{
	return steps++ % 8 == 0 ? 0.5 : 1.0;
}

static double mean(int i)
{
	return (u[i] + u[(i + 1) % N]) / 2;
}

static void relax(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		v[i] = damp() * mean(i);
}

static void smooth(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		v[i] = mean(i);
}

int main(void)
{
	for (int i = 0; i < N; i++)
		u[i] = i % 17;
	smooth();
	relax();
	printf("%g\n", v[N / 2]);
	return 0;
}
