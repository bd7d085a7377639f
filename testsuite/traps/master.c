/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only one thread asks, to say how many there are. */
/* expect: .[0].rewrite_why == [] */
#include <omp.h>
#include <stdio.h>
static void hello(void)
{
	printf("thread %d of %d\n", omp_get_thread_num(),
	       omp_get_num_threads());
}

int main(void)
{
	static double x[100];

#pragma omp parallel
	{
#pragma omp master
		hello();
#pragma omp for
		for (int i = 0; i < 100; i++)
			x[i] = i;
	}
	return x[7] < 0;
}
