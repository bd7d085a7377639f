/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * CG, where rows begin: a prefix sum of integers.
 * In parallel by blocks: each alone, then their ends one after the other, then
 * what came before is added to each.
 */
#ifndef NEST
#ifndef TYPE
#define TYPE unsigned
#endif
#include "loop.h"

#ifndef N
#define N 60000
#endif

static TYPE rowstr[N] ALIGNED, ends[N] ALIGNED;

static void fill(void)
{
	FILL(rowstr, 7);
	FILL(ends, 1);
}

static void serial(void)
{
	for (int j = 1; j < N; j++)
		rowstr[j] += rowstr[j - 1];
}

#define NESTS_OF "cg_f2p_6.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("cg_f2p_6"),
	.results = {RESULT(rowstr)},
	.nests =
		{
			{FUNCTIONS(Jj), .range = N,
			 .tiles = {{32},
				   {64},
				   {128},
				   {256},
				   {512},
				   {1024},
				   {2048},
				   {4096},
				   {N / 8 + 1},
				   {N / 4 + 1},
				   {N / 2 + 1},
				   {N}}},
		},
};

#else

NEST(Jj)
{
	PARALLEL()
	TILES(jj, 0, N, t1)
	FOR(j, jj + 1, MIN(N, jj + t1))
	rowstr[j] += rowstr[j - 1];
	for (int jj = t1; jj < N; jj += t1)
		ends[jj] = rowstr[jj - 1] + (jj > t1 ? ends[jj - t1] : 0);
	PARALLEL()
	TILES(jj, t1, N, t1)
	IN_TILE(j, jj, N, t1)
	rowstr[j] += ends[jj];
}

#endif
