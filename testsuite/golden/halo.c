/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Flattened arrays whose subscripts run against each other.
 */

void halo_rows(int m, int depth, double *a)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int k = 1; k <= depth; k++)
			a[(depth - k) * m + j] = a[(depth + k) * m + j];
}

void halo_rows_shared(int m, int depth, double *a)
{
#pragma omp parallel for
	for (int k = 1; k <= depth; k++)
		for (int j = 0; j < m; j++)
			a[(depth - k) * m + j] = a[(depth + k) * m + j];
}

void halo_columns(int n, int m, int depth, double *a)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = 0; k < depth; k++)
			a[i * m + depth - 1 - k] = a[i * m + depth + k];
}

void halo_wide_rows(int xs, int depth, float *a, int ys)
{
#pragma omp parallel for
	for (int i = 0; i < ys; i++)
		for (int k = 1; k <= depth; k++)
			a[(i + 2) * (xs + 5) - k + 2] =
				a[(i + 2) * (xs + 5) + k + 1];
}

void halo_boxes(int n, int m, int depth, double *a)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 1; k <= depth; k++)
				a[(i * n + depth - k) * m + j] =
					a[(i * n + depth + k) * m + j];
}

void halo_meets(int m, int depth, double *a)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int k = -1; k <= depth; k++)
			a[(depth - k) * m + j] = a[(depth + k) * m + j];
}

void halo_meets_shared(int m, int depth, double *a)
{
#pragma omp parallel for
	for (int k = -1; k <= depth; k++)
		for (int j = 0; j < m; j++)
			a[(depth - k) * m + j] = a[(depth + k) * m + j];
}

void halo_mirror(int n, int m, double *a)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j++)
			a[i * m + j] = a[i * m + m - j];
}

void halo_neighbour(int n, int m, int depth, double *a)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = 1; k < depth; k++)
			a[i * m + k] = a[(i + 1) * m + 2 * k];
}
