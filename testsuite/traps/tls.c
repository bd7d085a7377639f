/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A counter of each thread, in a function of another unit. */
/* expect: .[0].rewrite_why | any(contains("'count'")) */
int next(void);
int main(void)
{
	static int x[100];

#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = next();
	return x[7] < 0;
}
