/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constructs of OpenMP in a loop that do not depend on the thread. */
#define N 100
double x[N], y[N], most;
long count;

void atomic(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		if (x[i] > 0)
#pragma omp atomic
			count++;
}

void critical(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
#pragma omp critical
		if (x[i] > most)
			most = x[i];
}

void ordered(void)
{
	/* rewritable: yes */
#pragma omp parallel for ordered
	for (int i = 0; i < N; i++) {
		y[i] = x[i] + 1;
#pragma omp ordered
		y[0] += y[i];
	}
}

void sync_builtins(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		__sync_fetch_and_add(&count, 2);
		__atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
	}
}

void simd(void)
{
	/* rewritable: yes */
#pragma omp parallel for simd
	for (int i = 0; i < N; i++)
		y[i] += x[i];
}
