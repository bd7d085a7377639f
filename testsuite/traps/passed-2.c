/* SPDX-License-Identifier: GPL-3.0-or-later */
extern double x[100];
void fill(double *sum)
{
#pragma omp for
	for (int i = 0; i < 100; i++)
		*sum += i;
}

void plain(void)
{
#pragma omp for
	for (int i = 0; i < 100; i++)
		x[i] = i;
}
