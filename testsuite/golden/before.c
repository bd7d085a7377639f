// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What was loaded before the loops: it has the name of the place as long as
 * the place was not written since.
 */
struct grid {
	int n;
};

void change(struct grid *g);

/* GCC computes m - 1 from the old g->n. */
void before_call(struct grid *g, double *a, int rows)
{
	int m = g->n + 1;

	change(g);
#pragma omp parallel for
	for (int j = 0; j < g->n; j++)
		for (int i = 0; i < rows; i++)
			a[i * (m - 1) + j] += j;
}

void before_store(struct grid *g, struct grid *other, double *a, int rows)
{
	int m = g->n + 1;

	if (rows > 5)
		other->n = rows;
#pragma omp parallel for
	for (int j = 0; j < g->n; j++)
		for (int i = 0; i < rows; i++)
			a[i * (m - 1) + j] += j;
}

/* No store of these loops can reach an int. */
void before_loops(struct grid *g, double *a, int rows)
{
	int m = g->n + 1;

	for (int i = 0; i < rows; i++)
		if (a[i] > 0)
			a[i] = 1;
#pragma omp parallel for
	for (int j = 0; j < g->n; j++)
		for (int i = 0; i < rows; i++)
			a[i * (m - 1) + j] += j;
}

/* The first time it is the old one, then it is not. */
void before_steps(struct grid *g, double *a, int rows)
{
	int m = g->n + 1;

	for (int t = 0; t < 10; t++) {
#pragma omp parallel for
		for (int j = 0; j < g->n; j++)
			for (int i = 0; i < rows; i++)
				a[i * (m - 1) + j] += j;
		change(g);
	}
}
