/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A parallel region inside: its threads are numbered anew. */
#define N 100
double x[N][N], sums[N];

static void add(int i)
{
	double sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int j = 0; j < N; j++)
		sum += x[i][j];
	sums[i] = sum;
}

void in_a_callee(void)
{
	/* refused: parallel region */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		add(i);
}

void in_the_loop(void)
{
	/* refused: parallel region */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
#pragma omp parallel num_threads(2)
		{
#pragma omp atomic
			sums[i]++;
		}
	}
}
