/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit that the plugin has not seen, and what the table does not list. */
#include <stdlib.h>
#define N 100
double x[N], y[N];

double unseen(double v);

void of_a_unit(void)
{
	/* refused: 'unseen' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = unseen(x[i]);
}

void of_a_library(void)
{
	/* refused: 'rand' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = rand();
}

int main(void)
{
	of_a_unit();
	of_a_library();
	return y[0] < 0;
}
