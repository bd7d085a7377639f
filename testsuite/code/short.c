/* SPDX-License-Identifier: GPL-3.0-or-later */
int m[3][1000], g[3][1000], x[1000];

/* The loop over a dissolves, and that of the construct is vectorised. */
void brief(void)
{
#pragma omp parallel for
	for (int l = 0; l < 1000; l++) {
		for (int a = 0; a < 3; a++)
			m[a][l] = 2 + g[a][l];
		x[l] = m[0][l];
	}
}
