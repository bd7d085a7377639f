/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls of functions whose bodies are seen: judged by what these do, however
 * deep.
 */
#include <omp.h>
#define N 100
double x[N], y[N];
int owner[N];

static double square(double v)
{
	return v * v;
}

double polynomial(double v)
{
	return 1 + v * (2 + square(v));
}

static int depth(int i)
{
	return i < 2 ? i : depth(i / 2) + depth(i - 2);
}

static int is_odd(int i);

static int is_even(int i)
{
	return i == 0 || is_odd(i - 1);
}

static int is_odd(int i)
{
	return i != 0 && is_even(i - 1);
}

static int whose(void)
{
	return omp_get_thread_num();
}

static int owner_of(int i)
{
	return i < 0 ? i : whose();
}

void bodies(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = polynomial(x[i]);
}

void recursion(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = depth(i) + is_even(i);
}

void two_levels_down(void)
{
	/* refused: 'omp_get_thread_num' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		owner[i] = owner_of(i);
}
