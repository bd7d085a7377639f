/* SPDX-License-Identifier: GPL-3.0-or-later */
extern double x[100], y[100];
void double_all(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < 100; i++)
		y[i] = 2 * x[i];
}

void behind_barrier(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < 100; i++)
		y[i] += x[99 - i];
}
