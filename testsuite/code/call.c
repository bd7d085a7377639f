/* SPDX-License-Identifier: GPL-3.0-or-later */
double opaque(double);

void call(int n, double *x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] = opaque(x[i]);
}
