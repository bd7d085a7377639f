/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * memset and memcpy of rows are stores and loads, and nobody's calls.
 * expect: any(.[]; .name == "clear" and (.calls | length == 0) and any(.refs[]; .write and .base == "grid"))
 * expect: any(.[]; .name == "copy" and (.calls | length == 0) and any(.refs[]; .write and .base == "to") and any(.refs[]; (.write | not) and .base == "from"))
 * expect: any(.[]; .name == "copy" and .class == "FAN")
 */
#include <stdio.h>
#include <string.h>
#define M 512
static double grid[100][M], old[100][M];

static void clear(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		memset(grid[i], 0, sizeof(grid[i]));
}

static void copy(double (*restrict to)[M], double (*restrict from)[M], int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		memcpy(to[i], from[i], M * sizeof(double));
}

int main(void)
{
	clear(100);
	copy(old, grid, 100);
	return printf("%g\n", old[3][3]) < 0;
}
