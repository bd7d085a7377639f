/* The sum is added to in a function that the loop calls. */
/* reorders: through */
#include "bits.h"
enum { N = 2001 };
static double sum, own[N];

__attribute__((noinline)) static void add(double term)
{
#pragma omp atomic
	sum += term;
}

__attribute__((noinline)) static double cube(double x)
{
	return x * x * x;
}

static void through(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		add(number(i));
	show("through", &sum, sizeof(sum));
}

static void pure(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		own[i] = cube(number(i));
	show("pure", own, sizeof(own));
}

int main(void)
{
	through();
	pure();
	return 0;
}
