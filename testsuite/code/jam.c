/* SPDX-License-Identifier: GPL-3.0-or-later */
float a[50][64], b[60][64], c[50][60];

/* Two columns of "b" at a time, of which vectors are taken apart. */
void jam(void)
{
#pragma omp parallel for
	for (int i = 0; i < 50; i++)
		for (int k = 0; k < 64; k++)
			for (int j = 0; j < 60; j++)
				c[i][j] += a[i][k] * b[j][k];
}
