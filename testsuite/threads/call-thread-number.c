/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls that ask which thread it is. Of how many it is one is alike in all
 * threads, and a question for thread 0 outside of loops is as good as master.
 */
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#define N 100
int owner[N];
double begin;
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
	/* rewritable: yes */
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

void as_master(void)
{
#pragma omp parallel
	{
		int me = omp_get_thread_num();

		if (me == 0)
			begin = omp_get_wtime();
#pragma omp barrier
			/* rewritable: yes */
#pragma omp for
		for (int i = 0; i < N; i++)
			owner[i] = i;
	}
}

void more_than_master(void)
{
#pragma omp parallel
	{
		int me = omp_get_thread_num();

		if (me == 0)
			begin = omp_get_wtime();
#pragma omp barrier
			/* refused: 'omp_get_thread_num' */
#pragma omp for
		for (int i = 0; i < N; i++)
			owner[i] = me;
	}
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
