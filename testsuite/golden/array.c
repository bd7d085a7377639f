/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ways to lay out data: what a reference's base and strides are.
 */
#include <complex.h>

struct point {
	double x;
	double y;
	double z;
	int id;
};

struct cell {
	double value[4];
	int count;
};

struct grid {
	int n;
	double *x;
	double *y;
};

int bound;
double *from_pointer;
double *to_pointer;
double table[100][80];
static float samples[1000];

void array_vla(int n, int m, double a[restrict n][m], double b[restrict m][n])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			a[i][j] = b[j][i];
}

void array_flat(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			y[i * n + j] = x[j * n + i];
}

void array_flat_unsigned(unsigned n, unsigned m, double *restrict y)
{
#pragma omp parallel for
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 0; j < m; j++)
			y[i * m + j] = 0.25;
}

void array_flat3(int n, int m, int l, double *restrict y)
{
#pragma omp parallel for collapse(3)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++)
				y[(i * m + j) * l + k] = 0.25;
}

void array_rows(int n, int m, double **a)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			a[i][j] *= 0.75;
}

void array_of_structs(int n, struct point *p)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		p[i].x = p[i].y + p[i].z;
}

void array_in_structs(int n, struct cell *c)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 4; j++)
			c[i].value[j] = 0.25;
}

void array_struct_fields(struct grid *g)
{
#pragma omp parallel for
	for (int i = 0; i < g->n; i++)
		g->y[i] = g->x[i];
}

void array_global_bound(void)
{
#pragma omp parallel for
	for (int i = 0; i < bound; i++)
		samples[i] = 0.25f;
}

void array_global_pointer(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		to_pointer[i] = from_pointer[i + 1];
}

void array_global_table(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		for (int j = 0; j < 80; j++)
			table[i][j] = i + j;
}

void array_diagonal(int n, double a[restrict n][n])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i][i] = 0.25;
}

void array_strided(int n, const float *restrict x, float *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[2 * i + 1] = x[3 * i];
}

void array_reversed(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[n - 1 - i] = x[i];
}

void array_bytes(int n, const unsigned char *restrict x,
		 unsigned char *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = x[i] ^ 0x55;
}

void array_integers(long n, const long *restrict x, long *restrict y)
{
#pragma omp parallel for
	for (long i = 0; i < n; i++)
		y[i] = x[i] * x[i + 2] + 7;
}

void array_complex(int n, const double complex *restrict x,
		   double complex *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = y[i] + x[i];
}

void array_convert(int n, const float *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = x[i];
}

/* The product is one of complex numbers, though its parts are stored alone. */
void array_complex_sum(int n, const double complex *restrict x,
		       double complex *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = y[i] * x[i] + 2.5;
}

#if __GNUC__ >= 12
typedef _Float16 small;
#else
typedef float small;
#endif

void array_kinds(int n, long double complex *restrict x, __float128 *restrict y,
		 small *restrict z)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		x[i] = x[i] * x[i];
		y[i] = y[i] * y[i];
		z[i] = z[i] * z[i];
	}
}

void array_modulo(int n, int m, const int *restrict p,
		  const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			y[m * i + j] = x[p[i] % n + j] + x[(i + j) % m];
}

void array_shared_out(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = x[i / 10] + x[i / 8];
}
