/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls of functions that are neither seen nor in the table: another unit may
 * have their bodies. An attribute is no proof.
 */
#include <stdlib.h>
#define N 100
double x[N], y[N];

double elsewhere(double v);
double promised(double v) __attribute__((const));
double also_promised(const double *v) __attribute__((pure));

static double by_way_of(double v)
{
	return 1 + elsewhere(v);
}

void direct(void)
{
	/* needs: elsewhere */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = elsewhere(x[i]);
}

void in_a_callee(void)
{
	/* needs: elsewhere */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = by_way_of(x[i]);
}

void attributes(void)
{
	/* needs: also_promised, promised */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = promised(x[i]) + also_promised(&x[i]);
}

void generator(void)
{
	/* needs: rand */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = rand();
}
