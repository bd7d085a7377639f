/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The transpose of a matrix times a vector. Not of the papers.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 240
#endif

static TYPE a[N][N] ALIGNED, x[N] ALIGNED, y[N] ALIGNED;

static void fill(void)
{
	FILL(a, 7);
	FILL(x, 5);
	FILL(y, 11);
}

static void serial(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			y[j] += a[i][j] * x[i];
}

#define NESTS_OF "matvec_t.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("matvec_t"),
	.results = {RESULT(y)},
	.nests =
		{
			{FUNCTIONS(ji), .range = N},
			{FUNCTIONS(ij_j), .range = N},
			{FUNCTIONS(Jji), .range = N, .tiles = {{4}, {8}, {16}}},
			{FUNCTIONS(Jij), .range = N,
			 .tiles = {{8}, {16}, {32}, {64}, {80}, {120}}},
			{FUNCTIONS(JIij), .range = N,
			 .tiles = {{16, 64}, {64, 64}}},
			{FUNCTIONS(JIji), .range = N, .tiles = {{16, 64}}},
		},
};

#else

NEST(ji)
{
	PARALLEL()
	FOR(j, 0, N)
	FOR(i, 0, N)
	y[j] += a[i][j] * x[i];
}

NEST(ij_j)
{
	FOR(i, 0, N)
	PARALLEL()
	FOR(j, 0, N)
	y[j] += a[i][j] * x[i];
}

NEST(Jji)
{
	PARALLEL()
	TILES(jj, 0, N, t1)
	IN_TILE(j, jj, N, t1)
	FOR(i, 0, N)
	y[j] += a[i][j] * x[i];
}

NEST(Jij)
{
	PARALLEL()
	TILES(jj, 0, N, t1)
	FOR(i, 0, N)
	IN_TILE(j, jj, N, t1)
	y[j] += a[i][j] * x[i];
}

NEST(JIij)
{
	PARALLEL()
	TILES(jj, 0, N, t1)
	TILES(ii, 0, N, t2)
	IN_TILE(i, ii, N, t2)
	IN_TILE(j, jj, N, t1)
	y[j] += a[i][j] * x[i];
}

NEST(JIji)
{
	PARALLEL()
	TILES(jj, 0, N, t1)
	TILES(ii, 0, N, t2)
	IN_TILE(j, jj, N, t1)
	IN_TILE(i, ii, N, t2)
	y[j] += a[i][j] * x[i];
}

#endif
