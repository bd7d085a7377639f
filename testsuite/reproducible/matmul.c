/* Sums within an iteration keep their order. */
#include "bits.h"
enum { N = 61 };
static double a[N][N], b[N][N], c[N][N];

static void matmul(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			double sum = 0;

			for (int k = 0; k < N; k++)
				sum += a[i][k] * b[k][j];
			c[i][j] = sum;
		}
	show("matmul", c, sizeof(c));
}

int main(void)
{
	for (int i = 0; i < N * N; i++) {
		a[i / N][i % N] = number(i);
		b[i / N][i % N] = number(-i);
	}
	matmul();
	return 0;
}
