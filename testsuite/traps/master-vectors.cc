/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Members, references and vectors that thread 0 alone fills before a loop.
 * expect: any(.[]; .name == "grid::step" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "by_reference" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "vectors" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "vectors_after" and (.rewrite_why | length > 0))
 */
#include <vector>
static const int N = 300;
std::vector<double> v(N), w(N);
struct grid {
	double *cell, *next;
	double edge;
	void step() {
#pragma omp parallel
		{
#pragma omp master
			cell[0] = edge;
#pragma omp for schedule(static)
			for (int i = 0; i < N; i++)
				next[i] = cell[i];
		}
	}
};
void by_reference(double &first)
{
#pragma omp parallel
	{
#pragma omp master
		first = 2;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			w[i] = v[i];
	}
}
void vectors()
{
#pragma omp parallel
	{
#pragma omp master
		v[0] = 2;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			w[i] = v[i];
	}
}
void vectors_after(double *total)
{
	double first = 0;
#pragma omp parallel
	{
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			w[i] = v[i] * 2;
#pragma omp master
		first = w[0];
	}
	*total = first;
}
int main()
{
	grid g{v.data(), w.data(), 1};
	g.step();
	by_reference(v[0]);
	vectors();
}
