// SPDX-License-Identifier: GPL-3.0-or-later
// A generator of each thread, in a template of a header's kind.
// expect: map(select(.name == "noise")) | .[0].rewrite_why | length > 0
// expect: map(select(.name == "mean")) | .[0].rewrite_why == []
#include <random>
template <typename T> T uniform()
{
	thread_local std::mt19937 generator(1);
	std::uniform_real_distribution<T> distribution(0, 1);

	return distribution(generator);
}

template <typename T> T middle(T a, T b)
{
	return (a + b) / 2;
}
double x[100];

void noise()
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = uniform<double>();
}

void mean()
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = middle<double>(i, x[i]);
}

int main()
{
	noise();
	mean();
	return x[7] < 0;
}
