/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Threadprivate data that a called function uses; of the three regions the one
 * between must have as many threads as those around it.
 * expect: any(.[]; .name == "first" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "third" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "apart" and (.rewrite_why | length == 0))
 */
#include <stdio.h>
#define N 1111
static double best;
#pragma omp threadprivate(best)
static double x[N];

static void note(double v)
{
	if (v > best)
		best = v;
}

static void first(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		note(x[i] = i % 37);
}

static void third(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] /= 1 + best;
}

static void apart(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] *= 2;
}

int main(void)
{
	first();
	third();
	apart();
	return printf("%g\n", x[N - 1]) < 0;
}
