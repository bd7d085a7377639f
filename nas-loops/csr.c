/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A sparse matrix by rows times a vector: from 1 to 23 elements a row, more in
 * later ones, at scattered columns. Not of the papers.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 4000
#endif

static int first[N + 1] ALIGNED, columns[N * 13L] ALIGNED;
static TYPE values[N * 13L] ALIGNED, x[N] ALIGNED, y[N] ALIGNED;

static void fill(void)
{
	FILL(values, 7);
	FILL(x, 5);
	FILL(y, 1);
	FOR(i, 0, N)
	{
		first[i + 1] = first[i] + 1 + (int)(23L * i / N);
		FOR(p, first[i], first[i + 1])
		columns[p] = (int)((i * 31L + p * 7919L) % N);
	}
}

static void serial(void)
{
	for (int i = 0; i < N; i++) {
		y[i] = 0;
		for (int p = first[i]; p < first[i + 1]; p++)
			y[i] += values[p] * x[columns[p]];
	}
}

#define NESTS_OF "csr.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("csr"),
	.results = {RESULT(y)},
	.nests =
		{
			{FUNCTIONS(ip), .range = N},
			{FUNCTIONS(Iip), .range = N,
			 .tiles = {{2},
				   {4},
				   {8},
				   {16},
				   {32},
				   {64},
				   {128},
				   {256},
				   {512}}},
		},
};

#else

NEST(ip)
{
	PARALLEL()
	FOR(i, 0, N)
	{
		TYPE s = 0;

		FOR(p, first[i], first[i + 1])
		s += values[p] * x[columns[p]];
		y[i] = s;
	}
}

NEST(Iip)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	IN_TILE(i, ii, N, t1)
	{
		TYPE s = 0;

		FOR(p, first[i], first[i + 1])
		s += values[p] * x[columns[p]];
		y[i] = s;
	}
}

#endif
