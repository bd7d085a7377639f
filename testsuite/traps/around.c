/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An orphaned loop whose function asks before it. */
/* expect: map(select(.function == "work")) | .[0].rewrite_why | length > 0 */
#include <omp.h>
double sums[64];
static void work(void)
{
	int me = omp_get_thread_num();

#pragma omp for
	for (int i = 0; i < 100; i++)
		sums[me] += i;
}

int main(void)
{
#pragma omp parallel
	work();
	return sums[0] < 0;
}
