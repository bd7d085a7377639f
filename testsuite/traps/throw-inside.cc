/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is thrown in the body is caught there, or ends the program.
 * expect: all(.[]; .analysed and .nest[0].trip == "n" and (.nest[0].early_exit | not))
 * expect: length == 3
 */
#include <cstdio>
#include <stdexcept>
#include <vector>

static double root(double x)
{
	if (x < 0)
		throw std::domain_error("negative");
	return x / 2;
}

static int caught(double *x, int n)
{
	int bad = 0;
#pragma omp parallel for reduction(+ : bad)
	for (int i = 0; i < n; i++)
		try {
			x[i] = root(x[i]);
		} catch (const std::domain_error &) {
			bad++;
		}
	return bad;
}

static void checked(std::vector<double> &x, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x.at(i) += 1;
}

static void fatal(double *x, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		if (x[i] > 1e30)
			throw std::runtime_error("diverged");
		x[i] *= 2;
	}
}

int main()
{
	std::vector<double> x(50, 1);
	checked(x, 50);
	fatal(x.data(), 50);
	return std::printf("%d\n", caught(x.data(), 50)) < 0;
}
