/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * LU, a surface integral: a reduction over two loops.
 * Published as l, j, which strides the first dimension.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 200
#endif

static TYPE phi1[N + 1][N + 1] ALIGNED, phi2[N + 1][N + 1] ALIGNED, frc3;

static void fill(void)
{
	FILL(phi1, 7);
	FILL(phi2, 5);
	frc3 = 0;
}

static void serial(void)
{
	frc3 = 0;
	for (int l = 0; l < N; l++)
		for (int j = 0; j < N; j++)
			frc3 += phi1[j][l] + phi1[j + 1][l] + phi1[j][l + 1] +
				phi1[j + 1][l + 1] + phi2[j][l] +
				phi2[j + 1][l] + phi2[j][l + 1] +
				phi2[j + 1][l + 1];
}

/* What an iteration does. */
#define BODY                                                                   \
	s += phi1[j][l] + phi1[j + 1][l] + phi1[j][l + 1] +                    \
	     phi1[j + 1][l + 1] + phi2[j][l] + phi2[j + 1][l] +                \
	     phi2[j][l + 1] + phi2[j + 1][l + 1]

#define NESTS_OF "lu_pintgr_11.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("lu_pintgr_11"),
	.results = {RESULT(frc3)},
	.sums = 1,
	.nests =
		{
			{FUNCTIONS(lj), .range = N, .paper = PUBLISHED},
			{FUNCTIONS(jl), .range = N, .paper = TURNED},
			{FUNCTIONS(jl_l), .range = N},
			{FUNCTIONS(LJlj), .range = N,
			 .tiles = {{8, 64}, {32, 32}}},
			{FUNCTIONS(JLjl), .range = N,
			 .tiles = {{8, 64}, {32, 32}}},
			{FUNCTIONS(Ljl), .range = N, .tiles = {{16}, {64}}},
			{FUNCTIONS(Jjl), .range = N, .tiles = {{4}, {8}, {16}}},
			{FUNCTIONS(LJjl), .range = N,
			 .tiles = {{32, 32}, {64, 16}}},
		},
};

#else

NEST(lj)
{
	TYPE s = 0;

	PARALLEL(reduction(+ : s))
	FOR(l, 0, N)
	FOR(j, 0, N)
	BODY;

	frc3 = s;
}

NEST(jl)
{
	TYPE s = 0;

	PARALLEL(reduction(+ : s))
	FOR(j, 0, N)
	FOR(l, 0, N)
	BODY;

	frc3 = s;
}

NEST(jl_l)
{
	TYPE s = 0;

	FOR(j, 0, N)
	PARALLEL(reduction(+ : s))
	FOR(l, 0, N)
	BODY;

	frc3 = s;
}

NEST(LJlj)
{
	TYPE s = 0;

	PARALLEL(reduction(+ : s))
	TILES(ll, 0, N, t1)
	TILES(jj, 0, N, t2)
	IN_TILE(l, ll, N, t1)
	IN_TILE(j, jj, N, t2)
	BODY;

	frc3 = s;
}

NEST(JLjl)
{
	TYPE s = 0;

	PARALLEL(reduction(+ : s))
	TILES(jj, 0, N, t1)
	TILES(ll, 0, N, t2)
	IN_TILE(j, jj, N, t1)
	IN_TILE(l, ll, N, t2)
	BODY;

	frc3 = s;
}

NEST(Ljl)
{
	TYPE s = 0;

	PARALLEL(reduction(+ : s))
	TILES(ll, 0, N, t1)
	FOR(j, 0, N)
	IN_TILE(l, ll, N, t1)
	BODY;

	frc3 = s;
}

NEST(Jjl)
{
	TYPE s = 0;

	PARALLEL(reduction(+ : s))
	TILES(jj, 0, N, t1)
	IN_TILE(j, jj, N, t1)
	FOR(l, 0, N)
	BODY;

	frc3 = s;
}

NEST(LJjl)
{
	TYPE s = 0;

	PARALLEL(reduction(+ : s))
	TILES(ll, 0, N, t1)
	TILES(jj, 0, N, t2)
	IN_TILE(j, jj, N, t2)
	IN_TILE(l, ll, N, t1)
	BODY;

	frc3 = s;
}

#endif
