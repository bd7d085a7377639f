/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nests of C++ whose order the plugin changes; see made.c and made.sh. Entries
 * name functions as C++ shows them.
 */
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <vector>

static unsigned long hash = 1;

template <class T> static void show(const char *name, const std::vector<T> &v)
{
	for (std::size_t i = 0; i < v.size(); i++)
		hash = hash * 31 + (long)(v[i] * 16);
	std::printf("%s %lu\n", name, hash);
}

class grid
{
	int rows, columns;
	std::vector<double> cells;

      public:
	grid(int r, int c) : rows(r), columns(c), cells(r * c)
	{
	}
	double &at(int i, int j)
	{
		return cells[i * columns + j];
	}
	void fill(double by);
	void directly(double by);
	void show()
	{
		::show("grid", cells);
	}
};

/* made grid::fill order(i,j) */
void grid::fill(double by)
{
#pragma omp parallel for
	for (int j = 0; j < columns; j++)
		for (int i = 0; i < rows; i++)
			at(i, j) += by * i + j;
}

/* made grid::directly order(i,j) */
void grid::directly(double by)
{
	double *cell = cells.data();

#pragma omp parallel for
	for (int j = 0; j < columns; j++)
		for (int i = 0; i < rows; i++)
			cell[i * columns + j] += by * i + j;
}

/* made scale<float> order(i,j) */
/* made scale<double> order(i,j) */
template <class T> void scale(T *v, int n, int m, T by)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			v[i * m + j] += by * i + j;
}

/* made triangle<float> order(i,j) */
/* made triangle<double> order(i,j) */
template <class T> void triangle(T *v, int n, int m, T by)
{
#pragma omp parallel for
	for (int j = 0; j < n; j++)
		for (int i = 0; i <= j; i++)
			v[i * m + j] += by * i + j;
}

/* made tiles<float> order(i,j) tile(i:4,j:8) */
/* made tiles<double> order(i,j) tile(i:4,j:8) */
template <class T> void tiles(std::vector<T> &v, std::size_t n, T by)
{
	const std::size_t m = v.size() / n;

#pragma omp parallel for
	for (std::size_t j = 0; j < m; j++)
		for (std::size_t i = 0; i < n; i++)
			v[i * m + j] += by * i + j;
}

/* made tiles_of_triangle tile(j:3,i:5) collapse(2) */
void tiles_of_triangle(double *v, long n, long m)
{
#pragma omp parallel for
	for (long j = 0; j < n; j++)
		for (long i = 0; i <= j; i++)
			v[i * m + j] += i * 3 + j;
}

/* made _ZZ4mainENKUliiE_clEii order(i,j) */
template <class F> static void apply(F f, int n, int m)
{
	f(n, m);
}

/* made conditional order(i,j) */
void conditional(double *v, const int *which, int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		if (which[j] > 1)
			for (int i = 0; i < n; i++)
				v[i * m + j] += i * 3 + j;
}

/* made iterators order(p,i) */
void iterators(double *v, int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (double *p = v; p != v + m; ++p)
			p[i * m] += i + (p - v);
}

/* made exceptions order(i,j) */
static double risky(int i, int j)
{
	if ((i + j) % 7 == 0)
		throw std::runtime_error("seven");
	return i * .5 + j;
}

void exceptions(double *v, int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++) {
			std::vector<double> own(1 + i % 3, .25);
			double x;

			try {
				x = risky(i, j);
			} catch (const std::exception &) {
				x = -1;
			}
			v[i * m + j] += x + own.size();
		}
}

/* made tile_by_library order(t,i,j) */
void tile_by_library(double *v, int n, int m, const int &size)
{
#pragma omp parallel for
	for (int t = 0; t < m; t += size)
		for (int j = t; j < std::min(t + size, m); j++)
			for (int i = std::max(0, t - 20); i < std::min(n, m); i++)
				v[i * m + j] += i * 3 + j;
}

/* made referred_sum order(i,j) */
void referred_sum(const std::vector<double> &v, int n, int m, long &sum)
{
#pragma omp parallel for reduction(+ : sum)
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			sum += (long)v[i * m + j] * j;
}

/* refused referred_double order(i,j): sum would be added up in another order */
void referred_double(const double *v, int n, int m, double &sum)
{
#pragma omp parallel for reduction(+ : sum)
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			sum += v[i * m + j];
}

/* refused own_reduction order(i,j): t is reduced */
struct sum {
	double s = 0;
	void add(double x)
	{
		s += x;
	}
};
#pragma omp declare reduction(join : sum : omp_out.s += omp_in.s)

void own_reduction(double *v, int n, int m)
{
	sum t;

#pragma omp parallel for reduction(join : t)
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			t.add(i * .1 + j);
	v[0] += t.s;
}

int main()
{
	const int n = 19, m = 23;
	grid g(n, m);
	std::vector<float> f(n * m);
	std::vector<double> d(n * m);

	g.fill(1.5);
	g.show();
	g.directly(2.5);
	g.show();
	scale(f.data(), n, m, 2.f);
	show("scale", f);
	scale(d.data(), n, m, .5);
	show("scale", d);
	triangle(f.data(), n, m, 2.f);
	show("triangle", f);
	triangle(d.data(), n, m, .5);
	show("triangle", d);
	tiles(f, n, 2.f);
	show("tiles", f);
	tiles(d, n, .5);
	show("tiles", d);
	tiles_of_triangle(d.data(), n, m);
	show("tiles of a triangle", d);
	apply(
		[&](int rows, int columns) {
#pragma omp parallel for
			for (int j = 0; j < columns; j++)
				for (int i = 0; i < rows; i++)
					d[i * columns + j] += i * 3 + j;
		},
		n, m);
	show("lambda", d);
	std::vector<int> which(m);

	for (int j = 0; j < m; j++)
		which[j] = j % 4;
	conditional(d.data(), which.data(), n, m);
	show("conditional", d);
	iterators(d.data(), n, m);
	show("iterators", d);
	exceptions(d.data(), n, m);
	show("exceptions", d);
	tile_by_library(d.data(), n, m, 5);
	show("tile_by_library", d);
	long sum = 0;
	double rounded = 0;

	referred_sum(d, n, m, sum);
	std::printf("referred_sum %ld\n", sum);
	referred_double(d.data(), n, m, rounded);
	std::vector<double> rest(1);

	own_reduction(rest.data(), n, m);
	return 0;
}
