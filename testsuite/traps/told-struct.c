/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A context for each thread, as libraries have it, with its number inside.
 * expect: any(.[]; .name == "solve" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "report" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 1000
struct context {
	int me, of;
	double *work;
};
static double out[N], work[64 * 4];
static void enter(struct context *c)
{
	c->me = omp_get_thread_num();
	c->of = omp_get_num_threads();
	c->work = work + 4 * c->me;
}
static double step(struct context *c, int i)
{
	return c->work[i & 3] += i;
}
static void solve(void)
{
#pragma omp parallel
	{
		struct context c;
		enter(&c);
#pragma omp for
		for (int i = 0; i < N; i++)
			out[i] = step(&c, i);
	}
}
static void report(void)
{
#pragma omp parallel
	{
#pragma omp single
		printf("%d threads\n", omp_get_num_threads());
#pragma omp for
		for (int i = 0; i < N; i++)
			out[i] += 1;
	}
}
int main(void)
{
	solve();
	report();
	return 0;
}
