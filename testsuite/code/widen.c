/* SPDX-License-Identifier: GPL-3.0-or-later */
void widen(int n, float *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = 2 * (double)x[i] + y[i];
}
