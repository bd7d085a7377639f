/* SPDX-License-Identifier: GPL-3.0-or-later */
// Thread-local objects of classes, and generators kept in them.
#include <random>
#include <vector>

static double x[100], y[100];

struct Counter {
	int value = 0;
	int next()
	{
		return ++value;
	}
};

static thread_local Counter counter;

static double draw()
{
	static thread_local std::minstd_rand generator(7);

	return generator();
}

void of_the_unit()
{
	/* refused: 'counter' */
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		y[i] = counter.next();
}

void of_a_function()
{
	/* refused: 'generator' */
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = draw();
}
