// SPDX-License-Identifier: GPL-3.0-or-later
//
// One source with several records: what may be made of it is said in
// variants.sh.
const int N = 64;
double a[N][N];
int u[N][N];

template <int P, int Q> void walk()
{
#pragma omp parallel for
	for (int t = 0; t < 1; t++)
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++)
				a[i][j] = a[i - P][j - Q] * 0.5;
}

template <class T> void sum(T (*of)[N], T *__restrict to)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		T sum = 0;

		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++)
				sum += of[k][j];
		to[i] = sum;
	}
}

template <class T> void copy(T (*of)[N], T (*__restrict to)[N])
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			to[i][j] = of[j][i];
}

void all(double *x, int *y)
{
	static double b[N][N];
	static int v[N][N];

	walk<1, 0>();
	walk<1, -1>();
	sum(a, x);
	sum(u, y);
	copy(a, b);
	copy(u, v);
}
