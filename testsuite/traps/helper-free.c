/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chain of functions of other units that only compute. */
/* expect: .[0].rewrite_why == [] */
/* expect: .[0].unseen == null */
#include <stdio.h>
double first(double x, int depth);
int main(void)
{
	static double x[100];

#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = first(i, 3);
	printf("%g\n", x[7]);
	return 0;
}
