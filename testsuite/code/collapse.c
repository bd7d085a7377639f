/* SPDX-License-Identifier: GPL-3.0-or-later */
void collapse(int n, double (*x)[1000])
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			x[i][j] *= 2;
}
