/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A reduction written by hand: which thread counts does not matter, and these
 * loops are worth the most.
 * expect: any(.[]; .name == "above" and (.rewrite_why | length == 0) and (.reorders // [] | length == 0))
 * expect: any(.[]; .name == "histogram" and (.rewrite_why | length == 0))
 */
#include <stdio.h>
#define N 4321
static int x[N], bins[64], many;

static void above(int limit)
{
#pragma omp parallel
	{
		int mine = 0;
#pragma omp for
		for (int i = 0; i < N; i++)
			if (x[i] > limit)
				mine++;
#pragma omp atomic
		many += mine;
	}
}

static void histogram(void)
{
#pragma omp parallel
	{
		int mine[64] = {0};
#pragma omp for
		for (int i = 0; i < N; i++)
			mine[x[i] & 63]++;
#pragma omp critical
		for (int b = 0; b < 64; b++)
			bins[b] += mine[b];
	}
}

int main(void)
{
	for (int i = 0; i < N; i++)
		x[i] = i * 7 % 101;
	above(50);
	histogram();
	return printf("%d %d\n", many, bins[5]) < 0;
}
