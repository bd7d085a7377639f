/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A lower triangular matrix times a vector: later rows are longer.
 * Not of the papers.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 300
#endif

static TYPE l[N][N] ALIGNED, x[N] ALIGNED, y[N] ALIGNED;

static void fill(void)
{
	FILL(l, 7);
	FILL(x, 5);
	FILL(y, 11);
}

static void serial(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j <= i; j++)
			y[i] += l[i][j] * x[j];
}

#define NESTS_OF "trmv.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("trmv"),
	.results = {RESULT(y)},
	.nests =
		{
			{FUNCTIONS(ij), .range = N},
			{FUNCTIONS(ji_i), .range = N},
			{FUNCTIONS(Iij), .range = N,
			 .tiles = {{2}, {4}, {8}, {16}, {32}}},
			{FUNCTIONS(Iji), .range = N,
			 .tiles = {{4}, {8}, {16}, {32}}},
		},
};

#else

NEST(ij)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(j, 0, i + 1)
	y[i] += l[i][j] * x[j];
}

NEST(ji_i)
{
	FOR(j, 0, N)
	PARALLEL()
	FOR(i, j, N)
	y[i] += l[i][j] * x[j];
}

NEST(Iij)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	IN_TILE(i, ii, N, t1)
	FOR(j, 0, i + 1)
	y[i] += l[i][j] * x[j];
}

NEST(Iji)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	FOR(j, 0, MIN(N, ii + t1))
	FOR(i, MAX(ii, j), MIN(N, ii + t1))
	y[i] += l[i][j] * x[j];
}

#endif
