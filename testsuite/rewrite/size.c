/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops of all kinds of bounds; each tells by how many threads it runs.
 */
#include <omp.h>
#include <stdio.h>

#define TELL (seen = omp_get_num_threads())
#define SHOW(call) (seen = 0, call, printf("%s %d\n", #call, seen))

struct grid {
	int rows, columns;
};

static int seen, global;
static int counts[4] = {1, 2, 3, 4};

static void one(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		TELL;
}

static void downward(unsigned long from, unsigned long step)
{
#pragma omp parallel for
	for (unsigned long i = from; i > 10; i -= step)
		TELL;
}

static void nested(short n, int m)
{
#pragma omp parallel for
	for (short i = 0; i < n; i++)
		for (int j = 0; j <= 2 * m; j += 2)
			TELL;
}

static void triangle(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++)
			TELL;
}

static void beside(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int last = n - i;

		for (int j = 0; j < global; j++)
			TELL;
		if (i >= 0)
			for (int j = 0; j < last; j++)
				TELL;
		for (int j = 0; j < counts[i % 4]; j++)
			TELL;
	}
}

static void user(int n, int limit, int wanted)
{
#pragma omp parallel for if (wanted > 2) num_threads(limit)
	for (int i = 0; i < n; i++)
		TELL;
}

static void member(const struct grid *grid)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < grid->rows; i++)
		for (int j = 0; j < grid->columns; j++)
			TELL;
}

/* 2^42 * 2^40 * 2^40 iterations, which do not run. */
static void saturated(long n, int runs)
{
#pragma omp parallel for
	for (int i = 0; i < 4; i++) {
		TELL;
		if (runs)
			for (long j = 0; j < n; j++)
				for (long k = 0; k < n; k++)
					for (long l = 0; l < n; l++)
						TELL;
	}
}

static void whole(void)
{
#pragma omp parallel for
	for (unsigned long i = 0; i <= (~0ul >> 4) - 1; i += ~0ul >> 5)
		TELL;
}

static void inner(int n)
{
#pragma omp parallel num_threads(2)
	{
		int more = n + 1;

#pragma omp parallel for
		for (int i = 0; i < more; i++) {
#pragma omp critical
			TELL;
		}
	}
}

/* Nothing is loaded that the loops do not load. */
static void absent(int n, const int *no)
{
	TELL;
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < *no; j++)
			TELL;
}

int main(void)
{
	struct grid grid = {10, 20}, none = {0, 20};
	int ten = 10;

	omp_set_dynamic(0);
	omp_set_max_active_levels(2);
	omp_set_num_threads(6);
	SHOW(one(-5));
	SHOW(one(0));
	SHOW(one(1));
	SHOW(one(99));
	SHOW(one(100));
	SHOW(one(250));
	SHOW(one(100000));
	SHOW(downward(10, 3));
	SHOW(downward(307, 3));
	SHOW(downward(310, 3));
	SHOW(downward(1000009, 10000));
	SHOW(nested(0, 9));
	SHOW(nested(5, 9));
	SHOW(nested(10, 9));
	SHOW(nested(20, 9));
	SHOW(nested(20, -3));
	SHOW(nested(32767, 9));
	SHOW(triangle(10));
	SHOW(triangle(20));
	SHOW(triangle(100));
	global = 5;
	SHOW(beside(10));
	SHOW(user(1000, 3, 3));
	SHOW(user(1000, 3, 1));
	SHOW(user(100, 3, 3));
	SHOW(user(99, 3, 3));
	SHOW(user(250, 9, 3));
	SHOW(member(&grid));
	SHOW(member(&none));
	SHOW(saturated(1l << 40, 0));
	SHOW(whole());
	SHOW(inner(99));
	SHOW(absent(0, (const int *)1));
	SHOW(absent(150, &ten));
	return 0;
}
