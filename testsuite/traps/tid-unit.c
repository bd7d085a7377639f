/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Each thread draws from its own stream, which another unit keeps.
 * expect: any(.[]; .name == "sample" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "spread" and (.rewrite_why | length == 0))
 */
#include <stdio.h>
#include <stdlib.h>
double draw(void);
double hash(int i);

static void sample(double *x, int n)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < n; i++)
		x[i] = draw();
}

static void spread(double *x, int n)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < n; i++)
		x[i] = hash(i);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1000;
	double *x = calloc(n, sizeof(*x)), *y = calloc(n, sizeof(*y));

	sample(x, n);
	spread(y, n);
	printf("%g %g\n", x[n - 1], y[n - 1]);
	return 0;
}
