/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pointers and lengths of rows that are members: whether rows and arrays
 * overlap is asked by their names.
 */
#include <cstddef>
#include <vector>

struct grid {
	int n, m, ld;
	double *x;
	const double *y;

	void transpose();
};

void grid::transpose()
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			x[i * ld + j] += y[j * ld + i];
}

void behind(grid *g)
{
#pragma omp parallel for
	for (int j = 0; j < g->m; j++)
		for (int i = 1; i < g->n; i++)
			g->x[i * g->ld + j] =
				g->x[(i - 1) * g->ld + j] + g->y[j];
}

void chosen(grid (&g)[2])
{
#pragma omp parallel for
	for (int j = 0; j < g[1].m; j++)
		for (int i = 1; i < g[1].n; i++)
			g[1].x[i * g[1].ld + j] += g[1].y[i * g[1].ld + j];
}

void containers(std::vector<double> &x, const std::vector<double> &y, int n,
		int m, int ld)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 1; i < n; i++)
			x[i * ld + j] = x[(i - 1) * ld + j] + y[i * ld + j];
}

/* Two members of one name. */
struct based : grid {
	int ld;

	void moved();
};

void based::moved()
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			x[i * ld + j] +=
				y[j * grid::ld + i] + x[i * grid::ld + j];
}

/* A number of the object itself could lie among its data. */
struct scaled {
	int n, m, ld;
	double factor;
	double *x;

	void scale(const double *y);
};

void scaled::scale(const double *y)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			x[i * ld + j] += factor * y[j * ld + i];
}

/* The names in the loops are those of an argument before them. */
int width;

void outside(int n, int m, int width, double *__restrict x,
	     const double *__restrict y)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 1; i < n; i++)
			x[i * ::width + j] =
				x[(i - 1) * ::width + j] + y[width];
}

namespace narrow
{
int width;
}

void elsewhere(int n, int m, double *__restrict x, const double *__restrict y)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 1; i < n; i++)
			x[i * narrow::width + j] =
				x[(i - 1) * narrow::width + j] + y[j];
}

/* Where no loop runs g may be nothing: that is asked first. */
void absent(const grid *g, int n, int m, double *x)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			x[i * m + j] += g->y[j * m + i];
}

/* One pointer of a table, which does not change. */
void pointers(double **x, double **y, int which, int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			x[which][i * m + j] += y[which][i * m + j];
}

extern "C" void call_absent(int n, int m, int ld, int plane, double *x,
			    const double *)
{
	grid g = {n, m, ld, x, x + plane};

	absent(n > 0 && m > 0 ? &g : nullptr, n, m, x);
}

extern "C" void call_transpose(int n, int m, int ld, int, double *x,
			       const double *y)
{
	grid g = {n, m, ld, x, y};

	g.transpose();
}

extern "C" void call_scale(int n, int m, int ld, int, double *x,
			   const double *y)
{
	scaled s = {n, m, ld, .5, x};

	s.scale(y);
}

extern "C" void call_behind(int n, int m, int ld, int, double *x,
			    const double *y)
{
	grid g = {n, m, ld, x, y};

	behind(&g);
}

extern "C" void call_chosen(int n, int m, int ld, int, double *x,
			    const double *y)
{
	grid g[2] = {{}, {n, m, ld, x, y}};

	chosen(g);
}

extern "C" void call_containers(int n, int m, int ld, int, double *x,
				const double *y)
{
	std::vector<double> mine(x, x + 600);
	const std::vector<double> other(y, y + 600);

	if (ld < 0)
		ld = -ld;
	containers(mine, other, n, m, ld);
	for (size_t i = 0; i < mine.size(); i++)
		x[i] = mine[i];
}
