/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Static functions of one name in two units are two. */
#define N 100
double x[N], y[N];

void other(void);

static double step(double v)
{
	return v + 1;
}

void first(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = step(x[i]);
}

int main(void)
{
	first();
	other();
	return y[0] < 0;
}
