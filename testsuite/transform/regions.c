/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops of parallel regions by hand: what may be made of each is said in
 * variants.sh.
 */
#include <omp.h>
#include <stdlib.h>

#define N 64

double a[N][N], b[N][N], c[N][N];
int marks[N][N], rows;
double scratch[N];
#pragma omp threadprivate(scratch)

double *memory_of_this_thread(void);

/* ---- any thread may have any iteration ---- */

void with_barrier(int n)
{
#pragma omp parallel
	{
#pragma omp for
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				a[j][i] = i - j;
#pragma omp for
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				b[j][i] = a[i][j];
	}
}

void nobody_waits_for_it(int n)
{
#pragma omp parallel
	{
#pragma omp for nowait
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				a[j][i] = i - j;
#pragma omp single
		rows = n;
	}
}

void counts(int n)
{
	int count = 0;

#pragma omp parallel
	{
#pragma omp for reduction(+ : count)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				count += marks[j][i];
#pragma omp single
		rows = count;
	}
}

void counters_of_the_region(int n)
{
	int i, j;
	double x;

#pragma omp parallel private(j)
	{
		if (n > 1)
#pragma omp for private(x)
			for (i = 0; i < n; i++)
				for (j = 0; j < n; j++) {
					x = a[j][i] * 2;
					b[j][i] = x * x;
				}
		if (n > 2)
#pragma omp for
			for (i = 0; i < n; i++)
				for (j = 0; j < n; j++)
					c[j][i] = b[j][i];
	}
}

void asks_beside(int n)
{
#pragma omp parallel
	{
#pragma omp master
		rows = omp_get_num_threads() + omp_get_thread_num();
#pragma omp barrier
#pragma omp for
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				a[j][i] = i - j;
	}
}

/* ---- only loops inside the one that is shared out may move ---- */

void number_is_known(int n, int m)
{
#pragma omp parallel
	{
		int me = omp_get_thread_num();

#pragma omp for
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				for (int k = 0; k < m; k++)
					a[k][j] += b[me][k] * c[i][j];
	}
}

void in_scratch(int n, int m)
{
#pragma omp parallel
	{
#pragma omp for
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				for (int k = 0; k < m; k++)
					scratch[k] += b[k][j];
	}
}

/* ---- each thread goes on with what it had ---- */

void pair(int n)
{
#pragma omp parallel
	{
#pragma omp for schedule(static) nowait
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				a[i][j] = i - j;
#pragma omp for schedule(static)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				b[i][j] = a[i][j];
	}
}

void chain(int n)
{
#pragma omp parallel
	{
#pragma omp for nowait
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				a[i][j] = i - j;
#pragma omp for nowait
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				b[i][j] = i + j;
#pragma omp for
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				c[i][j] = a[i][j] * b[i][j];
	}
}

void master_goes_on(int n)
{
#pragma omp parallel
	{
#pragma omp for schedule(static) nowait
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				a[i][j] = i - j;
#pragma omp master
		b[0][0] = a[0][n - 1];
	}
}

void whole_rows(int n)
{
#pragma omp parallel
	{
		int mine = 0;

#pragma omp for
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				mine += marks[i][j] != 0;
#pragma omp atomic
		rows += mine / n;
	}
}

void made_of_the_last(int n)
{
#pragma omp parallel
	{
		int last = 0, next;

#pragma omp for
		for (int i = 0; i < n; i++)
			last = marks[i][0];
		next = last + 1;
#pragma omp for
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				c[j][i] = next;
	}
}

void rows_of_its_own(int n)
{
#pragma omp parallel
	{
		int own[N][N] = {{0}};

#pragma omp for
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				own[i][j] = 1 + marks[i][j];
		for (int i = 0; i < n; i++)
			if (own[i][0])
				for (int j = 0; j < n; j++)
					marks[i][j] = own[i][j];
	}
}

void memory_of_its_own(int n)
{
#pragma omp parallel
	{
		double *own = memory_of_this_thread();

#pragma omp for
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				own[i * N + j] = a[i][j];
	}
}

__attribute__((noinline)) static void fill(int n, double (*restrict own)[N])
{
#pragma omp for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			own[i][j] = a[i][j];
}

__attribute__((noinline)) static void use(int n, double (*restrict own)[N])
{
#pragma omp for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			b[i][j] = own[i][j];
}

void handed_in(int n)
{
#pragma omp parallel
	{
		double own[N][N];

		fill(n, own);
		use(n, own);
#pragma omp for
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				c[i][j] = own[i][j];
	}
}

/* What looks like a race is none: each thread has such an array. */
__attribute__((noinline)) static void mark(int n, int *columns)
{
#pragma omp for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			columns[j] += marks[i][j];
}

void columns_of_its_own(int n)
{
#pragma omp parallel
	{
		int columns[N] = {0};

		mark(n, columns);
#pragma omp critical
		for (int j = 1; j < n; j++)
			rows += columns[j] == columns[0];
	}
}
