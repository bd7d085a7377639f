/* SPDX-License-Identifier: GPL-3.0-or-later */
enum { COUNT = 320 };
static double path[COUNT][COUNT];

/* GCC copies both loops, and the inner one once more in the copy. */
void overlap(int k)
{
#pragma omp parallel for
	for (int i = 0; i < COUNT; i++)
		for (int j = 0; j < COUNT; j++)
			if (path[i][k] + path[k][j] < path[i][j])
				path[i][j] = path[i][k] + path[k][j];
}
