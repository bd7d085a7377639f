/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory for as many threads as there may be is no question. */
/* expect: .[0].rewrite_why == [] */
/* expect: .[0].threads_why == null */
#include <omp.h>
#include <stdlib.h>
int main(void)
{
	double *x = calloc(100 * omp_get_max_threads(), sizeof(*x));
	double start = omp_get_wtime();

#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = i + (omp_get_wtime() < start);
	free(x);
	return 0;
}
