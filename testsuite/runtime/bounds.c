/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds behind pointers and in structures. "value: LOOP NAME NUMBER" is what
 * the clocks must have seen; "no value: LOOP NAME" what may not be read where
 * the loop begins.
 */
#include <stdio.h>
#include <stdlib.h>

struct grid {
	int nx, ny;
	unsigned char halo;
	double *cell;
};

struct level {
	struct grid grid;
	struct level *coarse;
	int dims[3];
};

/* value: plain#1 g->ny 30
   value: plain#1 g->nx 20
   value: plain#1 g->halo 2
   value: plain#1 (inner) 16 */
static void plain(struct grid *g)
{
#pragma omp parallel for
	for (int j = g->halo; j < g->ny; j++)
		for (int i = g->halo; i < g->nx - g->halo; i++)
			g->cell[j * g->nx + i] += i;
}

/* value: nested#1 l->coarse->grid.nx 20
   value: nested#1 l->coarse->grid.ny 30
   value: nested#1 (inner) 20 */
static void nested(struct level *l)
{
#pragma omp parallel
	{
#pragma omp for
		for (int j = 0; j < l->coarse->grid.ny; j++)
			for (int i = 0; i < l->coarse->grid.nx; i++)
				l->coarse->grid.cell[j * 20 + i] += 1;
	}
}

/* value: copied#1 g.nx 20
   value: copied#1 g.ny 30 */
static void copied(struct grid g)
{
#pragma omp parallel for
	for (int j = 0; j < g.ny; j++)
		for (int i = 0; i < g.nx; i++)
			g.cell[j * g.nx + i] += 1;
}

/* value: dims#1 l->dims[0] 4
   value: dims#1 l->dims[1] 5
   value: dims#1 l->dims[2] 6
   value: dims#1 (inner) 4 */
static void dims(const struct level *l)
{
#pragma omp parallel for collapse(2)
	for (int k = 0; k < l->dims[2]; k++)
		for (int j = 0; j < l->dims[1]; j++)
			for (int i = 0; i < l->dims[0]; i++)
				l->grid.cell[k * 30 + j * 6 + i] += 1;
}

/* A step does not change; what the counter decides counts once.
   value: several#1 (inner) 651 */
static void several(struct grid *g)
{
#pragma omp parallel for
	for (int j = 0; j < 20; j++) {
		for (int i = 0; i < g->nx; i++)
			for (int k = 0; k < g->ny; k++)
				g->cell[j * 20 + i] += k;
		for (int i = 0; i < g->ny; i += 2)
			g->cell[j * 20 + i / 2] += 1;
		for (int i = 0; i < g->nx; i++)
			for (int k = 0; k < j; k++)
				g->cell[j * 20 + i] += k;
		for (int i = 0; i < j; i++)
			g->cell[j * 20 + i] += 1;
	}
}

/* What cannot vary is not told.
   no value: constant#1 (inner) */
static void constant(double *cell, int n)
{
#pragma omp parallel for
	for (int j = 0; j < n; j++)
		for (int i = 0; i < 8; i++)
			cell[j * 8 + i] += 1;
}

/* Only the body reads through g: a loop without iterations may have none.
   value: inner#1 g->nx 20 */
static void inner(struct grid *g, double *cell, int n)
{
#pragma omp parallel for
	for (int j = 0; j < n; j++)
		for (int i = 0; i < g->nx; i++)
			cell[j] += i;
}

/* One thread, for another may begin when n is another number.
   value: changed#1 n 40 */
static void changed(double *cell, int n)
{
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < n; i++) {
		cell[i] += 1;
		n--;
	}
}

/* Behind a test in the body: perhaps there is no such grid.
   no value: perhaps#1 g->nx */
static void perhaps(struct grid *g, double *cell, int n)
{
#pragma omp parallel for
	for (int j = 0; j < n; j++) {
		if (!g)
			continue;
		for (int i = 0; i < g->nx; i++)
			cell[j] += i;
	}
}

/* no value: checked#1 g->nx */
static void checked(struct grid *g, double *cell, int n)
{
#pragma omp parallel for
	for (int j = 0; j < n; j++) {
		if (!g)
			exit(3);
		for (int i = 0; i < g->nx; i++)
			cell[j] += i;
	}
}

static struct grid fixed[3];

/* Members of what is chosen from an array of structures.
   value: chosen#1 fixed[k].ny 7
   value: chosen#1 fixed[k].nx 5
   value: chosen#2 l[k].dims[1] 5 */
static void chosen(struct level *l, double *cell, int k)
{
#pragma omp parallel for
	for (int j = 0; j < fixed[k].ny; j++)
		for (int i = 0; i < fixed[k].nx; i++)
			cell[j] += i;
#pragma omp parallel for
	for (int i = 0; i < l[k].dims[1]; i++)
		cell[i] += 1;
}

/* What is freed is not read. */
static void freed(double *cell)
{
	struct grid *g = calloc(1, sizeof(*g));
	int n;

	g->nx = 9;
	n = g->nx + cell[0] * 0;
	free(g);
#pragma omp parallel for
	for (int j = 0; j < n; j++)
		cell[j] += 1;
}

int main(void)
{
	struct grid g = {20, 30, 2, calloc(600, sizeof(double))};
	struct level coarse = {g, NULL, {4, 5, 6}};
	struct level fine = {g, &coarse, {4, 5, 6}};
	struct level levels[2] = {fine, coarse};
	double sum = 0;

	fixed[1].nx = 5;
	fixed[1].ny = 7;
	for (int turn = 0; turn < 3; turn++) {
		plain(&g);
		nested(&fine);
		copied(g);
		dims(&coarse);
		several(&g);
		constant(g.cell, 9);
		inner(&g, g.cell, 10);
		inner(NULL, g.cell, 0);
		changed(g.cell, 40);
		perhaps(turn == 1 ? NULL : &g, g.cell, 3);
		checked(&g, g.cell, 3);
		checked(NULL, g.cell, 0);
		chosen(levels, g.cell, 1);
		freed(g.cell);
	}
	for (int i = 0; i < 600; i++)
		sum += g.cell[i];
	printf("%g\n", sum);
	free(g.cell);
	return 0;
}
