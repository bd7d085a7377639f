/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function asks in a region of its own: of its own team. */
/* expect: map(select(.function == "main")) | .[0].rewrite_why == [] */
#include <omp.h>
static double sum(int n)
{
	double parts[64] = {0}, all = 0;

#pragma omp parallel num_threads(2)
	parts[omp_get_thread_num()] = n;
	for (int i = 0; i < 64; i++)
		all += parts[i];
	return all;
}

int main(void)
{
	static double x[100];

#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = sum(i);
	return x[7] < 0;
}
