/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What lies in each of N bins, counted by the bins: eight items for each, found
 * by their numbers. Not of the papers.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 8000
#endif

enum { ITEMS = 8 };

static int item[N][ITEMS] ALIGNED;
static TYPE weight[N * 4L] ALIGNED, bin[N] ALIGNED;

static void fill(void)
{
	FILL(weight, 7);
	FILL(bin, 1);
	FOR(b, 0, N)
	FOR(m, 0, ITEMS)
	item[b][m] = (int)((b * 7919L + m * 104729L) % (N * 4L));
}

static void serial(void)
{
	for (int b = 0; b < N; b++)
		for (int m = 0; m < ITEMS; m++)
			bin[b] += weight[item[b][m]];
}

#define NESTS_OF "gather.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("gather"),
	.results = {RESULT(bin)},
	.nests =
		{
			{FUNCTIONS(bm), .range = N},
			{FUNCTIONS(mb_b), .range = N},
			{FUNCTIONS(Bbm), .range = N,
			 .tiles = {{8}, {16}, {64}, {256}, {512}}},
			{FUNCTIONS(Bmb), .range = N,
			 .tiles = {{16}, {64}, {512}}},
		},
};

#else

NEST(bm)
{
	PARALLEL()
	FOR(b, 0, N)
	FOR(m, 0, ITEMS)
	bin[b] += weight[item[b][m]];
}

NEST(mb_b)
{
	FOR(m, 0, ITEMS)
	PARALLEL()
	FOR(b, 0, N)
	bin[b] += weight[item[b][m]];
}

NEST(Bbm)
{
	PARALLEL()
	TILES(bb, 0, N, t1)
	IN_TILE(b, bb, N, t1)
	FOR(m, 0, ITEMS)
	bin[b] += weight[item[b][m]];
}

NEST(Bmb)
{
	PARALLEL()
	TILES(bb, 0, N, t1)
	FOR(m, 0, ITEMS)
	IN_TILE(b, bb, N, t1)
	bin[b] += weight[item[b][m]];
}

#endif
