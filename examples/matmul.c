/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Product of two matrices in the order of textbooks, which strides through b:
 * podium variants shows faster orders of its loops.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 1000
#endif

static double a[N][N], b[N][N], c[N][N];

static void matmul(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N;
	double trace = 0;

	if (n < 1 || n > N) {
		fprintf(stderr, "usage: matmul [N], at most %d\n", N);
		return 2;
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			a[i][j] = (i + j) % 7;
			b[i][j] = (3 * i + j) % 5;
		}
	matmul(n);
	for (int i = 0; i < n; i++)
		trace += c[i][i];
	printf("%.6g\n", trace);
	return 0;
}
