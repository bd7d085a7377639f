/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one thread does alone, and a static loop in another unit, with no
 * barrier between.
 * expect: any(.[]; .name == "reads_field" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "reads_given" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "behind_call" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "reads_namesake" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "behind_start" and (.rewrite_why | length == 0))
 */
#include <stdio.h>
#define N 3333
double field[N], out[N];
static double hidden[N];
void reads_field(void);
void reads_given(double *to, double *from, int n);
void reads_namesake(void);
void set_head(double *p);
void start_clock(int n);

static void boundary(void)
{
#pragma omp parallel
	{
#pragma omp master
		field[0] = 1;
		reads_field();
	}
}

static void hands_over(void)
{
#pragma omp parallel
	{
#pragma omp master
		hidden[0] = 1;
		reads_given(out, hidden, N);
	}
}

static void namesake(void)
{
#pragma omp parallel
	{
#pragma omp master
		hidden[0] = 1;
		reads_namesake();
	}
}

static void behind_call(void)
{
#pragma omp parallel
	{
		set_head(hidden);
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			out[i] = hidden[i];
	}
}

static void behind_start(void)
{
#pragma omp parallel
	{
		start_clock(1);
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			out[i] = hidden[i];
	}
}

int main(void)
{
	boundary();
	hands_over();
	namesake();
	behind_call();
	behind_start();
	return printf("%g\n", out[N - 1]) < 0;
}
