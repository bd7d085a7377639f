/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * MG, suffix sums of products of integers along the rows of a matrix; rows in
 * parallel. Counted so that j = N - 1 - k.
 */
#ifndef NEST
#ifndef TYPE
#define TYPE unsigned
#endif
#include "loop.h"

#ifndef N
#define N 160
#endif

static TYPE ir[N][N] ALIGNED;
static TYPE m1[N][N] ALIGNED, m2[N][N] ALIGNED, m3[N][N] ALIGNED;

static void fill(void)
{
	FILL(ir, 3);
	FILL(m1, 7);
	FILL(m2, 5);
	FILL(m3, 11);
}

static void serial(void)
{
	for (int i = 0; i < N; i++)
		for (int j = N - 2; j >= 0; j--)
			ir[i][j] = ir[i][j + 1] +
				   m1[i][j + 1] * m2[i][j + 1] * m3[i][j + 1];
}

#define NESTS_OF "mg_f2p_4_2d.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("mg_f2p_4_2d"),
	.results = {RESULT(ir)},
	.nests =
		{
			{FUNCTIONS(ik), .range = N, .paper = PUBLISHED},
			{FUNCTIONS(ki_i), .range = N},
			{FUNCTIONS(Iik), .range = N, .tiles = {{4}, {16}}},
			{FUNCTIONS(Iki), .range = N,
			 .tiles = {{2}, {4}, {8}, {16}, {32}}},
			{FUNCTIONS(IKik), .range = N, .tiles = {{16, 32}}},
			{FUNCTIONS(IKki), .range = N,
			 .tiles = {{8, 64}, {16, 16}}},
		},
};

#else

NEST(ik)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(k, 1, N)
	ir[i][N - 1 - k] =
		ir[i][N - k] + m1[i][N - k] * m2[i][N - k] * m3[i][N - k];
}

NEST(ki_i)
{
	FOR(k, 1, N)
	PARALLEL()
	FOR(i, 0, N)
	ir[i][N - 1 - k] =
		ir[i][N - k] + m1[i][N - k] * m2[i][N - k] * m3[i][N - k];
}

NEST(Iik)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	IN_TILE(i, ii, N, t1)
	FOR(k, 1, N)
	ir[i][N - 1 - k] =
		ir[i][N - k] + m1[i][N - k] * m2[i][N - k] * m3[i][N - k];
}

NEST(Iki)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	FOR(k, 1, N)
	IN_TILE(i, ii, N, t1)
	ir[i][N - 1 - k] =
		ir[i][N - k] + m1[i][N - k] * m2[i][N - k] * m3[i][N - k];
}

NEST(IKik)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	TILES(kk, 1, N, t2)
	IN_TILE(i, ii, N, t1)
	IN_TILE(k, kk, N, t2)
	ir[i][N - 1 - k] =
		ir[i][N - k] + m1[i][N - k] * m2[i][N - k] * m3[i][N - k];
}

NEST(IKki)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	TILES(kk, 1, N, t2)
	IN_TILE(k, kk, N, t2)
	IN_TILE(i, ii, N, t1)
	ir[i][N - 1 - k] =
		ir[i][N - k] + m1[i][N - k] * m2[i][N - k] * m3[i][N - k];
}

#endif
