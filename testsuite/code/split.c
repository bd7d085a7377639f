/* SPDX-License-Identifier: GPL-3.0-or-later */
double a[512][512], b[512][512];

void split(int n)
{
#pragma omp parallel for
	for (int k = 0; k < n; k++)
		for (int i = 0; i < 512; i++) {
			a[k][i] = 0;
			b[k][i] = a[k + 1][i] * b[k + 2][i - 1];
		}
}
