/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops. */
#include <omp.h>
extern double x[], y[];

double of_the_thread(double v)
{
	return v + omp_get_thread_num();
}

void alike(int n)
{
	/* refused: of_the_thread */
#pragma omp for
	for (int i = 0; i < n; i++)
		y[i] = x[i] + 1;
}

void differs(int n)
{
	/* refused: 'mine' */
#pragma omp for
	for (int i = 0; i < 10; i++)
		y[i] = x[i] + n;
}

void beside(int n)
{
	/* refused: static loop of 'main' */
#pragma omp for schedule(static)
	for (int i = 0; i < n; i++)
		y[i] = x[i];
}

void behind(int n)
{
	/* safe: callers(behind) */
#pragma omp for schedule(static)
	for (int i = 0; i < n; i++)
		y[i] = x[i];
}

void through(const double *by)
{
	/* refused: 'own' */
#pragma omp for
	for (int i = 0; i < 10; i++)
		y[i] = x[i] * *by;
}

void rounding(int n)
{
	/* refused: of_the_thread */
#pragma omp for
	for (int i = 0; i < n; i++)
		y[i] = x[i];
}
