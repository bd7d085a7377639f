/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nested functions, computed gotos and variable arrays cost at most one loop.
 * expect: any(.[]; .name == "plain" and .analysed and .nest[0].trip == 777)
 * expect: any(.[]; .name == "more" and .analysed and .nest[0].trip == 778)
 * expect: any(.[]; .name | startswith("odd"))
 */
#include <stdio.h>
static long x[800];

static void plain(void)
{
#pragma omp parallel for
	for (int i = 0; i < 777; i++)
		x[i] = i;
}

static long odd(int n)
{
	static const void *const way[] = {&&add, &&sub};
	long t[n];
	long twice(long v)
	{
		return 2 * v + t[0];
	}
	t[0] = n;
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] += twice(i);
	goto *way[n & 1];
add:
	return x[1] + 1;
sub:
	return x[1] - 1;
}

static void more(void)
{
#pragma omp parallel for
	for (int i = 0; i < 778; i++)
		x[i] *= 3;
}

int main(void)
{
	plain();
	more();
	return printf("%ld\n", odd(600)) < 0;
}
