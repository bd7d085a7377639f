/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nests behind an overlap check, called with pointers that do and do not. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 48

static double data[4 * N * N];
static double *held;

void product(long n, double *c, const double *a, const double *b)
{
#pragma omp parallel for
	for (long i = 0; i < n; i++)
		for (long j = 0; j < n; j++)
			for (long k = 0; k < n; k++)
				c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void rows(int n, int m, double (*c)[m], double (*a)[m], double b[][N])
{
#pragma omp parallel for
	for (int i = n - 1; i >= 0; i--)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < m; k++)
				c[i][j] += a[i][k] * b[k][j];
}

/* The order is illegal, so that the result tells which one ran. */
void illegal(int n, double *x, double *y)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		for (int j = 0; j < n - 1; j++)
			x[i * n + j] = x[(i - 1) * n + j + 1] + y[i * n + j];
}

void global(int n, double *x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			x[j * n + i] += held[i * n + j];
}

static void fill(void)
{
	for (int i = 0; i < 4 * N * N; i++)
		data[i] = i % 17 * .5 + .25 * (i % 5) - 4;
}

static void show(const char *what)
{
	double sum = 0;

	for (int i = 0; i < 4 * N * N; i++)
		sum = sum * .9998 + data[i] / (1 + i % 7);
	printf("%s %.17g\n", what, sum);
}

int main(int argc, char **argv)
{
	const int away[] = {N * N, N * N - 1, 0, 1, N, -N, -N * N + 1, -N * N};

	omp_set_num_threads(1);
	if (argc > 1) {
		fill();
		illegal(N, data, data + atoi(argv[1]));
		show("illegal");
		return 0;
	}
	for (unsigned i = 0; i < sizeof(away) / sizeof(away[0]); i++) {
		double *c = data + N * N;

		fill();
		product(N, c, c + away[i], data + 3 * N * N);
		show("product");
		fill();
		product(N, c, data + 3 * N * N, c + away[i]);
		show("product");
		fill();
		rows(N, N, (void *)c, (void *)(c + away[i]),
		     (void *)(data + 3 * N * N));
		show("rows");
		fill();
		rows(0, N, (void *)c, (void *)c, (void *)c);
		show("none");
	}
	held = data;
	fill();
	global(N, data + N * N);
	show("global");
	return 0;
}
