/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The same with jumps back, threads other than 0, and data of the thread.
 * expect: any(.[]; .name == "masked_other" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "private_set" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "time_loop" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "write_write" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "read_write" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "master_reads_first" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "flush_is_none" and (.rewrite_why | length > 0))
 */
#include <omp.h>
#define N 400
double x[N], y[N];

void masked_other(void)
{
#pragma omp parallel num_threads(2)
	{
#if __GNUC__ >= 12
#pragma omp masked filter(1)
#else
		if (omp_get_thread_num() == 1)
#endif
		x[N - 1] = 5;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void private_set(void)
{
	double t = 1;
#pragma omp parallel firstprivate(t)
	{
#pragma omp master
		t = 5;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = t;
	}
}

void time_loop(int steps)
{
#pragma omp parallel
	for (int t = 0; t < steps; t++) {
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
#pragma omp master
		x[0] += y[N - 1];
	}
}

void write_write(void)
{
#pragma omp parallel
	{
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			y[i] = x[i];
#pragma omp master
		y[0] = -1;
	}
}

void read_write(void)
{
#pragma omp parallel
	{
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			y[i] = x[i];
#pragma omp master
		x[0] = -1;
	}
}

void master_reads_first(double *out)
{
#pragma omp parallel
	{
#pragma omp master
		*out = x[0];
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			x[i] = i;
	}
}

void flush_is_none(void)
{
#pragma omp parallel
	{
#pragma omp master
		x[0] = 1;
#pragma omp flush
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

int main(void)
{
	return 0;
}
