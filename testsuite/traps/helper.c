/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function of another unit numbers its results by thread. */
/* expect: .[0].rewrite_why | any(contains("which thread")) */
int label(int i);
int main(void)
{
	static int x[100];

#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = label(i);
	return x[7] < 0;
}
