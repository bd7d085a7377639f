/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output, memory and mathematics do not care which thread they run in. */
/* expect: length == 1 */
/* expect: .[0].rewrite_why == [] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	double *x = malloc(1000 * sizeof(*x));

#pragma omp parallel for schedule(dynamic)
	for (int i = 0; i < 1000; i++) {
		double *t = malloc(2 * sizeof(*t));

		t[0] = sin(i);
		t[1] = exp(t[0]);
		x[i] = t[0] * t[1];
		if (x[i] > 2)
			printf("%d is large\n", i);
		free(t);
	}
	printf("%g\n", x[10]);
	free(x);
	return 0;
}
