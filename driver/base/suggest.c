/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a misspelt word was meant to be.
 */
#include "suggest.h"

#include <string.h>

#define LONGEST 40

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Letters i - 2, i - 1 of one word are j - 1, j - 2 of the other. */
static int swapped(const char *one, size_t i, const char *other, size_t j)
{
	return i > 1 && j > 1 && one[i - 1] == other[j - 2] &&
	       one[i - 2] == other[j - 1];
}

/* Optimal string alignment: rows of the dynamic programme, one a letter. */
size_t suggest_distance(const char *one, const char *other)
{
	size_t cost[LONGEST + 1][LONGEST + 1];
	size_t rows = strlen(one);
	size_t columns = strlen(other);

	if (rows > LONGEST || columns > LONGEST)
		return rows > columns ? rows : columns;
	for (size_t i = 0; i <= rows; i++)
		cost[i][0] = i;
	for (size_t j = 0; j <= columns; j++)
		cost[0][j] = j;
	for (size_t i = 1; i <= rows; i++)
		for (size_t j = 1; j <= columns; j++) {
			size_t change = one[i - 1] != other[j - 1];

			cost[i][j] = least(cost[i - 1][j], cost[i][j - 1]) + 1;
			cost[i][j] =
				least(cost[i][j], cost[i - 1][j - 1] + change);
			if (swapped(one, i, other, j))
				cost[i][j] = least(cost[i][j],
						   cost[i - 2][j - 2] + 1);
		}
	return cost[rows][columns];
}

int suggest_better(const char *word, const char *candidate, size_t *best)
{
	size_t distance = suggest_distance(word, candidate);

	if (distance >= *best || distance > strlen(candidate) / 3 + 1)
		return 0;
	*best = distance;
	return 1;
}
