/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conditions that look like "I am thread 0" and are none, or do more.
 * expect: any(.[]; .name == "changed" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "by_hand" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "both_branches" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "jumped_into" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "broken_off" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "continued" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "address_taken" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "switched" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "chosen" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "shared_number" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "from_outside" and (.rewrite_why | length > 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 400
double x[N], y[N], *a, *b;
int late;

void set(int *number)
{
	*number += 1;
}

void changed(void)
{
#pragma omp parallel num_threads(2)
	{
		int tid = omp_get_thread_num();
		tid = (tid + 1) % 2;
		if (tid == 0)
			x[N - 1] = 1;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void by_hand(void)
{
#pragma omp parallel num_threads(2)
	{
		int tid = omp_get_thread_num(), lo = N / 2, hi = N;
		if (tid == 0) {
			lo = 0;
			hi = N / 2;
		}
		for (int j = lo; j < hi; j++)
			x[j] = j;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void both_branches(void)
{
#pragma omp parallel num_threads(2)
	{
		int tid = omp_get_thread_num();
		if (tid == 0)
			x[0] = 1;
		else
			x[N - 1] = 1;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void jumped_into(void)
{
#pragma omp parallel num_threads(1)
	{
		int tid = omp_get_thread_num();
		if (late)
			goto in;
		if (tid == 0) {
		in:
			x[N - 1] = 1;
		}
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void broken_off(void)
{
#pragma omp parallel num_threads(2)
	{
		int tid = omp_get_thread_num();
		for (int s = 0; s < 2; s++) {
			if (tid == 0)
				break;
			x[N - 1] = s;
		}
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void continued(void)
{
#pragma omp parallel num_threads(2)
	{
		int tid = omp_get_thread_num();
		for (int s = 0; s < 2; s++) {
			if (tid == 0)
				continue;
			x[N - 1] = s;
		}
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void address_taken(void)
{
#pragma omp parallel
	{
		int tid = omp_get_thread_num();
		set(&tid);
		if (tid == 0)
			x[N - 1] = 4;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void switched(void)
{
#pragma omp parallel num_threads(2)
	{
		int lo = N / 2;
		switch (omp_get_thread_num()) {
		case 0:
			lo = 0;
		}
		for (int j = lo; j < lo + N / 2; j++)
			x[j] = j;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void chosen(void)
{
#pragma omp parallel num_threads(2)
	{
		int off = omp_get_thread_num() == 0 ? 0 : N - 1;
		x[off] = 1;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void shared_number(void)
{
	int tid;
#pragma omp parallel shared(tid)
	{
		tid = omp_get_thread_num();
#pragma omp barrier
		if (tid == 0)
			x[N - 1] = 3;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void from_outside(void)
{
	int tid = omp_get_thread_num();
#pragma omp parallel firstprivate(tid)
	{
		if (tid == 0)
			x[omp_get_thread_num()] = 3;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

int main(void)
{
	return 0;
}
