// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nests of C++ whose loops may change places; prints a digest as nests.c does.
#include <cstdio>
#include <vector>

struct Grid {
	std::vector<double> data;
	int rows, columns;

	Grid(int rows, int columns)
	    : data(static_cast<std::size_t>(rows) * columns), rows(rows),
	      columns(columns)
	{
	}
	double &at(int i, int j) { return data[i * columns + j]; }
	void add(Grid &other);
};

void Grid::add(Grid &other)
{
	double *to = data.data();
	const double *from = other.data.data();
	const int n = rows, m = columns;

#pragma omp parallel for num_threads(2)
	for (int i = 0; i < n; ++i) { // rows
		for (int j = 0; j < m; ++j) {
			to[i * m + j] += from[j * n + i] * R"(
})"[0];
		}
	}
}

/* Of the instances one counts in 64 bits. */
template <class Count> void twice(Count n, Count m, double *__restrict x)
{
#pragma omp parallel for
	for (Count i = 0; i < n; i++)
		for (Count j = 0; j < m; j++)
			x[i * 17 + j] *= 2;
}

template <int step> void apart(int n, int m, double *__restrict x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			x[(i * 17 + j) * step] *= 2;
}

int main()
{
	Grid a(31, 17), b(17, 31);
	double sum = 1;

	for (int i = 0; i < 31 * 17; i++)
		b.data[i] = i * 1.375;
	a.add(b);
	twice(3, 17, a.data.data());
	twice(3L, 17L, a.data.data() + 17);
	apart<1>(3, 17, a.data.data());
	apart<2>(3, 7, a.data.data());
	for (double value : a.data)
		sum = sum * 0.999 + value;
	std::printf("%.17g\n", sum);
}
