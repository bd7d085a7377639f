/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reductions.
 */
#include <math.h>
#include <stdbool.h>

double total;

double reduce_sum(int n, const double *x)
{
	double s = 0.0;

#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < n; i++)
		s += x[i];
	return s;
}

double reduce_dot(int n, const double *x, const double *y)
{
	double s = 0.0;

#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < n; i++)
		s += x[i] * y[i];
	return s;
}

double reduce_max(int n, const double *x)
{
	double m = x[0];

#pragma omp parallel for reduction(max : m)
	for (int i = 1; i < n; i++)
		if (x[i] > m)
			m = x[i];
	return m;
}

double reduce_min_max(int n, const double *x, double *high)
{
	double lo = x[0];
	double hi = x[0];

#pragma omp parallel for reduction(min : lo) reduction(max : hi)
	for (int i = 0; i < n; i++) {
		lo = fmin(lo, x[i]);
		hi = fmax(hi, x[i]);
	}
	*high = hi;
	return lo;
}

void reduce_section(int n, int m, const int *restrict key, double *restrict h)
{
#pragma omp parallel for reduction(+ : h [0:m])
	for (int i = 0; i < n; i++)
		h[key[i]] += 1.5;
}

void reduce_array(int n, const double *restrict x, double *restrict out)
{
	double w[3] = {0.0, 0.0, 0.0};

#pragma omp parallel for reduction(+ : w)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 3; j++)
			w[j] += x[3 * i + j];
	for (int j = 0; j < 3; j++)
		out[j] = w[j];
}

int reduce_two(int n, const double *x, double *product)
{
	double p = 1.0;
	int count = 0;

#pragma omp parallel for reduction(* : p) reduction(+ : count)
	for (int i = 0; i < n; i++) {
		p *= x[i];
		if (x[i] < 0.5)
			count++;
	}
	*product = p;
	return count;
}

bool reduce_logical(int n, const double *x)
{
	bool all = true;

#pragma omp parallel for reduction(&& : all)
	for (int i = 0; i < n; i++)
		all = all && x[i] > 0.0;
	return all;
}

void reduce_global(int n, const double *x)
{
#pragma omp parallel for reduction(+ : total)
	for (int i = 0; i < n; i++)
		total += x[i];
}

double reduce_nested(int n, int m, double a[n][m])
{
	double s = 0.0;

#pragma omp parallel for reduction(+ : s) collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			s += a[i][j] * a[i][j];
	return s;
}

void reduce_rows(int n, int m, double a[restrict n][m], double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double s = 0.0;

		for (int j = 0; j < m; j++)
			s += a[i][j];
		y[i] = s;
	}
}
