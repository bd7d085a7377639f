/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * MG, sizes of coarser grids: every l is computed from its old neighbour,
 * so l runs in parallel only with a copy; a has but three iterations.
 */
#ifndef NEST
#ifndef TYPE
#define TYPE int
#endif
#include "loop.h"

#ifndef N
#define N 18000
#endif

static TYPE ng[3][N + 1] ALIGNED, old[N + 1] ALIGNED;

static void fill(void)
{
	FILL(ng, 1021);
	FILL(old, 1);
}

static void serial(void)
{
	for (int a = 0; a < 3; a++)
		for (int l = 0; l < N; l++)
			ng[a][l] = ng[a][l + 1] / 2;
}

#define NESTS_OF "mg_f2p_1.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("mg_f2p_1"),
	.results = {RESULT(ng)},
	.nests =
		{
			{FUNCTIONS(al), .range = 3, .paper = PUBLISHED},
			{FUNCTIONS(al_l), .range = N},
			{FUNCTIONS(aLl_L), .range = N,
			 .tiles = {{16},
				   {64},
				   {256},
				   {512},
				   {1024},
				   {2048},
				   {4096}}},
		},
};

#else

NEST(al)
{
	PARALLEL()
	FOR(a, 0, 3)
	FOR(l, 0, N)
	ng[a][l] = ng[a][l + 1] / 2;
}

NEST(al_l)
{
	FOR(a, 0, 3)
	{
		PARALLEL()
		FOR(l, 0, N + 1)
		old[l] = ng[a][l];
		PARALLEL()
		FOR(l, 0, N)
		ng[a][l] = old[l + 1] / 2;
	}
}

NEST(aLl_L)
{
	FOR(a, 0, 3)
	{
		PARALLEL()
		TILES(ll, 0, N, t1)
		old[ll] = ng[a][ll];
		PARALLEL()
		TILES(ll, 0, N, t1)
		{
			int end = MIN(N, ll + t1) - 1;

			FOR(l, ll, end)
			ng[a][l] = ng[a][l + 1] / 2;
			ng[a][end] =
				(end + 1 < N ? old[end + 1] : ng[a][N]) / 2;
		}
	}
}

#endif
