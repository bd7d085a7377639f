/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stencils in one, two and three dimensions.
 */
static double old2[200][300];
static double new2[200][300];

void stencil_1d(int n, const double *restrict u, double *restrict v)
{
#pragma omp parallel for
	for (int i = 1; i < n - 1; i++)
		v[i] = (u[i - 1] + u[i] + u[i + 1]) / 3.0;
}

void stencil_2d(int n, int m)
{
#pragma omp parallel for
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			new2[i][j] = 0.23 * (old2[i - 1][j] + old2[i + 1][j] +
					     old2[i][j - 1] + old2[i][j + 1]);
}

void stencil_2d_collapse(int n, int m)
{
#pragma omp parallel for collapse(2)
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			new2[i][j] = 0.23 * (old2[i - 1][j] + old2[i + 1][j] +
					     old2[i][j - 1] + old2[i][j + 1]);
}

void stencil_3d(int n, int m, int l, double u[restrict n][m][l],
		double v[restrict n][m][l])
{
#pragma omp parallel for
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			for (int k = 1; k < l - 1; k++)
				v[i][j][k] = u[i - 1][j][k] + u[i + 1][j][k] +
					     u[i][j - 1][k] + u[i][j + 1][k] +
					     u[i][j][k - 1] + u[i][j][k + 1] -
					     6.0 * u[i][j][k];
}

void stencil_time(int n, int steps)
{
	for (int t = 0; t < steps; t++) {
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < n; j++)
				new2[i][j] = old2[i - 1][j] - old2[i][j - 1];
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < n; j++)
				old2[i][j] = new2[i][j];
	}
}

void stencil_in_place(int n, int m)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		for (int j = 1; j < m; j++)
			new2[i][j] = new2[i][j - 1] + old2[i][j];
}
