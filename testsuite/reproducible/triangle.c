/* Rows of different lengths, shared out as they come. */
#include "bits.h"
enum { N = 151 };
static double l[N][N], y[N];

static void triangle(void)
{
#pragma omp parallel for schedule(dynamic, 2)
	for (int i = 0; i < N; i++) {
		double sum = number(i);

		for (int j = 0; j <= i; j++)
			sum -= l[i][j] * number(j);
		y[i] = sum;
	}
	show("triangle", y, sizeof(y));
}

int main(void)
{
	for (int i = 0; i < N * N; i++)
		l[i / N][i % N] = number(i);
	triangle();
	return 0;
}
