/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that ask which thread it is, or of how many. */
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#define N 100
int owner[N];
pthread_t thread[N];

void number(void)
{
	/* refused: 'omp_get_thread_num' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		owner[i] = omp_get_thread_num();
}

void team(void)
{
	/* refused: 'omp_get_num_threads' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		owner[i] = i % omp_get_num_threads();
}

void ancestor(void)
{
	/* refused: 'omp_get_ancestor_thread_num' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		owner[i] = omp_get_ancestor_thread_num(1);
}

void posix(void)
{
	/* refused: 'pthread_self' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		thread[i] = pthread_self();
}

void core(void)
{
	/* refused: 'sched_getcpu' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		owner[i] = sched_getcpu();
}

void known_before(void)
{
#pragma omp parallel
	{
		int me = omp_get_thread_num();

		/* refused: 'omp_get_thread_num' */
#pragma omp for
		for (int i = 0; i < N; i++)
			owner[i] = me;
	}
}
