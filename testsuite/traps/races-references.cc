/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of vectors of vectors, and a matrix behind operator(); one iteration
 * that reads its neighbour's result.
 * expect: any(.[]; .name == "smooth" and all(.races[]; test("possib|may|might|unless|if ")))
 * expect: any(.[]; .name == "identity" and (.races | length == 0))
 * expect: any(.[]; .name == "prefix" and (.races | length > 0))
 */
#include <cstdio>
#include <vector>
typedef std::vector<std::vector<double>> Rows;

class Matrix
{
	double a[40 * 40] = {};

      public:
	double &operator()(int i, int j)
	{
		return a[i * 40 + j];
	}
};

static void smooth(Rows &to, const Rows &from)
{
#pragma omp parallel for
	for (int i = 1; i < (int)from.size() - 1; i++)
		for (int j = 0; j < (int)from[i].size(); j++)
			to[i][j] = (from[i - 1][j] + from[i + 1][j]) / 2;
}

static void identity(Matrix &m)
{
#pragma omp parallel for
	for (int i = 0; i < 40; i++)
		for (int j = 0; j < 40; j++)
			m(i, j) = i == j;
}

static void prefix(Matrix &m)
{
#pragma omp parallel for
	for (int i = 1; i < 40; i++)
		m(i, 0) = m(i - 1, 0) + 1;
}

int main()
{
	Rows a(10, std::vector<double>(10)), b = a;
	static Matrix m;
	smooth(a, b);
	identity(m);
	prefix(m);
	return std::printf("%g %g\n", a[1][1], m(39, 0)) < 0;
}
