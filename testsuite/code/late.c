/* SPDX-License-Identifier: GPL-3.0-or-later */
float y[1000][32], x[32];

/* The loop over k is vectorised first, then unrolled completely. */
void late(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 32; k++)
			y[i][k] += x[k] * 3;
}
