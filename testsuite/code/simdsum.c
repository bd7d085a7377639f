/* SPDX-License-Identifier: GPL-3.0-or-later */
float simdsum(int n, float *x)
{
	float s = 0;

#pragma omp parallel for simd reduction(+ : s)
	for (int i = 0; i < n; i++)
		s += x[i];
	return s;
}
