/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scalars in which an iteration finds what an earlier one has left. */
#define N 100
double x[N], y[N];
double before;
int which[N];

void generator(void)
{
#pragma omp parallel
	{
		unsigned seed = 17;

		/* refused: 'seed' */
#pragma omp for
		for (int i = 0; i < N; i++) {
			seed = seed * 1103515245 + 12345;
			x[i] = seed >> 16;
		}
	}
}

void next_place(void)
{
#pragma omp parallel
	{
		int count = 0;

		/* refused: 'count' */
#pragma omp for
		for (int i = 0; i < N; i++)
			if (x[i] > 5)
				which[count++] = i;
	}
}

void difference(void)
{
	double last = 0;

	/* refused: 'last' */
#pragma omp parallel for firstprivate(last)
	for (int i = 0; i < N; i++) {
		y[i] = x[i] - last;
		last = x[i];
	}
}

void copy_of_a_global(void)
{
	/* refused: 'before' */
#pragma omp parallel for firstprivate(before) lastprivate(before)
	for (int i = 0; i < N; i++) {
		y[i] = x[i] - before;
		before = x[i];
	}
}

void in_one_branch(void)
{
#pragma omp parallel
	{
		double kept = 0;

		/* refused: 'kept' */
#pragma omp for
		for (int i = 0; i < N; i++) {
			if (x[i] > 5)
				kept = x[i];
			y[i] = kept;
		}
	}
}

void running_sum(void)
{
#pragma omp parallel
	{
		double sum = 0;

		/* refused: 'sum' */
#pragma omp for
		for (int i = 0; i < N; i++) {
			sum += x[i];
			y[i] = sum;
		}
	}
}
