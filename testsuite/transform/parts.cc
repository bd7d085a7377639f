/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nests of C++ whose loops are distributed or strip-mined; see made.sh.
 */
#include <cstdio>
#include <vector>

static unsigned long hash = 1;

template <class T> static void show(const char *name, const std::vector<T> &v)
{
	for (std::size_t i = 0; i < v.size(); i++)
		hash = hash * 31 + (long)(v[i] * 4096);
	std::printf("%s %lu\n", name, hash);
}

class grid
{
	int rows, columns;
	std::vector<double> cells;
	double weight = .25;

      public:
	grid(int r, int c) : rows(r), columns(c), cells(r * c, .5)
	{
	}
	double &at(int i, int j)
	{
		return cells[i * columns + j];
	}
	void sweep(double by);
	void smooth(const double *factor);
	void show()
	{
		::show("grid", cells);
	}
};

/* made grid::sweep jam(j:8) */
void grid::sweep(double by)
{
#pragma omp parallel for
	for (int j = 0; j < columns; j++) {
		double low = 0;

		for (int i = 0; i < rows; i++) {
			cells[i * columns + j] += low * by;
			low = cells[i * columns + j];
		}
		for (int i = rows - 1; i >= 0; i--)
			cells[i * columns + j] -= low * weight;
	}
}

/* made grid::smooth jam(j:8) */
void grid::smooth(const double *factor)
{
	double *cell = cells.data();

#pragma omp parallel for
	for (int j = 0; j < columns; j++) {
		const double &f = factor[j];
		double *first = cell + j;
		double low = *first * f;

		for (int i = 0; i < rows; i++) {
			first[i * columns] += low;
			low = first[i * columns] * f;
		}
	}
}

/* made product<float> jam(j:8) */
/* made product<double> jam(j:8) */
template <class T> void product(T *c, const T *a, const T *b, int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			T s = 0;

			for (int k = 0; k < n; k++)
				s += a[i * n + k] * b[k * m + j];
			c[i * m + j] += s / n;
		}
}

/* made _ZZ4mainENKUliiE_clEii jam(j:8) */
template <class F> static void apply(F f, int n, int m)
{
	f(n, m);
}

/* made matrix<double>::product distribute(j) order(i,k,j) */
template <class T> class matrix
{
	int rows, columns;
	std::vector<T> cells;

      public:
	matrix(int r, int c, T value) : rows(r), columns(c), cells(r * c, value)
	{
	}
	T &at(int i, int j)
	{
		return cells[i * columns + j];
	}
	void product(matrix &a, matrix &b, T beta);
	void show()
	{
		::show("matrix", cells);
	}
};

template <class T> void matrix<T>::product(matrix &a, matrix &b, T beta)
{
	const T *left = a.cells.data(), *right = b.cells.data();
	T *sum = cells.data();
	int depth = a.columns;

#pragma omp parallel for
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++) {
			sum[i * columns + j] *= beta;
			for (int k = 0; k < depth; k++)
				sum[i * columns + j] += left[i * depth + k] *
							right[k * columns + j];
			if (sum[i * columns + j] > 4)
				sum[i * columns + j] /= 2;
		}
}

/* refused exceptions jam(j:8): a statement stands around loop */
void exceptions(double *v, int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		std::vector<double> own(n, .25);

		for (int i = 0; i < n; i++)
			v[i * m + j] += own[i];
	}
}

int main()
{
	const int n = 19, m = 23;
	grid g(n, m);
	std::vector<float> fa(n * n, .5f), fb(n * m, .25f), fc(n * m);
	std::vector<double> a(n * n, .5), b(n * m), c(n * m);

	for (int i = 0; i < n * m; i++)
		b[i] = i % 7 * .3;
	matrix<double> x(n, m, .5), y(n, 5, .25), z(5, m, .75);

	z.at(1, 3) = 2;
	x.product(y, z, 1.5);
	x.show();
	g.sweep(.5);
	g.show();
	g.smooth(b.data());
	g.show();
	product(fc.data(), fa.data(), fb.data(), n, m);
	show("product", fc);
	product(c.data(), a.data(), b.data(), n, m);
	show("product", c);
	apply(
		[&](int rows, int columns) {
#pragma omp parallel for
			for (int j = 0; j < columns; j++) {
				double s = 0;

				for (int i = 0; i < rows; i++)
					s += c[i * columns + j];
				c[j] = s;
			}
		},
		n, m);
	show("lambda", c);
	exceptions(c.data(), n, m);
	show("exceptions", c);
	return 0;
}
