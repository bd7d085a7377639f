/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A cache for each POSIX thread, found by its identity.
 * expect: any(.[]; .name == "fill" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "sum_up" and (.rewrite_why | length == 0))
 */
#include <pthread.h>
#include <stdio.h>
#define N 1000
static pthread_t known[64];
static long cache[64];
static long x[N];

static int slot(void)
{
	pthread_t self = pthread_self();
	int i = 0;

	while (i < 63 && known[i] && !pthread_equal(known[i], self))
		i++;
	known[i] = self;
	return i;
}

static void fill(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = cache[slot()]++;
}

static long sum_up(void)
{
	long sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < N; i++)
		sum += x[i] * i;
	return sum;
}

int main(void)
{
	fill();
	return printf("%ld\n", sum_up()) < 0;
}
