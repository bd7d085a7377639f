/* SPDX-License-Identifier: GPL-3.0-or-later */
void flow(int n, double *x, double *y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			if (x[j] < 0)
				break;
			y[j] = x[j];
		}
}
