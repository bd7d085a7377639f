// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Rows that pointers find.
 */
#include <cstddef>
#include <vector>

void pointer_plain(int n, double **a, double **c)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		for (int j = 0; j < n; j++)
			c[i][j] = a[i - 1][j + 2];
}

void pointer_vector(int n, std::vector<std::vector<float>> &c)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			c[j][i] *= 2;
}

struct matrix {
	int rows, columns;
	double **data;
};

void pointer_member(matrix *m)
{
#pragma omp parallel for
	for (int i = 0; i < m->rows; i++)
		for (int j = 0; j < m->columns; j++)
			m->data[i][j] = i;
}

double *table[100];

void pointer_table(int k, int n)
{
#pragma omp parallel for
	for (int i = k; i < 100; i++)
		for (int j = 0; j < n; j++)
			table[i][j] -= table[k][j];
}

double **rows;

void pointer_global(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			rows[i][j] += rows[j][i];
}

void pointer_before(int n, double **c)
{
	double **below = c + 2;

#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			below[i][j] = 1;
}

/* A store may change the pointers. */
void pointer_bytes(int n, char **c)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			c[i][j] = 1;
}

/* Each iteration exchanges its rows in the end. */
void pointer_exchanged(int n, double **a, double **c)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double *row = a[i];

		for (int j = 0; j < n; j++)
			c[i][j] = a[i][j];
		a[i] = c[i];
		c[i] = row;
	}
}

/* Data say which row. */
void pointer_chosen(int n, double **c, const int *which)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			c[which[i]][j] = 1;
}

/* Rows of rows. */
void pointer_deep(int n, double ***c)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				c[i][j][k] = 1;
}

/* Two of one name. */
void pointer_hidden(int n, double **c, double **d)
{
	double **const outer = c;
	{
		double **c = d;

#pragma omp parallel for
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				c[i][j] = outer[j][i];
	}
}

/* What is given back is made where the caller wants it. */
std::vector<std::vector<double>>
pointer_given(int n, const std::vector<std::vector<double>> &a)
{
	std::vector<std::vector<double>> c(n, std::vector<double>(n));

#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			c[i][j] = a[j][i];
	return c;
}

struct plane {
	std::size_t width;
	std::vector<double> cells;

	plane(std::size_t w, std::size_t h) : width(w), cells(w * h)
	{
	}
};

/* To GCC it may change from.width to ask for memory: then to.width is another
   number. */
plane pointer_stored(const plane &from, std::size_t height)
{
	plane to(from.width, height);

#pragma omp parallel for
	for (std::size_t i = 0; i < height; i++)
		for (std::size_t j = 0; j < from.width; j++)
			to.cells[i * to.width + j] = from.cells[j];
	return to;
}
