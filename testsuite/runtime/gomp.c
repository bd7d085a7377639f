/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regions with a known number of waits and questions; see gomp.sh. */
#include <stdio.h>

static long cell[128];

static void barriers(void)
{
#pragma omp parallel
	{
#pragma omp barrier
#pragma omp barrier
#pragma omp barrier
	}
}

/* 20 chunks: that many answers, and one no for each thread. */
static void dynamic(int rows)
{
#pragma omp parallel
	{
#pragma omp for schedule(dynamic, 5) nowait
		for (int i = 0; i < rows; i++)
			cell[i]++;
	}
}

static void constant(void)
{
#pragma omp parallel for schedule(dynamic, 5)
	for (unsigned long i = 0; i < 100; i++)
		cell[i]++;
}

static long critical(int rows)
{
	long sum = 0, turns = 0;

#pragma omp parallel for
	for (int i = 0; i < rows; i++) {
#pragma omp critical
		sum += i;
#pragma omp critical(name)
		turns++;
	}
	return sum + turns;
}

/* 20 chunks of one iteration. */
static long ordered(int rows)
{
	long last = 0;

#pragma omp parallel for ordered schedule(static, 1)
	for (int i = 0; i < rows; i++) {
#pragma omp ordered
		last = last * 3 % 1000 + i;
	}
	return last;
}

static int sections(void)
{
	int first = 0, second = 0;

#pragma omp parallel sections
	{
#pragma omp section
		first = 1;
#pragma omp section
		second = 2;
	}
	return first + second;
}

int main(void)
{
	long sum = 0;

	for (int turn = 0; turn < 10; turn++)
		barriers();
	dynamic(100);
	constant();
	sum += critical(30) + ordered(20) + sections();
	for (int i = 0; i < 128; i++)
		sum += cell[i];
	printf("%ld\n", sum);
	return 6;
}
