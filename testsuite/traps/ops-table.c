/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Operations in a struct, as drivers have them; the table is constant and all
 * of it is here.
 * expect: any(.[]; .name == "run_ops" and (.rewrite_why + (.unseen // []) | length > 0))
 * expect: any(.[]; .name == "single_said" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 256
struct ops {
	const char *name;
	double (*apply)(double);
};
static double slots[64];

static double keep(double v)
{
	return slots[omp_get_thread_num() & 63] = v;
}

static double twice(double v)
{
	return v + v;
}

static const struct ops table[] = {{"keep", keep}, {"twice", twice}};

static void run_ops(double *x, const struct ops *ops)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = ops->apply(x[i]);
}

static void announce(void)
{
#pragma omp master
	printf("%d of %d\n", omp_get_thread_num(), omp_get_num_threads());
}

static void single_said(double *x)
{
#pragma omp parallel
	{
		announce();
#pragma omp for
		for (int i = 0; i < N; i++)
			x[i] += 1;
	}
}

int main(int argc, char **argv)
{
	static double x[N];
	(void)argv;
	run_ops(x, &table[argc > 1]);
	single_said(x);
	return printf("%g\n", x[N - 1]) < 0;
}
