/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A barrier in one case of a switch is none for the others.
 * expect: any(.[]; .name == "other_case" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "all_cases" and (.rewrite_why | length == 0))
 */
#define N 400
double x[N], y[N];

void other_case(int k)
{
#pragma omp parallel
	{
#pragma omp master
		x[0] = 5;
		switch (k) {
		case 0: {
#pragma omp barrier
			break;
		}
		case 1:
			break;
		default: {
#pragma omp barrier
		}
		}
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

void all_cases(int k)
{
#pragma omp parallel
	{
#pragma omp master
		x[0] = 5;
		switch (k) {
		case 0: {
#pragma omp barrier
			break;
		}
		default: {
#pragma omp barrier
		}
		}
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

int main(void)
{
	return 0;
}
