/* A loop outside of its region, and the sum of one. */
/* reorders: total */
#include "bits.h"
enum { N = 3001 };
static double x[N], sum;

__attribute__((noinline)) static void fill(void)
{
#pragma omp for
	for (int i = 0; i < N; i++)
		x[i] = number(i) * 1.5;
}

__attribute__((noinline)) static void total(void)
{
#pragma omp for reduction(+ : sum)
	for (int i = 0; i < N; i++)
		sum += x[i];
}

int main(void)
{
#pragma omp parallel
	{
		fill();
		total();
	}
	show("fill", x, sizeof(x));
	show("total", &sum, sizeof(sum));
	return 0;
}
