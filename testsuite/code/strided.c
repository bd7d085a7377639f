/* SPDX-License-Identifier: GPL-3.0-or-later */
void strided(int n, double *x, double *y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[2 * i] = x[2 * i] * 3;
}
