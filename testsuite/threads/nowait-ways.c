/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways without a barrier that go around a sequential loop, or by a branch. */
#define N 100
double x[N], y[N], z[N];

void around(int steps)
{
#pragma omp parallel
	for (int t = 0; t < steps; t++) {
		/* refused: nowait */
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			y[i] += x[i];
	}
}

void next_round(int steps)
{
#pragma omp parallel
	for (int t = 0; t < steps; t++) {
		/* refused: nowait */
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] += x[i];
			/* refused: nowait */
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			x[i] += y[i];
	}
}

void barrier_at_the_end(int steps)
{
#pragma omp parallel
	for (int t = 0; t < steps; t++) {
		/* rewritable: yes */
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			y[i] += x[i];
#pragma omp barrier
	}
}

void in_one_branch(int wait)
{
#pragma omp parallel
	{
		/* refused: nowait */
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			y[i] = x[i];
		if (wait) {
#pragma omp barrier
		}
		/* refused: nowait */
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			z[i] = y[i];
	}
}

void last_of_the_region(void)
{
#pragma omp parallel
	{
		/* rewritable: yes */
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}
