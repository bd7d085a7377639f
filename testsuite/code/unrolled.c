/* SPDX-License-Identifier: GPL-3.0-or-later */
void unrolled(int n, double *x, double *y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 3; j++)
			y[3 * i + j] += x[j];
}
