/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * CG, the norm of the residual: a reduction over one loop.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 30000
#endif

static TYPE x[N] ALIGNED, r[N] ALIGNED, sum;

static void fill(void)
{
	FILL(x, 7);
	FILL(r, 5);
	sum = 0;
}

static void serial(void)
{
	sum = 0;
	for (int j = 0; j < N; j++) {
		TYPE d = x[j] - r[j];

		sum += d * d;
	}
}

#define NESTS_OF "cg_4.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("cg_4"),
	.results = {RESULT(sum)},
	.sums = 1,
	.nests =
		{
			{FUNCTIONS(j), .range = N, .paper = PUBLISHED},
			{FUNCTIONS(Jj), .range = N,
			 .tiles = {{16},
				   {32},
				   {64},
				   {256},
				   {512},
				   {1024},
				   {4096},
				   {8192}}},
		},
};

#else

NEST(j)
{
	TYPE s = 0;

	PARALLEL(reduction(+ : s))
	FOR(j, 0, N)
	{
		TYPE d = x[j] - r[j];

		s += d * d;
	}

	sum = s;
}

NEST(Jj)
{
	TYPE s = 0;

	PARALLEL(reduction(+ : s))
	TILES(jj, 0, N, t1)
	IN_TILE(j, jj, N, t1)
	{
		TYPE d = x[j] - r[j];

		s += d * d;
	}

	sum = s;
}

#endif
