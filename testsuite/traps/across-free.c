/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one thread does alone in one function, and a static loop in another
 * that has nothing to do with it, or stands behind a barrier.
 * expect: any(.[]; .name == "waited_for" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "waits" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "timed" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "other_array" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "other_caller" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "barrier_within" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "only_reads" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "clocked" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "beside_clock" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 400
double x[N], y[N], z[N], first;
static double start[64], elapsed[64];

static void waited_for(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i] + 1;
}

void with_barrier(void)
{
#pragma omp parallel
	{
#pragma omp master
		x[0] = 5;
#pragma omp barrier
		waited_for();
	}
}

static void waits(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = i;
}

void reads_behind(void)
{
#pragma omp parallel
	{
		waits();
#pragma omp master
		first = y[0];
	}
}

static void timer_start(int n)
{
	start[n] = omp_get_wtime();
}

static void timer_stop(int n)
{
	elapsed[n] += omp_get_wtime() - start[n];
}

static void timed(double *to, const double *from, int n)
{
#pragma omp for schedule(static) nowait
	for (int i = 0; i < n; i++)
		to[i] = from[i];
#pragma omp barrier
}

void times(int n)
{
#pragma omp parallel
	{
#pragma omp master
		timer_start(3);
		timed(y, x, n);
#pragma omp master
		timer_stop(3);
	}
}

static void print_head(const char *text)
{
#pragma omp master
	printf("%s %g\n", text, z[0]);
}

void other_array(void)
{
#pragma omp parallel
	{
		print_head("now");
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

static double u[N], v[N];

static void nothing_here(double *p)
{
	p[0] = 2;
}

static void set_u(void)
{
#pragma omp master
	nothing_here(u);
}

static void other_caller(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		v[i] = u[i];
}

void sets_alone(void)
{
#pragma omp parallel
	{
		set_u();
#pragma omp barrier
		other_caller();
	}
}

void calls_alone(void)
{
#pragma omp parallel
	other_caller();
}

static void sync_all(void)
{
#pragma omp barrier
}

static double p[N], q[N];

static void barrier_within(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		q[i] = p[i];
}

void by_function(void)
{
#pragma omp parallel
	{
#pragma omp master
		p[0] = 3;
		sync_all();
		barrier_within();
	}
}

static double r[N], s[N];

static void only_reads(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		s[i] = r[i];
}

void both_read(void)
{
#pragma omp parallel
	{
#pragma omp master
		printf("%g\n", r[0]);
		only_reads();
	}
}

static void clock_start(int n)
{
	if (omp_get_thread_num() == 0)
		start[n] = omp_get_wtime();
}

static void clocked(void)
{
	clock_start(4);
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		s[i] = r[i];
}

void clocks(void)
{
#pragma omp parallel
	{
		if (omp_get_thread_num() == 0)
			start[5] = omp_get_wtime();
		clocked();
	}
}

void beside_clock(void)
{
#pragma omp parallel
	{
		if (omp_get_thread_num() == 0)
			start[6] = omp_get_wtime();
		sync_all();
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			s[i] = r[i];
	}
}

int main(void)
{
	return 0;
}
