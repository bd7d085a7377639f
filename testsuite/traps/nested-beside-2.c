/* SPDX-License-Identifier: GPL-3.0-or-later */
void smooth(double *x, int n);
double first(const double *x);

static void inner(double *x, int n)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
#pragma omp atomic
		x[i] += 0.25;
}

void smooth(double *x, int n)
{
	inner(x, n);
}

double first(const double *x)
{
	return x[0];
}
