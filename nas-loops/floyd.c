/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shortest ways between all pairs (Floyd, Warshall): k in order, and for each k
 * the rows in parallel; row and column k stay as they are. Not of the papers.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 80
#endif

static TYPE d[N][N] ALIGNED;

static void fill(void)
{
	FOR(i, 0, N)
	FOR(j, 0, N)
	d[i][j] = i == j ? 0 : 1 + (i * 37 + j * 91) % 101;
}

static void serial(void)
{
	for (int k = 0; k < N; k++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++)
				if (d[i][k] + d[k][j] < d[i][j])
					d[i][j] = d[i][k] + d[k][j];
}

#define NESTS_OF "floyd.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("floyd"),
	.results = {RESULT(d)},
	.nests =
		{
			{FUNCTIONS(kij_i), .range = N},
			{FUNCTIONS(kji_j), .range = N},
			{FUNCTIONS(kij_j), .range = N},
			{FUNCTIONS(kIij_I), .range = N,
			 .tiles = {{2}, {4}, {8}, {16}}},
			{FUNCTIONS(kJij_J), .range = N,
			 .tiles = {{8}, {16}, {32}}},
			{FUNCTIONS(kIJij_I), .range = N,
			 .tiles = {{4, 32}, {8, 32}, {16, 16}}},
			{FUNCTIONS(kJji_J), .range = N, .tiles = {{8}}},
		},
};

#else

NEST(kij_i)
{
	FOR(k, 0, N)
	PARALLEL()
	FOR(i, 0, N)
	FOR(j, 0, N)
	if (d[i][k] + d[k][j] < d[i][j])
		d[i][j] = d[i][k] + d[k][j];
}

NEST(kji_j)
{
	FOR(k, 0, N)
	PARALLEL()
	FOR(j, 0, N)
	FOR(i, 0, N)
	if (d[i][k] + d[k][j] < d[i][j])
		d[i][j] = d[i][k] + d[k][j];
}

NEST(kij_j)
{
	FOR(k, 0, N)
	FOR(i, 0, N)
	PARALLEL()
	FOR(j, 0, N)
	if (d[i][k] + d[k][j] < d[i][j])
		d[i][j] = d[i][k] + d[k][j];
}

NEST(kIij_I)
{
	FOR(k, 0, N)
	PARALLEL()
	TILES(ii, 0, N, t1)
	IN_TILE(i, ii, N, t1)
	FOR(j, 0, N)
	if (d[i][k] + d[k][j] < d[i][j])
		d[i][j] = d[i][k] + d[k][j];
}

NEST(kJij_J)
{
	FOR(k, 0, N)
	PARALLEL()
	TILES(jj, 0, N, t1)
	FOR(i, 0, N)
	IN_TILE(j, jj, N, t1)
	if (d[i][k] + d[k][j] < d[i][j])
		d[i][j] = d[i][k] + d[k][j];
}

NEST(kIJij_I)
{
	FOR(k, 0, N)
	PARALLEL()
	TILES(ii, 0, N, t1)
	TILES(jj, 0, N, t2)
	IN_TILE(i, ii, N, t1)
	IN_TILE(j, jj, N, t2)
	if (d[i][k] + d[k][j] < d[i][j])
		d[i][j] = d[i][k] + d[k][j];
}

NEST(kJji_J)
{
	FOR(k, 0, N)
	PARALLEL()
	TILES(jj, 0, N, t1)
	IN_TILE(j, jj, N, t1)
	FOR(i, 0, N)
	if (d[i][k] + d[k][j] < d[i][j])
		d[i][j] = d[i][k] + d[k][j];
}

#endif
