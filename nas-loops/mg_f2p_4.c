/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * MG, where levels begin: a suffix sum of products of integers.
 * In parallel by blocks: each alone, then their ends one after the other, then
 * what comes behind is added to each. Counted so that j = N - 1 - k.
 */
#ifndef NEST
#ifndef TYPE
#define TYPE unsigned
#endif
#include "loop.h"

#ifndef N
#define N 60000
#endif

static TYPE ir[N] ALIGNED, ends[N] ALIGNED;
static TYPE m1[N] ALIGNED, m2[N] ALIGNED, m3[N] ALIGNED;

static void fill(void)
{
	FILL(ir, 3);
	FILL(ends, 1);
	FILL(m1, 7);
	FILL(m2, 5);
	FILL(m3, 11);
}

static void serial(void)
{
	for (int j = N - 2; j >= 0; j--)
		ir[j] = ir[j + 1] + m1[j + 1] * m2[j + 1] * m3[j + 1];
}

#define NESTS_OF "mg_f2p_4.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("mg_f2p_4"),
	.results = {RESULT(ir)},
	.nests =
		{
			{FUNCTIONS(Kk), .range = N - 1,
			 .tiles = {{64},
				   {256},
				   {1024},
				   {4096},
				   {N / 8 + 1},
				   {N / 4 + 1},
				   {N / 2 + 1},
				   {N}}},
			{FUNCTIONS(kKk), .range = N - 1,
			 .tiles = {{256},
				   {1024},
				   {4096},
				   {N / 4 + 1},
				   {N / 2 + 1}}},
		},
};

#else

NEST(Kk)
{
	PARALLEL()
	TILES(kk, 1, N, t1)
	{
		TYPE s = 0;

		IN_TILE(k, kk, N, t1)
		{
			s += m1[N - k] * m2[N - k] * m3[N - k];
			ir[N - 1 - k] = s;
		}
	}
	for (int kk = 1, end = 0; kk < N; end = MIN(N, kk + t1) - 1, kk += t1)
		ends[kk] =
			kk == 1 ? ir[N - 1] : ends[kk - t1] + ir[N - 1 - end];
	PARALLEL()
	TILES(kk, 1, N, t1)
	IN_TILE(k, kk, N, t1)
	ir[N - 1 - k] += ends[kk];
}

NEST(kKk)
{
	PARALLEL()
	FOR(k, 1, N)
	ir[N - 1 - k] = m1[N - k] * m2[N - k] * m3[N - k];
	PARALLEL()
	TILES(kk, 1, N, t1)
	FOR(k, kk + 1, MIN(N, kk + t1))
	ir[N - 1 - k] += ir[N - k];
	for (int kk = 1, end = 0; kk < N; end = MIN(N, kk + t1) - 1, kk += t1)
		ends[kk] =
			kk == 1 ? ir[N - 1] : ends[kk - t1] + ir[N - 1 - end];
	PARALLEL()
	TILES(kk, 1, N, t1)
	IN_TILE(k, kk, N, t1)
	ir[N - 1 - k] += ends[kk];
}

#endif
