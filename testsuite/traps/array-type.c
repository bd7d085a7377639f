/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An array of C by the name of its type: its last subscript is the finest. */
/* expect: [.[].refs[] | select(.write) | [.within[].size]] == [[40, 120]] */
typedef double matrix[3][5];
matrix a;

void fill(void)
{
#pragma omp parallel for
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 5; j++)
			a[i][j] = i * 0.5 + j;
}
