/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What holds one value in all threads of a region that come to a loop. X and Y are
 * pointers, N counts, unless a function says otherwise.
 */
#include <omp.h>
#include <stdio.h>

int count = 50;
int *anywhere;
static double table[100];
static double *of_thread;
#pragma omp threadprivate(of_thread)

void changes_something(int);

void uniform_shared(int n, double *x, double *y)
{
#pragma omp parallel shared(x)
	{
#pragma omp for
		for (int i = 0; i < n; i++)
			x[i] = y[i] + table[i];
	}
}

void uniform_copied(int n, double *x, double *y)
{
#pragma omp parallel firstprivate(x, n)
#pragma omp for
	for (int i = 0; i < n; i++)
		x[i] = y[i];
}

void uniform_moved(int n, double *x, double *y)
{
#pragma omp parallel firstprivate(y)
	{
		y += n;
#pragma omp for
		for (int i = 0; i < n; i++)
			x[i] = y[i];
	}
}

void uniform_own(int n, double *x, double *y)
{
#pragma omp parallel
	{
		double *z = x + n, *w = y;
		{
			double *x = z;
#pragma omp for
			for (int i = 0; i < n; i++)
				x[i] = w[i] + of_thread[i];
		}
	}
}

void uniform_set_by_one(int n, double *x, double *y)
{
	int m = n, k = n;

#pragma omp parallel
	{
#pragma omp single
		m = 3;
#pragma omp for
		for (int i = 0; i < n; i++)
			x[i] = y[i] + m + k;
	}
}

void uniform_by_address(int n, double *x, double *y)
{
	int m = n, l = n;

#pragma omp parallel
	{
#pragma omp single
		sscanf("23", "%d", &m);
#pragma omp atomic
		l += 2;
#pragma omp barrier
#pragma omp for
		for (int i = 0; i < m; i++)
			x[i] = y[i] + l;
	}
}

void uniform_by_clauses(int n, double *x, double *y)
{
	int last = 0, sum = 0, t;

#pragma omp parallel private(t)
	for (t = 0; t < n; t++) {
#pragma omp for lastprivate(last) reduction(+ : sum)
		for (int i = 0; i < n; i++) {
			last = i;
			sum += i;
		}
#pragma omp for
		for (int i = 0; i < last; i++)
			x[i] = y[i + t] + sum;
	}
}

void uniform_global(int n, double *x)
{
#pragma omp parallel
	{
#pragma omp for
		for (int i = 0; i < count; i++)
			x[i] = table[n];
	}
}

void uniform_global_of_others(int n, double *x)
{
#pragma omp parallel
	{
		changes_something(n);
#pragma omp for
		for (int i = 0; i < count; i++)
			x[i] = table[n];
	}
}

void uniform_global_stored(int n, double *x)
{
#pragma omp parallel
	{
#pragma omp single
		*anywhere = n;
#pragma omp for
		for (int i = 0; i < count; i++)
			x[i] = n;
	}
}

/* One thread exchanges them; all wait for the loop, and for the exchange. */
void uniform_exchanged(int n, double *x, double *y)
{
#pragma omp parallel
	for (int t = 0; t < 9; t++) {
#pragma omp for
		for (int i = 0; i < n; i++)
			x[i] = y[i];
#pragma omp single
		{
			double *z = x;

			x = y;
			y = z;
		}
	}
}

/* Who is early may exchange them before another has come to the loop. */
void uniform_exchanged_early(int n, double *x, double *y)
{
#pragma omp parallel
	for (int t = 0; t < 9; t++) {
#pragma omp for nowait
		for (int i = 0; i < n; i++)
			x[i] = y[i];
#pragma omp single
		{
			double *z = x;

			x = y;
			y = z;
		}
	}
}

/* Others may be at the loop again before it is done. */
void uniform_exchanged_late(int n, double *x, double *y)
{
#pragma omp parallel
	for (int t = 0; t < 9; t++) {
#pragma omp for
		for (int i = 0; i < n; i++)
			x[i] = y[i];
#pragma omp single nowait
		{
			double *z = x;

			x = y;
			y = z;
		}
	}
}

/* Some steps have no barrier. */
void uniform_exchanged_sometimes(int n, double *x, double *y)
{
#pragma omp parallel
	for (int t = 0; t < 9; t++) {
#pragma omp for
		for (int i = 0; i < n; i++)
			x[i] = y[i];
#pragma omp master
		{
			double *z = x;

			x = y;
			y = z;
		}
		if (t % 2 == 0) {
#pragma omp barrier
		}
	}
}

/* Of two loops only the first one is as good as in order. */
void uniform_exchanged_by_master(int n, double *x, double *y)
{
#pragma omp parallel
	for (int t = 0; t < 9; t++) {
#pragma omp for
		for (int i = 0; i < n; i++)
			x[i] = y[i];
#pragma omp for nowait
		for (int i = 0; i < n; i++)
			x[i] += y[i];
#pragma omp master
		{
			double *z = x;

			x = y;
			y = z;
		}
#pragma omp barrier
	}
}

/* A team within it may be any other one. */
void uniform_exchanged_within(int n, double *x, double *y)
{
#pragma omp parallel
	for (int t = 0; t < 9; t++) {
#pragma omp for
		for (int i = 0; i < n; i++)
			x[i] = y[i];
#pragma omp parallel
#pragma omp single
		{
			double *z = x;

			x = y;
			y = z;
		}
	}
}

/* Each has its own, and one of them is exchanged. */
void uniform_exchanged_own(int n, double *x, double *y)
{
#pragma omp parallel firstprivate(x, y)
	for (int t = 0; t < 9; t++) {
#pragma omp for
		for (int i = 0; i < n; i++)
			x[i] = y[i];
#pragma omp single
		{
			double *z = x;

			x = y;
			y = z;
		}
	}
}

static double *one, *other;

void uniform_exchanged_globals(int n)
{
#pragma omp parallel
	for (int t = 0; t < 9; t++) {
#pragma omp for
		for (int i = 0; i < n; i++)
			one[i] = other[i];
#pragma omp single
		{
			double *z = one;

			one = other;
			other = z;
		}
	}
}

void uniform_within_another(int n, double *x, double *y)
{
#pragma omp parallel
#pragma omp parallel
	{
#pragma omp for
		for (int i = 0; i < n; i++)
			x[i] = y[i];
	}
}

void uniform_orphaned(int n, double *x, double *y)
{
#pragma omp for
	for (int i = 0; i < n; i++)
		x[i] = y[i];
}

void uniform_combined(int n, double *x, double *y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] = y[i];
}
