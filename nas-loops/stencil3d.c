/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Means of seven points, from one array to another. Not of the papers.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 36
#endif

static TYPE a[N][N][N] ALIGNED, b[N][N][N] ALIGNED;

static void fill(void)
{
	FILL(a, 7);
	FILL(b, 5);
}

static void serial(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			for (int k = 1; k < N - 1; k++)
				b[i][j][k] = a[i][j][k] * (TYPE).4 +
					     (TYPE).1 * (a[i - 1][j][k] +
							 a[i + 1][j][k] +
							 a[i][j - 1][k] +
							 a[i][j + 1][k] +
							 a[i][j][k - 1] +
							 a[i][j][k + 1]);
}

/* What an iteration does. */
#define BODY                                                                   \
	b[i][j][k] =                                                           \
		a[i][j][k] * (TYPE).4 +                                        \
		(TYPE).1 * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + \
			    a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1])

#define NESTS_OF "stencil3d.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("stencil3d"),
	.results = {RESULT(b)},
	.nests =
		{
			{FUNCTIONS(ijk), .range = N - 2},
			{FUNCTIONS(jik), .range = N - 2},
			{FUNCTIONS(ikj), .range = N - 2},
			{FUNCTIONS(kij), .range = N - 2},
			{FUNCTIONS(kji), .range = N - 2},
			{FUNCTIONS(ijk_j), .range = N - 2},
			{FUNCTIONS(IJijk), .range = N - 2,
			 .tiles = {{4, 8}, {8, 16}}},
			{FUNCTIONS(Jijk), .range = N - 2, .tiles = {{4}, {8}}},
			{FUNCTIONS(Iijk), .range = N - 2, .tiles = {{2}, {4}}},
			{FUNCTIONS(JKijk), .range = N - 2, .tiles = {{8, 16}}},
		},
};

#else

NEST(ijk)
{
	PARALLEL()
	FOR(i, 1, N - 1)
	FOR(j, 1, N - 1)
	FOR(k, 1, N - 1)
	BODY;
}

NEST(jik)
{
	PARALLEL()
	FOR(j, 1, N - 1)
	FOR(i, 1, N - 1)
	FOR(k, 1, N - 1)
	BODY;
}

NEST(ikj)
{
	PARALLEL()
	FOR(i, 1, N - 1)
	FOR(k, 1, N - 1)
	FOR(j, 1, N - 1)
	BODY;
}

NEST(kij)
{
	PARALLEL()
	FOR(k, 1, N - 1)
	FOR(i, 1, N - 1)
	FOR(j, 1, N - 1)
	BODY;
}

NEST(kji)
{
	PARALLEL()
	FOR(k, 1, N - 1)
	FOR(j, 1, N - 1)
	FOR(i, 1, N - 1)
	BODY;
}

NEST(ijk_j)
{
	FOR(i, 1, N - 1)
	PARALLEL()
	FOR(j, 1, N - 1)
	FOR(k, 1, N - 1)
	BODY;
}

NEST(IJijk)
{
	PARALLEL()
	TILES(ii, 1, N - 1, t1)
	TILES(jj, 1, N - 1, t2)
	IN_TILE(i, ii, N - 1, t1)
	IN_TILE(j, jj, N - 1, t2)
	FOR(k, 1, N - 1)
	BODY;
}

NEST(Jijk)
{
	PARALLEL()
	TILES(jj, 1, N - 1, t1)
	FOR(i, 1, N - 1)
	IN_TILE(j, jj, N - 1, t1)
	FOR(k, 1, N - 1)
	BODY;
}

NEST(Iijk)
{
	PARALLEL()
	TILES(ii, 1, N - 1, t1)
	IN_TILE(i, ii, N - 1, t1)
	FOR(j, 1, N - 1)
	FOR(k, 1, N - 1)
	BODY;
}

NEST(JKijk)
{
	PARALLEL()
	TILES(jj, 1, N - 1, t1)
	TILES(kk, 1, N - 1, t2)
	FOR(i, 1, N - 1)
	IN_TILE(j, jj, N - 1, t1)
	IN_TILE(k, kk, N - 1, t2)
	BODY;
}

#endif
