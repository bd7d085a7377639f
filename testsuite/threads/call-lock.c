/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Locks: those of OpenMP that an iteration takes and leaves. */
#include <omp.h>
#include <pthread.h>
#define N 100
double x[N], sums[8];
omp_lock_t locks[8];
pthread_mutex_t mutex;

void within_an_iteration(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		omp_set_lock(&locks[i % 8]);
		sums[i % 8] += x[i];
		omp_unset_lock(&locks[i % 8]);
	}
}

void kept(void)
{
	/* refused: locks or unlocks alone */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		omp_set_lock(&locks[i % 8]);
}

void posix(void)
{
	/* refused: 'pthread_mutex_lock' */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		pthread_mutex_lock(&mutex);
		sums[0] += x[i];
		pthread_mutex_unlock(&mutex);
	}
}
