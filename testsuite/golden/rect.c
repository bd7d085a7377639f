/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rectangular nests: every relation, steps up and down, kinds of counters.
 */
#include <stddef.h>

void rect_less(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = 2.385 * x[i];
}

void rect_less_equal(int n, double *restrict y)
{
#pragma omp parallel for
	for (int i = 1; i <= n; i++)
		y[i] = 0.25;
}

void rect_step(int n, double *restrict y)
{
#pragma omp parallel for
	for (int i = 2; i < n; i += 3)
		y[i] = 0.25;
}

void rect_down(int n, double *restrict y)
{
#pragma omp parallel for
	for (int i = n - 1; i >= 0; i--)
		y[i] = 0.25;
}

void rect_down_step(int n, double *restrict y)
{
#pragma omp parallel for
	for (int i = n; i > 0; i -= 2)
		y[i] = 0.25;
}

void rect_not_equal(int n, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i != n; i++)
		y[i] = 0.25;
}

void rect_variable_step(int n, int s, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i += s)
		y[i] = 0.25;
}

void rect_unsigned(unsigned n, double *restrict y)
{
#pragma omp parallel for
	for (unsigned i = 1; i < n; i++)
		y[i] = 0.25;
}

void rect_size(size_t n, float *restrict y)
{
#pragma omp parallel for
	for (size_t i = n; i > 0; i--)
		y[i] = 0.25f;
}

void rect_long(long lo, long hi, double *restrict y)
{
#pragma omp parallel for
	for (long i = lo; i < hi; i++)
		y[i] = 0.25;
}

void rect_constant(double *restrict y)
{
#pragma omp parallel for
	for (int i = 5; i < 100; i += 10)
		y[i] = 0.25;
}

void rect_expression(int n, int m, double *restrict y)
{
#pragma omp parallel for
	for (int i = n / 2; i < 3 * m - 1; i++)
		y[i] = 0.25;
}

static double grid[50][60][70];

void rect_inner(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = m - 1; j > 0; j -= 2)
			grid[0][i][j] = 0.25;
}

void rect_siblings(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++)
			grid[1][i][j] = 0.25;
		for (int k = 1; k <= m; k++)
			grid[2][i][k] = 0.5;
	}
}

void rect_collapse2(int n, int m)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j++)
			grid[3][i][j] = 0.25;
}

void rect_collapse3(int n, int m, int l)
{
#pragma omp parallel for collapse(3)
	for (int i = n; i > 0; i--)
		for (int j = 0; j <= m; j += 2)
			for (int k = 1; k < l; k++)
				grid[i][j][k] = 0.25;
}

void rect_collapse_inner(int n, int m, int l)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++)
				grid[i][j][k] += 0.5;
}

void rect_multiply(int n, double a[restrict n][n], double b[restrict n][n],
		   double c[restrict n][n])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
}

static double a[4096];
static double g[100][100];

/* Unsigned numbers that a signed one of that size cannot hold. */
void rect_unsigned_start(unsigned n)
{
#pragma omp parallel for
	for (unsigned i = 0x80000000u; i < n; i++)
		a[i - 0x80000000u] = 0.25;
}

void rect_unsigned_end(unsigned n)
{
#pragma omp parallel for
	for (unsigned i = n; i < 4000000000u; i += 3)
		a[i - 3999999000u] = 0.25;
}

void rect_unsigned_last(unsigned n)
{
#pragma omp parallel for
	for (unsigned i = n; i < 0xffffffffu; i++)
		a[i - 0xfffff000u] = 0.25;
}

void rect_unsigned_down(unsigned n)
{
#pragma omp parallel for
	for (unsigned i = 0xfffffff0u; i > n; i--)
		a[i - 0xfffff000u] = 0.25;
}

/* Loops that end, or begin, where an unsigned counter wraps around. */
void rect_unsigned_wrap(unsigned n)
{
#pragma omp parallel for
	for (unsigned i = 0; i < n; i++) {
		for (unsigned j = i; j != -1u; j--)
			g[i][j] = 0.25;
		for (unsigned k = -1u; ++k < n;)
			g[i][k] = 0.75;
	}
}

void rect_unsigned_least(unsigned n)
{
#pragma omp parallel for
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = i > 3000000000u ? 3000000000u : i; j < i; j++)
			g[i & 63][j & 63] = 0.25;
}

/* Where the counter starts is an address, which has a name as n has. */
void rect_pointer(int n)
{
#pragma omp parallel for
	for (double *p = a; p < a + n; p += 2)
		*p = 0.25;
}
