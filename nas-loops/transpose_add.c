/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Adds the transpose of a matrix to another. Not of the papers.
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
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			b[i][j] += a[j][i];
}

#define NESTS_OF "transpose_add.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("transpose_add"),
	.results = {RESULT(b)},
	.nests =
		{
			{FUNCTIONS(ij), .range = N},
			{FUNCTIONS(ji), .range = N},
			{FUNCTIONS(ij_j), .range = N},
			{FUNCTIONS(IJij), .range = N,
			 .tiles = {{8, 8},
				   {16, 16},
				   {32, 32},
				   {8, 64},
				   {64, 8}}},
			{FUNCTIONS(JIij), .range = N,
			 .tiles = {{16, 16}, {32, 32}, {8, 64}}},
			{FUNCTIONS(JIji), .range = N,
			 .tiles = {{16, 16}, {8, 64}}},
		},
};

#else

NEST(ij)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(j, 0, N)
	b[i][j] += a[j][i];
}

NEST(ji)
{
	PARALLEL()
	FOR(j, 0, N)
	FOR(i, 0, N)
	b[i][j] += a[j][i];
}

NEST(ij_j)
{
	FOR(i, 0, N)
	PARALLEL()
	FOR(j, 0, N)
	b[i][j] += a[j][i];
}

NEST(IJij)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	TILES(jj, 0, N, t2)
	IN_TILE(i, ii, N, t1)
	IN_TILE(j, jj, N, t2)
	b[i][j] += a[j][i];
}

NEST(JIij)
{
	PARALLEL()
	TILES(jj, 0, N, t1)
	TILES(ii, 0, N, t2)
	IN_TILE(i, ii, N, t2)
	IN_TILE(j, jj, N, t1)
	b[i][j] += a[j][i];
}

NEST(JIji)
{
	PARALLEL()
	TILES(jj, 0, N, t1)
	TILES(ii, 0, N, t2)
	IN_TILE(j, jj, N, t1)
	IN_TILE(i, ii, N, t2)
	b[i][j] += a[j][i];
}

#endif
