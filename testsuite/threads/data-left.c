/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private objects that are live out of a loop into its region. */
#define N 100
double x[N], y[N], total;
int last_of[64];

void left(void)
{
	int n = 0;

#pragma omp parallel
	{
		int last = -1;

		/* refused: 'last' */
#pragma omp for
		for (int i = 0; i < N; i++)
			last = i;
#pragma omp critical
		last_of[n++] = last;
	}
}

void left_to_a_loop(void)
{
#pragma omp parallel
	{
		double own[8];

		/* refused: 'own' */
#pragma omp for
		for (int i = 0; i < N; i++)
			own[i % 8] = x[i];
			/* refused: 'own' */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = own[i % 8];
	}
}

void set_anew(void)
{
#pragma omp parallel
	{
		int last;

		/* rewritable: yes */
#pragma omp for
		for (int i = 0; i < N; i++) {
			last = i;
			y[last] = x[i];
		}
		last = 3;
		/* rewritable: yes */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] += last;
	}
}

double of_the_last(void)
{
	double t = 0;

	/* rewritable: yes */
#pragma omp parallel for lastprivate(t)
	for (int i = 0; i < N; i++) {
		t = x[i] + 1;
		y[i] = t;
	}
	return t;
}

void left_in_part(void)
{
#pragma omp parallel
	{
		double own[8];

		/* refused: 'own' */
#pragma omp for
		for (int i = 0; i < N; i++)
			own[i % 8] = x[i];
			/* refused: 'own' */
#pragma omp for
		for (int i = 0; i < N; i++) {
			own[0] = x[i];
			y[i] = own[1];
		}
	}
}
