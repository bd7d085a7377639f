/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scalars that threads have for themselves: those that an iteration reads
 * before it writes them, and those of which nothing is left over.
 * expect: any(.[]; .name == "own_generator" and any(.rewrite_why[]; test("'seed'")))
 * expect: any(.[]; .name == "numbers" and any(.rewrite_why[]; test("'count'")))
 * expect: any(.[]; .name == "differences" and any(.rewrite_why[]; test("'last'")))
 * expect: any(.[]; .name == "toggles" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "sometimes" and any(.rewrite_why[]; test("'kept'")))
 * expect: any(.[]; .name == "running" and any(.rewrite_why[]; test("'most'")))
 * expect: any(.[]; .name == "state_of" and any(.rewrite_why[]; test("'state'")))
 * expect: any(.[]; .name == "temporaries" and (.rewrite_why == []) and (.reorders == []))
 * expect: any(.[]; .name == "both_ways" and (.rewrite_why == []))
 * expect: any(.[]; .name == "constants" and (.rewrite_why == []) and (.reorders == []))
 * expect: any(.[]; .name == "inner_counts" and (.rewrite_why == []) and (.reorders == []))
 * expect: any(.[]; .name == "chosen" and (.rewrite_why == []))
 */
#include <stdio.h>
#include <stdlib.h>
#define N 1000
static double x[N], y[N];
static int which[N];

static void own_generator(void)
{
#pragma omp parallel
	{
		unsigned seed = 17;
#pragma omp for
		for (int i = 0; i < N; i++) {
			seed = seed * 1103515245 + 12345;
			x[i] = seed >> 16;
		}
	}
}

static void numbers(void)
{
#pragma omp parallel
	{
		int count = 0;
#pragma omp for
		for (int i = 0; i < N; i++)
			if (x[i] > 5)
				which[count++] = i;
	}
}

static void differences(void)
{
	double last = 0;
#pragma omp parallel for firstprivate(last)
	for (int i = 0; i < N; i++) {
		y[i] = x[i] - last;
		last = x[i];
	}
}

static void toggles(void)
{
#pragma omp parallel
	{
		int sign = 1;
#pragma omp for
		for (int i = 0; i < N; i++) {
			y[i] = sign * x[i];
			sign = -sign;
		}
	}
}

static void sometimes(void)
{
	double kept = 1;
#pragma omp parallel for firstprivate(kept)
	for (int i = 0; i < N; i++) {
		if (x[i] > 3)
			kept = x[i];
		y[i] = kept;
	}
}

static void running(void)
{
#pragma omp parallel
	{
		double most = 0;
#pragma omp for
		for (int i = 0; i < N; i++) {
			if (x[i] > most)
				most = x[i];
			y[i] = x[i] / (most + 1);
		}
	}
}

static void state_of(void)
{
#pragma omp parallel
	{
		unsigned short state[3] = {1, 2, 3};
#pragma omp for
		for (int i = 0; i < N; i++)
			x[i] = erand48(state);
	}
}

static void temporaries(void)
{
	double a, b;
	int j;
#pragma omp parallel for private(a, b, j)
	for (int i = 0; i < N; i++) {
		a = x[i];
		b = a * 2;
		for (j = 0; j < 4; j++)
			b += a * j;
		y[i] = b;
	}
}

static void both_ways(void)
{
	double a;
#pragma omp parallel for private(a)
	for (int i = 0; i < N; i++) {
		if (x[i] > 3)
			a = x[i];
		else
			a = 3;
		y[i] = a;
	}
}

static void constants(double factor)
{
#pragma omp parallel for firstprivate(factor)
	for (int i = 0; i < N; i++)
		y[i] = factor * x[i];
}

static void inner_counts(void)
{
#pragma omp parallel
	{
		int j, found;
#pragma omp for
		for (int i = 0; i < N; i++) {
			found = 0;
			j = i;
			while (j < N && x[j] > 3) {
				j++;
				found++;
			}
			which[i] = found;
		}
	}
}

static void chosen(void)
{
	double a;
#pragma omp parallel for private(a)
	for (int i = 0; i < N; i++) {
		switch (i % 3) {
		case 0:
			a = 1;
			break;
		case 1:
			a = x[i];
			break;
		default:
			a = 7;
		}
		y[i] = a;
	}
}

int main(void)
{
	own_generator();
	numbers();
	differences();
	toggles();
	sometimes();
	running();
	state_of();
	temporaries();
	both_ways();
	constants(3);
	inner_counts();
	chosen();
	return printf("%g %d\n", y[7], which[8]) < 0;
}
