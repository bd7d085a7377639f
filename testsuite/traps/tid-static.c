/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A slot for each thread, chosen in a static function.
 * expect: any(.[]; .name == "tally" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "square" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 4000
#define BINS 16
static long count[64][BINS];
static double x[N];

static long *mine(void)
{
	return count[omp_get_thread_num()];
}

static void tally(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		mine()[(int)x[i] % BINS] += i;
}

static void square(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = x[i] * x[i] + i;
}

int main(void)
{
	square();
	tally();
	printf("%ld %ld\n", count[0][3], count[1][3]);
	return 0;
}
