/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums of many short rows. Not of the papers.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 6000
#endif

enum { SHORT = 12 };

static TYPE a[N][SHORT] ALIGNED, sum[N] ALIGNED;

static void fill(void)
{
	FILL(a, 7);
	FILL(sum, 5);
}

static void serial(void)
{
	for (int i = 0; i < N; i++)
		for (int m = 0; m < SHORT; m++)
			sum[i] += a[i][m];
}

#define NESTS_OF "rowsum.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("rowsum"),
	.results = {RESULT(sum)},
	.nests =
		{
			{FUNCTIONS(im), .range = N},
			{FUNCTIONS(mi_i), .range = N},
			{FUNCTIONS(Iim), .range = N,
			 .tiles = {{8}, {16}, {64}, {256}, {512}}},
			{FUNCTIONS(Imi), .range = N,
			 .tiles = {{16}, {64}, {512}}},
		},
};

#else

NEST(im)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(m, 0, SHORT)
	sum[i] += a[i][m];
}

NEST(mi_i)
{
	FOR(m, 0, SHORT)
	PARALLEL()
	FOR(i, 0, N)
	sum[i] += a[i][m];
}

NEST(Iim)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	IN_TILE(i, ii, N, t1)
	FOR(m, 0, SHORT)
	sum[i] += a[i][m];
}

NEST(Imi)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	FOR(m, 0, SHORT)
	IN_TILE(i, ii, N, t1)
	sum[i] += a[i][m];
}

#endif
