// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Containers and iterators.
 */
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

void vector_index(int n, const std::vector<double> &x, std::vector<double> &y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = x[i] * 2.5;
}

void vector_size(std::vector<double> &y)
{
#pragma omp parallel for
	for (std::size_t i = 0; i < y.size(); i++)
		y[i] = 0.25;
}

void vector_iterator(std::vector<double> &y)
{
#pragma omp parallel for
	for (std::vector<double>::iterator it = y.begin(); it < y.end(); ++it)
		*it *= 0.75;
}

void vector_iterator_ne(std::vector<float> &y)
{
#pragma omp parallel for
	for (auto it = y.begin(); it != y.end(); it++)
		*it += 1.5f;
}

void vector_iterator_step(std::vector<double> &y)
{
#pragma omp parallel for
	for (auto it = y.begin(); it < y.end(); it += 2)
		*it = 0.25;
}

void vector_range(std::vector<double> &y)
{
#pragma omp parallel for
	for (double &value : y)
		value = value / 3.7;
}

void vector_inner_range(const std::vector<std::vector<double>> &rows,
			double *sums)
{
#pragma omp parallel for
	for (std::size_t i = 0; i < rows.size(); i++) {
		double sum = 0.0;

		for (double value : rows[i])
			sum += value;
		sums[i] = sum;
	}
}

void vector_of_vectors(int n, int m, std::vector<std::vector<double>> &g)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			g[i][j] = 0.25;
}

void vector_pointer(int n, double *y)
{
#pragma omp parallel for
	for (double *p = y; p < y + n; p++)
		*p = 0.25;
}

void vector_pointer_range(double *first, double *last)
{
#pragma omp parallel for
	for (double *p = first; p != last; ++p)
		*p = 0.25;
}

void vector_array(std::array<double, 40> &y)
{
#pragma omp parallel for
	for (std::size_t i = 0; i < y.size(); i++)
		y[i] = 0.25;
}

double vector_reduce(const std::vector<double> &x)
{
	double s = 0.0;

#pragma omp parallel for reduction(+ : s)
	for (std::size_t i = 0; i < x.size(); i++)
		s += x[i];
	return s;
}

void vector_private(int n, const std::vector<double> &x, double *__restrict y)
{
	std::vector<double> w(8);

#pragma omp parallel for firstprivate(w)
	for (int i = 0; i < n; i++) {
		w[i % 8] = x[i];
		y[i] = w[0];
	}
}

struct mesh {
	std::vector<double> x, y;
	double *weight;
	int size;

	double &at(int i)
	{
		return y[i];
	}
};

void vector_member(mesh &m)
{
#pragma omp parallel for
	for (int i = 0; i < m.size; i++)
		m.at(i) += m.weight[i] * m.x[i];
}

/* A vector has its data to itself. */
void vector_local(int n, int m, const double *__restrict a,
		  double *__restrict b)
{
#pragma omp parallel
	{
		std::vector<double> mine(m);

#pragma omp for
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < m; j++)
				mine[j] = a[i * m + j];
			b[i] = mine[m / 2];
		}
	}
}

/* Its constructor is a function like any other. */
void vector_body(int n, int m, const double *__restrict a, double *__restrict b)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		std::vector<double> mine(m);

		for (int j = 0; j < m; j++)
			mine[j] = a[i * m + j];
		b[i] = mine[m / 2];
	}
}

/* A view has not. */
struct View {
	double *data;
};

void vector_view(int n, int m, View &all, const double *__restrict a,
		 double *__restrict b)
{
#pragma omp parallel
	{
		View mine = all;

#pragma omp for
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < m; j++)
				mine.data[j] = a[i * m + j];
			b[i] = mine.data[m / 2];
		}
	}
}

struct owner {
	int kind;
	std::vector<double> data;
};

void vector_member(owner &o)
{
#pragma omp parallel for
	for (double &x : o.data)
		x = 0.25;
}

/* What std::min() returns is a reference to one of the two. */
void vector_tile(int n, int size, double *x)
{
#pragma omp parallel for
	for (int ii = 0; ii < n; ii += size)
		for (int i = ii; i < std::min(ii + size, n); i++)
			x[i] += 0.5;
}

void vector_between(int n, int low, int high, double *x)
{
#pragma omp parallel for
	for (int i = std::max(low, 0); i < std::min(high, n); i++)
		x[i] = 0.25;
}

/* The program says n, not *n. */
void vector_reference(int &n, double *x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] = 0.25;
}

double vector_largest(int n, const double *x)
{
	double largest = 0.25;

#pragma omp parallel for reduction(max : largest)
	for (int i = 0; i < n; i++)
		largest = std::max(largest, x[i]);
	return largest;
}

/* A container behind functions of a class, and those behind others. */
class vector_holder {
	std::vector<double> cell;
	std::array<int, 2> shape;

public:
	std::size_t size() const { return cell.size(); }
	double *data() { return cell.data(); }
	int extent(int which) const { return shape[which]; }
	double &at(int i, int j) { return cell[i * shape[1] + j]; }
};

void vector_held(vector_holder &h)
{
#pragma omp parallel for
	for (std::size_t i = 0; i < h.size(); i++)
		h.data()[i] = 0.25;
}

void vector_held_at(vector_holder &h)
{
#pragma omp parallel for
	for (int i = 0; i < h.extent(0); i++)
		for (int j = 0; j < h.extent(1); j++)
			h.at(i, j) = 0.25;
}

void vector_owned(int n, double *x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		std::unique_ptr<double[]> a(new double[8]);

		a[0] = x[i];
		x[i] = a[0] * 2;
	}
}

/* A pointer leads to a container, that has no name of its own. */
void vector_led_to(std::vector<double> *p)
{
#pragma omp parallel for
	for (std::size_t i = 0; i < p->size(); i++)
		(*p)[i] = 0.25;
}

/* Not as long as what it holds. */
void vector_shared(const std::vector<char> &bytes, std::vector<double> &x)
{
#pragma omp parallel for
	for (std::size_t i = 0; i < bytes.size() / 8; i++)
		x[i] = 0.25;
}

/* What is a container by inheritance, too. */
struct vector_heir : std::vector<double> {
	void clear_all();
};

void vector_heir::clear_all()
{
#pragma omp parallel for
	for (std::size_t i = 0; i < size(); i++)
		(*this)[i] = 0.25;
}
