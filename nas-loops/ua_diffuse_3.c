/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * UA, the first product of the Laplacian; only p carries a dependence.
 * Published as z, p, j, i, which strides the first dimension.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 24
#endif

static TYPE tm1[N][N][N] ALIGNED, u[N][N][N] ALIGNED;
static TYPE wdtdr[N][N] ALIGNED;

static void fill(void)
{
	FILL(tm1, 7);
	FILL(u, 5);
	FILL(wdtdr, 11);
}

static void serial(void)
{
	for (int z = 0; z < N; z++)
		for (int p = 0; p < N; p++)
			for (int j = 0; j < N; j++)
				for (int i = 0; i < N; i++)
					tm1[i][j][z] +=
						wdtdr[i][p] * u[p][j][z];
}

#define NESTS_OF "ua_diffuse_3.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("ua_diffuse_3"),
	.results = {RESULT(tm1)},
	.nests =
		{
			{FUNCTIONS(zpji), .range = N, .paper = PUBLISHED},
			{FUNCTIONS(zjip), .range = N},
			{FUNCTIONS(zjpi), .range = N},
			{FUNCTIONS(jipz), .range = N},
			{FUNCTIONS(jpiz), .range = N},
			{FUNCTIONS(ijpz), .range = N},
			{FUNCTIONS(ipjz), .range = N, .paper = TURNED},
			{FUNCTIONS(izjp), .range = N},
			{FUNCTIONS(ijzp), .range = N},
			{FUNCTIONS(pijz_i), .range = N},
			{FUNCTIONS(IpijZz), .range = N,
			 .tiles = {{4, 8}, {4, 16}, {8, 16}}},
			{FUNCTIONS(IJijpz), .range = N,
			 .tiles = {{8, 8}, {4, 24}, {4, 4}}},
		},
};

#else

NEST(zpji)
{
	PARALLEL()
	FOR(z, 0, N)
	FOR(p, 0, N)
	FOR(j, 0, N)
	FOR(i, 0, N)
	tm1[i][j][z] += wdtdr[i][p] * u[p][j][z];
}

NEST(zjip)
{
	PARALLEL()
	FOR(z, 0, N)
	FOR(j, 0, N)
	FOR(i, 0, N)
	FOR(p, 0, N)
	tm1[i][j][z] += wdtdr[i][p] * u[p][j][z];
}

NEST(zjpi)
{
	PARALLEL()
	FOR(z, 0, N)
	FOR(j, 0, N)
	FOR(p, 0, N)
	FOR(i, 0, N)
	tm1[i][j][z] += wdtdr[i][p] * u[p][j][z];
}

NEST(jipz)
{
	PARALLEL()
	FOR(j, 0, N)
	FOR(i, 0, N)
	FOR(p, 0, N)
	FOR(z, 0, N)
	tm1[i][j][z] += wdtdr[i][p] * u[p][j][z];
}

NEST(jpiz)
{
	PARALLEL()
	FOR(j, 0, N)
	FOR(p, 0, N)
	FOR(i, 0, N)
	FOR(z, 0, N)
	tm1[i][j][z] += wdtdr[i][p] * u[p][j][z];
}

NEST(ijpz)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(j, 0, N)
	FOR(p, 0, N)
	FOR(z, 0, N)
	tm1[i][j][z] += wdtdr[i][p] * u[p][j][z];
}

NEST(ipjz)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(p, 0, N)
	FOR(j, 0, N)
	FOR(z, 0, N)
	tm1[i][j][z] += wdtdr[i][p] * u[p][j][z];
}

NEST(izjp)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(z, 0, N)
	FOR(j, 0, N)
	FOR(p, 0, N)
	tm1[i][j][z] += wdtdr[i][p] * u[p][j][z];
}

NEST(ijzp)
{
	PARALLEL()
	FOR(i, 0, N)
	FOR(j, 0, N)
	FOR(z, 0, N)
	FOR(p, 0, N)
	tm1[i][j][z] += wdtdr[i][p] * u[p][j][z];
}

NEST(pijz_i)
{
	FOR(p, 0, N)
	PARALLEL()
	FOR(i, 0, N)
	FOR(j, 0, N)
	FOR(z, 0, N)
	tm1[i][j][z] += wdtdr[i][p] * u[p][j][z];
}

NEST(IpijZz)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	FOR(p, 0, N)
	IN_TILE(i, ii, N, t1)
	FOR(j, 0, N)
	TILES(zz, 0, N, t2)
	IN_TILE(z, zz, N, t2)
	tm1[i][j][z] += wdtdr[i][p] * u[p][j][z];
}

NEST(IJijpz)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	TILES(jj, 0, N, t2)
	IN_TILE(i, ii, N, t1)
	IN_TILE(j, jj, N, t2)
	FOR(p, 0, N)
	FOR(z, 0, N)
	tm1[i][j][z] += wdtdr[i][p] * u[p][j][z];
}

#endif
