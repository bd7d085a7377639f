/* SPDX-License-Identifier: GPL-3.0-or-later */
static double x[1000][8], y[1000][8], v[9000];
static int row[1001], column[9000];

/* Unrolled, and its iterations then put into vectors. */
void straight(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = row[i]; k < row[i + 1]; k++)
			for (int w = 0; w < 8; w++)
				y[i][w] += v[k] * x[column[k]][w];
}

void fill(double *from, int *rows, int *columns)
{
	for (int i = 0; i < 1001; i++)
		row[i] = rows[i];
	for (int i = 0; i < 9000; i++)
		v[i] = from[i], column[i] = columns[i];
	for (int i = 0; i < 1000; i++)
		for (int w = 0; w < 8; w++)
			x[i][w] = from[i + w];
}
