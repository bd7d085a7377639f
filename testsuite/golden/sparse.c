/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Subscripts and bounds that are read from data.
 */

void sparse_csr(int n, const int *restrict row, const int *restrict column,
		const double *restrict value, const double *restrict x,
		double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double sum = 0.0;

		for (int k = row[i]; k < row[i + 1]; k++)
			sum += value[k] * x[column[k]];
		y[i] = sum;
	}
}

void sparse_gather(int n, const int *restrict index, const double *restrict x,
		   double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = x[index[i]];
}

void sparse_scatter(int n, const int *restrict index, const double *restrict x,
		    double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[index[i]] = x[i];
}

void sparse_two_deep(int n, const int *restrict p, const int *restrict q,
		     const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = x[q[p[i]]];
}

void sparse_histogram_atomic(int n, const int *restrict key,
			     int *restrict count)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
#pragma omp atomic
		count[key[i]]++;
	}
}

void sparse_histogram_racy(int n, const int *restrict key, int *restrict count)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		count[key[i]]++;
}

void sparse_lengths(int n, const int *restrict length, double *restrict a)
{
#pragma omp parallel for schedule(guided)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < length[i]; j++)
			a[64 * i + j] = 0.25;
}

void sparse_rows_write(int n, const long *restrict first,
		       double *restrict value)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (long k = first[i]; k < first[i + 1]; k++)
			value[k] = 0.25;
}

void sparse_narrow(int n, const int *restrict key, const double *restrict x,
		   double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = x[(unsigned char)key[i]];
}

void sparse_rounded(int n, const double *restrict position,
		    const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = x[(int)(2.5 * position[i])];
}

void sparse_chase(int n, const int *restrict head, const int *restrict next,
		  const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double sum = 0.0;

		for (int k = head[i]; k >= 0; k = next[k])
			sum += x[k];
		y[i] = sum;
	}
}

void sparse_cursor(int n, int *restrict cursor, const double *restrict x,
		   double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[cursor[i]++] = x[i];
}

void sparse_pack(int n, int m, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int count = 0;

		for (int j = 0; j < m; j++)
			if (x[64 * i + j] > 0.25)
				y[64 * i + count++] = 0.5;
	}
}

void sparse_start(int n, int m, const int *restrict first,
		  const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = x[first[m] + i];
}
