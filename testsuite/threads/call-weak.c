/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A definition that the linker may replace is none that is seen. */
#define N 100
double x[N], y[N];

__attribute__((weak)) double replaceable(double v)
{
	return v + 1;
}

void weak(void)
{
	/* needs: replaceable */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = replaceable(x[i]);
}
