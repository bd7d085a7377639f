/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The number comes into an orphaned loop as an argument.
 * expect: any(.[]; .name == "collect" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "shift" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 2222
static long part[64][2];
static int x[N];

static void __attribute__((noinline)) collect(int me)
{
#pragma omp for
	for (int i = 0; i < N; i++)
		part[me][x[i] & 1] += x[i];
}

static void __attribute__((noinline)) shift(int by)
{
#pragma omp for
	for (int i = 0; i < N; i++)
		x[i] = i ^ by;
}

int main(void)
{
#pragma omp parallel
	{
		shift(5);
		collect(omp_get_thread_num());
	}
	return printf("%ld %ld\n", part[0][0], part[1][1]) < 0;
}
