/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * UA, back from the mortars: an imperfect nest, only i carries a dependence.
 * Published as c, j, i. Where c is not the outermost, the first row is added
 * before; it is one of N.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 120
#endif

static TYPE tmor[N][N] ALIGNED, temp[N][N] ALIGNED, qbnew[N][N] ALIGNED;

static void fill(void)
{
	FILL(tmor, 7);
	FILL(temp, 5);
	FILL(qbnew, 11);
}

static void serial(void)
{
	for (int c = 1; c < N; c++) {
		tmor[0][c] += temp[0][c];
		for (int j = 0; j < N; j++)
			for (int i = 1; i < N; i++)
				tmor[j][c] += qbnew[i - 1][j] * temp[i][c];
	}
}

#define NESTS_OF "ua_transfer_16.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("ua_transfer_16"),
	.results = {RESULT(tmor)},
	.nests =
		{
			{FUNCTIONS(cji), .range = N - 1, .paper = PUBLISHED},
			{FUNCTIONS(cij), .range = N - 1},
			{FUNCTIONS(Cjic), .range = N - 1,
			 .tiles = {{16}, {32}}},
			{FUNCTIONS(jic), .range = N, .paper = TURNED},
			{FUNCTIONS(jci), .range = N},
			{FUNCTIONS(ijc_j), .range = N},
			{FUNCTIONS(jic_c), .range = N - 1},
			{FUNCTIONS(JIjic), .range = N,
			 .tiles = {{8, 32}, {16, 32}}},
			{FUNCTIONS(JIijc), .range = N,
			 .tiles = {{8, 32}, {16, 32}}},
		},
};

#else

NEST(cji)
{
	PARALLEL()
	FOR(c, 1, N)
	{
		tmor[0][c] += temp[0][c];
		FOR(j, 0, N)
		FOR(i, 1, N)
		tmor[j][c] += qbnew[i - 1][j] * temp[i][c];
	}
}

NEST(cij)
{
	PARALLEL()
	FOR(c, 1, N)
	{
		tmor[0][c] += temp[0][c];
		FOR(i, 1, N)
		FOR(j, 0, N)
		tmor[j][c] += qbnew[i - 1][j] * temp[i][c];
	}
}

NEST(Cjic)
{
	PARALLEL()
	TILES(cc, 1, N, t1)
	{
		IN_TILE(c, cc, N, t1)
		tmor[0][c] += temp[0][c];
		FOR(j, 0, N)
		FOR(i, 1, N)
		IN_TILE(c, cc, N, t1)
		tmor[j][c] += qbnew[i - 1][j] * temp[i][c];
	}
}

NEST(jic)
{
	FOR(c, 1, N)
	tmor[0][c] += temp[0][c];

	PARALLEL()
	FOR(j, 0, N)
	FOR(i, 1, N)
	FOR(c, 1, N)
	tmor[j][c] += qbnew[i - 1][j] * temp[i][c];
}

NEST(jci)
{
	FOR(c, 1, N)
	tmor[0][c] += temp[0][c];

	PARALLEL()
	FOR(j, 0, N)
	FOR(c, 1, N)
	FOR(i, 1, N)
	tmor[j][c] += qbnew[i - 1][j] * temp[i][c];
}

NEST(ijc_j)
{
	FOR(c, 1, N)
	tmor[0][c] += temp[0][c];

	FOR(i, 1, N)
	PARALLEL()
	FOR(j, 0, N)
	FOR(c, 1, N)
	tmor[j][c] += qbnew[i - 1][j] * temp[i][c];
}

NEST(jic_c)
{
	FOR(c, 1, N)
	tmor[0][c] += temp[0][c];

	FOR(j, 0, N)
	FOR(i, 1, N)
	PARALLEL()
	FOR(c, 1, N)
	tmor[j][c] += qbnew[i - 1][j] * temp[i][c];
}

NEST(JIjic)
{
	FOR(c, 1, N)
	tmor[0][c] += temp[0][c];

	PARALLEL()
	TILES(jj, 0, N, t1)
	TILES(ii, 1, N, t2)
	IN_TILE(j, jj, N, t1)
	IN_TILE(i, ii, N, t2)
	FOR(c, 1, N)
	tmor[j][c] += qbnew[i - 1][j] * temp[i][c];
}

NEST(JIijc)
{
	FOR(c, 1, N)
	tmor[0][c] += temp[0][c];

	PARALLEL()
	TILES(jj, 0, N, t1)
	TILES(ii, 1, N, t2)
	IN_TILE(i, ii, N, t2)
	IN_TILE(j, jj, N, t1)
	FOR(c, 1, N)
	tmor[j][c] += qbnew[i - 1][j] * temp[i][c];
}

#endif
