/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * MG, the sizes of grids: integers, a short loop inside and statements behind
 * it.
 */
#ifndef NEST
#ifndef TYPE
#define TYPE int
#endif
#include "loop.h"

#ifndef N
#define N 18000
#endif

static TYPE mi[3][N] ALIGNED, ng[3][N] ALIGNED;
static TYPE m1[N] ALIGNED, m2[N] ALIGNED, m3[N] ALIGNED;

static void fill(void)
{
	FILL(ng, 7);
	FILL(mi, 5);
	FILL(m1, 1);
	FILL(m2, 1);
	FILL(m3, 1);
}

static void serial(void)
{
	for (int l = 0; l < N; l++) {
		for (int a = 0; a < 3; a++)
			mi[a][l] = 2 + ng[a][l];
		m1[l] = mi[0][l];
		m2[l] = mi[1][l];
		m3[l] = mi[2][l];
	}
}

#define NESTS_OF "mg_3.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("mg_3"),
	.results = {RESULT(mi), RESULT(m1), RESULT(m2), RESULT(m3)},
	.nests =
		{
			{FUNCTIONS(la), .range = N, .paper = PUBLISHED},
			{FUNCTIONS(al_l), .range = N},
			{FUNCTIONS(Lla), .range = N,
			 .tiles = {{16}, {64}, {512}, {4096}}},
			{FUNCTIONS(Lal), .range = N,
			 .tiles = {{64}, {256}, {512}, {4096}}},
		},
};

#else

NEST(la)
{
	PARALLEL()
	FOR(l, 0, N)
	{
		FOR(a, 0, 3)
		mi[a][l] = 2 + ng[a][l];
		m1[l] = mi[0][l];
		m2[l] = mi[1][l];
		m3[l] = mi[2][l];
	}
}

NEST(al_l)
{
	FOR(a, 0, 3)
	PARALLEL()
	FOR(l, 0, N)
	mi[a][l] = 2 + ng[a][l];
	PARALLEL()
	FOR(l, 0, N)
	{
		m1[l] = mi[0][l];
		m2[l] = mi[1][l];
		m3[l] = mi[2][l];
	}
}

NEST(Lla)
{
	PARALLEL()
	TILES(ll, 0, N, t1)
	IN_TILE(l, ll, N, t1)
	{
		FOR(a, 0, 3)
		mi[a][l] = 2 + ng[a][l];
		m1[l] = mi[0][l];
		m2[l] = mi[1][l];
		m3[l] = mi[2][l];
	}
}

NEST(Lal)
{
	PARALLEL()
	TILES(ll, 0, N, t1)
	{
		FOR(a, 0, 3)
		IN_TILE(l, ll, N, t1)
		mi[a][l] = 2 + ng[a][l];
		IN_TILE(l, ll, N, t1)
		{
			m1[l] = mi[0][l];
			m2[l] = mi[1][l];
			m3[l] = mi[2][l];
		}
	}
}

#endif
