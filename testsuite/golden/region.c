/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Constructs, clauses and regions around them.
 */
#include <omp.h>

static double a[1000];
static double b[1000];

void region_orphaned(int n)
{
#pragma omp for
	for (int i = 0; i < n; i++)
		a[i] = 0.25;
}

void region_orphaned_nowait(int n)
{
#pragma omp for nowait schedule(static)
	for (int i = 0; i < n; i++)
		a[i] = 0.25;
}

void region_two(int n)
{
#pragma omp parallel num_threads(3)
	{
#pragma omp for nowait
		for (int i = 0; i < n; i++)
			a[i] = 0.25;
#pragma omp for
		for (int i = 0; i < n; i++)
			b[i] = 0.75;
	}
}

void region_in_loop(int n, int steps)
{
	for (int t = 0; t < steps; t++) {
#pragma omp parallel for
		for (int i = 0; i < n; i++)
			a[i] += 1.5;
	}
}

void region_around_loop(int n, int steps)
{
#pragma omp parallel
	for (int t = 1; t <= steps; t++) {
#pragma omp for
		for (int i = 0; i < n; i++)
			a[i] += 1.5;
	}
}

void region_two_around(int n, int steps)
{
	for (int t = 0; t < steps; t++)
		for (int u = t; u < 10; u++) {
#pragma omp parallel for
			for (int i = u; i < n; i++)
				a[i] += 1.5;
		}
}

void region_for_simd(int n)
{
#pragma omp parallel
	{
#pragma omp for simd
		for (int i = 0; i < n; i++)
			a[i] = b[i] * 2.5;
	}
}

void region_parallel_simd(int n)
{
#pragma omp parallel for simd schedule(static, 64)
	for (int i = 0; i < n; i++)
		a[i] = b[i] * 2.5;
}

double region_simd(int n)
{
	double s = 0.0;

#pragma omp simd reduction(+ : s)
	for (int i = 0; i < n; i++)
		s += a[i];
	return s;
}

void region_dynamic(int n)
{
#pragma omp parallel for schedule(dynamic, 8)
	for (int i = 0; i < n; i++)
		a[i] = 0.25;
}

void region_chunk(int n, int chunk)
{
#pragma omp parallel for schedule(dynamic, chunk + 1) num_threads(chunk)
	for (int i = 0; i < n; i++)
		a[i] = 0.25;
}

void region_guided(int n)
{
#pragma omp parallel for schedule(guided, 4)
	for (int i = 0; i < n; i++)
		a[i] = 0.25;
}

void region_runtime(int n)
{
#pragma omp parallel for schedule(runtime)
	for (int i = 0; i < n; i++)
		a[i] = 0.25;
}

void region_auto(int n)
{
#pragma omp parallel for schedule(auto)
	for (int i = 0; i < n; i++)
		a[i] = 0.25;
}

void region_nonmonotonic(int n)
{
#pragma omp parallel for schedule(nonmonotonic : dynamic, 2)
	for (int i = 0; i < n; i++)
		a[i] = 0.25;
}

void region_monotonic(int n)
{
#pragma omp parallel for schedule(monotonic : static, 2)
	for (int i = 0; i < n; i++)
		a[i] = 0.25;
}

void region_if(int n)
{
#pragma omp parallel for if (n > 100) num_threads(4)
	for (int i = 0; i < n; i++)
		a[i] = 0.25;
}

void region_thread_id(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = omp_get_thread_num();
}

void region_thread_id_outside(int n)
{
#pragma omp parallel
	{
		int me = omp_get_thread_num();

#pragma omp for
		for (int i = 0; i < n; i++)
			a[i] = me;
	}
}

void region_nested(int n, int m, double y[restrict n][m])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
#pragma omp parallel for num_threads(2)
		for (int k = 0; k < m; k++)
			y[i][k] = 0.25;
	}
}

void region_sections(void)
{
#pragma omp parallel sections
	{
#pragma omp section
		a[0] = 0.25;
#pragma omp section
		b[0] = 0.75;
	}
}

void region_orphaned_sections(void)
{
#pragma omp sections nowait
	{
#pragma omp section
		a[0] = 0.25;
#pragma omp section
		b[0] = 0.75;
	}
}

void region_taskloop(int n)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(10)
	for (int i = 0; i < n; i++)
		a[i] = 0.25;
}

void region_distribute(int n)
{
#pragma omp teams
#pragma omp distribute
	for (int i = 0; i < n; i++)
		a[i] = 0.25;
}

void region_target(int n, double *y)
{
#pragma omp target teams distribute parallel for map(tofrom : y [0:n])
	for (int i = 0; i < n; i++)
		y[i] += 1.5;
}

void region_sequential(int n)
{
	for (int i = 0; i < n; i++)
		a[i] = b[i];
#pragma omp parallel
	a[omp_get_thread_num()] = 0.25;
}

static double rows[40][100];

void region_around_moves(int steps)
{
	for (int t = 0; t < steps; t += 3) {
#pragma omp parallel for
		for (int i = 0; i < 100; i++)
			b[i] += rows[t][i];
	}
}

void region_computed_clauses(int n)
{
#pragma omp parallel for schedule(dynamic, n % 7 + 1) num_threads((n >> 2 & 3) + 1)
	for (int i = 0; i < n; i++)
		a[i] = 0.25;
}

/* The compiler's own parts of a construct do not wait for each other. */
void region_teams(int n)
{
#pragma omp teams distribute parallel for
	for (int i = 0; i < n; i++)
		a[i] = 0.25;
}
