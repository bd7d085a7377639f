/* SPDX-License-Identifier: GPL-3.0-or-later */
void fused(int n, int m, const double *restrict a, const double *restrict x,
	   double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double s = 0;
		for (int j = 0; j < m; j++)
			s += a[i * m + j] * x[j];
		y[i] = s;
	}
}
