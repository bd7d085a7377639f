/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays and structures in which something goes on to the next iteration. */
#include <string.h>
#define N 100
#define M 16
double x[N][M], y[N];
int next[N];

struct state {
	double value;
	int turns;
};

void marks(void)
{
#pragma omp parallel
	{
		int seen[M] = {0};

		/* refused: 'seen' */
#pragma omp for
		for (int i = 0; i < N; i++)
			if (!seen[next[i]]) {
				seen[next[i]] = 1;
				y[i] = 1;
			}
	}
}

void one_element(void)
{
#pragma omp parallel
	{
		double row[M] = {0};

		/* refused: 'row' */
#pragma omp for
		for (int i = 0; i < N; i++) {
			row[next[i]] = x[i][0];
			for (int j = 0; j < M; j++)
				y[i] += row[j];
		}
	}
}

void partly_copied(void)
{
#pragma omp parallel
	{
		double row[M] = {0};

		/* refused: 'row' */
#pragma omp for
		for (int i = 0; i < N; i++) {
			memcpy(row, x[i], next[i] * sizeof(*row));
			y[i] = row[M - 1];
		}
	}
}

void member(void)
{
#pragma omp parallel
	{
		struct state s = {0, 0};

		/* refused: 's' */
#pragma omp for
		for (int i = 0; i < N; i++) {
			s.value = x[i][0];
			y[i] = s.value * s.turns++;
		}
	}
}

void through_a_pointer(void)
{
#pragma omp parallel
	{
		struct state s = {0, 0}, *p = &s;

		/* refused: 'p' */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = p->turns++;
	}
}

void variable_size(int n)
{
	double row[n];

	/* refused: 'row' */
#pragma omp parallel for private(row)
	for (int i = 0; i < N; i++) {
		if (i % 2)
			row[0] = x[i][0];
		y[i] = row[0];
	}
}

void by_its_address(void)
{
#pragma omp parallel
	{
		double row[M] = {0};

		/* refused: 'row' */
#pragma omp for
		for (int i = 0; i < N; i++) {
			double *at = &row[next[i]];

			y[i] = (*at)++;
		}
	}
}

void set_through_a_pointer(void)
{
	int n = 0;

#pragma omp parallel
	{
		int mine = 0, *p = &mine;

#pragma omp atomic capture
		*p = n++;
		/* refused: 'mine' */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = mine;
	}
}
