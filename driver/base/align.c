/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Longest common subsequence: the greedy algorithm of E. W. Myers, An O(ND)
 * Difference Algorithm and Its Variations, Algorithmica 1 (1986).
 */
#include "align.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* The part between the common head and tail. */
struct middle {
	const uint64_t *keys, *other;
	int count, other_count;
};

/* From the diagonal above (true) or below? */
static bool comes_down(const int *furthest, int d, int k)
{
	return k == -d || (k != d && furthest[k - 1] < furthest[k + 1]);
}

/* The furthest reaching path on diagonal k with d differences. */
static int reach(const struct middle *middle, const int *furthest, int d, int k)
{
	int x = d == 0			     ? 0
		: comes_down(furthest, d, k) ? furthest[k + 1]
					     : furthest[k - 1] + 1;

	while (x < middle->count && x - k < middle->other_count &&
	       middle->keys[x] == middle->other[x - k])
		x++;
	return x;
}

/* rounds[d] has the furthest points of diagonals -d - 1 to d + 1. */
static void trace_back(const struct middle *middle, int **rounds, int d,
		       size_t *partner, size_t offset)
{
	int x = middle->count, y = middle->other_count;

	for (; d >= 0; d--) {
		const int *furthest = d ? rounds[d - 1] + d : NULL;
		int k = x - y, from = 0;

		if (d > 0) {
			from = comes_down(furthest, d, k) ? k + 1 : k - 1;
			from = furthest[from] + (from < k);
		}
		while (x > from) {
			x--;
			y--;
			partner[x] = (size_t)y + offset;
		}
		if (d == 0)
			return;
		if (comes_down(furthest, d, k))
			y--;
		else
			x--;
	}
}

static bool align_middle(const struct middle *middle, size_t *partner,
			 size_t offset)
{
	int most = middle->count + middle->other_count;
	int *furthest, *origin, **rounds;
	int d = 0, kept = 0;
	bool done = false;

	most = most < ALIGN_MOST ? most : ALIGN_MOST;
	furthest = memory_grow(NULL, 2 * (size_t)most + 3, sizeof(*furthest));
	memset(furthest, 0, (2 * (size_t)most + 3) * sizeof(*furthest));
	rounds = memory_grow(NULL, (size_t)most + 1, sizeof(*rounds));
	origin = furthest + most + 1;
	for (; !done && d <= most; d++) {
		size_t size = 2 * (size_t)d + 3;

		for (int k = -d; k <= d && !done; k += 2) {
			origin[k] = reach(middle, origin, d, k);
			done = origin[k] >= middle->count &&
			       origin[k] - k >= middle->other_count;
		}
		rounds[kept] = memory_grow(NULL, size, sizeof(int));
		memcpy(rounds[kept++], origin - d - 1, size * sizeof(int));
	}
	if (done)
		trace_back(middle, rounds, d - 1, partner, offset);
	while (kept)
		free(rounds[--kept]);
	free(rounds);
	free(furthest);
	return done;
}

bool align_keys(const uint64_t *keys, size_t count, const uint64_t *other,
		size_t other_count, size_t *partner)
{
	size_t head = 0, end = count, other_end = other_count;
	struct middle middle;

	for (size_t i = 0; i < count; i++)
		partner[i] = ALIGN_NONE;
	for (; head < end && head < other_end && keys[head] == other[head];
	     head++)
		partner[head] = head;
	while (end > head && other_end > head &&
	       keys[end - 1] == other[other_end - 1])
		partner[--end] = --other_end;
	if (end == head || other_end == head)
		return true;
	if (end - head > INT32_MAX / 4 || other_end - head > INT32_MAX / 4)
		return false;
	middle = (struct middle){keys + head, other + head, (int)(end - head),
				 (int)(other_end - head)};
	return align_middle(&middle, partner + head, head);
}
