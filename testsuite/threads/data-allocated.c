/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that each thread allocates in the region, or has a part of. */
#include <stdlib.h>
#include <string.h>
#define N 100
#define M 16
double x[N][M], y[N];

void filled(void)
{
#pragma omp parallel
	{
		double *row = malloc(M * sizeof(*row));

		/* rewritable: yes */
#pragma omp for
		for (int i = 0; i < N; i++) {
			for (int j = 0; j < M; j++)
				row[j] = x[i][j] * 2;
			for (int j = 1; j < M; j++)
				y[i] += row[j] - row[j - 1];
		}
		free(row);
	}
}

void carried(void)
{
#pragma omp parallel
	{
		double *trace = calloc(M, sizeof(*trace));

		/* refused: 'trace' */
#pragma omp for
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) {
				trace[j] = trace[j] / 2 + x[i][j];
				y[i] += trace[j];
			}
		free(trace);
	}
}

void pointer_moves(void)
{
#pragma omp parallel
	{
		double *to = malloc(N * sizeof(*to)), *at = to;

		/* refused: 'at' */
#pragma omp for
		for (int i = 0; i < N; i++)
			*at++ = x[i][0];
		y[0] += to[1];
		free(to);
	}
}
