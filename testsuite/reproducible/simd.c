/* Vectors add up in another order, but always in the same one. */
#include "bits.h"
enum { N = 401, M = 64 };
static float x[N][M], y[N];

static void rows(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		float sum = 0;

#pragma omp simd reduction(+ : sum)
		for (int j = 0; j < M; j++)
			sum += x[i][j];
		y[i] = sum;
	}
	show("rows", y, sizeof(y));
}

int main(void)
{
	for (int i = 0; i < N * M; i++)
		x[i / M][i % M] = (float)number(i);
	rows();
	return 0;
}
