/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that end by the first of several tests. */
#include <setjmp.h>

#define N 200

static double a[N][N], b[N][N];
static double x[N], y[N];

void until_tile(int n, int size)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += size)
		for (int j = 0; j < n; j++)
			for (int k = t; k < t + size && k < n; k++)
				a[k][j] = b[j][k];
}

void until_tile_sized(int n)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += 32)
		for (int k = t; k < n && k <= t + 31; k++)
			x[k] += y[k];
}

void until_down(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = n; k > 0 && k >= m; k--)
			x[i] += y[k];
}

void until_break(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++) {
			if (k >= m)
				break;
			x[i] += y[k];
		}
}

void until_or(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = 0; !(k >= n || k > m); k++)
			x[i] += y[k];
}

/* The first of two counters that meets its end. */
void until_counters(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = 0, l = m; k < n && l > 0; k++, l -= 3)
			x[i] += y[k];
}

/* The body runs once before the first test. */
void until_after(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int k = 0;

		do
			x[i] += y[k++];
		while (k < n && k < m);
	}
}

/* m may be none of the values of k: it is no end to rely on. */
void until_equal(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++) {
			if (k == m)
				break;
			x[i] += y[k];
		}
}

void until_data(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n && y[k] > 0; k++)
			x[i] += y[k];
}

/* A check that ends the program is not how the loop is meant to end. */
void until_abort(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++) {
			if (k >= m)
				__builtin_abort();
			x[i] += y[k];
		}
}

/* A jump back ends the inner loop alone. */
void until_jump(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		jmp_buf start;

		if (setjmp(start))
			continue;
		for (int k = 0; k < m; k++) {
			if (y[k] < 0)
				longjmp(start, 1);
			x[i] += y[k];
		}
	}
}

void until_no_return(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] = 0;
	__builtin_abort();
}

/* GCC runs no iteration of it with a dynamic schedule. */
void until_unsigned_down(unsigned n)
{
#pragma omp parallel for
	for (unsigned i = n; i > 0; i--)
		x[i - 1] = y[i - 1] + 1;
}
