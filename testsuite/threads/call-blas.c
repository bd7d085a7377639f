/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear algebra, by the names of its routines. */
#define N 100
double x[N][16], y[N][16], z[N];

double ddot_(const int *, const double *, const int *, const double *,
	     const int *);
void cblas_daxpy(int, double, const double *, int, double *, int);
void dgemmy_(double *);

void routines(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		int n = 16, one = 1;

		cblas_daxpy(n, 2, x[i], 1, y[i], 1);
		z[i] = ddot_(&n, x[i], &one, y[i], &one);
	}
}

void another_name(void)
{
	/* needs: dgemmy_ */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		dgemmy_(&z[i]);
}
