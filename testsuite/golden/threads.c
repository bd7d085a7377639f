/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Synchronisation outside of worksharing loops: calls of POSIX threads, and
 * what stands in a region beside its loops.
 */
#include <pthread.h>

extern pthread_barrier_t barrier;
extern pthread_mutex_t mutex, other, many[8];
extern pthread_rwlock_t readers;
extern pthread_cond_t changed;

void threads_barrier(double *x, int n)
{
	x[0] = 0.5;
	pthread_barrier_wait(&barrier);
	x[1] = x[0] + n;
	pthread_barrier_wait(&barrier);
}

void threads_mutex(double *sum, double x)
{
	double t = x * x;

	pthread_mutex_lock(&mutex);
	sum[0] += t;
	sum[1] += x;
	pthread_mutex_unlock(&mutex);
}

void threads_condition(const int *ready, double *x)
{
	pthread_mutex_lock(&mutex);
	while (!*ready)
		pthread_cond_wait(&changed, &mutex);
	x[0] = 0.25;
	pthread_mutex_unlock(&mutex);
}

void threads_readers(const double *x, double *y)
{
	pthread_rwlock_rdlock(&readers);
	y[0] = x[0];
	pthread_rwlock_unlock(&readers);
}

void threads_conditional(int me, double *x)
{
	if (me == 0)
		x[0] = 1.5;
	pthread_barrier_wait(&barrier);
}

void threads_join(const pthread_t *list, int p)
{
	for (int i = 0; i < p; i++)
		pthread_join(list[i], NULL);
}

void threads_nested(int me, double *x)
{
	pthread_mutex_lock(&many[me]);
	x[0] += 1.5;
	pthread_mutex_lock(&other);
	x[1] += 1.5;
	pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&many[me]);
}

/* Other functions give it back. */
void threads_held(double *x)
{
	x[0] = 0.5;
	pthread_mutex_lock(&mutex);
	x[1] += 1.5;
	x[2] += 1.5;
}

void threads_none(double *x)
{
	x[0] = 0.5;
}

/* The loop has a record of its own, with all that stands in it. */
void threads_beside(int n, double *x, double *y)
{
	y[0] = 0.25;
	y[1] = 0.25;
#pragma omp parallel
	{
#pragma omp single nowait
		if (n > 100)
			y[2] = 0.25;
#pragma omp barrier
#pragma omp for
		for (int i = 0; i < n; i++) {
#pragma omp critical
			x[0] += y[i];
		}
#pragma omp atomic
		x[1] += 1.5;
	}
}

void threads_combined(int n, double *x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] = 0.5;
}

/* Called by the threads of a region elsewhere. */
void threads_orphaned(double *x)
{
#pragma omp critical(adding)
	x[0] += 1.5;
#pragma omp barrier
}
