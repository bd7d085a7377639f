/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A lambda that takes the thread's scratch, another that takes none.
 * expect: any(.[]; .name == "assemble" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "map" and (.rewrite_why | length == 0))
 */
#include <cstdio>
#include <omp.h>
#include <vector>

static double assemble(const std::vector<double> &x)
{
	std::vector<double> last(omp_get_max_threads());
	std::vector<double> y(x.size());
	auto blend = [&](double v) {
		double &mine = last[omp_get_thread_num()];
		return mine = 0.5 * (mine + v);
	};
#pragma omp parallel for
	for (size_t i = 0; i < x.size(); i++)
		y[i] = blend(x[i]);
	return y.back();
}

static double map(const std::vector<double> &x)
{
	std::vector<double> y(x.size());
	auto twice = [](double v) { return v + v; };
#pragma omp parallel for
	for (size_t i = 0; i < x.size(); i++)
		y[i] = twice(x[i]);
	return y.back();
}

int main()
{
	std::vector<double> x(2000, 0.25);
	return std::printf("%g %g\n", assemble(x), map(x)) < 0;
}
