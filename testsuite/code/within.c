/* SPDX-License-Identifier: GPL-3.0-or-later */
double u[100][100][3], s[100][100];

/* Two loops stand on one line; the one over j is left. */
void within(int n)
{
#pragma omp parallel for schedule(dynamic)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) for (int k = 0; k < 3; k++)
			s[i][j] += u[i][j][k];
}
