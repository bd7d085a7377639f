/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Synchronisation inside of worksharing loops.
 */
#include <omp.h>
#include <pthread.h>

extern omp_lock_t lock;
extern pthread_mutex_t mutex, mutexes[8];

double sync_critical(int n, const double *restrict x)
{
	double s = 0.0;

#pragma omp parallel for
	for (int i = 0; i < n; i++) {
#pragma omp critical
		s += x[i];
	}
	return s;
}

double sync_critical_named(int n, const double *restrict x,
			   double *restrict most)
{
	double s = 0.0;

#pragma omp parallel for
	for (int i = 0; i < n; i++) {
#pragma omp critical(both)
		{
			s += x[i];
			*most = x[i] + 1.5;
		}
	}
	return s;
}

void sync_two_criticals(int n, const double *restrict x, double *restrict s)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
#pragma omp critical(first)
		s[0] += x[i];
#pragma omp critical(second)
		s[1] -= x[i];
	}
}

double sync_atomic(int n, const double *restrict x)
{
	double s = 0.0;

#pragma omp parallel for
	for (int i = 0; i < n; i++) {
#pragma omp atomic
		s += x[i];
	}
	return s;
}

void sync_atomic_capture(int n, const double *restrict x, double *restrict y)
{
	int next = 0;

#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int mine;

		if (x[i] > 0.0) {
#pragma omp atomic capture
			mine = next++;
			y[mine] = x[i];
		}
	}
}

void sync_ordered(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for ordered schedule(static, 1)
	for (int i = 1; i < n; i++) {
		double t = x[i] * 0.75;

#pragma omp ordered
		y[i] = y[i - 1] + t;
	}
}

void sync_lock(int n, const double *restrict x, double *restrict s)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double t = x[i] * x[i];

		omp_set_lock(&lock);
		s[0] += t;
		omp_unset_lock(&lock);
	}
}

void sync_mutex(int n, const double *restrict x, double *restrict s)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double t = x[i] * x[i];

		pthread_mutex_lock(&mutex);
		s[0] += t;
		s[1] += x[i];
		pthread_mutex_unlock(&mutex);
	}
}

/* One lock in another, and one that a function of ours gives back. */
void give_back(pthread_mutex_t *held);

void sync_mutexes(int n, const double *restrict x, double *restrict s)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		pthread_mutex_lock(&mutex);
		pthread_mutex_lock(&mutexes[i % 8]);
		s[0] += x[i];
		pthread_mutex_unlock(&mutexes[i % 8]);
		pthread_mutex_unlock(&mutex);
		pthread_mutex_lock(&mutex);
		give_back(&mutex);
	}
}

void sync_nested_single(int n, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
#pragma omp parallel
#pragma omp single
		y[i] = 0.25;
	}
}

void sync_task(int n, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
#pragma omp task
		y[i] = 0.25;
#pragma omp taskwait
	}
}

void sync_flush(int n, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		y[i] = x[i];
#pragma omp flush
	}
}

void sync_doacross(int n, const double *restrict b, double *restrict a)
{
#pragma omp parallel for ordered(1)
	for (int i = 1; i < n; i++) {
#pragma omp ordered depend(sink : i - 1)
		a[i] = a[i - 1] + b[i];
#pragma omp ordered depend(source)
	}
}

static double wave[100][100];

void sync_doacross2(int n)
{
#pragma omp parallel for ordered(2)
	for (int i = 1; i < n; i++)
		for (int j = 1; j < n; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
			wave[i][j] = wave[i - 1][j] + wave[i][j - 1];
#pragma omp ordered depend(source)
		}
}

void sync_doacross_distance(int n, const double *restrict b, double *restrict a)
{
#pragma omp parallel for ordered(1)
	for (int i = 4; i < n; i++) {
#pragma omp ordered depend(sink : i - 4)
		a[i] = a[i - 4] + b[i];
#pragma omp ordered depend(source)
	}
}

void sync_cancel(int n, const double *restrict b, double *restrict a)
{
#pragma omp parallel
#pragma omp for
	for (int i = 0; i < n; i++) {
		if (b[i] > 2.5) {
#pragma omp cancel for
		}
		a[i] = 0.25;
	}
}

void sync_in_loops(int n, int m, const int *restrict key, int *restrict count)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) {
#pragma omp atomic
			count[key[j]]++;
		}
#pragma omp critical
		count[0] += i;
	}
}
