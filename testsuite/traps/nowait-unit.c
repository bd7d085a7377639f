/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loop that relies on the one before it stands in another unit, behind a
 * function between them.
 * expect: any(.[]; .name == "predict" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "correct" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "norm" and (.rewrite_why | length == 0))
 */
#include <stdio.h>
#define N 5120
double p[N], q[N];
void advance(int n);

static void predict(int n)
{
#pragma omp parallel
	{
#pragma omp for schedule(static) nowait
		for (int i = 0; i < n; i++)
			p[i] = 1.5 * p[i] + i;
		advance(n);
	}
}

static int norm(int n)
{
	int sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += q[i] > 2;
	return sum;
}

int main(void)
{
	predict(N);
	return printf("%d\n", norm(N)) < 0;
}
