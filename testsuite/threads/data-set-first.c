/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objects of the thread that each iteration sets before it reads them. */
#include <string.h>
#define N 100
#define M 16
double x[N][M], y[N], temporary;

struct point {
	double a, b;
};

void scalar(void)
{
	double t;

	/* rewritable: yes */
#pragma omp parallel for private(t)
	for (int i = 0; i < N; i++) {
		t = x[i][0] * 2;
		y[i] = t * t;
	}
}

void copy_of_a_global(void)
{
	/* rewritable: yes */
#pragma omp parallel for private(temporary)
	for (int i = 0; i < N; i++) {
		temporary = x[i][0] * 2;
		y[i] = temporary * temporary;
	}
}

void both_branches(void)
{
#pragma omp parallel
	{
		double t;

		/* rewritable: yes */
#pragma omp for
		for (int i = 0; i < N; i++) {
			if (x[i][0] > 0)
				t = x[i][0];
			else
				t = -x[i][1];
			y[i] = t;
		}
	}
}

void array(void)
{
#pragma omp parallel
	{
		double row[M];

		/* rewritable: yes */
#pragma omp for
		for (int i = 0; i < N; i++) {
			for (int j = 0; j < M; j++)
				row[j] = x[i][j] + j;
			for (int j = 1; j < M; j++)
				y[i] += row[j] * row[j - 1];
		}
	}
}

void copied(void)
{
#pragma omp parallel
	{
		double row[M];

		/* rewritable: yes */
#pragma omp for
		for (int i = 0; i < N; i++) {
			memcpy(row, x[i], sizeof(row));
			y[i] = row[0] + row[M - 1];
		}
	}
}

void structure(void)
{
#pragma omp parallel
	{
		struct point p;

		/* rewritable: yes */
#pragma omp for
		for (int i = 0; i < N; i++) {
			p = (struct point){x[i][0], x[i][1]};
			y[i] = p.a + p.b;
		}
	}
}

void of_the_iteration(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double row[M] = {0};
		int count = 0;

		for (int j = 0; j < M; j++)
			if (x[i][j] > 0)
				row[count++] = x[i][j];
		y[i] = count ? row[count - 1] : 0;
	}
}

void variable_size(int n)
{
	double row[n];

	/* rewritable: yes */
#pragma omp parallel for private(row)
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < n; j++)
			row[j] = x[i][j];
		y[i] = row[0] + row[n - 1];
	}
}
