/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A pool of buffers asks for the thread in a method.
 * expect: any(.[]; .name == "Mesh::gather" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "Mesh::scale" and (.rewrite_why | length == 0))
 */
#include <cstdio>
#include <omp.h>
#include <vector>

class Pool
{
	std::vector<std::vector<double>> part;

      public:
	explicit Pool(int n)
	    : part(omp_get_max_threads(), std::vector<double>(n))
	{
	}
	double *local()
	{
		return part[omp_get_thread_num()].data();
	}
	double first(int i) const
	{
		return part[0][i];
	}
};

struct Mesh {
	std::vector<double> v;
	Pool pool;
	explicit Mesh(int n) : v(n, 1.5), pool(n)
	{
	}
	void gather()
	{
#pragma omp parallel for
		for (int i = 0; i < (int)v.size(); i++)
			pool.local()[i % 10] += v[i];
	}
	void scale(double by)
	{
#pragma omp parallel for
		for (int i = 0; i < (int)v.size(); i++)
			v[i] *= by;
	}
};

int main()
{
	Mesh mesh(1000);
	mesh.gather();
	mesh.scale(2);
	return std::printf("%g\n", mesh.pool.first(3)) < 0;
}
