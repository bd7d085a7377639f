/* SPDX-License-Identifier: GPL-3.0-or-later */
double a[512][512], b[512][512];

void copy(void)
{
#pragma omp parallel for
	for (int i = 0; i < 512; i++)
		for (int j = 0; j < 512; j++)
			a[i][j] = b[i][j];
}
