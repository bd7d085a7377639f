/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows that the source counts by itself: whether they overlap hangs on numbers
 * that are known when the loops begin.
 */
#include <stddef.h>

void product(int n, int m, int ld, int plane, double *restrict x,
	     const double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			for (int j = 0; j < m; j++)
				x[i * ld + j] +=
					y[i * plane + k] * y[k * ld + j];
}

void transposed(int n, int m, int ld, int plane, double *restrict x,
		const double *restrict y)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			x[i * ld + j] = y[j * plane + i];
}

/* In planes, which have two such questions. */
void planes(int n, int m, int ld, int plane, double *restrict x,
	    const double *restrict y)
{
#pragma omp parallel for
	for (int k = 0; k < m; k++)
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++)
				x[(i * plane + j) * ld + k] +=
					y[(i * plane + j) * ld + k];
}

/* Planes that the source counts by themselves: of whole rows, or of any. */
void levels(int n, int m, int ld, int plane, double *restrict x,
	    const double *restrict y)
{
#pragma omp parallel for
	for (int k = 0; k < m; k++)
		for (int j = 0; j < n; j++)
			for (int i = 0; i < n; i++)
				x[i * plane + j * ld + k] =
					x[i * plane + j * ld + k] / 2 +
					y[i * ld + j * plane + k] + j;
}

void call_levels(int n, int m, int ld, int plane, double *x, const double *y)
{
	levels(n, m, ld % 4, plane * 2, x, y);
}

void layers(int n, int m, int ld, double *restrict x, const double *restrict y)
{
	size_t layer = (size_t)ld * n;

#pragma omp parallel for
	for (int k = 0; k < m; k++)
		for (size_t j = 0; j < (size_t)n; j++)
			for (int i = 0; i < 3; i++)
				x[i * layer + j * ld + k] =
					x[i * layer + j * ld + k] / 2 +
					y[i * layer + j * ld + k] + i;
}

void call_layers(int n, int m, int ld, int plane, double *x, const double *y)
{
	layers(n, m, plane > 0 ? ld : m, x, y);
}

/* Numbers that wrap around: half of all there are, twice, is none. */
void narrow(unsigned n, unsigned m, unsigned ld, double *restrict x,
	    const double *restrict y)
{
#pragma omp parallel for
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 1; j < m; j++)
			x[2u * i * ld + j] = x[2u * i * ld + j - 1u] / 2 +
					     y[2u * i * ld + j] + i;
}

void call_narrow(int n, int m, int ld, int plane, double *x, const double *y)
{
	narrow(n, m, ld < 0 ? 0x80000000u : plane < 0 ? 0x80000000u + ld : ld,
	       x, y);
}

/* Likewise, in 64 bits. */
void every_second(size_t n, size_t m, size_t ld, double *restrict x,
		  const double *restrict y)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i += 2)
		for (size_t j = 1; j < m; j++)
			x[i * ld + j] = x[i * ld + j - 1] / 2 + y[i * ld + j] +
					(double)i;
}

void call_every_second(int n, int m, int ld, int plane, double *x,
		       const double *y)
{
	every_second((size_t)n, (size_t)m,
		     ld < 0 ? (size_t)1 << 63
			    : ((size_t)(plane < 0) << 63) + (size_t)ld,
		     x, y);
}

/* Of none less one there are many: a loop around runs as seldom. */
void emptied(size_t n, size_t m, size_t ld, double *restrict x,
	     const double *restrict y)
{
#pragma omp parallel for
	for (size_t j = 0; j < n; j++)
		for (size_t i = 1; i < m - 1; i++)
			x[i * ld + j] = x[i * ld + j] / 2 + y[i * ld + j];
}

void call_emptied(int n, int m, int ld, int plane, double *x, const double *y)
{
	emptied((size_t)n, n && m < 1 ? 1 : (size_t)m,
		ld < 0 ? (size_t)plane % 9 : (size_t)ld, x, y);
}

/* A counter with a sign, and ends without one. */
void signless(unsigned n, unsigned m, unsigned ld, double *restrict x,
	      const double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (size_t j = 0; j < m; j++)
			x[2 * i * ld + j] = x[2 * i * ld + j] / 2 +
					    y[2 * i * ld + j] + i;
}

void call_signless(int n, int m, int ld, int plane, double *x, const double *y)
{
	signless(n, m, ld < 0 ? 0x80000000u + (plane & 3) : ld, x, y);
}

/* A product without a sign is converted. */
void converted(int n, int m, unsigned ld, double *restrict x,
	       const double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j++)
			x[(long)((unsigned)i * ld) + j] =
				x[(long)((unsigned)i * ld) + j - 1] / 2 + y[j];
}

void call_converted(int n, int m, int ld, int plane, double *x,
		    const double *y)
{
	converted(n < 2 ? n : 2, m, ld < 0 ? 0 : ld, x, y + plane);
}

/* A bound that wraps around, where no loop runs. */
void lessened(unsigned n, unsigned m, unsigned ld, double *restrict x,
	      const double *restrict y)
{
#pragma omp parallel for
	for (unsigned j = 0; j < m - 1u; j++)
		for (unsigned i = 0; i < n; i++)
			x[i * ld + j] = x[i * ld + j] / 2 + y[i * ld + j];
}

void call_lessened(int n, int m, int ld, int plane, double *x, const double *y)
{
	lessened(n, m < 1 || plane < 0 ? 1 : m, ld < 0 ? -ld : ld, x, y);
}

/* Both ends of a row. */
void halo(int n, int m, int ld, int first, double *restrict x,
	  const double *restrict y)
{
#pragma omp parallel for
	for (int j = 1; j < m - 1; j++)
		for (int i = 1; i < n; i++)
			x[i * ld + j + first] =
				x[(i - 1) * ld + j + first] + y[i * ld + j + 1];
}

/* Where the first row begins has no part in it. */
void based(int n, int m, int ld, int plane, double *restrict x,
	   const double *restrict y)
{
	int base = -plane * ld - plane;

#pragma omp parallel
#pragma omp for
	for (int j = plane; j < plane + m; j++)
		for (int i = plane + 1; i < plane + n; i++)
			x[base + i * ld + j] =
				x[base + (i - 1) * ld + j] + y[j - plane];
}

/* Columns at both ends of rows. */
void columns(int n, int m, int ld, double *restrict x, const double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 2; j++) {
			x[(i + m) * (ld + 4) + j] = y[i * 2 + j];
			x[(i + m) * (ld + 4) + ld + 2 + j] = y[i + j];
		}
}

void call_columns(int n, int m, int ld, int plane, double *x, const double *y)
{
	(void)plane;
	columns(n, m, ld, x, y);
}

/* Planes that no loop runs through. */
void slices(int n, int m, int ld, int plane, double *restrict x,
	    const double *restrict y)
{
	int slice = plane * ld;

#pragma omp parallel
#pragma omp for
	for (int j = 0; j < m; j++)
		for (int i = 1; i < n; i++) {
			x[slice + i * ld + j] = x[slice + (i - 1) * ld + j];
			x[3 * slice + i * ld + j] = y[j] - x[slice + i * ld + j];
		}
}

/* The longest row of a triangle. */
void triangle(int n, int m, int ld, int plane, double *restrict x,
	      const double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++)
			for (int k = 0; k < m; k++)
				x[i * ld + j] += y[k * plane + j];
}

/* Downwards, and by numbers that have no sign. */
void down(size_t n, size_t m, ptrdiff_t ld, unsigned long plane,
	  double *restrict x, const double *restrict y)
{
#pragma omp parallel for
	for (ptrdiff_t j = (ptrdiff_t)m - 1; j >= 0; j--)
		for (size_t i = 1; i < n; i++)
			x[(ptrdiff_t)i * ld + j] =
				x[((ptrdiff_t)i - 1) * ld + j] +
				y[i * plane + (size_t)j];
}

/* Of structures. */
struct pair {
	double one, two;
};

void pairs(int n, int m, int ld, int plane, double *restrict x,
	   const double *restrict y)
{
	struct pair *p = (struct pair *)x;

#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 1; i < n; i++)
			p[i * ld + j].two =
				p[(i - 1) * ld + j].two + y[i * plane + j];
}

/* As it was written before counters stood in heads. */
void old(int K, int N, int LD, int A, double *restrict x,
	 const double *restrict y)
{
	int k, i, n;

#pragma omp parallel for private(k, n)
	for (i = 0; i < K; ++i) {
		for (k = 0; k < K; ++k) {
			register double a = 2 * y[i * A + k];
			for (n = 0; n < N; ++n) {
				x[i * LD + n] += a * y[k * LD + n];
			}
		}
	}
}

/* What no test may ask for: a row begins before itself. */
void before(int n, int m, int ld, int plane, double *restrict x,
	    const double *restrict y)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 1; i < n; i++)
			x[i * ld + j - 1] = x[(i - 1) * ld + j] + y[plane];
}

/* Where no loop runs the numbers of the test may be any. */
void far(long n, long m, long ld, long a, long b, double *restrict x,
	 const double *restrict y)
{
#pragma omp parallel for
	for (long j = 0; j < m; j++)
		for (long i = 0; i < n; i++)
			x[i * (a * b) + j] += y[j];
}

void call_far(int n, int m, int ld, int plane, double *x, const double *y)
{
	far(n, m, ld, n ? plane : 1L << 40, n ? 1 : 1L << 40, x, y);
}

/* In C a pointer of this name may be none. */
struct grid {
	int ld;
	const double *y;
};

void named(const struct grid *this, int n, int m, double *restrict x)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			x[i * this->ld + j] += this->y[j];
}

/* What the row's length is made of has another name at the loops. */
void aliased(int n, int m, int ld, int plane, double *restrict x,
	     const double *restrict y)
{
	int wide = ld;

#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		int ld = wide + plane;

		for (int i = 1; i < n; i++)
			x[i * ld + j] = x[(i - 1) * ld + j] + y[i];
	}
}

/* The length of the row is another one inside of the loops. */
void hidden(int n, int m, int ld, int plane, double *restrict x,
	    const double *restrict y)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		int wide = ld;
		int ld = wide + plane;

		for (int i = 1; i < n; i++)
			x[i * ld + j] = x[(i - 1) * ld + j] + y[i];
	}
}
