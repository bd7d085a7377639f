/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Methods of one object, one after the other in a region, the first without a
 * barrier: the second relies on its distribution.
 * expect: any(.[]; .name == "Fluid::density" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "Fluid::pressure" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "Fluid::start" and (.rewrite_why | length == 0))
 */
#include <cstdio>
#include <vector>

class Fluid
{
	std::vector<double> rho, p;
	void density()
	{
#pragma omp for schedule(static) nowait
		for (int i = 0; i < (int)rho.size(); i++)
			rho[i] += 0.5;
	}
	void pressure()
	{
#pragma omp for schedule(static)
		for (int i = 0; i < (int)p.size(); i++)
			p[i] = 1.4 * rho[i];
	}

      public:
	explicit Fluid(int n) : rho(n), p(n)
	{
	}
	void start()
	{
#pragma omp parallel for
		for (int i = 0; i < (int)rho.size(); i++)
			rho[i] = 1;
	}
	double step()
	{
#pragma omp parallel
		{
			density();
			pressure();
		}
		return p.back();
	}
};

int main()
{
	Fluid fluid(450);
	fluid.start();
	return std::printf("%g\n", fluid.step()) < 0;
}
