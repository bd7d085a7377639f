/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nests whose inner bounds depend on outer counters.
 */
#define N 100

static double a[N][N];
static double b[N][N];
static double cube[N][N][N];

void tri_upper(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++)
			a[i][j] = b[i][j] * 0.75;
}

void tri_lower(int n)
{
#pragma omp parallel for schedule(static, 1)
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++)
			a[i][j] = b[i][j] * 0.75;
}

void tri_strict_upper(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++)
			a[i][j] = b[j][i];
}

void tri_strict_lower(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			a[i][j] = b[j][i];
}

void tri_collapse(int n)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++)
			a[i][j] = 0.25;
}

void tri_collapse_lower(int n)
{
#pragma omp parallel for collapse(2)
	for (int i = 1; i < n; i++)
		for (int j = 0; j < 2 * i + 1; j++)
			a[i][j] = 0.25;
}

void tri_three(int n)
{
#pragma omp parallel for schedule(dynamic)
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++)
			for (int k = 0; k <= j; k++)
				cube[i][j][k] = 0.25;
}

void tri_backward(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = i; j >= 0; j--)
			a[i][j] = 0.25;
}

void tri_multiple(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 2 * i + 1; j++)
			a[i][j] = 0.25;
}

void tri_step(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j += 2)
			a[i][j] = 0.25;
}

void tri_band(int n, int w)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int from = i - w > 0 ? i - w : 0;
		int to = i + w + 1 < n ? i + w + 1 : n;

		for (int j = from; j < to; j++)
			a[i][j] = b[i][j] * 0.75;
	}
}

void tri_outer_down(int n)
{
#pragma omp parallel for
	for (int i = n - 1; i >= 0; i--)
		for (int j = n - 1; j > i; j--)
			a[i][j] = 0.25;
}

void tri_around(int n)
{
	for (int k = 0; k < n; k++) {
#pragma omp parallel for
		for (int i = k + 1; i < n; i++)
			for (int j = k + 1; j < n; j++)
				a[i][j] -= a[i][k] * a[k][j];
	}
}
