/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bodies with conditions, loops that are left early, loops without counters.
 */
#include <math.h>

static double a[100][100];

void cond_if(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		if (x[i] > 0.5)
			y[i] = sqrt(x[i]) / 3.0;
}

void cond_if_else(int n, const double *restrict x, double *restrict y,
		  double *restrict z)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		if (x[i] > 0.5)
			y[i] = 1.5 * x[i];
		else
			z[i] = 2.5 + x[i];
}

void cond_value(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = x[i] > 0.5 ? x[i] : 0.5;
}

void cond_invariant(int n, int flag, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		y[i] += 1.5;
		if (flag)
			y[i] *= 2.5;
	}
}

void cond_switch(int n, const int *restrict kind, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		switch (kind[i]) {
		case 0:
			y[i] = 0.25;
			break;
		case 7:
			y[i] = sin(y[i]);
			break;
		default:
			break;
		}
}

void cond_continue(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		if (x[i] < 0.0)
			continue;
		y[i] = x[i] * 0.75;
	}
}

void cond_loop(int n, int m, const int *restrict flag)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		if (flag[i])
			for (int j = 0; j < m; j++)
				a[i][j] = 0.25;
}

void cond_loop_twice(int n, int m, const int *restrict flag)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		if (flag[i])
			for (int j = 0; j < m; j++)
				for (int k = 0; k < m; k++)
					a[j][k] += 1.5 * i;
}

void cond_loop_switch(int n, int m, const int *restrict kind)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		switch (kind[i]) {
		case 2:
			for (int j = 0; j < m; j++)
				a[i][j] = 0.25;
			break;
		case 5:
			for (int k = m - 1; k >= 0; k--)
				a[i][k] *= 0.75;
			break;
		}
}

void cond_loop_skipped(int n, int m, const int *restrict flag)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++)
			a[i][j] = 0.25;
		if (flag[i] == 7)
			continue;
		for (int k = 0; k < m; k++)
			a[i][k] *= 0.75;
	}
}

void cond_loop_after(int n, int m, const int *restrict flag)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		if (flag[i] == 7)
			a[i][0] = 0.25;
		for (int k = 1; k < m; k++)
			a[i][k] *= 0.75;
	}
}

void cond_break(int n, int m, int *restrict first)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int j;

		for (j = 0; j < m; j++)
			if (a[i][j] < 0.0)
				break;
		first[i] = j;
	}
}

void cond_while(int n, double *restrict x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		while (x[i] > 1.0)
			x[i] *= 0.5;
}

void cond_list(int n, const int *restrict head, const int *restrict next,
	       int *restrict length)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int count = 0;

		for (int k = head[i]; k >= 0; k = next[k])
			count++;
		length[i] = count;
	}
}

void cond_do_while(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int j = 0;

		do {
			a[i][j] = 0.25;
			j++;
		} while (j < m);
	}
}

void cond_halving(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = n; k > 0; k /= 2)
			a[i][k] = 0.25;
}

void cond_scratch(int n, int threads, double *restrict out)
{
	static double scratch[8];

#pragma omp parallel for
	for (int i = 0; i < n; i++)
		if (threads == 1) {
			for (int j = 0; j < 8; j++)
				scratch[j] = 2 * a[i][j];
			for (int j = 0; j < 8; j++)
				out[8 * i + j] = scratch[7 - j];
		}
}
