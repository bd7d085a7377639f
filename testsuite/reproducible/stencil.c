/* A stencil between two arrays, in a region with several loops. */
#include "bits.h"
enum { N = 201 };
static double u[N][N], v[N][N];

static void stencil(void)
{
	for (int t = 0; t < 4; t++) {
#pragma omp parallel
		{
#pragma omp for
			for (int i = 1; i < N - 1; i++)
				for (int j = 1; j < N - 1; j++)
					v[i][j] = .25 *
						  (u[i - 1][j] + u[i + 1][j] +
						   u[i][j - 1] + u[i][j + 1]);
#pragma omp for
			for (int i = 1; i < N - 1; i++)
				for (int j = 1; j < N - 1; j++)
					u[i][j] = v[i][j];
		}
	}
	show("stencil", u, sizeof(u));
}

int main(void)
{
	for (int i = 0; i < N * N; i++)
		u[i / N][i % N] = number(i);
	stencil();
	return 0;
}
