// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Arrays of varying size, and memory that threads make for themselves.
 */
#include <stdlib.h>

void vla_transpose(int n, int m, double a[restrict n][m],
		   double b[restrict m][n])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			a[i][j] = b[j][i];
}

void vla_region(int n, int m, double a[restrict n][m], double s[restrict n])
{
#pragma omp parallel
	{
		double row[m];

#pragma omp for
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < m; j++)
				row[j] = a[i][j] * 2;
			s[i] = row[0] + row[m - 1];
		}
	}
}

void vla_body(int n, int m, double a[restrict n][m], double s[restrict n])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double row[m];

		for (int j = 0; j < m; j++)
			row[j] = a[i][j] * 2;
		s[i] = row[0] + row[m - 1];
	}
}

void vla_private(int n, int m, double a[restrict n][m], double s[restrict n])
{
	double row[m];

#pragma omp parallel for private(row)
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++)
			row[j] = a[i][j];
		s[i] = row[m / 2];
	}
}

void vla_shared(int n, int m, double a[restrict n][m], double s[restrict n])
{
	double row[m];

#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++)
			row[j] = a[i][j];
		s[i] = row[m / 2];
	}
}

double vla_table(int n, int m)
{
	double t[n][m];

#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			t[i][j] = i + j;
	return t[n / 2][m / 2];
}

void vla_made(int n, int m, double a[restrict n][m], double s[restrict n])
{
#pragma omp parallel
	{
		double *row = malloc(m * sizeof(*row));

#pragma omp for
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < m; j++)
				row[j] = a[i][j];
			s[i] = row[m / 2];
		}
		free(row);
	}
}

void vla_made_each_time(int n, int m, double a[restrict n][m],
			double s[restrict n])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double *row = malloc(m * sizeof(*row));

		for (int j = 0; j < m; j++)
			row[j] = a[i][j];
		s[i] = row[m / 2];
		free(row);
	}
}

void vla_made_before(int n, int m, double a[restrict n][m],
		     double s[restrict n])
{
	double *row = malloc(m * sizeof(*row));

#pragma omp parallel
	{
		double *mine = row;

#pragma omp for
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < m; j++)
				mine[j] = a[i][j];
			s[i] = mine[m / 2];
		}
	}
	free(row);
}

void vla_made_once(int n, int m, double a[restrict n][m], double s[restrict n])
{
	double *row;

#pragma omp parallel
	{
#pragma omp single
		row = malloc(m * sizeof(*row));
#pragma omp for
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < m; j++)
				row[j] = a[i][j];
			s[i] = row[m / 2];
		}
	}
	free(row);
}

/* The threads of the inner region share what one of the outer one made. */
void vla_made_outside(int n, int m, double a[restrict n][m],
		      double s[restrict n])
{
#pragma omp parallel
	{
		double *row = malloc(m * sizeof(*row));

#pragma omp parallel for
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < m; j++)
				row[j] = a[i][j];
			s[i] = row[m / 2];
		}
		free(row);
	}
}

/* No threads, but iterations that run together. */
void vla_lanes(int n)
{
	double *x = malloc(n * sizeof(*x));

	x[0] = 1;
#pragma omp simd
	for (int i = 1; i < n; i++)
		x[i] = x[i - 1] * 0.5;
	free(x);
}
