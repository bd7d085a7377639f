/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orphaned loops of another unit: the regions are here. */
#define N 100
double x[N], y[N];

void alike(int n);
void differs(int n);
void beside(int n);
void behind(int n);
void rounding(int n);
void through(const double *by);
double of_the_thread(double v);

static void pass(const double *by)
{
	through(by);
}

int main(void)
{
	int turn = 0;

#pragma omp parallel
	alike(N);
#pragma omp parallel
	{
		int mine;

#pragma omp atomic capture
		mine = turn++;
		differs(mine);
	}
#pragma omp parallel
	{
		/* refused: nowait */
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			x[i] = i;
		beside(N);
	}
#pragma omp parallel
	{
		/* safe: behind */
#pragma omp for schedule(static) nowait
		for (int i = 0; i < N; i++)
			x[i] = i;
#pragma omp barrier
		behind(N);
	}
#pragma omp parallel
	{
		double own = N;

		pass(&own);
	}
#pragma omp parallel
	{
		double mine = of_the_thread(2);

		rounding(N);
		if (mine < 0)
			alike(N);
	}
	return y[0] < 0;
}
