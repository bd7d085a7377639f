/* SPDX-License-Identifier: GPL-3.0-or-later */
void saxpy(int n, float a, float *restrict x, float *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = a * x[i] + y[i];
}
