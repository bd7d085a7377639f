/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions come as void *, through a pointer of their own type that was
 * cast, and are called as another type.
 * expect: any(.[]; .name == "apply" and (.rewrite_why + (.unseen // []) | length > 0))
 * expect: any(.[]; .name == "direct" and (.rewrite_why + (.unseen // []) | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 700

static void *known[2];

static float shifted(int i)
{
	return i + omp_get_thread_num();
}

static int plain(int i)
{
	return i + 1;
}

static void add(int slot, float (*function)(int))
{
	known[slot] = (void *)function;
}

static void apply(int *x, int which)
{
	int (*function)(int) = (int (*)(int))known[which];
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = function(i);
}

static void direct(int *x)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = plain(x[i]);
}

int main(int argc, char **argv)
{
	static int x[N];
	int (*function)(int) = plain;

	(void)argv;
	x[0] = function(3);
	add(argc % 2, shifted);
	apply(x, argc % 2);
	direct(x);
	return printf("%d\n", x[N - 1]) < 0;
}
