/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tiled nests: the bound is a minimum, in all its spellings.
 */
#define N 200
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static double a[N][N];
static double b[N][N];
static double c[N][N];
static double x[N];
static double y[N];

static inline int smaller(int i, int j)
{
	return i < j ? i : j;
}

void tile_constant(int n)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += 32)
		for (int j = t; j < MIN(n, t + 32); j++)
			x[j] = 0.25;
}

void tile_variable(int n, int size)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += size)
		for (int j = t; j < MIN(t + size, n); j++)
			x[j] = 0.25;
}

void tile_triangle(int n)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += 32)
		for (int i = t; i < n; i++)
			for (int j = t; j < MIN(MIN(n, t + 32), i + 1); j++)
				a[i][j] = 0.25;
}

void tile_96(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int t = 0; t < 96; t += 32)
			for (int j = t; j < t + 32; j++)
				a[i][j] = 0.25;
}

void tile_100(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int t = 0; t < 100; t += 32)
			for (int j = t; j < MIN(t + 32, 100); j++)
				a[i][j] = 0.25;
}

void tile_shared_96(void)
{
#pragma omp parallel for
	for (int t = 0; t < 96; t += 32)
		for (int j = t; j < t + 32; j++)
			x[j] = 0.25;
}

void tile_if(int n)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += 16) {
		int end = t + 16;

		if (end > n)
			end = n;
		for (int j = t; j < end; j++)
			x[j] = 0.25;
	}
}

void tile_function(int n)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += 16)
		for (int j = t; j < smaller(t + 16, n); j++)
			x[j] = 0.25;
}

void tile_multiply(int n, int size)
{
#pragma omp parallel for collapse(2)
	for (int t = 0; t < n; t += size)
		for (int u = 0; u < n; u += size)
			for (int i = t; i < MIN(t + size, n); i++)
				for (int j = u; j < MIN(u + size, n); j++)
					for (int k = 0; k < n; k++)
						c[i][j] += a[i][k] * b[k][j];
}

void tile_transposed(int n)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += 8)
		for (int i = 0; i < n; i++)
			for (int j = t; j < MIN(n, t + 8); j++)
				a[j][i] = b[i][j];
}

void tile_down(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int t = n - 1; t >= 0; t -= 16)
			for (int j = t; j > (t - 16 > -1 ? t - 16 : -1); j--)
				a[i][j] = 0.25;
}

void tile_blocks(int n, int blocks)
{
#pragma omp parallel for
	for (int t = 0; t < blocks; t++)
		for (int j = t * n / blocks; j < (t + 1) * n / blocks; j++)
			x[j] = 0.25;
}

void tile_branches(int n, int threads)
{
	int size = n / threads, rest = n - size * threads;
	int from, to;

#pragma omp parallel for private(from, to)
	for (int t = 0; t < threads; t++) {
		if (t < rest) {
			from = t * size + t;
			to = (t + 1) * size + t + 1;
		} else {
			from = t * size + rest;
			to = (t + 1) * size + rest;
		}
		for (int i = from; i < to; i++)
			x[i] = 0.25;
		for (int i = from; i < to; i++)
			y[i] = x[i];
	}
}

void tile_narrow(int blocks)
{
#pragma omp parallel for
	for (int t = 0; t < blocks; t++) {
		for (int i = 16 * t; i < 16 * t + 16; i++)
			x[i] = 0.25;
		for (int i = 16 * t; i < 16 * t + 15; i++)
			y[i] = x[i + 1];
	}
}

void tile_halo(int blocks)
{
#pragma omp parallel for
	for (int t = 0; t < blocks; t++) {
		for (int i = 16 * t; i < 16 * t + 16; i++)
			x[i] = 0.25;
		for (int i = 16 * t; i < 16 * t + 16; i++)
			y[i] = x[i + 1];
	}
}

void tile_rows(int n, int size)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += size) {
		for (int r = 0; r < 3; r++)
			for (int j = t; j < MIN(t + size, n); j++)
				a[r][j] = 0.25;
		for (int j = t; j < MIN(t + size, n); j++)
			x[j] = a[1][j];
	}
}

void tile_row_inside(int n, int size)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += size)
		for (int j = t; j < MIN(t + size, n); j++) {
			for (int r = 0; r < 3; r++)
				a[r][j] = 0.25;
			x[j] = a[1][j];
		}
}

void tile_upper(int n, int size)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += size)
		for (int i = 0; i < MIN(t + size, n); i++)
			for (int j = MAX(t, i); j < MIN(t + size, n); j++)
				x[j] += a[j][i];
}

void tile_end(int n, int size)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += size) {
		int end = MIN(t + size, n) - 1;

		for (int j = t; j < end; j++)
			x[j] = x[j + 1];
		x[end] = 0.25;
	}
}

void tile_end_behind(int n, int size)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += size) {
		int end = MIN(t + size, n);

		for (int j = t; j < end; j++)
			x[j] = 0.25;
		x[end] = 0.5;
	}
}

void tile_halo_variable(int n, int size)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += size) {
		for (int i = t; i < MIN(t + size, n); i++)
			x[i] = 0.25;
		for (int i = t; i < MIN(t + size, n); i++)
			y[i] = x[i + 1];
	}
}

void tile_too_wide(int n, int size)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += size)
		for (int j = t; j < MIN(t + size + 1, n); j++)
			x[j] = 0.25;
}

void tile_other_width(int n, int size, int width)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += size)
		for (int j = t; j < MIN(t + width, n); j++)
			x[j] = 0.25;
}

void tile_rest(int n, int threads)
{
	int size = n / threads, rest = n % threads;

#pragma omp parallel for
	for (int t = 0; t < threads; t++) {
		int from = t * size + MIN(t, rest);

		for (int i = from; i < from + size + (t < rest); i++)
			x[i] = 0.25;
	}
}

void tile_rest_last(int n, int threads)
{
	int size = n / threads, rest = n % threads;

#pragma omp parallel for
	for (int t = 0; t < threads; t++) {
		int from = t * size;

		for (int i = from; i < from + size + (t == threads - 1) * rest;
		     i++)
			x[i] = 0.25;
	}
}

void tile_rest_twice(int n, int threads)
{
	int size = n / threads, rest = n % threads;

#pragma omp parallel for
	for (int t = 0; t < threads; t++) {
		int from = t * size + MIN(t, rest);

		for (int i = from; i < from + size + (t <= rest); i++)
			x[i] = 0.25;
	}
}

void tile_inner_range(int n)
{
#pragma omp parallel for
	for (int t = 0; t < n; t++) {
		int width = t >= 5 && t <= 15;

		for (int i = 8 * t; i < 8 * t + 3 + 2 * width; i++)
			x[i] = 0.25;
	}
}

/* Two loops compare with n - d, which GCC then computes once for both. */
void tile_diagonal(int n, int size)
{
	for (int d = 0; d < N; d++)
#pragma omp parallel for
		for (int t = 0; t < n - d; t += size)
			for (int i = t; i < MIN(n - d, t + size); i++)
				a[i][i + d] += 0.25;
}
