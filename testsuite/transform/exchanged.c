/*
 * Steps in time that exchange what the nest goes through. Whatever a name is
 * elsewhere, the test at run time must ask for what the loops index by it.
 */
#include <stdlib.h>

/* The parameters of all of them. */
#define GIVEN int n, int m, int steps, double *x, double *y

void pair(GIVEN)
{
	for (int t = 0; t < steps; t++) {
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < m; j++)
				y[i * m + j] = x[i * m + j - 1] + 1;
		double *kept = x;
		x = y;
		y = kept;
	}
}

/* At the nest x is what was y. */
void before(GIVEN)
{
	for (int t = 0; t < steps; t++) {
		double *kept = x;

		x = y;
		y = kept;
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < m; j++)
				y[i * m + j] = x[i * m + j - 1] + 1;
	}
}

/* Exchanged twice in each step: at the second nest x is y's argument again. */
void twice(GIVEN)
{
	for (int t = 0; t < steps; t++) {
		double *kept = x;

		x = y;
		y = kept;
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < m; j++)
				y[i * m + j] += x[i * m + j - 1] * .5;
		kept = x;
		x = y;
		y = kept;
	}
}

/* What old leads to was x, and x is another one by now. */
void old(GIVEN)
{
	for (int t = 0; t < steps; t++) {
		double *old = x + m;

		x = y;
		y = old - m;
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < m; j++)
				old[i * m + j] = x[i * m + j - 1] + 1;
	}
}

/* Two names of one value in the first step, and of two later on. */
void same(GIVEN)
{
	double *a = x, *b = x;

	for (int t = 0; t < steps; t++) {
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < m; j++)
				y[i * m + j] = a[i * m + j - 1] + b[j];
		double *kept = a;
		a = b;
		b = y;
		y = kept;
	}
}

/* Another v stands before the nest, and both are in use. */
void shadow(GIVEN)
{
	double *u = x, *v = y;

	for (int t = 0; t < steps; t++) {
		double *to = v;

		{
			double *v = u;
#pragma omp parallel for
			for (int i = 1; i < n; i++)
				for (int j = 1; j < m; j++)
					to[i * m + j] = v[i * m + j - 1] + 1;
		}
		double *kept = u;
		u = v;
		v = kept;
	}
}

/* Within the nest the names are those of others. */
void inner(GIVEN)
{
	double *u = x, *v = y;

	for (int t = 0; t < steps; t++) {
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < m; j++) {
				double *w = v;
				double *v = u;

				w[i * m + j] = v[i * m + j - 1] + 1;
			}
		double *kept = u;
		u = v;
		v = kept;
	}
}

void counted(GIVEN)
{
	double *both[2] = {x, y};

	for (int t = 0; t < steps; t++) {
		double *from = both[t % 2], *to = both[1 - t % 2];

#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < m; j++)
				to[i * m + j] = from[i * m + j - 1] + 1;
	}
}

/* Some steps leave them as they are, or make both the same. */
void sometimes(GIVEN)
{
	for (int t = 0; t < steps; t++) {
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < m; j++)
				y[i * m + j] = x[i * m + j - 1] + 1;
		if (t % 3 == 1) {
			double *kept = x;

			x = y;
			y = kept;
		} else if (t % 3 == 2) {
			x = y;
		}
	}
}

/* The length of a row is exchanged, too. */
void widths(GIVEN)
{
	int width = m, other = m - 1;

	for (int t = 0; t < steps; t++) {
		int kept = width;

		width = other;
		other = kept;
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < m; j++)
				y[i * width + j] = x[i * other + j - 1] + 1;
	}
}

/* What the names lead to is what the loops make of them. */
void cast(GIVEN)
{
	char *from = (char *)x;
	void *to = y;

	for (int t = 0; t < steps; t++) {
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < m; j++)
				((double *)to)[i * m + j] =
					((double *)from)[i * m + j - 1] + 1;
		char *kept = from;
		from = to;
		to = kept;
	}
}

/* A number that was converted before it got its name. */
void converted(GIVEN)
{
	int width = m > 4 ? atoi("7") : 3;

	for (int t = 0; t < steps; t++) {
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < width; j++)
				y[i * width + j] = x[i * width + j - 1] + 1;
		double *kept = x;
		x = y;
		y = kept;
	}
}

/* A pointer that goes on: the record counts from where it began. */
void moved(GIVEN)
{
	for (int t = 0; t < steps; t++) {
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < m; j++)
				x[i * m + j] = y[i * m + j - 1] + 1;
		x += m;
	}
}

/* Within the nest they change. */
void within(GIVEN)
{
	for (int t = 0; t < steps; t++)
#pragma omp parallel for
		for (int i = 1; i < n; i++) {
			double *from = x, *to = y;

			for (int j = 1; j < m; j++) {
				double *kept = from;

				to[i * m + j] = from[i * m + j - 1] + 1;
				from = to;
				to = kept;
			}
		}
}

/* Anybody may change them. */
void unsteady(GIVEN)
{
	double *volatile from = x, *volatile to = y;

	for (int t = 0; t < steps; t++) {
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < m; j++)
				to[i * m + j] = from[i * m + j - 1] + 1;
		double *kept = from;
		from = to;
		to = kept;
	}
}

/* Behind the store the sizes may be others, and m - 1 is an old one. */
void rewritten(int n, int which, int sizes[4], double (*a)[90])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int m = sizes[1] + 1;

		sizes[which] += 2;
		for (int q = 0; q < n; q++)
			for (int j = 0; j < sizes[1]; j++)
				a[i][j] = a[i][j + (m - 1)] / 2 + q;
	}
}

/* The same through another pointer, and by assembler code. */
void written(int n, int *size, int *other, double (*a)[90])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int m = *size + 1;

		*other += 2;
		for (int q = 0; q < n; q++)
			for (int j = 0; j < *size; j++)
				a[i][j] = a[i][j + (m - 1)] / 2 + q;
	}
}

void assembled(int n, int *size, double (*a)[90])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int m = *size + 1;

		__asm__("" ::: "memory");
		for (int q = 0; q < n; q++)
			for (int j = 0; j < *size; j++)
				a[i][j] = a[i][j + (m - 1)] / 2 + q;
	}
}
