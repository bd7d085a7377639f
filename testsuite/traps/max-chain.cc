/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Extremes of many values in one reduction.
 * expect: all(.[]; .analysed)
 * expect: length == 4
 * expect: any(.[]; .name == "last" and .nest[0].trip == 37)
 */
#include <algorithm>
#include <cmath>
#include <cstdio>

static double largest(const double *x, int n)
{
	double top = 0;
#pragma omp parallel for reduction(max : top)
	for (int i = 1; i < n - 1; i++)
		top = std::max(top, std::max(std::abs(x[i - 1]),
					     std::max(x[i], x[i + 1])));
	return top;
}

static float widest(const float *x, const float *y, int n)
{
	float low = 1e9f, high = -1e9f;
#pragma omp parallel for reduction(min : low) reduction(max : high)
	for (int i = 0; i < n; i++) {
		low = std::min({low, x[i], y[i]});
		high = std::max({high, x[i], y[i]});
	}
	return high - low;
}

static double slowest(const double *dx, const double *v, int n)
{
	double dt = 1e20;
#pragma omp parallel for reduction(min : dt)
	for (int i = 0; i < n; i++)
		dt = std::min(dt, dx[i] / std::max(std::max(v[i], 1e-9),
						   std::min(v[i] * 2, 3.0)));
	return dt;
}

static void last(double *x)
{
#pragma omp parallel for
	for (int i = 0; i < 37; i++)
		x[i] *= 2;
}

int main()
{
	static double x[100];
	static float y[100];
	last(x);
	return std::printf("%g %g %g\n", largest(x, 100), widest(y, y, 100),
			   slowest(x, x, 99)) < 0;
}
