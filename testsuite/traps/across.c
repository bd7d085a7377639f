/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one thread does alone in one function, and the static loop in another,
 * with no barrier between.
 * expect: any(.[]; .name == "work" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "orphan_master" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "orphan_zero" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "given" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "hasty" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "beside" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "deep" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "again" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "leaves_early" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "region_zero" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "inner_zero" and (.rewrite_why | length > 0))
 */
#include <omp.h>
#define N 400
double x[N], y[N], z[N], first, v[N], w[N];

static void work(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i] + 1;
}

void caller_sets(void)
{
#pragma omp parallel
	{
#pragma omp master
		x[0] = 5;
		work();
	}
}

static void set_alone(void)
{
#pragma omp master
	x[0] = 6;
}

void orphan_master(void)
{
#pragma omp parallel
	{
		set_alone();
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			z[i] = x[i] + 1;
	}
}

static void set_zero(double *p)
{
	if (omp_get_thread_num() == 0)
		p[0] = 7;
}

void orphan_zero(void)
{
#pragma omp parallel
	{
		set_zero(x);
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			z[i] = x[i] + 1;
	}
}

static void given(double *to, const double *from, int n)
{
#pragma omp for schedule(static)
	for (int i = 0; i < n; i++)
		to[i] = from[i];
}

void gives(int n)
{
	double own[N];
#pragma omp parallel shared(own)
	{
#pragma omp masked
		own[0] = 5;
		given(y, own, n);
	}
}

static void hasty(void)
{
#pragma omp for schedule(static) nowait
	for (int i = 0; i < N; i++)
		y[i] = i;
}

void reads_behind(void)
{
#pragma omp parallel
	{
		hasty();
#pragma omp master
		first = y[0];
	}
}

static void master_of_v(void)
{
#pragma omp master
	v[0] = 1;
}

static void beside(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		w[i] = v[i];
}

void siblings(void)
{
#pragma omp parallel
	{
		master_of_v();
		beside();
	}
}

static double deep_in[N], deep_out[N];

static void deep(double *to, const double *from)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		to[i] = from[i];
}

static void between(double *p, double *q)
{
	deep(q, p);
}

void from_above(void)
{
#pragma omp parallel
	{
#pragma omp master
		deep_in[0] = 4;
		between(deep_in, deep_out);
	}
}

static double round_in[N], round_out[N];

static void again(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		round_out[i] = round_in[i];
#pragma omp master
	round_in[0] += 1;
}

void rounds(int n)
{
#pragma omp parallel
	{
		for (int i = 0; i < n; i++)
			again();
	}
}

static double early_in[N], early_out[N];

static void leaves_early(int on)
{
	if (!on)
		return;
#pragma omp for schedule(static) nowait
	for (int i = 0; i < N; i++)
		early_out[i] = early_in[i];
	if (on > 1)
		return;
#pragma omp barrier
}

void after_early(int on)
{
#pragma omp parallel
	{
		leaves_early(on);
#pragma omp master
		early_in[0] = 1;
	}
}

static double zero_in[N], zero_out[N];

static void region_zero(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		zero_out[i] = zero_in[i];
}

void asks_region(void)
{
#pragma omp parallel
	{
		if (omp_get_thread_num() == 0)
			zero_in[0] = 1;
		region_zero();
	}
}

static double inner_in[N], inner_out[N];

static void patch(int k)
{
	if (k & 1) {
		int me = omp_get_thread_num();

		if (me == 0)
			inner_in[3] = k;
	}
}

static void inner_zero(int k)
{
	patch(k);
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		inner_out[i] = inner_in[i];
}

void asks_inner(int n)
{
#pragma omp parallel
	for (int k = 0; k < n; k++)
		inner_zero(k);
}

int main(void)
{
	return 0;
}
