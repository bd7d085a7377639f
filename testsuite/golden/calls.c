/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls: mathematical, inlined, known, opaque, through a pointer.
 */
#include <math.h>
#include <string.h>

double opaque(double x);
double opaque_pure(double x) __attribute__((const));

static double seen;

static inline double combine(double a, double x, double y)
{
	return a * x + y;
}

static inline void store_sum(const double *x, double *y, int i)
{
	y[i] = x[i] + x[i + 1];
}

/* What a filter does at a point: more than GCC puts in the place of a call
   before it knows which calls are hot. */
static inline double weigh(double far, int u, int v)
{
	return exp(-far * far / 800) / (1 + u * u + v * v);
}

static inline void filter(int n, const double *restrict x, double *restrict y,
			  int i)
{
	double sum = 0, weights = 0;

	for (int u = -1; u < 2; u++)
		for (int v = -1; v < 2; v++) {
			double there = x[(long)n * u + v + i];
			double weight = weigh(there - x[i], u, v);

			sum += weight * there;
			weights += weight;
		}
	y[i] = sum / weights;
}

static __attribute__((noinline)) double known(double x)
{
	seen = x;
	return x / 3.7;
}

void call_math(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = sin(x[i]) * exp(x[i]);
}

void call_sqrt(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = sqrt(x[i]);
}

void call_pow(int n, const float *restrict x, float *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = powf(x[i], y[i]);
}

void call_fabs(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = fabs(x[i]);
}

void call_inlined(int n, double a, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = combine(a, x[i], y[i]);
}

void call_inlined_store(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		store_sum(x, y, i);
}

void call_inlined_loops(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		filter(n, x, y, i);
}

void call_inlined_loops_again(int n, const double *restrict x,
			      double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		filter(n, x, y, n - i);
}

/* Each step uses the one before twice. */
static inline unsigned stir(unsigned x)
{
	x ^= x << 13;
	x ^= x >> 17;
	return x ^ x << 5;
}

void call_inlined_stirred(int n, int *restrict seen)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		seen[stir(stir(stir(stir(stir(stir(stir(i))))))) % 1024]++;
}

void call_known(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = known(x[i]);
}

void call_opaque(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = opaque(x[i]);
}

void call_const(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = opaque_pure(x[i]);
}

void call_indirect(int n, double (*f)(double), const double *restrict x,
		   double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = f(x[i]);
}

void call_builtin(int n, int m, const char *restrict x, char *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		strcpy(y + i * m, x + i * m);
}

/* No compiler divides by a constant. */
void call_shared_out(int n, int *a, const unsigned *b)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = a[i] / 7 + (int)(b[i] / 8) + (int)(b[i] % 4) + a[i] / n;
}

/* Bits and whole numbers take an instruction, a sine does not. */
void call_instructions(int n, const unsigned *restrict b, int *restrict y,
		       double *restrict x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		y[i] = __builtin_popcount(b[i]) + __builtin_ctz(b[i]);
		x[i] = floor(x[i]) + sin(x[i]);
	}
}
