/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Means of four points, then the copy back, several times: two nests in a loop.
 * Not of the papers.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 160
#endif

enum { STEPS = 4 };

static TYPE a[N][N] ALIGNED, b[N][N] ALIGNED;

static void fill(void)
{
	FILL(a, 7);
	FILL(b, 5);
}

static void serial(void)
{
	for (int t = 0; t < STEPS; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++)
				b[i][j] =
					(TYPE).25 * (a[i - 1][j] + a[i + 1][j] +
						     a[i][j - 1] + a[i][j + 1]);
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++)
				a[i][j] = b[i][j];
	}
}

#define MEAN                                                                   \
	b[i][j] = (TYPE).25 *                                                  \
		  (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1])

#define NESTS_OF "jacobi.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("jacobi"),
	.results = {RESULT(a), RESULT(b)},
	.nests =
		{
			{FUNCTIONS(tij_i), .range = N - 2},
			{FUNCTIONS(tji_j), .range = N - 2},
			{FUNCTIONS(tij_j), .range = N - 2},
			{FUNCTIONS(tIij_I), .range = N - 2,
			 .tiles = {{2}, {4}, {8}, {16}, {32}}},
			{FUNCTIONS(tJij_J), .range = N - 2,
			 .tiles = {{32}, {64}}},
			{FUNCTIONS(tIJij_I), .range = N - 2,
			 .tiles = {{8, 32}, {16, 64}}},
			{FUNCTIONS(tJIij_J), .range = N - 2,
			 .tiles = {{32, 16}}},
		},
};

#else

NEST(tij_i)
{
	FOR(t, 0, STEPS)
	{
		PARALLEL()
		FOR(i, 1, N - 1)
		FOR(j, 1, N - 1)
		MEAN;
		PARALLEL()
		FOR(i, 1, N - 1)
		FOR(j, 1, N - 1)
		a[i][j] = b[i][j];
	}
}

NEST(tji_j)
{
	FOR(t, 0, STEPS)
	{
		PARALLEL()
		FOR(j, 1, N - 1)
		FOR(i, 1, N - 1)
		MEAN;
		PARALLEL()
		FOR(j, 1, N - 1)
		FOR(i, 1, N - 1)
		a[i][j] = b[i][j];
	}
}

NEST(tij_j)
{
	FOR(t, 0, STEPS)
	{
		FOR(i, 1, N - 1)
		PARALLEL()
		FOR(j, 1, N - 1)
		MEAN;
		FOR(i, 1, N - 1)
		PARALLEL()
		FOR(j, 1, N - 1)
		a[i][j] = b[i][j];
	}
}

NEST(tIij_I)
{
	FOR(t, 0, STEPS)
	{
		PARALLEL()
		TILES(ii, 1, N - 1, t1)
		IN_TILE(i, ii, N - 1, t1)
		FOR(j, 1, N - 1)
		MEAN;
		PARALLEL()
		TILES(ii, 1, N - 1, t1)
		IN_TILE(i, ii, N - 1, t1)
		FOR(j, 1, N - 1)
		a[i][j] = b[i][j];
	}
}

NEST(tJij_J)
{
	FOR(t, 0, STEPS)
	{
		PARALLEL()
		TILES(jj, 1, N - 1, t1)
		FOR(i, 1, N - 1)
		IN_TILE(j, jj, N - 1, t1)
		MEAN;
		PARALLEL()
		TILES(jj, 1, N - 1, t1)
		FOR(i, 1, N - 1)
		IN_TILE(j, jj, N - 1, t1)
		a[i][j] = b[i][j];
	}
}

NEST(tIJij_I)
{
	FOR(t, 0, STEPS)
	{
		PARALLEL()
		TILES(ii, 1, N - 1, t1)
		TILES(jj, 1, N - 1, t2)
		IN_TILE(i, ii, N - 1, t1)
		IN_TILE(j, jj, N - 1, t2)
		MEAN;
		PARALLEL()
		TILES(ii, 1, N - 1, t1)
		TILES(jj, 1, N - 1, t2)
		IN_TILE(i, ii, N - 1, t1)
		IN_TILE(j, jj, N - 1, t2)
		a[i][j] = b[i][j];
	}
}

NEST(tJIij_J)
{
	FOR(t, 0, STEPS)
	{
		PARALLEL()
		TILES(jj, 1, N - 1, t1)
		TILES(ii, 1, N - 1, t2)
		IN_TILE(i, ii, N - 1, t2)
		IN_TILE(j, jj, N - 1, t1)
		MEAN;
		PARALLEL()
		TILES(jj, 1, N - 1, t1)
		TILES(ii, 1, N - 1, t2)
		IN_TILE(i, ii, N - 1, t2)
		IN_TILE(j, jj, N - 1, t1)
		a[i][j] = b[i][j];
	}
}

#endif
