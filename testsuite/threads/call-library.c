/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of functions that the table lists, and of built-ins of known kind. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#define N 100
double x[N], y[N];
unsigned bits[N];
char text[N][20];
time_t when[N];

void mathematics(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = sqrt(x[i]) + pow(x[i], 1.5) + fmodf(x[i], 3) +
		       exp(cbrt(x[i])) + atan2(x[i], 2);
}

void strings(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		memset(text[i], 'a', 10);
		strcat(text[i], "b");
		y[i] = strlen(text[i]) + strtod(text[i], NULL);
	}
}

void memory(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double *row = malloc(N * sizeof(*row));

		if (!row)
			abort();
		memcpy(row, x, sizeof(x));
		y[i] = row[i];
		free(row);
	}
}

void output(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		if (x[i] < 0)
			fprintf(stderr, "x[%d] = %g\n", i, x[i]);
}

void built_in(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = __builtin_popcount(bits[i]) + __builtin_clz(bits[i] | 1);
}

void wall_clock(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		when[i] = time(NULL);
}
