/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The best of a thread, merged under a lock: with ties the place that is found
 * depends on the division; the value alone does not.
 * expect: any(.[]; .name == "best" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "worst" and (.rewrite_why | length == 0))
 */
#include <cstdio>
#include <vector>

static double best(const std::vector<double> &x)
{
	double top = x[0];
#pragma omp parallel
	{
		double mine = top;
#pragma omp for nowait
		for (int i = 0; i < (int)x.size(); i++)
			if (x[i] > mine)
				mine = x[i];
#pragma omp critical
		if (mine > top)
			top = mine;
	}
	return top;
}

static double worst(const std::vector<double> &x)
{
	double low = x[0];
#pragma omp parallel for reduction(min : low)
	for (int i = 0; i < (int)x.size(); i++)
		low = x[i] < low ? x[i] : low;
	return low;
}

int main()
{
	std::vector<double> x(700);
	for (int i = 0; i < 700; i++)
		x[i] = i * 31 % 100;
	return std::printf("%g %g\n", best(x), worst(x)) < 0;
}
