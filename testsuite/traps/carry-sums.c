/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reductions written by hand: with integers whatever the division; with
 * floating-point numbers the order counts, and of equal ones which came first.
 * expect: all(.[]; .rewrite_why == [])
 * expect: any(.[]; .name == "energy" and any(.reorders[]; test("'mine'")))
 * expect: any(.[]; .name == "bins_of_reals" and any(.reorders[]; test("'mine'")))
 * expect: any(.[]; .name == "two_loops" and any(.reorders[]; test("'sum'")))
 * expect: any(.[]; .name == "by_number" and any(.reorders[]; test("'mine'")))
 * expect: any(.[]; .name == "where_most" and (.reorders | length > 0))
 * expect: any(.[]; .name == "counted" and .reorders == [])
 * expect: any(.[]; .name == "most_and_least" and .reorders == [])
 * expect: any(.[]; .name == "any_of" and .reorders == [])
 */
#include <math.h>
#include <stdio.h>
#define N 1000
static double x[N], sums[64], bins[8];
static long total;
static int flags;

static double energy(void)
{
	double sum = 0;
#pragma omp parallel
	{
		double mine = 0;
#pragma omp for nowait
		for (int i = 0; i < N; i++) {
			double v = x[i];

			mine += 0.5 * v * v;
		}
#pragma omp atomic
		sum += mine;
	}
	return sum;
}

static void bins_of_reals(void)
{
#pragma omp parallel
	{
		double mine[8] = {0};
#pragma omp for nowait
		for (int i = 0; i < N; i++)
			mine[(int)x[i] & 7] += x[i];
#pragma omp critical
		for (int b = 0; b < 8; b++)
			bins[b] += mine[b];
	}
}

static double two_loops(void)
{
	double sum = 0;
#pragma omp parallel reduction(+ : sum)
	{
#pragma omp for nowait
		for (int i = 0; i < N; i++)
			sum += x[i];
	}
	return sum;
}

static void by_number(int me)
{
#pragma omp parallel firstprivate(me)
	{
		double mine = 0;
#pragma omp for
		for (int i = 0; i < N; i++)
			mine -= x[i];
#pragma omp critical
		sums[me] += mine;
	}
}

static int where_most(void)
{
	double top = -1;
	int place = -1;
#pragma omp parallel
	{
		double mine = -1;
		int at = -1;
#pragma omp for nowait
		for (int i = 0; i < N; i++)
			if (x[i] > mine) {
				mine = x[i];
				at = i;
			}
#pragma omp critical
		if (mine > top) {
			top = mine;
			place = at;
		}
	}
	return place;
}

static void counted(void)
{
#pragma omp parallel
	{
		long mine = 0, few = 0;
#pragma omp for nowait
		for (int i = 0; i < N; i++) {
			if (x[i] > 3)
				mine++;
			few += i % 3;
		}
#pragma omp atomic
		total += mine + few;
	}
}

static void most_and_least(double *most, double *least)
{
#pragma omp parallel reduction(max : most[:1]) reduction(min : least[:1])
	{
		double high = -1, low = 1e9;
#pragma omp for
		for (int i = 0; i < N; i++) {
			high = fmax(high, x[i]);
			if (x[i] < low)
				low = x[i];
		}
		most[0] = high;
		least[0] = low;
	}
}

static void any_of(void)
{
#pragma omp parallel
	{
		int mine = 0;
#pragma omp for nowait
		for (int i = 0; i < N; i++)
			mine |= x[i] < 0;
#pragma omp atomic
		flags |= mine;
	}
}

int main(void)
{
	double most = 0, least = 9;

	bins_of_reals();
	by_number(3);
	counted();
	most_and_least(&most, &least);
	any_of();
	return printf("%g %g %d %ld %g\n", energy(), two_loops(), where_most(),
		      total, most) < 0;
}
