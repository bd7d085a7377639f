/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orphaned loops: their callers have the region. */
#define N 100
double x[N], y[N];

void scale(double by)
{
	/* needs: callers(scale) */
#pragma omp for
	for (int i = 0; i < N; i++)
		y[i] = x[i] * by;
}

double other(double v);

void apply(void)
{
	/* needs: callers(apply), other */
#pragma omp for
	for (int i = 0; i < N; i++)
		y[i] = other(x[i]);
}

void own_state(void)
{
	double last = 0;

	/* refused: 'last' */
#pragma omp for
	for (int i = 0; i < N; i++) {
		y[i] = x[i] - last;
		last = x[i];
	}
}

void pair(void)
{
	/* refused: nowait */
#pragma omp for schedule(static) nowait
	for (int i = 0; i < N; i++)
		y[i] = x[i];
		/* refused: nowait */
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		x[i] = y[i];
}
