/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Regions of another unit, beside a loop of the region: the loop must not give
 * it one thread.
 * expect: any(.[]; .name == "main" and .line < 24 and (.threads_why | length > 0))
 * expect: any(.[]; .name == "main" and .line > 24 and (.threads_why // [] | length == 0))
 */
#include <stdio.h>
#define N 1200

void smooth(double *x, int n);
double first(const double *x);

int main(void)
{
	static double x[N], y[N];

#pragma omp parallel
	{
#pragma omp for
		for (int i = 0; i < N; i++)
			x[i] = i * 0.5;
		smooth(x, N);
	}

#pragma omp parallel
	{
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = x[i] + 1;
		first(y);
	}
	return printf("%g\n", y[N - 1]) < 0;
}
