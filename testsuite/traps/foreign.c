/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pointer that the program got from elsewhere. */
/* expect: .[0].rewrite_why == [] */
/* expect: .[0].unseen | length == 1 */
#include <dlfcn.h>
#include <stddef.h>
int main(void)
{
	static double x[100];
	double (*f)(double, double) =
		(double (*)(double, double))dlsym(NULL, "pow");

	if (!f)
		return 0;
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = f(i, 2);
	return x[7] < 0;
}
