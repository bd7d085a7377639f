// SPDX-License-Identifier: GPL-3.0-or-later
#include <vector>

static void scale(std::vector<double> &x, double a)
{
	for (auto &e : x)
		e *= a;
}

void inlined(std::vector<double> *x, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		scale(x[i], 2.385);
}
