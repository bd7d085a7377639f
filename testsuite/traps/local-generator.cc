/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A stream of the region made by the number of the thread; and streams made by
 * the number of the iteration, which anyone may run.
 * expect: any(.[]; .name == "paths" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "streams" and (.rewrite_why | length == 0))
 */
#include <cstdint>
#include <cstdio>
#include <omp.h>

struct Stream {
	uint64_t s;
	static Stream of_thread()
	{
		return Stream{0x9e3779b97f4a7c15ull *
			      (omp_get_thread_num() + 1)};
	}
	static Stream of(int i)
	{
		return Stream{0x9e3779b97f4a7c15ull * (i + 1)};
	}
	double next()
	{
		s ^= s >> 12;
		s ^= s << 25;
		s ^= s >> 27;
		return double(s * 2685821657736338717ull >> 11) * 0x1p-53;
	}
};

static void paths(double *x, int n)
{
#pragma omp parallel
	{
		Stream stream = Stream::of_thread();
#pragma omp for
		for (int i = 0; i < n; i++)
			x[i] = stream.next();
	}
}

static void streams(double *x, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		Stream stream = Stream::of(i);
		for (int k = 0; k < 10; k++)
			x[i] += stream.next();
	}
}

int main()
{
	static double x[250];
	paths(x, 250);
	streams(x, 250);
	return std::printf("%g\n", x[249]) < 0;
}
