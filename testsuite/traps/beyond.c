/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A static loop without a barrier, and one of the same kind in a function. */
/* expect: map(select(.function == "main")) | .[0].rewrite_why | length > 0 */
/* expect: map(select(.function == "double_all")) | .[0].rewrite_why | length > 0 */
/* expect: map(select(.function == "behind_barrier")) | .[0].rewrite_why == [] */
double x[100], y[100];
void double_all(void);
void behind_barrier(void);
int main(void)
{
#pragma omp parallel
	{
#pragma omp for schedule(static) nowait
		for (int i = 0; i < 100; i++)
			x[i] = i;
		double_all();
#pragma omp barrier
		behind_barrier();
	}
	return y[7] < 0;
}
