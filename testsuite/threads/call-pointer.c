/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls through pointers: what they may call is not known. */
#define N 100
double x[N], y[N];

struct kernel {
	double (*apply)(double);
};

static double twice(double v)
{
	return 2 * v;
}

const struct kernel kernels[] = {{twice}};

void member(const struct kernel *kernel)
{
	/* refused: calls through a pointer */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = kernel->apply(x[i]);
}

static double with(double (*apply)(double), double v)
{
	return apply(v);
}

void passed_on(double (*apply)(double))
{
	/* refused: 'with', which calls through a pointer */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = with(apply, x[i]);
}
