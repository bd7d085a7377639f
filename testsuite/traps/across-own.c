/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a thread has for itself is filled in one function and read in another:
 * both must give it the same iterations, whatever barriers are between.
 * expect: any(.[]; .name == "fill" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "take" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "fill_later" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "take_copy" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "fill_member" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "take_member" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "fill_memory" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "take_memory" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "fill_deep" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "region_takes" and (.rewrite_why | length > 0))
 */
#include <stdlib.h>
#define N 400

double x[N], y[N];

struct work {
	double p[N];
};

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

void region(void)
{
#pragma omp parallel
	{
		double own[N];

		fill(own);
		take(own);
	}
}

void fill_later(double *p)
{
#pragma omp barrier
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		p[i] = x[i];
#pragma omp barrier
}

void take_copy(double *p)
{
	double *q = p;

#pragma omp barrier
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = q[i];
}

/* Called in regions of others, by each thread. */
void function(void)
{
	double own[N];

	fill_later(own);
	take_copy(own);
}

void fill_member(struct work *w)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		w->p[i] = x[i];
}

void take_member(struct work *w)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = w->p[i];
}

void region_of_member(struct work w)
{
#pragma omp parallel firstprivate(w)
	{
		fill_member(&w);
		take_member(&w);
	}
}

void fill_memory(double *p)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		p[i] = x[i];
}

void take_memory(double *p)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = p[i];
}

void region_of_memory(void)
{
#pragma omp parallel
	{
		double *p = malloc(N * sizeof(*p));

		fill_memory(p);
		take_memory(p);
		free(p);
	}
}

void fill_deep(double *p)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		p[i] = x[i];
}

void passes_on(double *p)
{
	fill_deep(p);
}

void region_takes(void)
{
#pragma omp parallel
	{
		double own[N];

		passes_on(own);
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = own[i];
	}
}
