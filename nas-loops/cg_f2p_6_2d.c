/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * CG, prefix sums of integers along the rows of a matrix; rows in parallel.
 */
#ifndef NEST
#ifndef TYPE
#define TYPE unsigned
#endif
#include "loop.h"

#ifndef N
#define N 220
#endif

static TYPE rowstr[N][N] ALIGNED;

static void fill(void)
{
	FILL(rowstr, 7);
}

static void serial(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 1; j < N; j++)
			rowstr[i][j] += rowstr[i][j - 1];
}

#define NESTS_OF "cg_f2p_6_2d.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("cg_f2p_6_2d"),
	.results = {RESULT(rowstr)},
	.nests =
		{
			{FUNCTIONS(ij), .range = N, .paper = PUBLISHED},
			{FUNCTIONS(ji_i), .range = N},
			{FUNCTIONS(Iij), .range = N, .tiles = {{4}, {16}}},
			{FUNCTIONS(Iji), .range = N,
			 .tiles = {{2}, {4}, {8}, {16}, {32}}},
			{FUNCTIONS(IJij), .range = N, .tiles = {{16, 32}}},
			{FUNCTIONS(IJji), .range = N,
			 .tiles = {{8, 64}, {16, 16}}},
		},
};

#else

NEST(ij)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(j, 1, N)
	rowstr[i][j] += rowstr[i][j - 1];
}

NEST(ji_i)
{
	FOR(j, 1, N)
	PARALLEL()
	FOR(i, 0, N)
	rowstr[i][j] += rowstr[i][j - 1];
}

NEST(Iij)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	IN_TILE(i, ii, N, t1)
	FOR(j, 1, N)
	rowstr[i][j] += rowstr[i][j - 1];
}

NEST(Iji)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	FOR(j, 1, N)
	IN_TILE(i, ii, N, t1)
	rowstr[i][j] += rowstr[i][j - 1];
}

NEST(IJij)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	TILES(jj, 1, N, t2)
	IN_TILE(i, ii, N, t1)
	IN_TILE(j, jj, N, t2)
	rowstr[i][j] += rowstr[i][j - 1];
}

NEST(IJji)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	TILES(jj, 1, N, t2)
	IN_TILE(j, jj, N, t2)
	IN_TILE(i, ii, N, t1)
	rowstr[i][j] += rowstr[i][j - 1];
}

#endif
