/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared loops whose bounds the body changes: OpenMP computes them before.
 */
int fixed_count;

void fixed_argument(double *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		a[i] += n;
		if (a[i] > 3)
			n--;
	}
}

void fixed_pointed(double *a, int *n)
{
#pragma omp parallel for
	for (int i = 0; i < *n; i++) {
		a[i] = 1;
		*n = i;
	}
}

void fixed_global(double *a, int n)
{
#pragma omp parallel
#pragma omp for
	for (int i = n; i < fixed_count; i++) {
		a[i] = n;
		fixed_count = i;
	}
}

void fixed_step(double *a, int n, int s)
{
#pragma omp parallel for
	for (int i = 0; i < n; i += s) {
		a[i] = s;
		s++;
	}
}

void fixed_private(double *a, int n)
{
#pragma omp parallel for firstprivate(n)
	for (int i = 0; i < n; i++) {
		a[i] = n;
		n /= 2;
	}
}

void fixed_collapsed(int n, int m, double a[n][m])
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			a[i][j] += n;
			if (a[i][j] > 7)
				m = 3;
		}
}

void fixed_triangle(double *a, int n)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++) {
			a[j] = i;
			n--;
		}
}

struct fixed_grid {
	int rows, columns;
	double *cell;
};

void fixed_member(struct fixed_grid *g)
{
#pragma omp parallel for
	for (int i = 0; i < g->rows; i++) {
		g->cell[i] = 0;
#pragma omp critical
		g->rows--;
	}
}
