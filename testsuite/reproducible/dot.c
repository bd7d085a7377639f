/* The plainest sum of floating-point numbers. */
/* reorders: dot */
#include "bits.h"
enum { N = 4001 };
static double x[N];

static void dot(void)
{
	double sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < N; i++)
		sum += x[i] * x[N - 1 - i];
	show("dot", &sum, sizeof(sum));
}

static void scale(void)
{
#pragma omp parallel for schedule(static, 3)
	for (int i = 0; i < N; i++)
		x[i] = number(i) / 3;
	show("scale", x, sizeof(x));
}

int main(void)
{
	scale();
	dot();
	return 0;
}
