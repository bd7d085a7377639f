/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is certainly a race, what may be one, and what it takes. */
#include <omp.h>
#include <stdatomic.h>

#define N 1000

extern void wait_for_neighbour(int);
extern void tell_neighbour(int);

static double a[N], plane[N][N], u[3][64][64];
static int flag[N], idx[N];
static atomic_int done[N];
static volatile int ready[N];

/* Rows that lie at other places of a table are not the same ones. */
void rows_of_planes(double ***t, int n)
{
	for (int k = 1; k < n; k++)
		for (int j = 0; j < n; j++) {
#pragma omp parallel for
			for (int i = 1; i < n; i++)
				t[k][j][i] = t[k - 1][j][i - 1];
		}
}

void row_of_now(double ***t, int now, int old, int j, int n)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		t[now][j][i] = t[old][j][i - 1];
}

void same_row(double ***t, int k, int j, int n)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		t[k][j][i] = t[k][j][i - 1];
}

void scattered(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[idx[i]] += 1;
}

/* Each iteration waits for the one before. */
void flag_and_flush(int n)
{
#pragma omp parallel for schedule(static, 1)
	for (int i = 1; i < n; i++) {
		while (flag[i - 1] == 0) {
#pragma omp flush
		}
		for (int j = 0; j < n; j++)
			plane[i][j] = plane[i - 1][j] + 1;
#pragma omp flush
		flag[i] = 1;
	}
}

void flag_and_atomic(int n)
{
#pragma omp parallel for schedule(static, 1)
	for (int i = 1; i < n; i++) {
		int seen;

		do {
#pragma omp atomic read
			seen = flag[i - 1];
		} while (!seen);
		for (int j = 0; j < n; j++)
			plane[i][j] = plane[i - 1][j] + 1;
#pragma omp atomic write
		flag[i] = 1;
	}
}

void atomic_of_language(int n)
{
#pragma omp parallel for schedule(static, 1)
	for (int i = 1; i < n; i++) {
		while (!atomic_load(&done[i - 1]))
			;
		a[i] = a[i - 1] + 1;
		atomic_store(&done[i], 1);
	}
}

void flag_that_is_volatile(int n)
{
#pragma omp parallel for schedule(static, 1)
	for (int i = 1; i < n; i++) {
		while (!ready[i - 1])
			;
		a[i] = a[i - 1] + 1;
		ready[i] = 1;
	}
}

/* The threads of a pipeline wait before and tell behind their blocks. */
void pipeline(int n)
{
#pragma omp parallel
	for (int k = 1; k < n; k++) {
		wait_for_neighbour(k);
#pragma omp for schedule(static) nowait
		for (int i = 1; i < n; i++)
			plane[i][k] += plane[i - 1][k] + plane[i][k - 1];
		tell_neighbour(k);
	}
}

/* Flushes elsewhere order nothing here. */
void flush_elsewhere(int n)
{
#pragma omp parallel
	{
#pragma omp flush
	}
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		a[i] = a[i - 1];
}

/* One thread, one iteration. */
double first_thread(int n)
{
	double last = 0;

#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		a[i] = i;
		if (omp_get_thread_num() == 0)
			last = i;
	}
	return last;
}

void one_iteration(int n, int which)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++) {
		a[i] = i;
		if (i == which)
			a[0] = 1;
	}
}

double every_other(int n)
{
	double last = 0;

#pragma omp parallel for
	for (int i = 0; i < n; i++)
		if (i % 2 == 0)
			last = a[i];
	return last;
}

double largest(const double *x, int n)
{
	double most = 0;

#pragma omp parallel for
	for (int i = 0; i < n; i++)
		if (x[i] > most)
			most = x[i];
	return most;
}

/* The first iteration writes what all others read. */
void first_element(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = a[i] + a[0];
}

void doubled(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[2 * i + 1] = a[i] + 1;
}

/* Odd places and even ones. */
void odd_and_even(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[2 * i + 1] = a[4 * i + 2];
}

/* The loop ends before it comes to what it reads, or does not. */
void far_away(int n, double *x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] = x[i + 5000];
}

/* A loop-invariant subscript separates two accesses. */
void planes_apart(int n)
{
#pragma omp parallel for
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++)
			u[1][i][j] = u[0][i - 1][j] + u[2][i][j - 1];
}

void row_before(int n)
{
#pragma omp parallel for
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++)
			u[1][i][j] = u[1][i - 1][j] + u[0][i][j];
}

/* A temporary that should be private, a sum that should be reduced. */
void temporary(int n)
{
	double t;

#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		t = a[i] + 1;
		a[i] = t * t;
	}
}
