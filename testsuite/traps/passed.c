/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The region tells a function who it is, and a loop there uses that. */
/* expect: map(select(.function == "fill")) | .[0].rewrite_why | length > 0 */
/* expect: map(select(.function == "plain")) | .[0].rewrite_why == [] */
#include <omp.h>
double x[100], sums[64];
void fill(double *sum);
void plain(void);
int main(void)
{
#pragma omp parallel
	{
		fill(&sums[omp_get_thread_num()]);
		plain();
	}
	return sums[0] < 0;
}
