/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds in structs, behind pointers, and in an array of sizes.
 * expect: all(.[]; .analysed and .nest[0].trip != null and .nest[1].trip != null)
 * expect: all(.[]; all(.nest[]; .early_exit | not))
 * expect: length == 3
 */
#include <stdio.h>
#include <stdlib.h>
struct grid {
	struct {
		int nx, ny;
	} size;
	double *cell;
};
struct level {
	struct grid *grid;
	int rows[4];
};

static void scale(struct grid *g, double by)
{
#pragma omp parallel for
	for (int i = 0; i < g->size.nx; i++)
		for (int j = 0; j < g->size.ny; j++)
			g->cell[i * g->size.ny + j] *= by;
}

static void shift(const struct level *l, double by)
{
#pragma omp parallel for
	for (int i = 1; i < l->grid->size.nx - 1; i++)
		for (int j = 0; j < l->rows[2]; j++)
			l->grid->cell[i * l->rows[2] + j] += by;
}

static void zero(struct grid g)
{
#pragma omp parallel for
	for (int i = 0; i < g.size.nx; i++)
		for (int j = 0; j < g.size.ny; j++)
			g.cell[i * g.size.ny + j] = 0;
}

int main(void)
{
	struct grid g = {{30, 40}, calloc(1200, sizeof(double))};
	struct level l = {&g, {0, 0, 40, 0}};

	zero(g);
	shift(&l, 2);
	scale(&g, 3);
	return printf("%g\n", g.cell[50]) < 0;
}
