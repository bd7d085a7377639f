/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Programs whose overheads are known: all work is time of the processor that
 * is waited for. truth CASE; see overhead.sh and overhead-truth.sh.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TIMES 8

static volatile long cell[1024];

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

/* Work for so many milliseconds. */
static void delay(double milliseconds)
{
	double end = now() + milliseconds;

	while (now() < end)
		;
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

static void critical(void)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < 40; i++) {
#pragma omp critical
		delay(1);
		delay(.5);
	}
}

static void locks(void)
{
	omp_lock_t lock;

	omp_init_lock(&lock);
#pragma omp parallel for schedule(static)
	for (int i = 0; i < 40; i++) {
		omp_set_lock(&lock);
		delay(1);
		omp_unset_lock(&lock);
		delay(.5);
	}
	omp_destroy_lock(&lock);
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
	{"locks", locks},	    {"replicated", replicated},
	{"chain", chain},	    {"nested", nested},
	{"serial", serial},	    {"small", small},
	{"end_inside", end_inside}, {"crash", crash},
	{"different", different},
};

int main(int argc, char **argv)
{
	long times = argc > 2 ? atol(argv[2]) : TIMES;

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
