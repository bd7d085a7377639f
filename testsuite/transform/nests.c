/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nests whose loops may change places. Prints a digest of all that they write,
 * in which the order of elements counts.
 */
#include <stdio.h>

#define N 37
#define M 23
#define P 11

static double e[2 * P * P * P], f[3][5][M];
static double a[N][M], b[M][N], c[N][N];
static int d[N][M][N];

static void product(int n, int m)
{
	int i, j, k;

#pragma omp parallel for private(j, k) schedule(static)
	for (i = 0; i < n; i++) /* rows */
		for (j = 0; j < n; j++)
			for (k = 0; k < m; k++)
				c[i][j] += a[i][k] * b[k][j];
}

static void down(int n, int m)
{
#pragma omp parallel
	{
#pragma omp for collapse(2)
		for (int i = n - 1; i > 0; i -= 2) {
			for (long j = m - 1; 0 <= j; j--) { // columns
				a[i][j] = i * 3.25 + (double)j * a[i][j];
			}
		}
	}
}

/* Any thread may have any iteration of the two loops. */
static void region(int n, int m)
{
	int i, j, count = 0;

#pragma omp parallel private(j)
	{
#pragma omp for
		for (i = 0; i < n; i++)
			for (j = 0; j < m; j++)
				a[i][j] += b[j][i] * 0.5;
#pragma omp for reduction(+ : count) nowait
		for (i = 0; i < m; i++)
			for (j = 0; j < n; j++) {
				count += a[j][i] > 3;
				b[i][j] -= a[j][i] * 0.25;
			}
	}
	a[0][0] += count;
}

static void inner(int n, int m)
{
	unsigned k;
	int i;

#pragma omp parallel for private(k)
	for (i = 0; i < n; i++) {
		double most = 0;

		for (int j = 1; j <= m - 1; j += 3) {
			for (k = 0; k < (unsigned)n; ++k) {
				d[i][j][k] += i - 7 * j + (int)k;
			}
		}
		most = d[i][1][2];
		b[0][i] = most;
	}
}

/* From tile to tile its counter goes beyond what an int holds. */
static void far(int n, int end)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < end; j += 100000000)
			b[0][i] += j * 0.5;
}

/* Where y is x, less a row and an element, planes must keep their order. */
static void planes(int n, double *x, const double *y)
{
#pragma omp parallel for
	for (int k = 0; k < n; k++)
		for (int i = 1; i < n; i++)
			for (int j = 0; j < n - 1; j++)
				x[(k * n + i) * n + j] +=
					y[(k * n + i) * n + j] * 0.5;
}

/* Statements beside the loop inside, which may have loops of their own. */
static void means(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			c[i][j] += 1;
			for (int k = 0; k < n; k++)
				c[i][j] += d[i][j][k] * 0.5;
			c[i][j] /= n;
		}
}

/* Sums in variables, which may stand in elements. */
static void sums(int n, int m)
{
	double s;

#pragma omp parallel for private(s)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			s = i;
			for (int k = 0; k < m; k++)
				s -= a[i][k] * b[k][j];
			c[i][j] = s / 3 - s;
		}
}

static void more(int n, int m, double *x, const double *y, const double *z)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double s = x[i * n + j];

			for (int k = 0; k < m; k++)
				s = 0.5 * s + y[i * m + k] * z[k * n + j];
			x[i * n + j] = s;
		}
}

/* The loop reads the element, which is always the same there. */
static void own(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double s = c[i][j];

			for (int k = 0; k < m; k++)
				s += c[i][j] * b[k][j] * 0.001;
			c[i][j] = s;
		}
}

#define TWICE (2 * last)

static void hidden(int n, int m)
{
	double last;

#pragma omp parallel for private(last)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			last = 0;
			for (int k = 0; k < m; k++)
				last += a[i][k] * b[k][j];
			c[i][j] = last;
			d[i][0][j] = (int)TWICE;
		}
}

/* Few iterations each; within a row one after the other. */
static void fields(int l, int n, int m, double (*x)[n][m])
{
#pragma omp parallel for schedule(dynamic)
	for (int h = 0; h < l; h++)
		for (int i = 0; i < n; i++)
			for (int j = 1; j < m; j++)
				x[h][i][j] += x[h][i][j - 1] * 0.5;
}

/* Of what has a size nobody leaves it. */
static void sized(int l, int n, int m)
{
	int h, i, j;

#pragma omp parallel for private(i, j)
	for (h = 0; h < l; h++)
		for (i = 0; i < n; i++)
			for (j = 1; j < m; j++)
				f[h][i][j] += f[h][i][j - 1] * h * i;
}

#define ROW(p, i) ((p) * 5 + (i))

static void rows(int l, int n, int m, double *x)
{
#pragma omp parallel for
	for (int p = 0; p < l; p++)
		for (int i = 0; i < n; i++)
			for (int j = 1; j < m; j++)
				x[ROW(p, i) * m + j] +=
					x[ROW(p, i) * m + j - 1] * 0.5;
}

/* Columns that are filtered upwards and then spread. */
static void filter(int n, int m)
{
	int i, j;
	double newest, before, weight = 0.25;

#pragma omp parallel for private(i, newest, before)
	for (j = 0; j < m; j++)
	{
		double weighted = weight * j;

		newest = weighted;
		before = 0;
		for (i = n - 1; i >= 0; i--)
		{
			a[i][j] = a[i][j] * 0.5 + newest * 0.25 + before;
			before = newest;
			newest = a[i][j];
		}
		c[0][j] += newest;
		for (i = 0; i < n; i++)
			b[j][i] += weighted * a[i][j] + before;
	}
}

#define SIXFOLD (6 * here)

/* A macro uses the variable that would become an array. */
static void masked(int n, int m)
{
	double here;

#pragma omp parallel for private(here)
	for (int j = 0; j < m; j++) {
		here = j;
		for (int i = 0; i < n; i++)
			a[i][j] += SIXFOLD;
		c[0][j] += here;
	}
}

/* Rows stay whole. */
static void scaled(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		for (int j = 0; j <= i; j++)
			c[i][j] *= 0.5;
		for (int k = 0; k < m; k++)
			for (int j = 0; j <= i; j++)
				c[i][j] += a[i][k] * a[j][k];
	}
}

/* Within iterations of the loop that is shared out. */
static void smoothed(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m - 1; j++) {
			double sum = 0;

			for (int k = 0; k < 4; k++)
				if (k != i % 4)
					sum += b[j + k % 2][k] * (i + 1);
			a[i][j] = sum;
		}
}

#define LENGTH sizeof(q)

static void lengths(int l, int n, double *x)
{
#pragma omp parallel for
	for (int q = 0; q < l; q++)
		for (int r = 0; r < n; r++)
			x[q * 5 + r] *= LENGTH;
}

static void elsewhere(int l, int n, int m, double (*x)[n][m])
{
	int i, j, k;

#pragma omp parallel private(j, k)
	{
#pragma omp for
		for (i = 0; i < l; i++)
			for (j = 0; j < n; j++)
				for (k = 1; k < m; k++)
					x[i][j][k] += x[i][j][k - 1] * 0.5;
	}
}

#define WORDS(x) #x
#define OPENMP(x) _Pragma(WORDS(omp x))

/* Directives for OpenMP's compilers alone, and by a macro. */
static void cased(int n, double *x, double *y)
{
	int i, j;

#ifdef _OPENMP
#pragma omp parallel for private(j)
#endif
	for (i = 0; i < n; i++)
		for (j = 0; j < P; j++)
			x[i * P + j] += y[i * P + j] * 0.5;
	OPENMP(parallel for schedule(static, 2))
	for (int k = 0; k < P; k++)
		for (int l = 0; l < n; l++)
			y[l * P + k] -= x[l * P + k] * 0.25;
}

/* By a step that only the caller knows. */
static void strided(int n, int s, double *x, double *y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 1; j <= P - 1; j += s)
			x[i * P + j] += y[i * P + j] * 0.5;
}

/* Behind a test that all threads answer alike. */
static void team(int n, double *x, double *y)
{
#pragma omp parallel
	{
#pragma omp for nowait
		for (int i = 0; i < n; i++)
			for (int j = 0; j < P; j++)
				x[i * P + j] += y[i * P + j] * 0.5;
#pragma omp barrier
#pragma omp for
		for (int i = 0; i < P; i++)
			for (int j = 0; j < n; j++)
				y[j * P + i] -= x[j * P + i] * 0.25;
	}
}

/* Statements beside the loop inside, which may be shared out for themselves. */
static void transfer(int n, int m)
{
#pragma omp parallel for
	for (int k = 0; k < n; k++) {
		c[0][k] = a[k][1] * 0.25;
		for (int i = 1; i < n; i++)
			for (int j = 0; j < m; j++)
				c[i][k] += a[i - 1][j] * b[j][k] * 0.001;
	}
#pragma omp parallel
	{
#pragma omp for
		for (int k = 0; k < n; k++) {
			for (int i = 2; i < n; i++)
				c[i][k] -= c[i - 1][k] * 0.5;
			c[1][k] = c[0][k] * 0.5;
		}
#pragma omp for
		for (int k = 0; k < n; k++) {
			for (int i = 2; i < n; i++)
				for (int j = 0; j < m; j++)
					c[i][k] -= a[i - 1][j] * 0.001;
			c[1][k] = c[0][k] + k;
		}
	}
}

int main(void)
{
	double sum = 1;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			a[i][j] = i * 0.375 + j;
			b[j][i] = i - j * 1.25;
		}
	for (int i = 0; i < 2 * P * P * P; i++)
		e[i] = i % 17 * 0.75;
	rows(2, 5, P, e);
	filter(N, M);
	scaled(N, M);
	masked(N, M);
	smoothed(N, M);
	lengths(2, 5, e);
	for (int i = 0; i < 3 * 5 * M; i++)
		f[i / 5 / M][i / M % 5][i % M] = i % 13 * 1.25;
	fields(3, 5, M, f);
	elsewhere(3, 5, M, f);
	sized(3, 5, M);
	product(N, M);
	down(N - 1, M - 1);
	region(N, M);
	inner(N, M);
	means(N < P ? N : P);
	sums(N, M);
	more(P, P, e, e + P * P, e + 2 * P * P);
	cased(P, e, e + P * P);
	strided(P, 3, e, e + P * P);
	team(P, e, e + P * P);
	own(N, M);
	hidden(N, M);
	far(N, 2000000000);
	planes(P, e, e + P * P * P);
	transfer(N, M);
	for (int i = 0; i < 3 * 5 * M; i++)
		sum = sum * 0.999 + f[i / 5 / M][i / M % 5][i % M];
	for (int i = 0; i < P * P * P; i++)
		sum = sum * 0.999 + e[i];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			sum = sum * 0.999 + c[i][j] + a[i][j % M] +
			      b[j % M][i] + d[i][j % M][j];
	printf("%.17g\n", sum);
	return 0;
}
