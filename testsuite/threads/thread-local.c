/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables of which each thread has one for as long as it lives. */
#define N 100
double x[N], y[N];
static _Thread_local int calls;
static __thread double last;
static double scratch[8];
#pragma omp threadprivate(scratch)

static int next(void)
{
	return ++calls;
}

void in_the_loop(void)
{
	/* refused: 'last' */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		y[i] = last;
		last = x[i];
	}
}

void in_a_callee(void)
{
	/* refused: 'calls' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = next();
}

void threadprivate(void)
{
	/* refused: 'scratch' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		scratch[i % 8] += x[i];
}

void of_the_region(void)
{
#pragma omp parallel copyin(scratch)
	{
		scratch[0] = 1;
		/* refused: 'scratch' */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = x[i] + 1;
	}
}

void own_address(double **where)
{
	/* refused: 'last' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		where[i] = &last;
}
