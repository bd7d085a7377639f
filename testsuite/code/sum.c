/* SPDX-License-Identifier: GPL-3.0-or-later */
float sum(int n, float *x, float *y)
{
	float s = 0;

#pragma omp parallel for reduction(+ : s) schedule(dynamic, 16)
	for (int i = 0; i < n; i++)
		s += x[i] * y[i];
	return s;
}
