/* SPDX-License-Identifier: GPL-3.0-or-later */
double a[512][512], d[8][512][512];

void interchange(void)
{
#pragma omp parallel for
	for (int b = 0; b < 8; b++)
		for (int i = 0; i < 512; i++)
			for (int j = 0; j < 512; j++)
				d[b][j][i] = d[b][j][i] * 3 + a[j][i];
}
