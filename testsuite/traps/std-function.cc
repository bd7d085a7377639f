/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A callback in a std::function; the caller's lambda asks for the thread.
 * expect: any(.[]; (.name | startswith("for_each")) and (.rewrite_why + (.unseen // []) | length > 0))
 * expect: any(.[]; .name == "fill" and (.rewrite_why | length == 0))
 */
#include <cstdio>
#include <functional>
#include <omp.h>
#include <vector>

static void for_each(int n, const std::function<void(int)> &body)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		body(i);
}

static void fill(std::vector<long> &x)
{
#pragma omp parallel for
	for (int i = 0; i < (int)x.size(); i++)
		x[i] = i;
}

int main()
{
	std::vector<long> x(100), part(omp_get_max_threads());
	fill(x);
	for_each(100, [&](int i) { part[omp_get_thread_num()] += x[i]; });
	return std::printf("%ld\n", part[0]) < 0;
}
