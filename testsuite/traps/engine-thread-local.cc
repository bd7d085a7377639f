/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The usual way to have a generator: one for each thread.
 * expect: any(.[]; .name == "roughen" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "level" and (.rewrite_why | length == 0))
 */
#include <cstdio>
#include <random>
#include <vector>

static double uniform()
{
	static thread_local std::mt19937_64 engine(12345);
	return std::uniform_real_distribution<double>(0, 1)(engine);
}

static void roughen(std::vector<double> &x)
{
#pragma omp parallel for
	for (size_t i = 0; i < x.size(); i++)
		x[i] += uniform();
}

static void level(std::vector<double> &x)
{
#pragma omp parallel for
	for (size_t i = 0; i < x.size(); i++) {
		std::minstd_rand engine((unsigned)i + 1);
		x[i] += std::uniform_real_distribution<double>(0, 1)(engine);
	}
}

int main()
{
	std::vector<double> x(500);
	roughen(x);
	level(x);
	return std::printf("%g\n", x[499]) < 0;
}
