// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Templates, lambdas, members and other places where C++ has loops.
 */
#include <cmath>
#include <cstddef>
#include <complex>

template <typename T> void class_scale(int n, T a, T *x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] *= a;
}

template void class_scale<double>(int, double, double *);
template void class_scale<float>(int, float, float *);

template <int Width> void class_width(int n, double (*x)[Width])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < Width; j++)
			x[i][j] = 0.25;
}

template void class_width<12>(int, double (*)[12]);

class Matrix
{
	int rows;
	int columns;
	double *data;

      public:
	double &operator()(int i, int j)
	{
		return data[i * columns + j];
	}
	void class_fill(double value);
	void class_transposed(Matrix &other);
};

void Matrix::class_fill(double value)
{
#pragma omp parallel for
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++)
			data[i * columns + j] = value;
}

void Matrix::class_transposed(Matrix &other)
{
#pragma omp parallel for
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++)
			(*this)(i, j) = other(j, i);
}

class Sum
{
	double total;

      public:
	void class_member_sum(int n, const double *x);
	static void class_static(int n, double *x);
};

void Sum::class_member_sum(int n, const double *x)
{
#pragma omp parallel for reduction(+ : total)
	for (int i = 0; i < n; i++)
		total += x[i];
}

void Sum::class_static(int n, double *x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] = 0.25;
}

void class_lambda_body(int n, const double *__restrict x, double *__restrict y)
{
	auto body = [&](int i) { y[i] = x[i] * 2.5; };

#pragma omp parallel for
	for (int i = 0; i < n; i++)
		body(i);
}

double class_lambda_loop(int n, const double *x)
{
	auto run = [=]() {
		double s = 0.0;

#pragma omp parallel for reduction(+ : s)
		for (int i = 0; i < n; i++)
			s += x[i];
		return s;
	};
	return run();
}

namespace outer
{
void class_namespace(std::size_t n, double *x)
{
#pragma omp parallel for
	for (std::size_t i = 0; i < n; ++i)
		x[i] = 0.25;
}
} // namespace outer

void class_reference(int n, double &scale, const double *__restrict x,
		     double *__restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = std::sqrt(x[i]) + scale;
}

struct Square {
	double operator()(double x) const
	{
		return x * x;
	}
};

template <typename Function>
static void apply(int n, const double *x, double *y, Function f)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = f(x[i]);
}

void class_apply(int n, const double *x, double *y)
{
	apply(n, x, y, Square());
}

void class_throws(int n, double *y);

void class_catch(int n, double *y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		try {
			class_throws(i, y);
		} catch (...) {
			y[i] = 0.25;
		}
	}
}

#pragma omp declare reduction(add : std::complex<double> : omp_out += omp_in)

std::complex<double> class_declared(int n, const std::complex<double> *x)
{
	std::complex<double> s(0.0, 0.0);

#pragma omp parallel for reduction(add : s)
	for (int i = 0; i < n; i++)
		s += x[i];
	return s;
}

struct Particle {
	float position[3];
	float velocity[3];
};

void class_particles(int n, float dt, Particle *p)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++)
			p[i].position[k] += dt * p[i].velocity[k];
}

void class_auto(long n, double *x)
{
#pragma omp parallel for
	for (auto i = n; i > 0; i -= 4)
		x[i] = 0.25;
}
