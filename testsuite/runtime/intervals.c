/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regions with a known number of intervals; see gomp.sh. */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

static int cell[8];

/* Four times through one barrier: its intervals are one. */
static void repeated(void)
{
#pragma omp parallel num_threads(3)
	for (int i = 0; i < 4; i++) {
		cell[omp_get_thread_num()]++;
#pragma omp barrier
	}
}

/* A barrier after the copy, and one behind the construct. */
static int copied(void)
{
	int sum = 0;

#pragma omp parallel num_threads(3)
	{
		int value = 0;

#pragma omp single copyprivate(value)
		value = 7;
#pragma omp atomic
		sum += value;
	}
	return sum;
}

/* Five questions of one lock, five of the other. */
static int locked(void)
{
	omp_lock_t lock;
	omp_nest_lock_t nested;
	int sum = 0;

	omp_init_lock(&lock);
	omp_init_nest_lock(&nested);
#pragma omp parallel for num_threads(3)
	for (int i = 0; i < 5; i++) {
		omp_set_lock(&lock);
		omp_set_nest_lock(&nested);
		sum++;
		omp_unset_nest_lock(&nested);
		omp_unset_lock(&lock);
	}
	omp_destroy_nest_lock(&nested);
	omp_destroy_lock(&lock);
	return sum;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t all;

/* Each thread asks for five locks, and waits for two conditions. */
static int posix(void)
{
	const struct timespec past = {0};
	int sum = 0;

	pthread_spin_init(&spin, 0);
	pthread_barrier_init(&all, NULL, 3);
	pthread_mutex_lock(&mutex); /* outside of the region */
	pthread_mutex_unlock(&mutex);
#pragma omp parallel num_threads(3)
	{
		pthread_mutex_lock(&mutex);
		pthread_mutex_unlock(&mutex);
		pthread_rwlock_wrlock(&both);
		pthread_rwlock_unlock(&both);
		pthread_rwlock_rdlock(&both);
		pthread_rwlock_unlock(&both);
		pthread_spin_lock(&spin);
		pthread_spin_unlock(&spin);
		pthread_barrier_wait(&all);
		pthread_mutex_lock(&mutex);
		if (pthread_cond_timedwait(&never, &mutex, &past))
			sum += 7;
		pthread_mutex_unlock(&mutex);
	}
	return sum;
}

/* Three times by one thread, once by the threads of another region. */
static void inner(void)
{
#pragma omp parallel num_threads(2)
#pragma omp atomic
	cell[5]++;
}

static void outer(void)
{
#pragma omp parallel num_threads(3)
	inner();
}

static void tasks(void)
{
#pragma omp parallel num_threads(3)
#pragma omp single
	for (int i = 0; i < 6; i++)
#pragma omp task
	{
#pragma omp atomic
		cell[6]++;
	}
}

/* More barriers than there are places for: 13 are told apart, 4 are not. */
#define BARRIER _Pragma("omp barrier")
#define FOUR BARRIER BARRIER BARRIER BARRIER

static void many(void)
{
#pragma omp parallel num_threads(3)
	{
		FOUR FOUR FOUR FOUR BARRIER BARRIER
	}
}

int main(void)
{
	int sum = 0;

	repeated();
	sum += copied() + locked() + posix();
	inner();
	inner();
	inner();
	outer();
	tasks();
	many();
	for (int i = 0; i < 8; i++)
		sum += cell[i];
	printf("%d\n", sum);
	return 0;
}
