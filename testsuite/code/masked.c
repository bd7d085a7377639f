/* SPDX-License-Identifier: GPL-3.0-or-later */
void masked(int n, int *x, int *y)
{
#pragma omp parallel for simd
	for (int i = 0; i < n; i++)
		if (x[i] > 0)
			y[i] = x[i] + y[i] + 3;
}
