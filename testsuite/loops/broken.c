/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A prefix sum, once in its order and once backwards.
 */
#ifndef NEST
#include "loop.h"

#define N 64

static TYPE a[2][N] ALIGNED;

static void fill(void)
{
	FILL(a, 7);
}

static void serial(void)
{
	for (int i = 0; i < 2; i++)
		for (int j = 1; j < N; j++)
			a[i][j] += a[i][j - 1];
}

#define NESTS_OF "../testsuite/loops/broken.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("broken"),
	.results = {RESULT(a)},
	.nests = {{FUNCTIONS(right), .range = 2},
		  {FUNCTIONS(wrong), .range = 2}},
};

#else

NEST(right)
{
	PARALLEL()
	FOR(i, 0, 2)
	FOR(j, 1, N)
	a[i][j] += a[i][j - 1];
}

NEST(wrong)
{
	PARALLEL()
	FOR(i, 0, 2)
	FOR(k, 1, N)
	a[i][N - k] += a[i][N - k - 1];
}

#endif
