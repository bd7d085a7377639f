/* SPDX-License-Identifier: GPL-3.0-or-later */
double simdwide(int n, float *x)
{
	double s = 0;

#pragma omp parallel for simd reduction(+ : s)
	for (int i = 0; i < n; i++)
		s += (double)x[i] * x[i];
	return s;
}
