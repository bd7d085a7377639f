/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which model is behind the pointer is not known here; one of them counts the
 * calls of its thread. Nothing may be promised for the first loop.
 * expect: any(.[]; .name == "evolve" and (.rewrite_why + (.unseen // []) | length > 0))
 * expect: any(.[]; .name == "cool" and (.rewrite_why | length == 0))
 */
#include <cstdio>
#include <memory>

struct Model {
	virtual ~Model()
	{
	}
	virtual double force(double x) const = 0;
};
struct Linear final : Model {
	double force(double x) const override
	{
		return -x;
	}
};
struct Noisy final : Model {
	double force(double x) const override
	{
		static thread_local int calls;
		return -x + 0.01 * (calls++ % 7);
	}
};

static void evolve(const Model &m, double *x, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] += 0.1 * m.force(x[i]);
}

static void cool(double *x, int n)
{
	Linear m;
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] += 0.1 * m.force(x[i]);
}

int main(int argc, char **)
{
	static double x[640];
	std::unique_ptr<Model> m;
	if (argc > 1)
		m.reset(new Linear);
	else
		m.reset(new Noisy);
	evolve(*m, x, 640);
	cool(x, 640);
	return std::printf("%g\n", x[639]) < 0;
}
