/* SPDX-License-Identifier: GPL-3.0-or-later */
void costly(int n, double *x, double *y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			y[j * 1000 + i] += x[i + j * 7];
}
