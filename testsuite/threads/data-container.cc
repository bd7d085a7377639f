/* SPDX-License-Identifier: GPL-3.0-or-later */
// Containers and strings that each thread has in the region, and members.
#include <algorithm>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <vector>

static double x[100][8], y[100];
static std::string names[100];

void cleared()
{
#pragma omp parallel
	{
		std::vector<double> row;

		/* rewritable: yes */
#pragma omp for
		for (int i = 0; i < 100; i++) {
			row.clear();
			for (int j = 0; j < 8; j++)
				if (x[i][j] > 0)
					row.push_back(x[i][j]);
			for (double v : row)
				y[i] += v;
		}
	}
}

void growing()
{
#pragma omp parallel
	{
		std::vector<double> row;

		/* refused: 'row' */
#pragma omp for
		for (int i = 0; i < 100; i++) {
			row.push_back(x[i][0]);
			y[i] = row.size();
		}
	}
}

void of_the_iteration()
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
		std::vector<double> row(x[i], x[i] + 8);

		std::sort(row.begin(), row.end(),
			  [](double a, double b) { return a > b; });
		y[i] = std::accumulate(row.begin(), row.end(), 0.0);
	}
}

void text()
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
		std::ostringstream out;

		out << "row " << i;
		names[i] = out.str() + "!";
	}
}

void generator()
{
#pragma omp parallel
	{
		std::minstd_rand generator(7);

		/* refused: 'generator' */
#pragma omp for
		for (int i = 0; i < 100; i++)
			y[i] = generator();
	}
}

struct counter {
	mutable int calls = 0;

	int next() const
	{
		return ++calls;
	}
};

void mutable_member()
{
#pragma omp parallel
	{
		counter own;

		/* refused: 'own' */
#pragma omp for
		for (int i = 0; i < 100; i++)
			y[i] = own.next();
	}
}

void captured()
{
#pragma omp parallel
	{
		double sum = 0;

		/* refused: 'sum' */
#pragma omp for
		for (int i = 0; i < 100; i++) {
			auto add = [&sum](double v) { return sum += v; };

			y[i] = add(x[i][0]);
		}
	}
}

struct filter {
	double last;

	void run()
	{
		/* refused: 'last' */
#pragma omp parallel for firstprivate(last)
		for (int i = 0; i < 100; i++) {
			y[i] = x[i][0] - last;
			last = x[i][0];
		}
	}

	void squares()
	{
		/* rewritable: yes */
#pragma omp parallel for private(last)
		for (int i = 0; i < 100; i++) {
			last = x[i][0];
			y[i] = last * last;
		}
	}
};

void members(filter &of)
{
	of.run();
	of.squares();
}
