/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that each thread allocates in the region: its address differs. */
#include <stdlib.h>
#define N 100
#define M 16
double x[N][M], y[N];

static double *table(void)
{
	return x[1];
}

static double *work(void)
{
	return malloc(M * sizeof(double));
}

static double *next_part(void)
{
	static int parts;

	return x[parts++];
}

void of_the_region(void)
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

void by_a_function(void)
{
#pragma omp parallel
	{
		double *row = work();

		/* refused: 'row' */
#pragma omp for
		for (int i = 0; i < N; i++) {
			row[i % M] += x[i][0];
			y[i] = row[0];
		}
		free(row);
	}
}

void of_all(void)
{
#pragma omp parallel
	{
		const double *row = table();

		/* rewritable: yes */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = row[i % M];
	}
}

void of_the_iteration(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double *row = malloc(M * sizeof(*row));

		for (int j = 0; j < M; j++)
			row[j] = x[i][j] * 2;
		y[i] = row[0] + row[M - 1];
		free(row);
	}
}

void of_another_part(void)
{
#pragma omp parallel
	{
		double *row;

#pragma omp critical
		row = next_part();
		/* refused: 'row' */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = row[i % M]++;
	}
}
