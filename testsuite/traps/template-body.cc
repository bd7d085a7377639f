/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A parallel loop in a template; whether it asks is decided by its argument.
 * expect: [.[] | select(.name | startswith("parallel_for"))] | length == 2
 * expect: [.[] | select((.name | startswith("parallel_for")) and (.rewrite_why | length > 0))] | length == 1
 */
#include <cstdio>
#include <omp.h>

template <class Body> static void parallel_for(int n, Body body)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		body(i);
}

struct Counted {
	long *part;
	void operator()(int i) const
	{
		part[omp_get_thread_num()] += i;
	}
};

struct Squared {
	long *x;
	void operator()(int i) const
	{
		x[i] = (long)i * i;
	}
};

int main()
{
	static long part[128], x[400];
	parallel_for(400, Squared{x});
	parallel_for(400, Counted{part});
	return std::printf("%ld %ld\n", part[0], x[5]) < 0;
}
