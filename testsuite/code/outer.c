/* SPDX-License-Identifier: GPL-3.0-or-later */
double a[512][512], b[512][512], d[8][512][512];

/* GCC vectorises over j: no reduction in the vectors of the loop over k. */
void outer(void)
{
#pragma omp parallel for
	for (int l = 0; l < 8; l++)
		for (int i = 0; i < 512; i++)
			for (int j = 0; j < 512; j++)
				for (int k = 0; k < 512; k++)
					d[l][i][j] += a[i][k] * b[k][j];
}
