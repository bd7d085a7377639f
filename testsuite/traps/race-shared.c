/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A temporary that someone forgot to make private, a sum without a reduction,
 * and both done right.
 * expect: any(.[]; .name == "temporary" and (.races | length > 0))
 * expect: any(.[]; .name == "total" and (.races | length > 0))
 * expect: any(.[]; .name == "right" and (.races | length == 0))
 */
#include <stdio.h>
#define N 500
static double x[N], t;

static void temporary(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		t = i * 0.5;
		x[i] = t * t;
	}
}

static double total(void)
{
	double sum = 0;
#pragma omp parallel for shared(sum)
	for (int i = 0; i < N; i++)
		sum += x[i];
	return sum;
}

static double right(void)
{
	double sum = 0;
	double s;
#pragma omp parallel for private(s) reduction(+ : sum)
	for (int i = 0; i < N; i++) {
		s = x[i] * 2;
		sum += s;
	}
	return sum;
}

int main(void)
{
	temporary();
	return printf("%g %g\n", total(), right()) < 0;
}
