// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Nests on rows that pointers find: C and C++. Wherever the rows lie, changed
 * loops compute the same.
 */

typedef __SIZE_TYPE__ unsigned_size;

/* The parameters of most of them. */
#define GIVEN int n, int m, int k, double **a, double **c

void across(GIVEN)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			c[i][j] = c[i][j] * .5 + a[i][j];
}

void border(GIVEN)
{
#pragma omp parallel for
	for (int j = 1; j < m - 1; j++)
		for (int i = 1; i < n - 1; i++)
			c[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] +
				  a[i][j + 1];
}

/* One row is read by all others of the same table. */
void eliminate(int n, int m, int k, double **a, double **c)
{
#pragma omp parallel for
	for (int j = k + 1; j < m; j++)
		for (int i = k + 1; i < n; i++)
			c[i][j] -= c[i][k] * c[k][j] * .01;
	(void)a;
}

void product(GIVEN)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			c[i][j] = 0;
			for (int l = 0; l < m; l++)
				c[i][j] += a[i][l] * a[l][j];
		}
}

/* The sum stands in the element. */
void sum(GIVEN)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			double s = 0;

			for (int l = 0; l < n; l++)
				s += a[l][j] * .5;
			c[i][j] = s;
		}
}

/* Only one of both has rows. */
void beside(GIVEN)
{
	double *x = c[n / 2], *y = c[n / 3];

#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			y[j] += a[i][j] * x[i];
}

/* From the last row to the first one. */
void up(GIVEN)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = n - 2; i >= 0; i--)
			c[i][j] = c[i + 1][j] * .9 + 1;
}

/* The pointers are read from behind another one. */
struct matrix {
	int rows;
	double **data;
};

static void fill(struct matrix *to, const struct matrix *from, int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			to->data[i][j] += from->data[i][j];
}

/* Behind it only where loops run. */
void member(GIVEN)
{
	struct matrix to = {n, c}, from = {n, a};

	fill(n > 0 ? &to : 0, m > 0 ? &from : 0, n, m);
}

/* Ends that may wrap around. */
static void shorter(unsigned n, unsigned m, double **a, double **c)
{
#pragma omp parallel for
	for (unsigned j = 0; j < m - 1; j++)
		for (unsigned i = 0; i < n - 1; i++)
			c[i][j] = c[i][j] * .5 + a[i + 1][j + 1];
}

void wrapped(GIVEN)
{
	if (n > 0 && m > 0)
		shorter(n, m, a, c);
}

/* Numbers below 0 from one without a sign. */
static void behind(int n, int m, unsigned k, double **a, double **c)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			c[i - (int)k][j] += a[i][j];
}

void shifted(GIVEN)
{
	behind(n, m, k, a, c + k);
}

/* Where the rows begin is only there where loops run. */
static void lower(const struct matrix *from, int n, int m, double **c)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			c[i][j] -= from->data[i - from->rows][j];
}

void lowered(GIVEN)
{
	struct matrix from = {-1, a};

	lower(m > 0 ? &from : 0, n, m, c);
}

/* Compared without a sign: from -1 on no loop runs. */
static void after(unsigned_size m, int first, int n, double **a, double **c)
{
#pragma omp parallel for
	for (unsigned_size j = first; j < m; j++)
		for (int i = 0; i < n; i++)
			c[i][j] += a[i][j];
}

void begun(GIVEN)
{
	if (k == 2)
		after(m, -1, n, 0, 0);
	else
		after(m, k, n, a, c);
}

/* Rows have names between the loops. */
void named(GIVEN)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double *const row = c[i];
		const double *from = a[i];

		for (int j = 0; j < m; j++) {
			row[j] *= 2;
			for (int l = 0; l < m; l++)
				row[j] += from[l] * a[n - 1 - i][j];
		}
	}
}

/* Not all iterations have the row that they would ask for. */
void triangle(GIVEN)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = j; i < n; i++)
			c[i][j] += a[j][i % 2];
}

void conditional(GIVEN)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			if (i != k)
				c[i][j] += 1;
}

/* Every second row. */
void apart(GIVEN)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i += 2)
			c[i][j] += 1;
}

/* All threads find the same rows, in each step. */
void region(GIVEN)
{
#pragma omp parallel
	for (int t = 0; t < k; t++) {
#pragma omp for
		for (int j = 1; j < m; j++)
			for (int i = 1; i < n; i++)
				c[i][j] = a[i - 1][j - 1] + .5;
#pragma omp single
		{
			double **kept = a;

			a = c;
			c = kept;
		}
	}
}

/* Another thread exchanges them. */
void exchanged(GIVEN)
{
#pragma omp parallel
	for (int t = 0; t < k; t++) {
#pragma omp for
		for (int j = 0; j < m; j++)
			for (int i = 0; i < n; i++)
				c[i][j] = a[i][j];
#pragma omp single
		if (n > 1) {
			double *kept = a[0];

			a[0] = a[1];
			a[1] = kept;
		}
	}
}

#ifdef __cplusplus
#include <cstddef>
#include <vector>

typedef std::vector<std::vector<double>> table;

static void gather(int n, int m, const table &from, table &to)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			to[i][j] += from[i][j];
}

/* Where each row was made behind the one before they ascend, until two of them
   are exchanged. */
void held(GIVEN)
{
	table from, to;

	for (int i = 0; i < n; i++) {
		from.push_back(std::vector<double>(a[i], a[i] + m));
		to.push_back(std::vector<double>(c[i], c[i] + m));
	}
	if (k == 0 && n > 1)
		to[0].swap(to[n - 1]);
	gather(n, m, from, to);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			c[i][j] = to[i][j];
}

/* Containers tell how many rows and columns there are; without a row nobody may
   ask the first one. */
static table add(const table &from, const table &other)
{
	table to(from);

#pragma omp parallel for
	for (unsigned i = 0; i < from.size(); i++)
		for (std::size_t j = 0; j < other[0].size(); j++)
			to[i][j] = to[i][j] * .5 + other[i][j];
	return to;
}

void sized(GIVEN)
{
	table from, other, to;

	for (int i = 0; i < n; i++) {
		from.push_back(std::vector<double>(a[i], a[i] + m));
		other.push_back(std::vector<double>(c[i], c[i] + m));
	}
	if (k == 0 && n > 1)
		other[0].swap(other[n - 1]);
	to = add(from, other);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			c[i][j] = to[i][j];
}

/* Where the sum stands in an element, its loop runs through the columns twice:
   what it loaded to count them is used behind the first time. */
static void multiply(table &to, const table &from, const table &other)
{
#pragma omp parallel for
	for (std::size_t i = 0; i < to.size(); i++)
		for (std::size_t j = 0; j < other[0].size(); j++) {
			double sum = 0;

			for (std::size_t l = 0; l < other.size(); l++)
				sum += from[i][l] * other[l][j];
			to[i][j] = sum;
		}
}

void multiplied(GIVEN)
{
	table from, other, to;

	for (int i = 0; i < n; i++) {
		from.push_back(std::vector<double>(a[i], a[i] + n));
		other.push_back(std::vector<double>(c[i], c[i] + m));
	}
	to = other;
	if (k == 0 && n > 1)
		other[0].swap(other[n - 1]);
	multiply(to, from, other);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			c[i][j] = to[i][j];
}

/* In a region all threads find the same rows, but those that have a table of
   their own. */
static void shared(int n, int m, int k, const table &from, table &to)
{
#pragma omp parallel
	for (int t = 0; t < k; t++) {
#pragma omp for
		for (int j = 0; j < m; j++)
			for (std::size_t i = 0; i < to.size(); i++)
				to[i][j] = to[i][j] * .5 + from[i][j];
	}
	(void)n;
}

static double own(int n, int m, table &to)
{
	double sum = 0;

#pragma omp parallel firstprivate(to) reduction(+ : sum)
	{
#pragma omp for
		for (int j = 0; j < m; j++)
			for (int i = 0; i < n; i++)
				to[i][j] += 1;
		for (int i = 0; i < n; i++)
			sum += to[i][0];
	}
	return sum;
}

void regional(GIVEN)
{
	table from, to;

	for (int i = 0; i < n; i++) {
		from.push_back(std::vector<double>(a[i], a[i] + m));
		to.push_back(std::vector<double>(c[i], c[i] + m));
	}
	if (m % 8 == 4 && n > 1)
		to[0].swap(to[n - 1]);
	shared(n, m, k, from, to);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			c[i][j] = to[i][j];
	if (m > 0)
		own(n, m, to);
}
#endif
