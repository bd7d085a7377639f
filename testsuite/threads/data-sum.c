/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums that each thread has for itself, and those of a clause. */
#define N 100
double x[N], y[N], total, bins[8];
long parts;

double clause(void)
{
	double sum = 0;

	/* rewritable: yes */
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < N; i++)
		sum += x[i];
	return sum;
}

void by_hand(void)
{
#pragma omp parallel
	{
		double mine = 0;

		/* rewritable: yes */
#pragma omp for nowait
		for (int i = 0; i < N; i++)
			mine += x[i] * x[i];
#pragma omp atomic
		total += mine;
	}
}

void bins_by_hand(void)
{
#pragma omp parallel
	{
		double mine[8] = {0};

		/* rewritable: yes */
#pragma omp for nowait
		for (int i = 0; i < N; i++)
			mine[(int)x[i] & 7] += 1;
#pragma omp critical
		for (int b = 0; b < 8; b++)
			bins[b] += mine[b];
	}
}

void greatest(void)
{
#pragma omp parallel
	{
		double mine = 0;

		/* refused: 'mine' */
#pragma omp for
		for (int i = 0; i < N; i++)
			if (x[i] > mine)
				mine = x[i];
#pragma omp critical
		if (mine > total)
			total = mine;
	}
}

void also_read(void)
{
#pragma omp parallel
	{
		double mine = 0;

		/* refused: 'mine' */
#pragma omp for
		for (int i = 0; i < N; i++) {
			mine += x[i];
			if (mine > 10)
				y[i] = 1;
		}
#pragma omp atomic
		total += mine;
	}
}

double handed_out(void)
{
	double mine = 0;

	/* refused: 'mine' */
#pragma omp parallel for firstprivate(mine) lastprivate(mine)
	for (int i = 0; i < N; i++)
		mine += x[i];
	return mine;
}

void two_operations(void)
{
#pragma omp parallel
	{
		double mine = 1;

		/* refused: 'mine' */
#pragma omp for
		for (int i = 0; i < N; i++) {
			mine += x[i];
			mine *= 2;
		}
#pragma omp atomic
		total += mine;
	}
}
