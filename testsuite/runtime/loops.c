/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops whose counts and values are known; expectations are in clock.sh. */
#include <stdio.h>

enum { SIZE = 1000, CALLS = 3 };

static int scale = 7;
static struct {
	int width;
	int height;
} shape = {5, 3};
static long cell[SIZE];

static void orphaned(int last, int first)
{
#pragma omp for schedule(dynamic, 2)
	for (int i = last; i > first; i -= 2)
		cell[i] += i * shape.width;
}

/* From 2 * turn up to and with 2 * turn + 9. */
static long combined(int turn, long factor)
{
	long sum = 0;

#pragma omp parallel for reduction(+ : sum) schedule(static, 4)
	for (int i = 2 * turn; i <= 2 * turn + 9; i++)
		sum += cell[i] * factor + scale;
	return sum;
}

static long in_region(int rows)
{
	long sum = 0, last = 0;

#pragma omp parallel num_threads(2)
	{
		orphaned(50, 1);
#pragma omp for collapse(2) reduction(+ : sum)
		for (int i = 0; i < rows; i++)
			for (unsigned j = 10; j > 2; j--)
				sum += cell[i] * j;
#pragma omp for simd nowait
		for (int i = 0; i < rows; i++)
			cell[i] += 3;
#pragma omp for lastprivate(last) ordered
		for (int i = 0; i < rows; i++) {
#pragma omp ordered
			last = rows + i;
		}
	}
	return sum + last;
}

static long triangle(int rows)
{
	long sum = 0;

#pragma omp parallel for collapse(2) reduction(+ : sum)
	for (int i = 0; i < rows; i++)
		for (int j = i; j < rows; j++)
			sum += j;
	return sum;
}

static void pointer(long *from, long count)
{
#pragma omp parallel for schedule(guided)
	for (long *p = from; p < from + count; p++)
		*p += 1;
}

/* "limit" is written inside: it is no parameter of the loop. */
static long writes(int rows, int limit)
{
	long sum = 0;

#pragma omp parallel for reduction(+ : sum) firstprivate(limit)
	for (int i = 0; i < rows; i++) {
		limit = limit > 3 ? 3 : limit;
		sum += limit;
	}
	return sum;
}

static long cancelled(int rows)
{
	long sum = 0;

#pragma omp parallel reduction(+ : sum)
	{
#pragma omp for
		for (int i = 0; i < rows; i++) {
			sum += i;
#pragma omp cancel for if (i < 0)
		}
	}
	return sum;
}

int main(int argc, char **argv)
{
	long sum = 0;

	(void)argv;
	for (int turn = 0; turn < CALLS; turn++) {
		sum += combined(turn, 2 * argc);
		sum += in_region(20);
		sum += triangle(12);
		pointer(cell, 100);
		sum += writes(8, 9) + cancelled(6);
	}
	printf("%ld\n", sum);
	return argc + 2;
}
