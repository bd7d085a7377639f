/* SPDX-License-Identifier: GPL-3.0-or-later */
void recurrence(int m, int n, double (*x)[1000])
{
#pragma omp parallel for
	for (int i = 0; i < m; i++)
		for (int j = 1; j < n; j++)
			x[i][j] = x[i][j - 1] * 2 + x[i][j];
}
