/* SPDX-License-Identifier: GPL-3.0-or-later */
void gather(int n, double *x, double *y, int *k)
{
#pragma omp parallel for simd
	for (int i = 0; i < n; i++)
		y[i] += x[k[i]];
}
