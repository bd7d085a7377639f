/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What thread 0 does alone, and its own iterations beside it: no barrier.
 * expect: any(.[]; .name == "master_elem" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "master_calls" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "master_reads_after" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "may_alias" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "atomic_flag" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "locked" and (.rewrite_why | length > 0))
 */
#include <math.h>
#include <omp.h>
#define N 400
double x[N], y[N], total;
int flag;
omp_lock_t lock;

void master_elem(void)
{
#pragma omp parallel
	{
#pragma omp master
		{ x[0] = 5; }
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

static void fill_few(double *p)
{
	for (int j = 0; j < 4; j++)
		p[j] = sqrt(j);
}

void master_calls(void)
{
#pragma omp parallel
	{
#pragma omp master
		fill_few(x);
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i] + 1;
	}
}

void master_reads_after(double *first)
{
#pragma omp parallel
	{
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			y[i] = x[i] + 1;
#pragma omp master
		*first = y[0];
	}
}

void may_alias(double *p, const double *q)
{
#pragma omp parallel
	{
#pragma omp master
		p[0] = 5;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = q[i];
	}
}

void atomic_flag(void)
{
#pragma omp parallel
	{
#pragma omp master
		{
#pragma omp atomic write
			flag = 1;
		}
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++) {
			int v = 0;
			if (i == 0) {
#pragma omp atomic read
				v = flag;
			}
			y[i] = v;
		}
	}
}

void locked(void)
{
#pragma omp parallel
	{
#pragma omp master
		{
			omp_set_lock(&lock);
			total = 3;
			omp_unset_lock(&lock);
		}
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++) {
			if (i < 1) {
				omp_set_lock(&lock);
				y[i] = total;
				omp_unset_lock(&lock);
			} else
				y[i] = 0;
		}
	}
}

int main(void)
{
	return 0;
}
