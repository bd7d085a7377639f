/* Two loops as one, and a sum over both. */
/* reorders: total */
#include "bits.h"
enum { N = 47, M = 53 };
static double a[N][M];

static void fill(void)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			a[i][j] = number(i * 1000 + j) / (1 + i + j);
	show("fill", a, sizeof(a));
}

static void total(void)
{
	float sum = 0;
#pragma omp parallel for collapse(2) reduction(- : sum)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			sum -= (float)a[i][j];
	show("total", &sum, sizeof(sum));
}

int main(void)
{
	fill();
	total();
	return 0;
}
