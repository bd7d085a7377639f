/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions are given what all threads have, or what a loop fills anew, or
 * only adds to: no loop goes on with what another one has left for its thread.
 * expect: length == 9
 * expect: all(.[]; .rewrite_why | length == 0)
 */
#include <stdlib.h>
#define N 400

double x[N], y[N], z[N][N];
int marks[N], counted;

void fill(double *p)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		p[i] = x[i];
}

void take(const double *p)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = p[i];
}

void region(double *given)
{
	double all[N], *made = malloc(sizeof(all));
	double *copy = made;

#pragma omp parallel firstprivate(copy)
	{
		double *own = given;

		fill(all);
		take(all);
		fill(made);
		take(made);
		fill(copy);
		take(copy);
		fill(own);
		take(own);
	}
	free(made);
}

void scratch(double *t)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < N; j++)
			t[j] = z[i][j];
		for (int j = 1; j < N; j++)
			z[i][j] = t[j - 1];
	}
}

void scratch_again(double *t)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < N; j++)
			t[j] = z[i][j];
		for (int j = 1; j < N; j++)
			z[i][j] = t[j - 1];
	}
}

void region_of_scratch(void)
{
#pragma omp parallel
	{
		double own[N];

		scratch(own);
		scratch_again(own);
	}
}

void counts(int *count)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		*count += marks[i];
}

void counts_more(int *count)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		*count += marks[i] > 2;
}

void region_of_counts(void)
{
#pragma omp parallel
	{
		int own = 0;

		counts(&own);
		counts_more(&own);
#pragma omp atomic
		counted += own;
	}
}

void fill_by_any(double *p)
{
#pragma omp for schedule(dynamic)
	for (int i = 0; i < N; i++)
		p[0] = x[i];
}

void fill_first(double *p)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		p[i] = x[i];
}

void take_nothing(const double *p)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i] + (p != NULL);
}

void region_of_one(void)
{
#pragma omp parallel
	{
		double own[N];

		fill_by_any(own);
		fill_first(own);
		take_nothing(own);
	}
}
