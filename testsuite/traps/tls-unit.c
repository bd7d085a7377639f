/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two functions deep, in another unit, a counter of the thread.
 * expect: any(.[]; .name == "stamp" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "label" and (.rewrite_why | length == 0))
 */
#include <stdio.h>
#define N 2048
int ticket(int i);
int parity(int i);
static int x[N], y[N];

static void stamp(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = ticket(i);
}

static void label(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = parity(i);
}

int main(void)
{
	stamp();
	label();
	printf("%d %d\n", x[N - 1], y[N - 1]);
	return 0;
}
