/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Streams, lambda functions and members that only thread 0 touches.
 * expect: any(.[]; .name == "say" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "by_lambda" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "solver::sweep_too" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "solver::count" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <iostream>
static const int N = 300;
double x[N], y[N];
void say()
{
#pragma omp parallel
	{
		const int tid = omp_get_thread_num();
		if (tid == 0)
			std::cout << "threads: " << omp_get_num_threads() << std::endl;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}
void by_lambda()
{
	auto set = [&] { x[0] = 5; };
#pragma omp parallel
	{
		const int tid = omp_get_thread_num();
		if (tid == 0)
			set();
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}
struct solver {
	double *field;
	int step;
	void sweep_too()
	{
#pragma omp parallel
		{
			if (omp_get_thread_num() == 0)
				field[0] = step;
#pragma omp for schedule(static)
			for (int i = 0; i < N; i++)
				y[i] = field[i];
		}
	}
	void count()
	{
#pragma omp parallel
		{
#pragma omp for schedule(static)
			for (int i = 0; i < N; i++)
				y[i] = field[i];
			if (omp_get_thread_num() == 0)
				step++;
		}
	}
};
int main()
{
	solver s;
	s.sweep_too();
	s.count();
}
