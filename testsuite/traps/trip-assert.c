/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops that may end the program on the way still have n iterations; one with
 * a break inside has at most m.
 * expect: any(.[]; .name == "checked" and .nest[0].trip == "n" and (.nest[0].early_exit | not))
 * expect: any(.[]; .name == "fatal" and .nest[0].trip == "n" and (.nest[0].early_exit | not) and (.nest[1].early_exit | not))
 * expect: any(.[]; .name == "find" and .nest[0].trip == "n" and .nest[1].early_exit)
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static void checked(double *x, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		assert(x[i] >= 0);
		x[i] = 1 / (1 + x[i]);
	}
}

static void fatal(double *x, const double *d, int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			if (d[j] == 0) {
				fprintf(stderr, "pivot %d is zero\n", j);
				exit(1);
			}
			x[i] /= d[j];
		}
}

static void find(double *x, const double *d, int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			if (d[j] > x[i]) {
				x[i] = j;
				break;
			}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 64;
	double *x = calloc(n, sizeof(*x)), d[4] = {1, 2, 3, 4};

	checked(x, n);
	fatal(x, d, n, 4);
	find(x, d, n, 4);
	return printf("%g\n", x[0]) < 0;
}
