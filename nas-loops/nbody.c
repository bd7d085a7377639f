/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bodies that attract each other: roots and divisions. Not of the papers.
 */
#ifndef NEST
#include <math.h>

#include "loop.h"

#ifndef N
#define N 240
#endif

#define ROOT(x) (sizeof(TYPE) == sizeof(float) ? sqrtf(x) : sqrt(x))

static TYPE x[N] ALIGNED, y[N] ALIGNED, z[N] ALIGNED, mass[N] ALIGNED;
static TYPE ax[N] ALIGNED, ay[N] ALIGNED, az[N] ALIGNED;

static void fill(void)
{
	FILL(x, 101);
	FILL(y, 103);
	FILL(z, 107);
	FILL(mass, 7);
	FILL(ax, 1);
	FILL(ay, 1);
	FILL(az, 1);
}

static void serial(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			TYPE dx = x[j] - x[i], dy = y[j] - y[i],
			     dz = z[j] - z[i];
			TYPE square = dx * dx + dy * dy + dz * dz + 1;
			TYPE pull = mass[j] / (square * ROOT(square));

			ax[i] += pull * dx;
			ay[i] += pull * dy;
			az[i] += pull * dz;
		}
}

#define NESTS_OF "nbody.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("nbody"),
	.results = {RESULT(ax), RESULT(ay), RESULT(az)},
	.nests =
		{
			{FUNCTIONS(ij), .range = N},
			{FUNCTIONS(ji_i), .range = N},
			{FUNCTIONS(Iji), .range = N,
			 .tiles = {{8}, {32}, {64}}},
			{FUNCTIONS(IJij), .range = N,
			 .tiles = {{16, 32}, {32, 64}, {8, 120}}},
			{FUNCTIONS(IJji), .range = N,
			 .tiles = {{16, 32}, {32, 64}}},
			{FUNCTIONS(Iij), .range = N, .tiles = {{4}, {8}, {16}}},
		},
};

#else

NEST(ij)
{
	PARALLEL()
	FOR(i, 0, N)
	{
		TYPE sx = ax[i], sy = ay[i], sz = az[i];

		FOR(j, 0, N)
		{
			TYPE dx = x[j] - x[i], dy = y[j] - y[i],
			     dz = z[j] - z[i];
			TYPE square = dx * dx + dy * dy + dz * dz + 1;
			TYPE pull = mass[j] / (square * ROOT(square));

			sx += pull * dx;
			sy += pull * dy;
			sz += pull * dz;
		}
		ax[i] = sx;
		ay[i] = sy;
		az[i] = sz;
	}
}

NEST(ji_i)
{
	FOR(j, 0, N)
	PARALLEL()
	FOR(i, 0, N)
	{
		TYPE dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
		TYPE square = dx * dx + dy * dy + dz * dz + 1;
		TYPE pull = mass[j] / (square * ROOT(square));

		ax[i] += pull * dx;
		ay[i] += pull * dy;
		az[i] += pull * dz;
	}
}

NEST(Iji)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	FOR(j, 0, N)
	IN_TILE(i, ii, N, t1)
	{
		TYPE dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
		TYPE square = dx * dx + dy * dy + dz * dz + 1;
		TYPE pull = mass[j] / (square * ROOT(square));

		ax[i] += pull * dx;
		ay[i] += pull * dy;
		az[i] += pull * dz;
	}
}

NEST(IJij)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	TILES(jj, 0, N, t2)
	IN_TILE(i, ii, N, t1)
	IN_TILE(j, jj, N, t2)
	{
		TYPE dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
		TYPE square = dx * dx + dy * dy + dz * dz + 1;
		TYPE pull = mass[j] / (square * ROOT(square));

		ax[i] += pull * dx;
		ay[i] += pull * dy;
		az[i] += pull * dz;
	}
}

NEST(IJji)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	TILES(jj, 0, N, t2)
	IN_TILE(j, jj, N, t2)
	IN_TILE(i, ii, N, t1)
	{
		TYPE dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
		TYPE square = dx * dx + dy * dy + dz * dz + 1;
		TYPE pull = mass[j] / (square * ROOT(square));

		ax[i] += pull * dx;
		ay[i] += pull * dy;
		az[i] += pull * dz;
	}
}

NEST(Iij)
{
	PARALLEL()
	TILES(ii, 0, N, t1)
	IN_TILE(i, ii, N, t1)
	{
		TYPE sx = ax[i], sy = ay[i], sz = az[i];

		FOR(j, 0, N)
		{
			TYPE dx = x[j] - x[i], dy = y[j] - y[i],
			     dz = z[j] - z[i];
			TYPE square = dx * dx + dy * dy + dz * dz + 1;
			TYPE pull = mass[j] / (square * ROOT(square));

			sx += pull * dx;
			sy += pull * dy;
			sz += pull * dz;
		}
		ax[i] = sx;
		ay[i] = sy;
		az[i] = sz;
	}
}

#endif
