/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows that are pointers of pointers, as matrices of C programs are; and the
 * neighbour's row, which is a race.
 * expect: any(.[]; .name == "relax" and (.races | length == 0))
 * expect: any(.[]; .name == "leak" and (.races | length > 0))
 */
#include <stdio.h>
#include <stdlib.h>
#define N 20

static double ***cube(void)
{
	double ***c = malloc(N * sizeof(*c));
	for (int i = 0; i < N; i++) {
		c[i] = malloc(N * sizeof(*c[i]));
		for (int j = 0; j < N; j++)
			c[i][j] = calloc(N, sizeof(double));
	}
	return c;
}

static void relax(double ***u, double ***f)
{
#pragma omp parallel for
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			for (int k = 1; k < N - 1; k++)
				u[i][j][k] = 0.5 * u[i][j][k] + f[i][j][k];
}

static void leak(double *u)
{
#pragma omp parallel for
	for (int i = 1; i < N; i++)
		u[i] = 0.5 * u[i - 1];
}

int main(void)
{
	double ***u = cube(), ***f = cube();
	f[2][2][2] = 1;
	relax(u, f);
	leak(u[2][2]);
	return printf("%g\n", u[2][2][2]) < 0;
}
