/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * FT, one step of evolution: products of complex numbers.
 * Published as i, l, j, which strides the first dimension.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 24
#endif

static TYPE _Complex x[N][N][N] ALIGNED, y[N][N][N] ALIGNED;
static TYPE _Complex twiddle[N][N][N] ALIGNED;

static void fill(void)
{
	FILL(x, 7);
	FILL(y, 5);
	FOR(j, 0, N)
	FOR(l, 0, N)
	FOR(i, 0, N)
	__real__ twiddle[j][l][i] = (TYPE).6,
		 __imag__ twiddle[j][l][i] = (TYPE).8;
}

static void serial(void)
{
	for (int j = 0; j < N; j++)
		for (int l = 0; l < N; l++)
			for (int i = 0; i < N; i++) {
				y[j][l][i] *= twiddle[j][l][i];
				x[j][l][i] = y[j][l][i];
			}
}

/* What an iteration does. */
#define BODY                                                                   \
	{                                                                      \
		y[j][l][i] *= twiddle[j][l][i];                                \
		x[j][l][i] = y[j][l][i];                                       \
	}

#define NESTS_OF "ft_auxfnct_2.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("ft_auxfnct_2"),
	.results = {RESULT(x), RESULT(y)},
	.nests =
		{
			{FUNCTIONS(ilj), .range = N, .paper = PUBLISHED},
			{FUNCTIONS(ijl), .range = N},
			{FUNCTIONS(jil), .range = N},
			{FUNCTIONS(jli), .range = N, .paper = TURNED},
			{FUNCTIONS(lij), .range = N},
			{FUNCTIONS(lji), .range = N},
			{FUNCTIONS(jli_l), .range = N},
			{FUNCTIONS(ilj_l), .range = N},
			{FUNCTIONS(JLjli), .range = N,
			 .tiles = {{4, 8}, {8, 8}, {2, 24}, {4, 4}, {2, 8}}},
			{FUNCTIONS(IJijl), .range = N,
			 .tiles = {{8, 8}, {4, 16}, {12, 4}}},
		},
};

#else

NEST(ilj)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(l, 0, N)
	FOR(j, 0, N)
	BODY;
}

NEST(ijl)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(j, 0, N)
	FOR(l, 0, N)
	BODY;
}

NEST(jil)
{
	PARALLEL()
	FOR(j, 0, N)
	FOR(i, 0, N)
	FOR(l, 0, N)
	BODY;
}

NEST(jli)
{
	PARALLEL()
	FOR(j, 0, N)
	FOR(l, 0, N)
	FOR(i, 0, N)
	BODY;
}

NEST(lij)
{
	PARALLEL()
	FOR(l, 0, N)
	FOR(i, 0, N)
	FOR(j, 0, N)
	BODY;
}

NEST(lji)
{
	PARALLEL()
	FOR(l, 0, N)
	FOR(j, 0, N)
	FOR(i, 0, N)
	BODY;
}

NEST(jli_l)
{
	FOR(j, 0, N)
	PARALLEL()
	FOR(l, 0, N)
	FOR(i, 0, N)
	BODY;
}

NEST(ilj_l)
{
	FOR(i, 0, N)
	PARALLEL()
	FOR(l, 0, N)
	FOR(j, 0, N)
	BODY;
}

NEST(JLjli)
{
	PARALLEL()
	TILES(jj, 0, N, t1)
	TILES(ll, 0, N, t2)
	IN_TILE(j, jj, N, t1)
	IN_TILE(l, ll, N, t2)
	FOR(i, 0, N)
	BODY;
}

NEST(IJijl)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	TILES(jj, 0, N, t2)
	IN_TILE(i, ii, N, t1)
	IN_TILE(j, jj, N, t2)
	FOR(l, 0, N)
	BODY;
}

#endif
