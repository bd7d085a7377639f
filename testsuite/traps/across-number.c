/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a thread does by its number, which is not thread 0's alone, and the
 * static loop in another function, with no barrier between.
 * expect: any(.[]; .name == "behind_return" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "behind_last" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "behind_region" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "behind_element" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "behind_rounds" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "behind_switch" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "behind_atomic" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "counted" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "by_hand" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "said" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 640
static double x[N], y[N];
static long calls[64];

static void returns(double *p)
{
	if (omp_get_thread_num() != 0)
		return;
	p[0] = 42;
}

static void behind_return(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i];
}

static void last(int n)
{
	int me = omp_get_thread_num(), all = omp_get_num_threads();

	if (me == all - 1)
		x[n - 1] = 9;
}

static void behind_last(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i];
}

void functions(void)
{
#pragma omp parallel
	{
		returns(x);
		behind_return();
		last(N);
		behind_last();
	}
}

static void behind_region(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i];
}

void region(void)
{
#pragma omp parallel
	{
		if (omp_get_thread_num() == 1)
			x[N / 2] = 2;
		behind_region();
	}
}

static void put(double *p, int at, double v)
{
	p[at] = v;
}

static void behind_element(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i];
}

void element(void)
{
#pragma omp parallel
	{
		put(x, omp_get_thread_num() * 25, 1);
		behind_element();
	}
}

static void rounds(int v)
{
	for (int k = 0; k < 3; k++) {
		if (omp_get_thread_num() != 1)
			continue;
		x[N / 2 + k] = v;
	}
}

static void behind_rounds(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i];
}

void in_rounds(void)
{
#pragma omp parallel
	{
		rounds(3);
		behind_rounds();
	}
}

static void behind_switch(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i];
}

void by_switch(void)
{
#pragma omp parallel
	{
		switch (omp_get_thread_num()) {
		case 0:
			x[0] = 1;
			break;
		case 1:
			put(x, N - 1, 3);
			break;
		default:
			break;
		}
		behind_switch();
	}
}

static void behind_atomic(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i];
}

void atomically(void)
{
#pragma omp parallel
	{
		if (omp_get_thread_num() == 1)
#pragma omp atomic
			x[N / 2] += 2;
		behind_atomic();
	}
}

static void count(void)
{
	calls[omp_get_thread_num()]++;
}

static void counted(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i];
}

void counts(void)
{
#pragma omp parallel
	{
		int me = omp_get_thread_num();

		count();
		if (me % 2)
			calls[me]++;
		counted();
	}
}

static void by_hand(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i];
}

void distributes(int rounds)
{
#pragma omp parallel
	{
		int me = omp_get_thread_num(), all = omp_get_num_threads();

		for (int k = 0; k < rounds; k++) {
			for (int i = me * N / all; i < (me + 1) * N / all; i++)
				x[i] += k;
#pragma omp barrier
			by_hand();
			if (me == all - 1)
				calls[me]++;
		}
	}
}

static void say(int n)
{
	int me = omp_get_thread_num();

	if (me == 0)
		printf("%d threads\n", n);
	else
		printf("thread %d\n", me);
}

static void said(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		y[i] = x[i];
}

void says(void)
{
#pragma omp parallel
	{
		say(3);
		said();
	}
}

int main(void)
{
	return 0;
}
