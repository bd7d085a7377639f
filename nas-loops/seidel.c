/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nine-point means in place. A point needs its neighbours above and to the left
 * as they are now and the others as they were: points with the same 2 i + j are
 * free of each other. In s = i + j no dependence points back, so tiles of i and
 * s are free along the diagonals of the tiles.
 */
#ifndef NEST
#include "loop.h"

#ifndef N
#define N 120
#endif

#define STEPS 4
#define LAST (N - 2)

static TYPE a[N][N] ALIGNED;

static void fill(void)
{
	FILL(a, 7);
}

static void serial(void)
{
	for (int t = 0; t < STEPS; t++)
		for (int i = 1; i <= LAST; i++)
			for (int j = 1; j <= LAST; j++)
				a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] +
					   a[i - 1][j + 1] + a[i][j - 1] +
					   a[i][j] + a[i][j + 1] +
					   a[i + 1][j - 1] + a[i + 1][j] +
					   a[i + 1][j + 1]) /
					  9;
}

/* The mean of the points around (i, j). */
#define POINT(i, j)                                                            \
	a[i][j] = (a[(i)-1][(j)-1] + a[(i)-1][j] + a[(i)-1][(j) + 1] +         \
		   a[i][(j)-1] + a[i][j] + a[i][(j) + 1] + a[(i) + 1][(j)-1] + \
		   a[(i) + 1][j] + a[(i) + 1][(j) + 1]) /                      \
		  9

#define NESTS_OF "seidel.c"
#include "schedules.h"

const struct loop this_loop = {
	LOOP("seidel"),
	.results = {RESULT(a)},
	.nests =
		{
			{FUNCTIONS(twi_i), .range = LAST / 2,
			 .paper = PUBLISHED},
			{FUNCTIONS(twIis_I), .range = LAST,
			 .tiles = {{1, 32},
				   {1, 64},
				   {2, 64},
				   {4, 32},
				   {4, 128},
				   {8, 32},
				   {8, 64},
				   {8, 128},
				   {16, 16},
				   {16, 64},
				   {16, 128},
				   {32, 32}}},
		},
};

#else

NEST(twi_i)
{
	FOR(t, 0, STEPS)
	FOR(w, 3, 3 * LAST + 1)
	PARALLEL()
	FOR(i, MAX(1, (w - LAST + 1) / 2), MIN(LAST, (w - 1) / 2) + 1)
	POINT(i, w - 2 * i);
}

NEST(twIis_I)
{
	FOR(t, 0, STEPS)
	FOR(wave, 0, (LAST - 1) / t1 + (2 * LAST - 2) / t2 + 1)
	PARALLEL()
	FOR(tile, MAX(0, wave - (2 * LAST - 2) / t2),
	    MIN((LAST - 1) / t1, wave) + 1)
	FOR(i, 1 + tile * t1, MIN(LAST + 1, 1 + tile * t1 + t1))
	FOR(s, MAX(i + 1, 2 + (wave - tile) * t2),
	    MIN(i + LAST + 1, 2 + (wave - tile) * t2 + t2))
	POINT(i, s - i);
}

#endif
