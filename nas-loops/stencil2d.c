/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Means of five points, from one array to another. Not of the papers.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 220
#endif

static TYPE a[N][N] ALIGNED, b[N][N] ALIGNED;

static void fill(void)
{
	FILL(a, 7);
	FILL(b, 5);
}

static void serial(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			b[i][j] = (TYPE).2 *
				  (a[i][j] + a[i - 1][j] + a[i + 1][j] +
				   a[i][j - 1] + a[i][j + 1]);
}

/* What an iteration does. */
#define BODY                                                                   \
	b[i][j] = (TYPE).2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] +            \
			      a[i][j - 1] + a[i][j + 1])

#define NESTS_OF "stencil2d.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("stencil2d"),
	.results = {RESULT(b)},
	.nests =
		{
			{FUNCTIONS(ij), .range = N - 2},
			{FUNCTIONS(ji), .range = N - 2},
			{FUNCTIONS(ij_j), .range = N - 2},
			{FUNCTIONS(IJij), .range = N - 2,
			 .tiles = {{8, 64}, {32, 64}, {16, 32}, {4, 128}}},
			{FUNCTIONS(Jij), .range = N - 2, .tiles = {{16}, {64}}},
			{FUNCTIONS(Iij), .range = N - 2, .tiles = {{4}, {16}}},
			{FUNCTIONS(JIij), .range = N - 2, .tiles = {{64, 32}}},
		},
};

#else

NEST(ij)
{
	PARALLEL()
	FOR(i, 1, N - 1)
	FOR(j, 1, N - 1)
	BODY;
}

NEST(ji)
{
	PARALLEL()
	FOR(j, 1, N - 1)
	FOR(i, 1, N - 1)
	BODY;
}

NEST(ij_j)
{
	FOR(i, 1, N - 1)
	PARALLEL()
	FOR(j, 1, N - 1)
	BODY;
}

NEST(IJij)
{
	PARALLEL()
	TILES(ii, 1, N - 1, t1)
	TILES(jj, 1, N - 1, t2)
	IN_TILE(i, ii, N - 1, t1)
	IN_TILE(j, jj, N - 1, t2)
	BODY;
}

NEST(Jij)
{
	PARALLEL()
	TILES(jj, 1, N - 1, t1)
	FOR(i, 1, N - 1)
	IN_TILE(j, jj, N - 1, t1)
	BODY;
}

NEST(Iij)
{
	PARALLEL()
	TILES(ii, 1, N - 1, t1)
	IN_TILE(i, ii, N - 1, t1)
	FOR(j, 1, N - 1)
	BODY;
}

NEST(JIij)
{
	PARALLEL()
	TILES(jj, 1, N - 1, t1)
	TILES(ii, 1, N - 1, t2)
	IN_TILE(i, ii, N - 1, t2)
	IN_TILE(j, jj, N - 1, t1)
	BODY;
}

#endif
