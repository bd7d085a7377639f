/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * UA, to the mortars: an imperfect nest, only j carries a dependence.
 * Published as c, i, j. Where c is not the outermost, the first row is copied
 * before; it is one of N.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 120
#endif

static TYPE tmp[N][N] ALIGNED, tmor[N][N] ALIGNED, qbnew[N][N] ALIGNED;

static void fill(void)
{
	FILL(tmp, 7);
	FILL(tmor, 5);
	FILL(qbnew, 11);
}

static void serial(void)
{
	for (int c = 0; c < N; c++) {
		tmp[0][c] = tmor[0][c];
		for (int i = 1; i < N; i++)
			for (int j = 0; j < N; j++)
				tmp[i][c] += qbnew[i - 1][j] * tmor[j][c];
	}
}

#define NESTS_OF "ua_transfer_11.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("ua_transfer_11"),
	.results = {RESULT(tmp)},
	.nests =
		{
			{FUNCTIONS(cij), .range = N, .paper = PUBLISHED},
			{FUNCTIONS(cji), .range = N},
			{FUNCTIONS(Cijc), .range = N, .tiles = {{16}, {32}}},
			{FUNCTIONS(ijc), .range = N - 1, .paper = TURNED},
			{FUNCTIONS(icj), .range = N - 1},
			{FUNCTIONS(jic_i), .range = N - 1},
			{FUNCTIONS(ijc_c), .range = N},
			{FUNCTIONS(IJijc), .range = N - 1,
			 .tiles = {{8, 32}, {16, 32}}},
			{FUNCTIONS(IJjic), .range = N - 1,
			 .tiles = {{8, 32}, {16, 32}}},
		},
};

#else

NEST(cij)
{
	PARALLEL()
	FOR(c, 0, N)
	{
		tmp[0][c] = tmor[0][c];
		FOR(i, 1, N)
		FOR(j, 0, N)
		tmp[i][c] += qbnew[i - 1][j] * tmor[j][c];
	}
}

NEST(cji)
{
	PARALLEL()
	FOR(c, 0, N)
	{
		tmp[0][c] = tmor[0][c];
		FOR(j, 0, N)
		FOR(i, 1, N)
		tmp[i][c] += qbnew[i - 1][j] * tmor[j][c];
	}
}

NEST(Cijc)
{
	PARALLEL()
	TILES(cc, 0, N, t1)
	{
		IN_TILE(c, cc, N, t1)
		tmp[0][c] = tmor[0][c];
		FOR(i, 1, N)
		FOR(j, 0, N)
		IN_TILE(c, cc, N, t1)
		tmp[i][c] += qbnew[i - 1][j] * tmor[j][c];
	}
}

NEST(ijc)
{
	FOR(c, 0, N)
	tmp[0][c] = tmor[0][c];

	PARALLEL()
	FOR(i, 1, N)
	FOR(j, 0, N)
	FOR(c, 0, N)
	tmp[i][c] += qbnew[i - 1][j] * tmor[j][c];
}

NEST(icj)
{
	FOR(c, 0, N)
	tmp[0][c] = tmor[0][c];

	PARALLEL()
	FOR(i, 1, N)
	FOR(c, 0, N)
	FOR(j, 0, N)
	tmp[i][c] += qbnew[i - 1][j] * tmor[j][c];
}

NEST(jic_i)
{
	FOR(c, 0, N)
	tmp[0][c] = tmor[0][c];

	FOR(j, 0, N)
	PARALLEL()
	FOR(i, 1, N)
	FOR(c, 0, N)
	tmp[i][c] += qbnew[i - 1][j] * tmor[j][c];
}

NEST(ijc_c)
{
	FOR(c, 0, N)
	tmp[0][c] = tmor[0][c];

	FOR(i, 1, N)
	FOR(j, 0, N)
	PARALLEL()
	FOR(c, 0, N)
	tmp[i][c] += qbnew[i - 1][j] * tmor[j][c];
}

NEST(IJijc)
{
	FOR(c, 0, N)
	tmp[0][c] = tmor[0][c];

	PARALLEL()
	TILES(ii, 1, N, t1)
	TILES(jj, 0, N, t2)
	IN_TILE(i, ii, N, t1)
	IN_TILE(j, jj, N, t2)
	FOR(c, 0, N)
	tmp[i][c] += qbnew[i - 1][j] * tmor[j][c];
}

NEST(IJjic)
{
	FOR(c, 0, N)
	tmp[0][c] = tmor[0][c];

	PARALLEL()
	TILES(ii, 1, N, t1)
	TILES(jj, 0, N, t2)
	IN_TILE(j, jj, N, t2)
	IN_TILE(i, ii, N, t1)
	FOR(c, 0, N)
	tmp[i][c] += qbnew[i - 1][j] * tmor[j][c];
}

#endif
