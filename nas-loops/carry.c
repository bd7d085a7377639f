/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows that are computed each by itself and then carried on from the row
 * before: a row of x needs its own row of t and the last row of x. The second
 * part goes in order, or along the columns. Not of the papers.
 */
#ifndef NEST
#include "loop.h"

#include <math.h>

#ifndef N
#define N 160
#endif

static TYPE a[N][N] ALIGNED, t[N][N] ALIGNED, x[N][N] ALIGNED;

static void fill(void)
{
	FILL(a, 7);
	FILL(t, 1);
	FILL(x, 5);
}

/* What a row has of its own, and what it takes over. */
#define OWN(i, j) t[i][j] = sqrt(a[i][j]) / (1 + sqrt(a[i][j] + 2))
#define TAKE(i, j) x[i][j] = (x[(i)-1][j] + t[i][j]) / 2

static void serial(void)
{
	for (int i = 1; i < N; i++) {
		for (int j = 0; j < N; j++)
			OWN(i, j);
		for (int j = 0; j < N; j++)
			TAKE(i, j);
	}
}

#define NESTS_OF "carry.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("carry"),
	.results = {RESULT(x), RESULT(t)},
	.nests =
		{
			{FUNCTIONS(ij), .range = N - 1},
			{FUNCTIONS(Iij), .range = N - 1,
			 .tiles = {{2}, {4}, {8}, {16}, {32}}},
			{FUNCTIONS(iJij), .range = N - 1,
			 .tiles = {{8}, {16}, {32}, {64}, {N / 2}}},
		},
};

#else

NEST(ij)
{
	PARALLEL(ordered)
	FOR(i, 1, N)
	{
		FOR(j, 0, N)
		OWN(i, j);
		PRAGMA(omp ordered)
		FOR(j, 0, N)
		TAKE(i, j);
	}
}

NEST(Iij)
{
	PARALLEL(ordered)
	TILES(ii, 1, N, t1)
	{
		IN_TILE(i, ii, N, t1)
		FOR(j, 0, N)
		OWN(i, j);
		PRAGMA(omp ordered)
		IN_TILE(i, ii, N, t1)
		FOR(j, 0, N)
		TAKE(i, j);
	}
}

NEST(iJij)
{
	PARALLEL()
	FOR(i, 1, N)
	FOR(j, 0, N)
	OWN(i, j);
	PARALLEL()
	TILES(jj, 0, N, t1)
	FOR(i, 1, N)
	IN_TILE(j, jj, N, t1)
	TAKE(i, j);
}

#endif
