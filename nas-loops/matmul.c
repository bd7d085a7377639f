/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The product of two matrices. Not of the papers.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 96
#endif

static TYPE a[N][N] ALIGNED, b[N][N] ALIGNED, c[N][N] ALIGNED;

static void fill(void)
{
	FILL(a, 7);
	FILL(b, 5);
	FILL(c, 11);
}

static void serial(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++)
				c[i][j] += a[i][k] * b[k][j];
}

#define NESTS_OF "matmul.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("matmul"),
	.results = {RESULT(c)},
	.nests =
		{
			{FUNCTIONS(ijk), .range = N},
			{FUNCTIONS(ikj), .range = N},
			{FUNCTIONS(jik), .range = N},
			{FUNCTIONS(jki), .range = N},
			{FUNCTIONS(kij_i), .range = N},
			{FUNCTIONS(ikj_j), .range = N},
			{FUNCTIONS(IKikj), .range = N,
			 .tiles = {{8, 32}, {32, 32}, {8, 96}}},
			{FUNCTIONS(iKJkj), .range = N,
			 .tiles = {{16, 48}, {64, 96}}},
			{FUNCTIONS(JIKikj), .range = N,
			 .tiles = {{48, 16, 32}}},
		},
};

#else

NEST(ijk)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(j, 0, N)
	FOR(k, 0, N)
	c[i][j] += a[i][k] * b[k][j];
}

NEST(ikj)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(k, 0, N)
	FOR(j, 0, N)
	c[i][j] += a[i][k] * b[k][j];
}

NEST(jik)
{
	PARALLEL()
	FOR(j, 0, N)
	FOR(i, 0, N)
	FOR(k, 0, N)
	c[i][j] += a[i][k] * b[k][j];
}

NEST(jki)
{
	PARALLEL()
	FOR(j, 0, N)
	FOR(k, 0, N)
	FOR(i, 0, N)
	c[i][j] += a[i][k] * b[k][j];
}

NEST(kij_i)
{
	FOR(k, 0, N)
	PARALLEL()
	FOR(i, 0, N)
	FOR(j, 0, N)
	c[i][j] += a[i][k] * b[k][j];
}

NEST(ikj_j)
{
	FOR(i, 0, N)
	FOR(k, 0, N)
	PARALLEL()
	FOR(j, 0, N)
	c[i][j] += a[i][k] * b[k][j];
}

NEST(IKikj)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	TILES(kk, 0, N, t2)
	IN_TILE(i, ii, N, t1)
	IN_TILE(k, kk, N, t2)
	FOR(j, 0, N)
	c[i][j] += a[i][k] * b[k][j];
}

NEST(iKJkj)
{
	PARALLEL()
	FOR(i, 0, N)
	TILES(kk, 0, N, t1)
	TILES(jj, 0, N, t2)
	IN_TILE(k, kk, N, t1)
	IN_TILE(j, jj, N, t2)
	c[i][j] += a[i][k] * b[k][j];
}

NEST(JIKikj)
{
	PARALLEL()
	TILES(jj, 0, N, t1)
	TILES(ii, 0, N, t2)
	TILES(kk, 0, N, t3)
	IN_TILE(i, ii, N, t2)
	IN_TILE(k, kk, N, t3)
	IN_TILE(j, jj, N, t1)
	c[i][j] += a[i][k] * b[k][j];
}

#endif
