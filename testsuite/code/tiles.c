/* SPDX-License-Identifier: GPL-3.0-or-later */
int m[3][1000], g[3][1000];

#define MIN(a, b) ((a) < (b) ? (a) : (b))

/* The loop over tiles stays around that over l, so it is not told of; the
   loop that GCC makes for the rest of the vectors is not taken for it. */
void tiles(void)
{
#pragma omp parallel for schedule(dynamic)
	for (int ll = 0; ll < 1000; ll += 64)
		for (int l = ll; l < MIN(ll + 64, 1000); l++)
			for (int a = 0; a < 3; a++)
				m[a][l] = 2 + g[a][l];
}
