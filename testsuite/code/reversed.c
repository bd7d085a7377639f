/* SPDX-License-Identifier: GPL-3.0-or-later */
void reversed(int n, double *x, double *y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = x[n - 1 - i] * 3;
}
