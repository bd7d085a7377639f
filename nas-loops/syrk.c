/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lower triangle of a matrix times its transpose: later rows are longer.
 * Not of the papers.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 110
#endif

static TYPE a[N][N] ALIGNED, c[N][N] ALIGNED;

static void fill(void)
{
	FILL(a, 7);
	FILL(c, 5);
}

static void serial(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j <= i; j++)
			for (int k = 0; k < N; k++)
				c[i][j] += a[i][k] * a[j][k];
}

#define NESTS_OF "syrk.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("syrk"),
	.results = {RESULT(c)},
	.nests =
		{
			{FUNCTIONS(ijk), .range = N},
			{FUNCTIONS(ikj), .range = N},
			{FUNCTIONS(jik), .range = N},
			{FUNCTIONS(kij_i), .range = N},
			{FUNCTIONS(ijk_j), .range = N},
			{FUNCTIONS(Iijk), .range = N, .tiles = {{4}, {16}}},
			{FUNCTIONS(IKijk), .range = N,
			 .tiles = {{8, 32}, {16, 64}, {4, 32}}},
			{FUNCTIONS(iKjk), .range = N, .tiles = {{16}, {64}}},
			{FUNCTIONS(JIijk), .range = N,
			 .tiles = {{16, 32}, {32, 16}}},
		},
};

#else

NEST(ijk)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(j, 0, i + 1)
	FOR(k, 0, N)
	c[i][j] += a[i][k] * a[j][k];
}

NEST(ikj)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(k, 0, N)
	FOR(j, 0, i + 1)
	c[i][j] += a[i][k] * a[j][k];
}

NEST(jik)
{
	PARALLEL()
	FOR(j, 0, N)
	FOR(i, j, N)
	FOR(k, 0, N)
	c[i][j] += a[i][k] * a[j][k];
}

NEST(kij_i)
{
	FOR(k, 0, N)
	PARALLEL()
	FOR(i, 0, N)
	FOR(j, 0, i + 1)
	c[i][j] += a[i][k] * a[j][k];
}

NEST(ijk_j)
{
	FOR(i, 0, N)
	PARALLEL()
	FOR(j, 0, i + 1)
	FOR(k, 0, N)
	c[i][j] += a[i][k] * a[j][k];
}

NEST(Iijk)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	IN_TILE(i, ii, N, t1)
	FOR(j, 0, i + 1)
	FOR(k, 0, N)
	c[i][j] += a[i][k] * a[j][k];
}

NEST(IKijk)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	TILES(kk, 0, N, t2)
	IN_TILE(i, ii, N, t1)
	FOR(j, 0, i + 1)
	IN_TILE(k, kk, N, t2)
	c[i][j] += a[i][k] * a[j][k];
}

NEST(iKjk)
{
	PARALLEL()
	FOR(i, 0, N)
	TILES(kk, 0, N, t1)
	FOR(j, 0, i + 1)
	IN_TILE(k, kk, N, t1)
	c[i][j] += a[i][k] * a[j][k];
}

NEST(JIijk)
{
	PARALLEL()
	TILES(jj, 0, N, t1)
	TILES(ii, 0, N, t2)
	IN_TILE(i, ii, N, t2)
	FOR(j, jj, MIN(i + 1, jj + t1))
	FOR(k, 0, N)
	c[i][j] += a[i][k] * a[j][k];
}

#endif
