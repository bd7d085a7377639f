/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The other one. */
#include <omp.h>
extern double x[], y[];

static double step(double v)
{
	return v + omp_get_thread_num();
}

void other(void)
{
	/* refused: 'omp_get_thread_num' */
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		y[i] = step(x[i]);
}
