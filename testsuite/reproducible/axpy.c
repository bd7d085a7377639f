/* Elements of their own, and a sum of integers. */
#include "bits.h"
enum { N = 3001 };
static double x[N], y[N];

static void axpy(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = 1.25 * x[i] + number(i + 7);
	show("axpy", y, sizeof(y));
}

static void count(void)
{
	long sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < N; i++)
		sum += y[i] > 0;
	show("count", &sum, sizeof(sum));
}

int main(void)
{
	for (int i = 0; i < N; i++)
		x[i] = number(i);
	axpy();
	count();
	return 0;
}
