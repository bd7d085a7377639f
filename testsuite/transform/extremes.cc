// SPDX-License-Identifier: GPL-3.0-or-later
//
// std::max() is given the addresses of what it compares.
#include <algorithm>
#include <cmath>
#include <cstdio>

enum { N = 19, M = 23 };

static double a[M][N], b[M][N];

extern "C" double in_loop(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			s = std::max(s, std::fabs(a[j][i] - b[j][i]));
	return s;
}

extern "C" double of_squares(double s)
{
#pragma omp parallel for reduction(min : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			s = std::min(s, a[j][i] * a[j][i]);
	return s;
}

extern "C" double takes_nan(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			s = std::max(std::fabs(a[j][i]), s);
	return s;
}

int main()
{
	unsigned seed = 12345;

	for (int j = 0; j < M; j++)
		for (int i = 0; i < N; i++) {
			seed = seed * 1103515245u + 12345u;
			a[j][i] = seed % 7 ? (int)(seed >> 20) - 2000 : NAN;
			b[j][i] = (int)(seed >> 12 & 63);
		}
	for (double s : {0.0, -0.0, 1e9, double(NAN)})
		std::printf("%a %a\n", in_loop(s), of_squares(s));
	return 0;
}
