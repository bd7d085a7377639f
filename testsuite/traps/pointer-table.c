/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A kernel chosen at run time asks for the thread.
 * expect: any(.[]; .name == "apply" and (.rewrite_why + (.unseen // []) | length > 0))
 * expect: any(.[]; .name == "direct" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 700
static double bias[64] = {0, 1, 2, 3};

static double tilted(double x)
{
	return x + bias[omp_get_thread_num() % 64];
}

static double straight(double x)
{
	return x * 3;
}

static double (*const kernels[])(double) = {straight, tilted};

static void apply(double *x, int which)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = kernels[which](x[i]);
}

static void direct(double *x)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = straight(x[i]);
}

int main(int argc, char **argv)
{
	static double x[N];
	(void)argv;
	apply(x, argc % 2);
	direct(x);
	return printf("%g\n", x[N - 1]) < 0;
}
