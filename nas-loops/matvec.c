/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A matrix times a vector. Not of the papers.
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
			y[i] += a[i][j] * x[j];
}

#define NESTS_OF "matvec.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("matvec"),
	.results = {RESULT(y)},
	.nests =
		{
			{FUNCTIONS(ij), .range = N},
			{FUNCTIONS(ji_i), .range = N},
			{FUNCTIONS(Iij), .range = N,
			 .tiles = {{2}, {4}, {8}, {16}}},
			{FUNCTIONS(Iji), .range = N,
			 .tiles = {{4}, {8}, {16}, {32}}},
			{FUNCTIONS(IJij), .range = N, .tiles = {{16, 64}}},
			{FUNCTIONS(IJji), .range = N,
			 .tiles = {{8, 64}, {16, 128}}},
		},
};

#else

NEST(ij)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(j, 0, N)
	y[i] += a[i][j] * x[j];
}

NEST(ji_i)
{
	FOR(j, 0, N)
	PARALLEL()
	FOR(i, 0, N)
	y[i] += a[i][j] * x[j];
}

NEST(Iij)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	IN_TILE(i, ii, N, t1)
	FOR(j, 0, N)
	y[i] += a[i][j] * x[j];
}

NEST(Iji)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	FOR(j, 0, N)
	IN_TILE(i, ii, N, t1)
	y[i] += a[i][j] * x[j];
}

NEST(IJij)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	TILES(jj, 0, N, t2)
	IN_TILE(i, ii, N, t1)
	IN_TILE(j, jj, N, t2)
	y[i] += a[i][j] * x[j];
}

NEST(IJji)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	TILES(jj, 0, N, t2)
	IN_TILE(j, jj, N, t2)
	IN_TILE(i, ii, N, t1)
	y[i] += a[i][j] * x[j];
}

#endif
