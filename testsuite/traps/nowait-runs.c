/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops of functions one after the other. `fill` does not wait: what comes
 * before the next barrier relies on its distribution, also by a jump back and
 * a function further. `late` comes behind a barrier, `early` before it all.
 * expect: any(.[]; .name == "use" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "again" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "late" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "early" and (.rewrite_why | length == 0))
 */
#include <stdio.h>
#define N 2400
static double a[N], b[N];

static void early(void)
{
#pragma omp for
	for (int i = 0; i < N; i++)
		a[i] = i;
}

static void fill(void)
{
#pragma omp for schedule(static) nowait
	for (int i = 0; i < N; i++)
		a[i] += 0.5;
}

static void use(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		b[i] = a[i];
}

static void behind(void)
{
	use();
}

static void late(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		b[i] += a[i];
}

static void again(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		b[i] -= a[i];
}

int main(void)
{
#pragma omp parallel
	{
		early();
		fill();
		behind();
#pragma omp barrier
		late();
	}
#pragma omp parallel
	for (int k = 0; k < 3; k++) {
		again();
#pragma omp barrier
		fill();
	}
	return printf("%g\n", b[N - 1]) < 0;
}
