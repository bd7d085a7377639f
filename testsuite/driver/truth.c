/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Programs whose overheads are known: all work is time of the processor that
 * is waited for or, with TRUTH_HOW=asleep, time that is slept, which needs no
 * processor. TRUTH_LONGER times as long, it counts less how late threads wake
 * up. truth CASE [TIMES]; see overhead.sh and overhead-truth.sh.
 */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#define TIMES 8

static volatile long cell[1024];

static int asleep;
static double longer = 1;

static double now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

/* What one sleep took too long the next of the thread does without. */
static void sleep_for(double milliseconds)
{
	static _Thread_local double late;
	double end = now(CLOCK_MONOTONIC) + milliseconds - late;
	struct timespec time = {.tv_sec = end / 1e3};

	time.tv_nsec = (end - time.tv_sec * 1e3) * 1e6;
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
	late = now(CLOCK_MONOTONIC) - end;
}

static void work_for(double milliseconds)
{
	double end = now(CLOCK_THREAD_CPUTIME_ID) + milliseconds;

	while (now(CLOCK_THREAD_CPUTIME_ID) < end)
		;
}

static void delay(double milliseconds)
{
	if (asleep)
		sleep_for(longer * milliseconds);
	else
		work_for(longer * milliseconds);
}

static void single_then_loop(double single, int chunks)
{
#pragma omp parallel
	{
#pragma omp single nowait
		delay(single);
#pragma omp for schedule(dynamic, 1)
		for (int i = 0; i < chunks; i++)
			delay(1);
	}
}

static void ideal(void)
{
	single_then_loop(10, 40);
}

static void single(void)
{
	single_then_loop(40, 10);
}

static void mirror(void)
{
#pragma omp parallel
	{
#pragma omp for schedule(dynamic, 1) nowait
		for (int i = 0; i < 40; i++)
			delay(1);
#pragma omp single
		delay(10);
	}
}

static void sections(void)
{
#pragma omp parallel sections
	{
#pragma omp section
		delay(20);
#pragma omp section
		delay(10);
	}
}

static void triangle(void)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < 20; i++)
		delay(.2 * i);
}

/* Sections are so long that waking up the thread that waits is little. */
static void critical(void)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < 10; i++) {
#pragma omp critical
		delay(4);
		delay(2);
	}
}

static void locks(void)
{
	omp_lock_t lock;

	omp_init_lock(&lock);
#pragma omp parallel for schedule(static)
	for (int i = 0; i < 10; i++) {
		omp_set_lock(&lock);
		delay(4);
		omp_unset_lock(&lock);
		delay(2);
	}
	omp_destroy_lock(&lock);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* A run that is looked at adds how long it waited to the file "waited". */
static void tell_waited(double milliseconds)
{
	FILE *file = getenv("PODIUM_CLOCK_FILE") ? fopen("waited", "a") : NULL;

	if (file) {
		fprintf(file, "%g\n", milliseconds);
		fclose(file);
	}
}

static void mutexes(void)
{
	double waited = 0;

#pragma omp parallel for schedule(static) reduction(+ : waited)
	for (int i = 0; i < 10; i++) {
		double asked = now(CLOCK_MONOTONIC);

		pthread_mutex_lock(&mutex);
		waited += now(CLOCK_MONOTONIC) - asked;
		delay(4);
		pthread_mutex_unlock(&mutex);
		delay(2);
	}
	tell_waited(waited);
}

/* One section waits for what the other does first. */
static void condition(void)
{
	static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
	int ready = 0;

#pragma omp parallel sections
	{
#pragma omp section
		{
			delay(10);
			pthread_mutex_lock(&mutex);
			ready = 1;
			pthread_cond_signal(&changed);
			pthread_mutex_unlock(&mutex);
		}
#pragma omp section
		{
			pthread_mutex_lock(&mutex);
			while (!ready)
				pthread_cond_wait(&changed, &mutex);
			pthread_mutex_unlock(&mutex);
			delay(10);
		}
	}
}

static void ordered(void)
{
#pragma omp parallel for ordered schedule(static, 1)
	for (int i = 0; i < 10; i++) {
		delay(1);
#pragma omp ordered
		delay(2);
	}
}

static void replicated(void)
{
#pragma omp parallel
	{
		delay(10);
#pragma omp for schedule(static)
		for (int i = 0; i < 20; i++)
			delay(1);
	}
}

/* One loop makes up for the other. */
static void chain(void)
{
#pragma omp parallel
	{
#pragma omp for schedule(static) nowait
		for (int i = 0; i < 20; i++)
			delay(.2 * i);
#pragma omp for schedule(static) nowait
		for (int i = 0; i < 20; i++)
			delay(.2 * (19 - i));
	}
}

/* The triangle inside of a region in which one thread alone works. */
static void nested(void)
{
	omp_set_max_active_levels(2);
#pragma omp parallel
#pragma omp master
	triangle();
}

static void serial(void)
{
	delay(20);
#pragma omp parallel for schedule(static)
	for (int i = 0; i < 20; i++)
		delay(1);
}

/* Regions of 50 us or so. */
static void small(void)
{
	for (int i = 0; i < 400; i++) {
#pragma omp parallel for schedule(static)
		for (int j = 0; j < 20; j++)
			delay(.005);
	}
}

static void short_regions(long count)
{
	for (long i = 0; i < count; i++) {
#pragma omp parallel
		cell[omp_get_thread_num() * 16 % 1024]++;
	}
}

static void end_inside(void)
{
#pragma omp parallel
	if (omp_get_thread_num() == omp_get_num_threads() - 1) {
		delay(5);
		exit(0);
	} else {
		delay(5000);
	}
}

static void crash(void)
{
#pragma omp parallel
	*(volatile int *)8 = 1;
}

/* With two threads it meets the region more often than with one. */
static void different(void)
{
	for (int i = 0; i < omp_get_max_threads(); i++)
		triangle();
}

static const struct {
	const char *name;
	void (*run)(void);
} cases[] = {
	{"ideal", ideal},	    {"single", single},
	{"mirror", mirror},	    {"sections", sections},
	{"triangle", triangle},	    {"critical", critical},
	{"locks", locks},	    {"mutexes", mutexes},
	{"condition", condition},   {"ordered", ordered},
	{"replicated", replicated}, {"chain", chain},
	{"nested", nested},	    {"serial", serial},
	{"small", small},	    {"end_inside", end_inside},
	{"crash", crash},	    {"different", different},
};

int main(int argc, char **argv)
{
	long times = argc > 2 ? atol(argv[2]) : TIMES;
	const char *how = getenv("TRUTH_HOW");
	const char *factor = getenv("TRUTH_LONGER");

	asleep = how && strcmp(how, "asleep") == 0;
	longer = factor ? atof(factor) : 1;
	prctl(PR_SET_TIMERSLACK, 1); /* nanosecond */
	if (argc > 1 && strcmp(argv[1], "short") == 0) {
		short_regions(times);
		return 0;
	}
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (argc < 2 || strcmp(argv[1], cases[i].name) != 0)
			continue;
		for (long j = 0; j < times; j++)
			cases[i].run();
		return 0;
	}
	fprintf(stderr, "truth: no such case\n");
	return 2;
}
